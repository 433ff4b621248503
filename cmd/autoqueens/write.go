package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/outfile"
)

// addForceFlag adds the flag that lets a command write over what is there. The names of what it
// writes come from other flags, as in "with --out".
func addForceFlag(cmd *cobra.Command, force *bool, with string) {
	cmd.Flags().BoolVar(force, "force", false, with+", write over files that hold something else")
}

// checkForce refuses --force where the person named nothing to write.
func checkForce(force bool, names ...string) error {
	if force && strings.Join(names, "") == "" {
		return fault.Plain("--force says what to do with files that are there already, and none are written", "give a name with --out, or leave it out")
	}
	return nil
}

// writeFile writes what encode does into a file that its owner alone can read, unless
// something else is there, which force writes over. The error is a *fault.Error.
func writeFile(path string, force bool, encode func(io.Writer) error) error {
	var data bytes.Buffer
	if err := encode(&data); err != nil {
		return fault.Unwritable(path, err)
	}
	return outfile.Write(atomicfile.Private, force, atomicfile.File{Path: path, Data: data.Bytes()})
}

// writeBytes writes over what its owner alone can read, and the program itself put there.
func writeBytes(path string, data []byte) error {
	return fault.Unwritable(path, atomicfile.WriteData(path, atomicfile.Private, data))
}

// writePNG is writeFile for a picture.
func writePNG(path string, force bool, img image.Image) error {
	return writeFile(path, force, func(w io.Writer) error { return png.Encode(w, img) })
}
