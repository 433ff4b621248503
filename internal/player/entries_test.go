package player

import (
	"context"
	"image"
	"image/color"
	"slices"
	"testing"
	"time"

	"autoqueens/input"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
)

// sudokuPage is a Sudoku in a world. The page enters a digit in the cell that was clicked last,
// of those clicks that it has not lost.
type sudokuPage struct {
	*world
	given, now *sudoku.Puzzle
	answer     sudoku.Solution
	selected   int // -1 for none
	wrong      int // digits that were entered in a cell of another
	n          int // clicks
	lost       func(n int) bool
}

func newSudokuPage(t *testing.T) *sudokuPage {
	t.Helper()
	p, answer, err := sudoku.Generate(6, 7)
	if err != nil {
		t.Fatal(err)
	}
	now := *p
	now.Cells = slices.Clone(p.Cells)
	w := newWorld(t, 6)
	w.frozen = true
	return &sudokuPage{world: w, given: p, now: &now, answer: answer, selected: -1, lost: func(int) bool { return false }}
}

func (p *sudokuPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.world.Capture(r)
	if err == nil && p.shown {
		p.paint(img, func(cell int) color.Color {
			shade := color.Gray{200 - 10*p.now.Cells[cell]}
			if cell == p.selected {
				shade.Y -= 5
			}
			return shade
		})
	}
	return img, err
}

func (p *sudokuPage) Read(img image.Image) (*vision.Reading, error) {
	r, err := p.world.Read(img)
	if err != nil {
		return nil, err
	}
	now := *p.now
	now.Cells = slices.Clone(p.now.Cells)
	for cell, digit := range p.answer.Cells { // what clashes is no puzzle, and is left out of it
		if p.now.Validate() != nil && p.now.Cells[cell] != digit {
			now.Cells[cell] = 0
		}
	}
	return &vision.Reading{Game: sudoku.Name, Puzzle: &now, Answer: p.answer, Lattice: r.Lattice, Confidence: 1}, nil
}

func (p *sudokuPage) ReadAt(img image.Image, _ *vision.Reading) (*vision.Reading, error) {
	return p.Read(img)
}

func (p *sudokuPage) ReadAll(image.Image) []*vision.Reading { return nil }

func (p *sudokuPage) Click(ctx context.Context, at image.Point) error {
	if err := p.world.Click(ctx, at); err != nil {
		return err
	}
	p.n++
	if c := p.clicks[len(p.clicks)-1]; !p.lost(p.n) {
		p.after(0, func() { p.selected = c.Row*6 + c.Col })
	}
	return nil
}

func (p *sudokuPage) Type(_ context.Context, k input.Key) error {
	p.pass(500 * time.Microsecond)
	if p.selected >= 0 && p.given.Cells[p.selected] == 0 {
		digit := uint8(k - '0')
		p.now.Cells[p.selected] = digit
		if digit != p.answer.Cells[p.selected] {
			p.wrong++
		}
	}
	return nil
}

// TestEntriesLost plays a Sudoku on pages that lose a click: what is typed after it does harm at
// most once, where the digit is another one than before, and none at all where there is time to see that the
// click has landed. Every board is filled in the end.
func TestEntriesLost(t *testing.T) {
	for _, pause := range []time.Duration{0, 60 * time.Millisecond} {
		harmed, clicks := 0, 0
		for nth := range 26 {
			if pause > 0 && nth%3 != 0 { // it takes time to draw so many pictures
				continue
			}
			p := newSudokuPage(t)
			p.lost = func(n int) bool { return n == nth+1 }
			player, _ := p.world.player(Options{Timeout: time.Second, Pause: pause})
			player.Eye, player.Reader, player.Hand = p, p, p
			out, err := player.Run(t.Context())
			if err != nil || !slices.Equal(p.now.Cells, p.answer.Cells) || out[0].Repairs > 1 {
				t.Errorf("pause %v, click %d lost: %v: %+v", pause, nth+1, err, out)
			}
			if harmed, clicks = harmed+p.wrong, p.n; p.wrong > 1 {
				t.Errorf("pause %v, click %d lost: %d digits in the wrong cells", pause, nth+1, p.wrong)
			}
		}
		most := 5 // the first of each digit but the first
		if pause > 0 {
			most = 0
		}
		if harmed > most {
			t.Errorf("pause %v: %d of %d clicks that are lost do harm, want %d at most", pause, harmed, clicks, most)
		}
	}
}
