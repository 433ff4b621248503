package term

import (
	"os"

	"golang.org/x/sys/windows"
)

// enableEscapes makes a console take escape sequences, which the old one of
// Windows does only when asked, and tells whether it does.
func enableEscapes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
