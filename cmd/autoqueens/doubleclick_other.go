//go:build !windows

package main

import (
	"io"

	"autoqueens/internal/exit"
)

// doubleClicked is for Windows: elsewhere no terminal is opened for a program that closes
// when it ends.
func doubleClicked() bool { return false }

func keepTerminal(io.Writer) exit.Status { return exit.OK }
