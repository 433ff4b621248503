package generate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/internal/outfile"
	"autoqueens/internal/picture"
	"autoqueens/internal/term"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// Write makes the puzzles of options that were checked, and writes them to Out, or where there is
// none to an output. There they are as they are found, so that those are there that were made
// before it was stopped; a file has all of them or stays as it was. The error is a [fault.Error],
// or what ended ctx.
func (o *Options) Write(ctx context.Context, to io.Writer) error {
	if slices.Contains(picture.Formats, o.Format) {
		return o.pictures(ctx, to)
	}
	if o.Out == "" {
		return o.text(ctx, to)
	}
	// Before they are made: that may take hours.
	if err := outfile.Free(o.Out, "", o.Force); err != nil {
		return err
	}
	var data bytes.Buffer
	if err := o.text(ctx, &data); err != nil {
		return err
	}
	return outfile.Write(atomicfile.Public, o.Force, atomicfile.File{Path: o.Out, Data: data.Bytes()})
}

// text writes puzzles as text or JSON.
func (o *Options) text(ctx context.Context, to io.Writer) error {
	w := bufio.NewWriter(to)
	first := true
	return o.each(ctx, func(m made) error {
		if !first && o.Format != jsonLines {
			fmt.Fprintln(w)
		}
		first = false
		if err := o.write(w, m); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return fault.Wrap(err, fault.Failed, "the boards could not be written: "+err.Error(), "check where the output goes")
		}
		return nil
	})
}

// write writes a puzzle as text or JSON. Errors of w stay there.
func (o *Options) write(w io.Writer, m made) error {
	fields := []puzzle.Field{{Name: "seed", Value: m.seed}}
	comment := fmt.Sprintf("# seed %d", m.seed)
	if m.grade != "" {
		fields = append(fields, puzzle.Field{Name: "grade", Value: m.grade})
		comment += ", " + m.grade
	}
	if o.Format == jsonLines {
		line, err := puzzle.Line(m.puzzle, fields...)
		fmt.Fprintf(w, "%s\n", line)
		return err
	}
	fmt.Fprintln(w, comment)
	switch b, ok := m.puzzle.(*games.Board); {
	case ok && o.Format == numbers:
		writeNumbers(w, &b.Board)
	case ok:
		_ = o.Style.Board(w, &b.Board, nil, nil)
	default:
		text, err := m.puzzle.MarshalText()
		_, _ = w.Write(text)
		return err
	}
	return nil
}

// writeNumbers writes the regions as numbers from 0 in order of first
// appearance, those of a column one below the other.
func writeNumbers(w io.Writer, b *solver.Board) {
	c := b.Canonical()
	width := len(strconv.Itoa(b.Size - 1))
	for row := range b.Size {
		for col := range b.Size {
			if col > 0 {
				fmt.Fprint(w, " ")
			}
			fmt.Fprintf(w, "%*d", width, c.Region(row, col))
		}
		fmt.Fprintln(w)
	}
}

// pictures writes a picture of each puzzle: to a file, to a folder, or to an output where that is
// one picture and nobody looks at the bytes.
func (o *Options) pictures(ctx context.Context, to io.Writer) error {
	info, err := os.Stat(o.Out)
	folder := o.Out != "" && (o.Count > 1 || err == nil && info.IsDir())
	switch {
	case o.Out == "" && o.Count > 1:
		return fault.Plainf("name a folder for them with --out", "%d pictures do not fit one output", o.Count)
	case o.Out == "" && term.Is(to):
		return fault.Plainf("name a file with --out, or send the output to one", "a terminal does not show a %s", o.Format)
	case folder:
		if err := os.MkdirAll(o.Out, 0o755); err != nil {
			return fault.Unwritable(o.Out, err)
		}
		if err := o.free(ctx); err != nil {
			return err
		}
	}
	return o.each(ctx, func(m made) error {
		data, err := o.picture(m.puzzle)
		switch {
		case err != nil:
			return err
		case o.Out == "":
			_, err := to.Write(data)
			return fault.Unwritable("the picture", err)
		}
		path := o.Out
		if folder {
			path = o.inFolder(m.seed)
		}
		return outfile.Write(atomicfile.Public, o.Force, atomicfile.File{Path: path, Data: data})
	})
}

// picture draws a puzzle: whole, so that a picture is never half written to a pipe.
func (o *Options) picture(p puzzle.Puzzle) ([]byte, error) {
	var data bytes.Buffer
	if err := picture.Encode(&data, drawing.Puzzle(p), o.Format); err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the %s cannot be made: %v", o.Format, err), "choose another format")
	}
	return data.Bytes(), nil
}

// inFolder returns the path of the picture of a seed.
func (o *Options) inFolder(seed uint64) string {
	return filepath.Join(o.Out, fmt.Sprintf("seed-%d.%s", seed, o.Format))
}

// free returns an error where a picture would be written over something else in the folder: before any
// is made, so that none is left where not all of them may be. Which seeds are of a grade is known only once
// they are made.
func (o *Options) free(ctx context.Context) error {
	if o.grade != 0 {
		return nil
	}
	entries, err := os.ReadDir(o.Out)
	if err != nil {
		return fault.Unwritable(o.Out, err)
	}
	for _, entry := range entries {
		var seed uint64
		if _, err := fmt.Sscanf(entry.Name(), "seed-%d.", &seed); err != nil || filepath.Base(o.inFolder(seed)) != entry.Name() {
			continue
		}
		if seed < o.Seed || seed-o.Seed >= uint64(o.Count) {
			continue // it is none of those that are made
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, _, err := o.game.Generate(o.Size, seed)
		if err != nil {
			return err
		}
		data, err := o.picture(p)
		if err != nil {
			return err
		}
		if err := outfile.Check(o.Force, atomicfile.File{Path: o.inFolder(seed), Data: data}); err != nil {
			return err
		}
	}
	return nil
}
