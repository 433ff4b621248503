package player

import (
	"context"
	"image"
	"image/color"
	"slices"
	"testing"
	"time"

	"autoqueens/input"
	"autoqueens/solver/patches"
	"autoqueens/vision"
)

// patchesPage is a Patches board in a world: it shows a rectangle while it is dragged and a while
// longer, and takes it then, but for one drag that it loses.
type patchesPage struct {
	*world
	taken, painted []patches.Rect
	puzzle         *patches.Puzzle
	answer         patches.Solution
	drags, lost    int           // how many there were, and which of them is lost
	slow           time.Duration // from a release to what is painted of it
}

func (p *patchesPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.world.canvas(r)
	if err == nil && p.shown {
		p.paint(img, func(cell int) color.Color {
			k := slices.IndexFunc(p.painted, func(r patches.Rect) bool {
				row, col := cell/p.puzzle.Cols, cell%p.puzzle.Cols
				return r.R0 <= row && row <= r.R1 && r.C0 <= col && col <= r.C1
			})
			if k < 0 {
				return nil
			}
			return color.Gray{uint8(100 + 5*k)}
		})
	}
	return img, err
}

func (p *patchesPage) Read(img image.Image) (*vision.Reading, error) {
	r, err := p.world.Read(img)
	if err != nil {
		return nil, err
	}
	q := *p.puzzle
	q.Rects = slices.Clone(p.painted)
	return &vision.Reading{Game: patches.Name, Puzzle: &q, Answer: p.answer, Lattice: r.Lattice, Confidence: 1}, nil
}

func (p *patchesPage) ReadAt(img image.Image, _ *vision.Reading) (*vision.Reading, error) {
	return p.Read(img)
}

func (p *patchesPage) ReadAll(image.Image) []*vision.Reading { return nil }

// between returns the rectangle that a drag draws.
func (p *patchesPage) between(path []image.Point) patches.Rect {
	from, to := cellOf(p.lattice, path[0]), cellOf(p.lattice, path[len(path)-1])
	return patches.Rect{R0: min(from.Row, to.Row), C0: min(from.Col, to.Col), R1: max(from.Row, to.Row), C1: max(from.Col, to.Col)}
}

func (p *patchesPage) Drag(_ context.Context, path []image.Point, _ input.Stroke) error {
	p.painted = append(slices.Clone(p.taken), p.between(path))
	if p.drags++; p.drags != p.lost {
		p.taken = p.painted
	}
	p.after(p.slow, func() { p.painted = p.taken })
	return nil
}

// TestDragLost plays a Patches board on a page that loses the first, or the last drag, though it
// had shown its rectangle: it is made again, and the board is not told as solved before.
func TestDragLost(t *testing.T) {
	puzzle, answer, err := patches.Generate(6, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, slow := range []time.Duration{30 * time.Millisecond, 1200 * time.Millisecond} {
		for _, lost := range []int{0, 1, len(answer.Rects)} {
			p := &patchesPage{world: newWorld(t, 6), puzzle: puzzle, answer: answer, lost: lost, slow: slow}
			player, _ := p.world.player(Options{Timeout: time.Second})
			player.Eye, player.Reader, player.Hand = p, p, p
			out, err := player.Run(t.Context())
			if err != nil || len(p.taken) != len(answer.Rects) {
				t.Errorf("painted after %v, drag %d lost: %v, %d of %d rectangles: %+v", slow, lost, err, len(p.taken), len(answer.Rects), out)
			}
		}
	}
}

// givingPage is a page of Patches on which a rectangle takes away those that it lies over.
type givingPage struct{ *patchesPage }

func (p givingPage) Drag(_ context.Context, path []image.Point, _ input.Stroke) error {
	drawn := p.between(path)
	p.take(drawn, &drawn)
	return nil
}

// take takes away what lies over a rectangle and draws one, where there is one to draw.
func (p givingPage) take(over patches.Rect, drawn *patches.Rect) {
	p.taken = slices.DeleteFunc(slices.Clone(p.taken), func(r patches.Rect) bool {
		return r.R0 <= over.R1 && over.R0 <= r.R1 && r.C0 <= over.C1 && over.C0 <= r.C1
	})
	if drawn != nil {
		p.taken = append(p.taken, *drawn)
	}
	p.after(p.slow, func() { p.painted = p.taken })
}

// TestPatchesBegun: a wrong rectangle that is drawn is taken away first.
func TestPatchesBegun(t *testing.T) {
	puzzle, answer, err := patches.Generate(6, 3)
	if err != nil {
		t.Fatal(err)
	}
	p := givingPage{&patchesPage{world: newWorld(t, 6), puzzle: puzzle, answer: answer, slow: 30 * time.Millisecond}}
	p.taken = []patches.Rect{{R0: 0, C0: 3, R1: 4, C1: 3}}
	p.painted = p.taken
	player, _ := p.world.player(Options{Timeout: time.Second})
	player.Eye, player.Reader, player.Hand = p, p, p
	p.onClick = func(_ int, c Cell) bool {
		p.take(patches.Rect{R0: c.Row, C0: c.Col, R1: c.Row, C1: c.Col}, nil)
		return true
	}
	if _, err := player.Run(t.Context()); err != nil || len(p.taken) != len(answer.Rects) {
		t.Errorf("%v, %d of %d rectangles", err, len(p.taken), len(answer.Rects))
	}
}
