// Package dumptest checks the reader against folders that a dump wrote, moved to where
// the tests are.
package dumptest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"autoqueens/internal/dump"
	"autoqueens/internal/picture"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	boards "autoqueens/vision/games"
)

// Case is a picture with what the reader must say of it: a part of a folder
// that a dump wrote, moved to where the tests are.
//
// The picture is NAME.crop.png or NAME.picture.png. Where NAME.txt lies beside
// it, the picture must be read as that board, marks included; where there is
// none it must be refused. NAME.json adds to that, if it is there: the
// solutions and the place of the board, or the reason of the refusal. It is
// passed over where it speaks of another board than NAME.txt, so a reading that
// was wrong becomes a case by correcting the text alone, and one that should
// not have been a refusal by adding it. All other files, the page among them,
// are for people; a case may keep or lose them.
type Case struct {
	Name string
	dir  string
	file string // of the picture
}

// Cases lists the cases in a folder, by name. A folder without any is an error.
func Cases(dir string) ([]Case, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, f := range files {
		for _, suffix := range []string{dump.CropSuffix, dump.PictureSuffix} {
			if name, ok := strings.CutSuffix(f.Name(), suffix); ok {
				cases = append(cases, Case{Name: name, dir: dir, file: filepath.Join(dir, f.Name())})
			}
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s holds no case: no file ends in %s or %s", dir, dump.CropSuffix, dump.PictureSuffix)
	}
	slices.SortFunc(cases, func(a, b Case) int { return strings.Compare(a.file, b.file) })
	return cases, nil
}

// Outcome is what the reader said of a case.
type Outcome struct {
	Picture image.Image
	Reading *vision.Reading // nil where it was refused
	Refusal error
}

// Check reads the picture of a case. The error says how what was read differs
// from what it must be; the outcome is for drawing it.
func (c Case) Check() (o Outcome, err error) {
	if o.Picture, err = c.picture(); err != nil {
		return o, err
	}
	text, err := os.ReadFile(filepath.Join(c.dir, c.Name+dump.TextSuffix))
	refuse := errors.Is(err, fs.ErrNotExist)
	if err != nil && !refuse {
		return o, err
	}
	line, err := c.line()
	if err != nil {
		return o, err
	}
	o.Reading, o.Refusal = boards.Read(o.Picture)
	if refuse {
		return o, checkRefused(o, line.Refused)
	}
	want, err := games.Parse(text)
	if err == nil && len(want) != 1 {
		err = fmt.Errorf("%d boards, want 1", len(want))
	}
	if err != nil {
		return o, fmt.Errorf("%s%s: %w", c.Name, dump.TextSuffix, err)
	}
	if queens, ok := want[0].(*games.Board); ok {
		return o, checkRead(o, &queens.Board, line)
	}
	return o, checkOther(o, want[0], line)
}

func (c Case) picture() (image.Image, error) {
	data, err := os.ReadFile(c.file)
	if err != nil {
		return nil, err
	}
	img, err := picture.Decode(context.Background(), data, c.file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.file, err)
	}
	return img, nil
}

// line returns the JSON of a case, or nothing where there is none.
func (c Case) line() (line dump.Line, err error) {
	data, err := os.ReadFile(filepath.Join(c.dir, c.Name+dump.JSONSuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return line, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &line)
	}
	if err != nil {
		err = fmt.Errorf("%s%s: %w", c.Name, dump.JSONSuffix, err)
	}
	return line, err
}

func checkRefused(o Outcome, want *dump.Refused) error {
	if o.Reading != nil {
		return fmt.Errorf("read with confidence %.2f, but must be refused:\n%s", o.Reading.Confidence, rows(&o.Reading.Board))
	}
	r, ok := errors.AsType[*vision.Refusal](o.Refusal)
	if !ok || r.What == "" || r.Advice == "" {
		return fmt.Errorf("refused without a reason or advice: %#v", o.Refusal)
	}
	if want != nil && want.Reason != r.Reason {
		return fmt.Errorf("refused as %q (%s), want %q (%s)", r.Reason, r.What, want.Reason, want.What)
	}
	return nil
}

func checkRead(o Outcome, want *solver.Board, line dump.Line) error {
	if o.Refusal != nil {
		return fmt.Errorf("refused: %w; want\n%s", o.Refusal, rows(want))
	}
	r := o.Reading
	if r.Puzzle != nil {
		return fmt.Errorf("read as a board of %s, want\n%s", r.Game, rows(want))
	}
	if got, want := rows(&r.Board), rows(want); got != want {
		return fmt.Errorf("got\n%swant\n%s", got, want)
	}
	b := line.Board
	if b == nil || !slices.Equal(b.Regions, want.RegionRows()) || !slices.Equal(b.Marks, want.MarkRows()) {
		return nil // it speaks of what was read before the text was corrected
	}
	if r.Solutions != b.Solutions || !slices.Equal(r.Solution, b.Solution) {
		return fmt.Errorf("got %d solutions, the first %v, want %d and %v", r.Solutions, r.Solution, b.Solutions, b.Solution)
	}
	return checkPlace(r, b, line.Crop)
}

// checkOther checks what was read of a game besides Queens.
func checkOther(o Outcome, want puzzle.Puzzle, line dump.Line) error {
	if o.Refusal != nil {
		return fmt.Errorf("refused: %w; want\n%v", o.Refusal, want)
	}
	if o.Reading.Puzzle == nil {
		return fmt.Errorf("read as a board of Queens, want\n%v", want)
	}
	// Text is what is given, and no more.
	wrote, err := want.MarshalText()
	if err != nil {
		return err
	}
	got, err := o.Reading.Puzzle.MarshalText()
	if err != nil {
		return err
	}
	if string(got) != string(wrote) {
		return fmt.Errorf("got\n%s\nwant\n%s", got, wrote)
	}
	if b := line.Board; b != nil && b.Game == want.Game() {
		return checkPlace(o.Reading, b, line.Crop)
	}
	return nil
}

// checkPlace checks where a board was read in a crop.
func checkPlace(r *vision.Reading, b *dump.Board, crop *dump.Area) error {
	if b.Bounds == nil || crop == nil {
		return nil
	}
	const near = 0.06 // of a cell, or 2.5 pixels: more would be seen on the screen
	at, tolerance := r.Lattice.Bounds(), max(2.5, near*b.Bounds.Width/float64(max(r.Lattice.Size, 1)))
	for _, d := range []float64{
		at.X + float64(crop.X) - b.Bounds.X, at.Y + float64(crop.Y) - b.Bounds.Y,
		at.Width - b.Bounds.Width, at.Height - b.Bounds.Height,
	} {
		if math.Abs(d) > tolerance {
			return fmt.Errorf("the board is at %+v of the crop, want %+v of the picture, within %.1f pixels", at, *b.Bounds, tolerance)
		}
	}
	return nil
}

// rows writes regions and marks side by side.
func rows(b *solver.Board) string {
	var out strings.Builder
	marks := b.MarkRows()
	for i, r := range b.RegionRows() {
		out.WriteString(r + "  " + marks[i] + "\n")
	}
	return out.String()
}
