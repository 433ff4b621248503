package dump

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/vision"
)

// WriteText writes a subject for people. What is not the board itself is a comment, so
// that all of it can be read again; without comments only the board is written.
func (s Subject) WriteText(w io.Writer, style term.Style, comments bool) error {
	var out bytes.Buffer
	comment := func(format string, args ...any) {
		if comments {
			fmt.Fprintf(&out, "# %s\n", printable.Line(fmt.Sprintf(format, args...)))
		}
	}
	number := ""
	if s.Index > 0 {
		number = fmt.Sprintf(", board %d of %d", s.Index, s.Of)
	}
	if f := s.Fault; f != nil {
		what := printable.OneLine(f.What)
		if rest, ok := strings.CutPrefix(what, s.Name+": "); ok {
			what = s.Name + number + ": " + rest
		}
		comment("%s", what)
		comment("%s", printable.OneLine(f.Advice))
	} else {
		r := s.Reading
		confidence := ""
		if r.Confidence < 1 {
			confidence = fmt.Sprintf(", confidence %.2f", r.Confidence)
		}
		comment("%s%s: %s%s", s.Name, number, BoardWords(r), confidence)
		if r.Puzzle != nil {
			text, err := Text(r)
			if err != nil {
				return err
			}
			out.Write(text)
			for line := range strings.Lines(r.Answer.String()) {
				comment("%s", strings.TrimSuffix(line, "\n"))
			}
		} else if err := style.Board(&out, &r.Board, r.Colors, r.Solution); err != nil {
			return err
		}
		if r.Solution != nil {
			comment("queens in columns %s%s", Columns(r.Solution), legend(style))
		}
		for _, doubt := range r.Doubts {
			comment("doubt: %s", printable.OneLine(doubt.String()))
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}

func legend(style term.Style) string {
	if !style.Colorful() {
		return ""
	}
	return " (Q on the board, q to be placed, x a cross)"
}

// Explain says what was seen in a picture and why it was read or refused
// as it was, a line each.
func (s Subject) Explain(w io.Writer) {
	if w == io.Discard {
		return // it takes a while to put into words
	}
	if s.Picture != nil {
		printable.Fprintf(w, "%s: a picture of %d x %d pixels\n", s.Name, s.Picture.Bounds().Dx(), s.Picture.Bounds().Dy())
	}
	if refusal, ok := s.Refusal(); ok {
		explainRefusal(w, s.Name, refusal)
	}
	if s.Reading != nil {
		ExplainReading(w, s.Name, s.Reading)
	}
}

// ExplainReading says what the witnesses of a reading have to say.
func ExplainReading(w io.Writer, name string, r *vision.Reading) {
	if l := r.Lattice; l.Size > 0 {
		printable.Fprintf(w, "%s: place: %s\n", name, latticeWords(l))
	}
	for _, t := range r.Testimony() {
		printable.Fprintf(w, "%s: %s: %s\n", name, t.Witness, t.Words)
	}
	for _, d := range r.Doubts {
		printable.Fprintf(w, "%s: doubt: %s\n", name, printable.OneLine(d.String()))
	}
	printable.Fprintf(w, "%s: read with confidence %.2f: %s\n", name, r.Confidence, BoardWords(r))
}

// explainRefusal says what came closest to a board, and why it is not taken for
// one.
func explainRefusal(w io.Writer, name string, r *vision.Refusal) {
	if r.Lattice.Size > 0 {
		printable.Fprintf(w, "%s: candidate: %s\n", name, latticeWords(r.Lattice))
	}
	for _, d := range r.Doubts {
		printable.Fprintf(w, "%s: doubt: %s\n", name, printable.OneLine(d.String()))
	}
	printable.Fprintf(w, "%s: refused as %s: %s\n", name, r.Reason, printable.OneLine(r.What))
}

// latticeWords says where a lattice lies, in pixels of the picture.
func latticeWords(l vision.Lattice) string {
	return fmt.Sprintf("%d x %d cells of %.1f x %.1f pixels, from %.1f,%.1f", l.Size, l.Size, l.PitchX, l.PitchY, l.X, l.Y)
}
