package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/term"
)

// writeDumpText prints a subject for people. What is not the board itself is a
// comment, so that all of it can be piped into solve.
func writeDumpText(w io.Writer, s dump.Subject, further bool) error {
	var out bytes.Buffer
	if further {
		out.WriteByte('\n')
	}
	number := ""
	if s.Index > 0 {
		number = fmt.Sprintf(", board %d of %d", s.Index, s.Of)
	}
	if f := s.Fault; f != nil {
		what := oneLine(f.What)
		if rest, ok := strings.CutPrefix(what, s.Name+": "); ok {
			what = s.Name + number + ": " + rest
		}
		fmt.Fprintf(&out, "# %s\n# %s\n", what, oneLine(f.Advice))
	} else {
		r := s.Reading
		fmt.Fprintf(&out, "# %s%s: %d x %d, %s", s.Name, number, r.Board.Size, r.Board.Size, dump.SolutionWords(r))
		if r.Confidence < 1 {
			fmt.Fprintf(&out, ", confidence %.2f", r.Confidence)
		}
		out.WriteByte('\n')
		color := term.Colorful(w)
		if err := term.Board(&out, &r.Board, r.Colors, r.Solution, color); err != nil {
			return err
		}
		if r.Solution != nil {
			fmt.Fprintf(&out, "# queens in columns %s%s\n", dump.Columns(r.Solution), legend(color))
		}
		for _, d := range r.Doubts {
			fmt.Fprintf(&out, "# doubt: %s\n", oneLine(d.String()))
		}
	}
	_, err := w.Write(out.Bytes())
	return fault.Unwritable("the output", err)
}

func legend(color bool) string {
	if !color {
		return ""
	}
	return " (Q on the board, q to be placed, x a cross)"
}

func writeFile(path string, encode func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return fault.Unwritable(path, err)
	}
	return fault.Unwritable(path, errors.Join(encode(file), file.Close()))
}
