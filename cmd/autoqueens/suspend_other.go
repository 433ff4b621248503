//go:build !windows

package main

import (
	"os"
	"syscall"
)

// suspending are the signals by which a terminal suspends a program.
var suspending = []os.Signal{syscall.SIGTSTP}
