package dpi

import "golang.org/x/sys/windows"

// perMonitorV2 is DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, that is -4.
const perMonitorV2 = ^uintptr(3)

// declare falls back to the older call on systems that do not know the newer:
// those scale no monitor on its own.
func declare() {
	user32 := windows.NewLazySystemDLL("user32.dll")
	if p := user32.NewProc("SetProcessDpiAwarenessContext"); p.Find() == nil {
		if ok, _, _ := p.Call(perMonitorV2); ok != 0 {
			return
		}
	}
	if p := user32.NewProc("SetProcessDPIAware"); p.Find() == nil {
		p.Call()
	}
}
