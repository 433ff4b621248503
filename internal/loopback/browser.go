package loopback

import (
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// OpenBrowser shows an address, or a file, in the person's browser. It does not
// wait for the browser to end; what opens it may find none, which failed is told then,
// from another goroutine. Whoever is on this machine may read the address on the
// command lines of the programs that run for it; see OpenSecretly.
func OpenBrowser(url string, failed func(error)) error {
	name, args := Opener(runtime.GOOS, url)
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { // so that no zombie is left, too
		if err := cmd.Wait(); err != nil {
			failed(fmt.Errorf("%s: %w", name, err))
		}
	}()
	return nil
}

// Opener returns what shows an address or a file on a system, in the program that the
// person has for it.
func Opener(system, target string) (name string, args []string) {
	switch system {
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler", target}
	case "darwin":
		return "open", []string{target}
	}
	return "xdg-open", []string{target}
}

// OpenSecretly is OpenBrowser for an address that nobody else must know: it
// opens a file that only this user can read and that leads there. Forget removes
// the file; it is to be called when the page is there, in any case in the end, and
// may be called again. It is not nil, whatever the error.
//
// The file is in a folder of its own in the person's home. Browsers in a sandbox
// do not see the folders for temporary files and for settings: those that come as
// a snap read what is in the home and not hidden, and those that come as a
// flatpak are handed the file that they are opened with.
func OpenSecretly(url string) (forget func(), err error) {
	forget = func() {}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = errors.New("HOME is no whole path")
	}
	if err != nil {
		return forget, err
	}
	dir, err := os.MkdirTemp(home, "autoqueens-page-") // for this user alone, as all that MkdirTemp makes
	if err != nil {
		return forget, err
	}
	forget = func() { _ = os.RemoveAll(dir) }
	file := filepath.Join(dir, "open.html")
	if err = os.WriteFile(file, []byte(strings.ReplaceAll(leads, "URL", html.EscapeString(url))), 0o600); err == nil {
		err = OpenBrowser(file, func(error) {}) // who opened the page is told by its coming
	}
	if err != nil {
		forget()
	}
	return forget, err
}

// leads is the page of OpenSecretly. It has a link for browsers that do not go on
// by themselves.
const leads = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=URL">
<title>autoqueens</title>
<p><a href="URL">The page of autoqueens</a></p>
</html>
`
