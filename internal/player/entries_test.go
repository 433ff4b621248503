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
	hovered    int           // the cell below the pointer, as the page shows it some time late; -1 for none
	late       time.Duration // by that
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
	return &sudokuPage{world: w, given: p, now: &now, answer: answer, selected: -1, hovered: -1, lost: func(int) bool { return false }}
}

func (p *sudokuPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.world.canvas(r)
	if err == nil && p.shown {
		p.paint(img, func(cell int) color.Color {
			shade := color.Gray{200 - 10*p.now.Cells[cell]}
			if cell == p.selected {
				shade.Y -= 5
			}
			if cell == p.hovered {
				shade.Y -= 3
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
	now.Entered = make([]bool, len(now.Cells))
	for cell, digit := range p.given.Cells {
		now.Entered[cell] = now.Cells[cell] != digit
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
	c := p.clicks[len(p.clicks)-1]
	cell := c.Row*6 + c.Col
	p.after(p.late, func() { p.hovered = cell })
	if !p.lost(p.n) {
		p.after(0, func() {
			if p.selected == cell { // a second click takes the choice back
				cell = -1
			}
			p.selected = cell
		})
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

// TestEntriesLost plays a Sudoku on pages that lose a click. Where there is time, what is typed after
// it does no harm, not where the digit is another one than before, nor where a page shows late which
// cell the pointer is on and takes a second click on a cell for taking the first one back; at full
// speed it is in one cell that it does some. Every board is filled in the end.
func TestEntriesLost(t *testing.T) {
	p := newSudokuPage(t)
	acts := entries(p.given, p.answer)
	for _, late := range []time.Duration{0, 120 * time.Millisecond} {
		for _, o := range []Options{{}, {Pause: 60 * time.Millisecond}, {TargetTime: 2 * time.Second}} {
			safe := o.Pause > 0 || o.TargetTime > 0
			var clicks []int // around the first of each digit
			n := 0
			for _, a := range acts {
				if n++; a.refuge != nil {
					clicks = append(clicks, n, n+1)
					if safe {
						clicks = append(clicks, n+2)
						n++
					}
				}
			}
			for i, lost := range clicks {
				if safe && i%3 != 1 { // it takes time to draw so many pictures
					continue
				}
				p := newSudokuPage(t)
				p.late = late
				p.lost = func(n int) bool { return n == lost }
				player, _ := p.world.player(o)
				player.Options.Timeout = time.Second
				player.Eye, player.Reader, player.Hand = p, p, p
				out, err := player.Run(t.Context())
				if err != nil || !slices.Equal(p.now.Cells, p.answer.Cells) || out[0].Repairs > 1 {
					t.Errorf("%+v, pointer shown after %v, click %d lost: %v: %+v", o, late, lost, err, out)
				}
				if p.wrong > 1 || p.wrong > 0 && safe {
					t.Errorf("%+v, pointer shown after %v, click %d lost: %d digits in the wrong cells", o, late, lost, p.wrong)
				}
			}
		}
	}
}

// TestEntriesOrder: a digit that the board shows nowhere comes first, and before the first of each
// other there is a cell that shows it, before that one a cell that shows another.
func TestEntriesOrder(t *testing.T) {
	absent := 0
	for seed := range uint64(40) {
		p, answer, err := sudoku.Generate(6, seed)
		if err != nil {
			t.Fatal(err)
		}
		var last input.Key
		for i, a := range entries(p, answer) {
			at := a.cells[0].Row*6 + a.cells[0].Col
			switch digit := uint8(a.key - '0'); {
			case answer.Cells[at] != digit || p.Cells[at] != 0:
				t.Errorf("seed %d: %v into row %d column %d", seed, a.key, a.cells[0].Row+1, a.cells[0].Col+1)
			case a.key != last && a.refuge == nil:
				t.Errorf("seed %d: the first %v has no refuge", seed, a.key)
			case a.refuge != nil && !slices.Contains(p.Cells, digit) && i == 0:
				if absent++; p.Cells[a.refuge.Row*6+a.refuge.Col] == 0 {
					t.Errorf("seed %d: the refuge of %v is empty", seed, a.key)
				}
			case a.refuge != nil && p.Cells[a.refuge.Row*6+a.refuge.Col] != digit:
				t.Errorf("seed %d: %v would do harm in its refuge", seed, a.key)
			}
			last = a.key
		}
	}
	if absent == 0 || absent == 40 {
		t.Errorf("%d of 40 boards lack a digit, which shows one case only", absent)
	}
}
