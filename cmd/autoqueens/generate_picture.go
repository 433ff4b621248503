package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/internal/term"
	"autoqueens/solver/puzzle"
)

// generatePictures writes a picture of each board: to a file, to a folder, or
// to standard output where that is one picture and nobody looks at the bytes.
func generatePictures(ctx context.Context, to io.Writer, opts generateOptions, grade puzzle.Grade) error {
	info, err := os.Stat(opts.out)
	folder := opts.out != "" && (opts.count > 1 || err == nil && info.IsDir())
	switch {
	case opts.out == "" && opts.count > 1:
		return fault.Newf(fault.Failed, "name a folder for them with --out", "%d pictures do not fit one output", opts.count)
	case opts.out == "" && term.Is(to):
		return fault.Newf(fault.Failed, "name a file with --out, or send the output to one", "a terminal does not show a %s", opts.format)
	case folder:
		if err := os.MkdirAll(opts.out, 0o755); err != nil {
			return fault.Unwritable(opts.out, err)
		}
	}
	return findBoards(ctx, opts, grade, func(g generated) error {
		img := drawing.Puzzle(g.puzzle)
		// Whole, so that a picture is never half written to a pipe.
		var data bytes.Buffer
		if err := picture.Encode(&data, img, opts.format); err != nil {
			return fault.Wrap(err, fault.Failed, fmt.Sprintf("the %s cannot be made: %v", opts.format, err), "choose another format")
		}
		write := func(w io.Writer) error {
			_, err := w.Write(data.Bytes())
			return err
		}
		switch {
		case folder:
			return writeFile(filepath.Join(opts.out, fmt.Sprintf("seed-%d.%s", g.seed, opts.format)), atomicfile.Public, write)
		case opts.out != "":
			return writeFile(opts.out, atomicfile.Public, write)
		}
		return fault.Unwritable("the picture", write(to))
	})
}
