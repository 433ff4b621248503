package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/outfile"
)

// addForceFlag adds the flag that lets a command write over what is there, and refuses it where
// none of the flags is given that name what is written.
func addForceFlag(cmd *cobra.Command, force *bool, names ...string) {
	with := "--" + strings.Join(names, " or --")
	cmd.Flags().BoolVar(force, "force", false, "with "+with+", write over files that hold something else")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if *force && !slices.ContainsFunc(names, cmd.Flags().Changed) {
			return fault.Plain("--force says what to do with files that are there already, and none are written", "give a name with "+with+", or leave it out")
		}
		return nil
	}
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
