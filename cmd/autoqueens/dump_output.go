package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"strings"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/vision"
)

// text prints a subject for people. What is not the board itself is a comment, so
// that all of it can be piped into solve.
func (d *dumper) text(s dump.Subject) error {
	var out bytes.Buffer
	comment := func(format string, args ...any) {
		if !d.quiet {
			fmt.Fprintf(&out, "# %s\n", printable.Line(fmt.Sprintf(format, args...)))
		}
	}
	if d.shown > 0 {
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
		comment("%s", what)
		comment("%s", oneLine(f.Advice))
	} else {
		r := s.Reading
		confidence := ""
		if r.Confidence < 1 {
			confidence = fmt.Sprintf(", confidence %.2f", r.Confidence)
		}
		comment("%s%s: %s%s", s.Name, number, dump.BoardWords(r), confidence)
		if r.Puzzle != nil {
			text, err := dump.Text(r)
			if err != nil {
				return err
			}
			out.Write(text)
			for line := range strings.Lines(r.Answer.String()) {
				comment("%s", strings.TrimSuffix(line, "\n"))
			}
		} else if err := d.style.Board(&out, &r.Board, r.Colors, r.Solution); err != nil {
			return err
		}
		if r.Solution != nil {
			comment("queens in columns %s%s", dump.Columns(r.Solution), legend(d.style))
		}
		for _, doubt := range r.Doubts {
			comment("doubt: %s", oneLine(doubt.String()))
		}
	}
	_, err := d.w.Write(out.Bytes())
	return fault.Unwritable("the output", err)
}

func legend(style term.Style) string {
	if !style.Colorful() {
		return ""
	}
	return " (Q on the board, q to be placed, x a cross)"
}

// explainSubject says what was seen in a picture and why it was read or refused
// as it was, for --verbose.
func explainSubject(w io.Writer, s dump.Subject) {
	if w == io.Discard {
		return
	}
	if s.Picture != nil {
		printable.Fprintf(w, "%s: a picture of %d x %d pixels\n", s.Name, s.Picture.Bounds().Dx(), s.Picture.Bounds().Dy())
	}
	if refusal, ok := s.Refusal(); ok {
		explainRefusal(w, s.Name, refusal)
	}
	if s.Reading != nil {
		explainReading(w, s.Name, s.Reading)
	}
}

// explainReading says what the witnesses of a reading have to say.
func explainReading(w io.Writer, name string, r *vision.Reading) {
	if l := r.Lattice; l.Size > 0 {
		printable.Fprintf(w, "%s: place: %s\n", name, latticeWords(l))
	}
	for _, t := range r.Testimony() {
		printable.Fprintf(w, "%s: %s: %s\n", name, t.Witness, t.Words)
	}
	for _, d := range r.Doubts {
		printable.Fprintf(w, "%s: doubt: %s\n", name, oneLine(d.String()))
	}
	printable.Fprintf(w, "%s: read with confidence %.2f: %s\n", name, r.Confidence, dump.BoardWords(r))
}

// explainRefusal says what came closest to a board, and why it is not taken for
// one.
func explainRefusal(w io.Writer, name string, r *vision.Refusal) {
	if r.Lattice.Size > 0 {
		printable.Fprintf(w, "%s: candidate: %s\n", name, latticeWords(r.Lattice))
	}
	for _, d := range r.Doubts {
		printable.Fprintf(w, "%s: doubt: %s\n", name, oneLine(d.String()))
	}
	printable.Fprintf(w, "%s: refused as %s: %s\n", name, r.Reason, oneLine(r.What))
}

// latticeWords says where a lattice lies, in pixels of the picture.
func latticeWords(l vision.Lattice) string {
	return fmt.Sprintf("%d x %d cells of %.1f x %.1f pixels, from %.1f,%.1f", l.Size, l.Size, l.PitchX, l.PitchY, l.X, l.Y)
}

// writeFile writes a file whole or not at all. The error is a *fault.Error.
func writeFile(path string, who fs.FileMode, encode func(io.Writer) error) error {
	return fault.Unwritable(path, atomicfile.Write(path, who, encode))
}

// writeBytes writes what its owner alone can read.
func writeBytes(path string, data []byte) error {
	return fault.Unwritable(path, atomicfile.WriteData(path, atomicfile.Private, data))
}

// writePNG writes a picture that its owner alone can read.
func writePNG(path string, img image.Image) error {
	return writeFile(path, atomicfile.Private, func(w io.Writer) error { return png.Encode(w, img) })
}
