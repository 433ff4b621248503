//go:build linux

// Package wine runs programs for Windows in tests: on an X display, by Wine, with all that
// Wine keeps in a folder of the test's own.
//
//	test -> [wine] -> the program for Windows and a window to click in -> events
//
// To programs it is a Windows whose mouse is the display's: what X clients do to the
// pointer is a person's doing there.
package wine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// Programs are what has to be installed.
var Programs = []string{"wine", "wineserver"}

// Windows is one that is new. Its methods may be called from several goroutines.
type Windows struct {
	env []string
}

// Install makes a Windows in a folder, for an environment that says which display it has.
// That takes some ten seconds. Close has to be called before the folder is removed.
func Install(ctx context.Context, dir string, env []string) (*Windows, error) {
	w := &Windows{env: append(append([]string(nil), env...),
		"WINEPREFIX="+dir,
		// What is not needed: programs of .NET, a browser, and entries in the menus of the host.
		"WINEDLLOVERRIDES=mscoree=;mshtml=;winemenubuilder.exe=",
		"WINEDEBUG=-all")}
	if out, err := w.Command(ctx, "wineboot", "--init").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("wineboot: %w\n%s", err, out)
	}
	return w, w.addRandom(filepath.Join(dir, "drive_c", "windows", "system32"))
}

// addRandom adds the library that Go's programs take random numbers from where Wine lacks
// it, as Wine 8 does.
func (w *Windows) addRandom(dir string) error {
	const name = "bcryptprimitives.dll"
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, forwarder(name, "ProcessPrng", "advapi32.SystemFunction036"), 0o644)
}

// Command returns the command that runs a program, given by its path here or by the name of
// one of Wine's own.
func (w *Windows) Command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "wine", append([]string{program}, args...)...)
	cmd.Env = w.env
	return cmd
}

// SetScale sets the scale of the display in percent, for programs that are started later.
func (w *Windows) SetScale(ctx context.Context, percent int) error {
	out, err := w.Command(ctx, "reg", "add", `HKCU\Control Panel\Desktop`, "/v", "LogPixels",
		"/t", "REG_DWORD", "/d", strconv.Itoa(96*percent/100), "/f").CombinedOutput()
	if err != nil {
		return fmt.Errorf("reg: %w\n%s", err, out)
	}
	return nil
}

// Close ends all programs and Windows itself.
func (w *Windows) Close() error {
	cmd := exec.Command("wineserver", "--kill", "--wait")
	cmd.Env = w.env
	return cmd.Run()
}
