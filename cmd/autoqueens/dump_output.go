package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/term"
	"autoqueens/solver"
	"autoqueens/vision"
)

// dumpLine is one line of 'dump --json'. Scripts rely on it.
type dumpLine struct {
	Picture string       `json:"picture"`
	Board   *dumpBoard   `json:"board"`
	Refused *dumpRefused `json:"refused,omitempty"`
}

type dumpBoard struct {
	Size       int              `json:"size"`
	Regions    []string         `json:"regions"`
	Marks      []string         `json:"marks"`
	Bounds     *vision.Rect     `json:"bounds"` // null for a board that was text
	Confidence float64          `json:"confidence"`
	Solutions  int              `json:"solutions"`
	Solution   solver.Placement `json:"solution"`
}

type dumpRefused struct {
	Reason vision.Reason `json:"reason"`
	What   string        `json:"what"`
	Advice string        `json:"advice"`
}

// badFile is the reason for what never got as far as the reader.
const badFile vision.Reason = "bad-file"

func newDumpLine(s subject, f *fault.Error) dumpLine {
	line := dumpLine{Picture: s.name}
	if f != nil {
		line.Refused = &dumpRefused{Reason: badFile, What: f.What, Advice: f.Advice}
		if r, ok := s.refusal(); ok {
			line.Refused.Reason, line.Refused.What = r.Reason, r.What
		}
		return line
	}
	r := s.reading
	line.Board = &dumpBoard{
		Size: r.Board.Size, Regions: r.Board.RegionRows(), Marks: r.Board.MarkRows(),
		Confidence: hundredths(r.Confidence), Solutions: r.Solutions, Solution: r.Solution,
	}
	if s.picture != nil {
		b := r.Lattice.Bounds()
		line.Board.Bounds = &vision.Rect{X: hundredths(b.X), Y: hundredths(b.Y), Width: hundredths(b.Width), Height: hundredths(b.Height)}
	}
	return line
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

func writeDumpLine(w io.Writer, s subject, f *fault.Error) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return cannotWrite("the output", encoder.Encode(newDumpLine(s, f)))
}

// writeDumpText prints a subject for people. What is not the board itself is a
// comment, so that all of it can be piped into solve.
func writeDumpText(w io.Writer, s subject, f *fault.Error, further bool) error {
	var out bytes.Buffer
	if further {
		out.WriteByte('\n')
	}
	if f != nil {
		fmt.Fprintf(&out, "# %s\n# %s\n", oneLine(f.What), oneLine(f.Advice))
	} else {
		r := s.reading
		fmt.Fprintf(&out, "# %s: %d x %d, %s\n", s.name, r.Board.Size, r.Board.Size, solutionWords(r))
		color := term.Colorful(w)
		if err := term.Board(&out, &r.Board, r.Colors, r.Solution, color); err != nil {
			return err
		}
		if r.Solution != nil {
			fmt.Fprintf(&out, "# queens in columns %s%s\n", columns(r.Solution), legend(color))
		}
		for _, d := range r.Doubts {
			fmt.Fprintf(&out, "# doubt: %s\n", oneLine(d.Words))
		}
	}
	_, err := w.Write(out.Bytes())
	return cannotWrite("the output", err)
}

func legend(color bool) string {
	if !color {
		return ""
	}
	return " (Q on the board, q to be placed, x a cross)"
}

func solutionWords(r *vision.Reading) string {
	text := [...]string{"no solution", "one solution", "several solutions"}[min(r.Solutions, 2)]
	if r.Solution != nil && !r.Kept {
		text += ", which the queens on the board do not fit"
	}
	if r.Confidence < 1 {
		text += fmt.Sprintf(", confidence %.2f", r.Confidence)
	}
	return text
}

// dumpFolder files dumps under names that do not clash.
type dumpFolder struct {
	dir  string
	used map[string]bool
}

func newDumpFolder(dir string) (*dumpFolder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, cannotWrite(dir, err)
	}
	return &dumpFolder{dir: dir, used: map[string]bool{}}, nil
}

// save writes what belongs to a subject and returns the paths.
//
//	NAME.crop.png     the board, with a cell's room around it
//	NAME.overlay.png  the same with the reading drawn over it
//	NAME.txt          the board as text
//	NAME.json         the line of --json
//	NAME.refused.png  instead of the first three: the picture and the reason
func (d *dumpFolder) save(s subject, f *fault.Error) (paths []string, err error) {
	base := filepath.Join(d.dir, d.name(s.file))
	write := func(suffix string, encode func(io.Writer) error) {
		if err != nil {
			return
		}
		err = writeFile(base+suffix, encode)
		paths = append(paths, base+suffix)
	}
	if f == nil {
		r := s.reading
		if s.picture != nil {
			area := calibrate.Around(r.Lattice, s.picture.Bounds())
			write(".crop.png", func(w io.Writer) error { return png.Encode(w, cut(s.picture, area)) })
			write(".overlay.png", func(w io.Writer) error { return png.Encode(w, vision.Annotate(cut(s.picture, area), r)) })
		}
		write(".txt", func(w io.Writer) error { return term.Board(w, &r.Board, nil, nil, false) })
	} else if refusal, ok := s.refusal(); ok && s.picture != nil && !s.picture.Bounds().Empty() {
		write(".refused.png", func(w io.Writer) error { return png.Encode(w, vision.AnnotateRefusal(s.picture, refusal)) })
	}
	write(".json", func(w io.Writer) error { return writeDumpLine(w, s, f) })
	return paths, err
}

// name returns a name for the files of a subject that no other subject has.
func (d *dumpFolder) name(file string) string {
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if base == "" || base == "." || base == "-" || base == string(filepath.Separator) {
		base = "stdin"
	}
	name := base
	for n := 2; d.used[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	d.used[name] = true
	return name
}

// cut returns a copy of a part of a picture, in the picture's own coordinates.
func cut(img image.Image, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(r.Intersect(img.Bounds()))
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

func writeFile(path string, encode func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return cannotWrite(path, err)
	}
	return cannotWrite(path, errors.Join(encode(file), file.Close()))
}

func cannotWrite(what string, err error) error {
	if err == nil {
		return nil
	}
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be written: %v", what, err), "see whether the disk is full or the folder is protected")
}
