package main

import (
	"errors"

	"golang.org/x/sys/windows"
)

// pipeClosed tells whether nobody reads what could not be written.
func pipeClosed(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
