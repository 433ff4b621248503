package main

import (
	"os/exec"
	"path/filepath"
	"runtime"

	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
)

// openInViewer shows a file in the program that the person's desktop has for
// it, and does not wait for that.
func openInViewer(path string) error {
	whole, err := filepath.Abs(path) // a name may begin as an option does
	if err != nil {
		return fault.Wrap(err, fault.Failed, "nobody knows where "+path+" is: "+err.Error(), "give its whole path")
	}
	name, args := loopback.Opener(runtime.GOOS, whole)
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return fault.Wrap(err, fault.Failed, name+", which shows pictures, cannot be started: "+err.Error(), "open "+path+" yourself")
	}
	return fault.Unwritable(path, cmd.Process.Release())
}
