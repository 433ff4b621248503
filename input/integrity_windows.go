package input

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// foreground returns the window at the front, 0 where none is.
func foreground() uintptr { return uintptr(windows.GetForegroundWindow()) }

// above tells whether a window belongs to a process of a higher integrity level than this
// one, as those of administrators have. See "User Interface Privilege Isolation" in
// Microsoft's documentation.
func above(window uintptr) bool {
	var process uint32
	if _, err := windows.GetWindowThreadProcessId(windows.HWND(window), &process); err != nil {
		return false // it went this very moment
	}
	if process == windows.GetCurrentProcessId() {
		return false
	}
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, process)
	if err != nil {
		return false // a process of the system, such as the desktop's
	}
	defer windows.CloseHandle(h)
	var token windows.Token
	if err := windows.OpenProcessToken(h, windows.TOKEN_QUERY, &token); err != nil {
		return err == windows.ERROR_ACCESS_DENIED // higher ones do not let it be asked
	}
	defer token.Close()
	theirs, err := integrity(token)
	if err != nil {
		return false
	}
	ours, err := integrity(windows.GetCurrentProcessToken())
	return err == nil && theirs > ours
}

// integrity returns the integrity level of a token: 0x2000 is an ordinary program's, 0x3000
// an administrator's.
func integrity(token windows.Token) (uint32, error) {
	var label [256]byte // a TOKEN_MANDATORY_LABEL and the SID that it points to
	var n uint32
	if err := windows.GetTokenInformation(token, windows.TokenIntegrityLevel, &label[0], uint32(len(label)), &n); err != nil {
		return 0, err
	}
	sid := (*windows.Tokenmandatorylabel)(unsafe.Pointer(&label[0])).Label.Sid
	return sid.SubAuthority(uint32(sid.SubAuthorityCount()) - 1), nil
}
