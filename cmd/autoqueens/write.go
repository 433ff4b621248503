package main

import (
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
)

// writeFile writes a file whole or not at all. The error is a *fault.Error.
func writeFile(path string, who fs.FileMode, encode func(io.Writer) error) error {
	err := atomicfile.Write(path, who, encode)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f // of what was to be written
	}
	return fault.Unwritable(path, err)
}

// writeBytes writes what its owner alone can read.
func writeBytes(path string, data []byte) error {
	return fault.Unwritable(path, atomicfile.WriteData(path, atomicfile.Private, data))
}

// writePNG writes a picture that its owner alone can read.
func writePNG(path string, img image.Image) error {
	return writeFile(path, atomicfile.Private, func(w io.Writer) error { return png.Encode(w, img) })
}
