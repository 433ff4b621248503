package drawing_test

import (
	"bytes"
	"fmt"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
	reader "autoqueens/vision/games"
)

// TestPuzzle reads puzzles of every game and size that is made, as they are drawn: what is read is
// the same puzzle, and is drawn as the same pixels.
func TestPuzzle(t *testing.T) {
	for _, g := range games.All() {
		for _, size := range g.Sizes {
			t.Run(fmt.Sprint(g.Name, size), func(t *testing.T) {
				t.Parallel()
				p, s, err := g.Generate(size, 7)
				if err != nil {
					t.Fatal(err)
				}
				again(t, p)
				again(t, begun(p, s))
			})
		}
	}
}

// again draws a puzzle and reads it.
func again(t *testing.T, p puzzle.Puzzle) {
	t.Helper()
	img := drawing.Puzzle(p)
	r, err := reader.Read(img)
	if err != nil {
		t.Error(err)
		return
	}
	read := r.Puzzle
	if read == nil {
		read = &games.Board{Board: r.Board}
	}
	if drawn, seen := text(t, p), text(t, read); drawn != seen {
		t.Errorf("drawn:\n%sread:\n%s", drawn, seen)
	}
	if !bytes.Equal(drawing.Puzzle(read).Pix, img.Pix) {
		t.Errorf("what is read is drawn otherwise, so what was done on it was misread:\n%s", text(t, p))
	}
}

func text(t *testing.T, p puzzle.Puzzle) string {
	t.Helper()
	if b, ok := p.(*games.Board); ok {
		return b.String()
	}
	data, err := p.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// begun returns a puzzle on which a third of the answer is done.
func begun(p puzzle.Puzzle, answer puzzle.Solution) puzzle.Puzzle {
	switch p := p.(type) {
	case *tango.Puzzle:
		q := *p
		q.Cells = append([]tango.Symbol(nil), p.Cells...)
		q.Locked = make([]bool, len(p.Cells))
		for cell, given := range p.Cells {
			q.Locked[cell] = given != tango.Empty
			if cell%3 == 0 {
				q.Cells[cell] = answer.(tango.Solution).Cells[cell]
			}
		}
		return &q
	case *zip.Puzzle:
		q, path := *p, answer.(zip.Solution).Path
		q.Path = path[:len(path)/3]
		return &q
	case *sudoku.Puzzle:
		q := *p
		q.Cells = append([]uint8(nil), p.Cells...)
		for cell := 0; cell < len(q.Cells); cell += 3 {
			q.Cells[cell] = answer.(sudoku.Solution).Cells[cell]
		}
		return &q
	case *patches.Puzzle:
		q, rects := *p, answer.(patches.Solution).Rects
		q.Rects = rects[:(len(rects)+2)/3]
		return &q
	}
	return p // of Queens TestBoard has marks
}
