package loopback

import (
	"os/exec"
	"runtime"
)

// OpenBrowser shows an address in the person's browser. It does not wait for
// the browser to end.
func OpenBrowser(url string) error {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	case "darwin":
		cmd = exec.Command("open", url)
	default:
		cmd = exec.Command("xdg-open", url)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // so that no zombie is left; how it ended is the person's to see
	return nil
}
