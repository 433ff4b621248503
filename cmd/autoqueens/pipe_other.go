//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// pipeClosed tells whether nobody reads what could not be written.
func pipeClosed(err error) bool { return errors.Is(err, syscall.EPIPE) }
