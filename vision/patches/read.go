package patches

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	"autoqueens/vision/digit"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// Read reads a Patches board; see [vision.Game].
func Read(o *outline.Board, original *raster.Picture) (*vision.Reading, *vision.Refusal) {
	b, ok := measured(o.In(original))
	if !ok {
		return nil, nil
	}
	return b.decide()
}

// decide makes a reading of what was measured, or says why it is not certain.
func (b *board) decide() (*vision.Reading, *vision.Refusal) {
	p := &patches.Puzzle{Rows: b.n, Cols: b.n}
	seen := vision.Seen{Puzzle: p, Lattice: b.Placed(), Whole: b.Whole(nil), Confidence: 1, Hidden: b.Hidden}
	if !seen.Whole {
		return vision.Prove(seen)
	}
	if seen.Doubts = b.clues(p); len(seen.Doubts) == 0 {
		seen.Doubts = b.rects(p)
	}
	var told []vision.Doubt
	if len(seen.Doubts) == 0 {
		seen.Doubts, told = b.unsettled(p, games.Steps)
	}
	if len(seen.Doubts) == 0 {
		seen.Doubts = vision.Covered(b.Board, func(s outline.Side) (kind int, stands float64) {
			before, after := s.Cells(b.n)
			for _, r := range p.Rects { // which tell by their borders and colours
				if r.Contains(before/b.n, before%b.n) || r.Contains(after/b.n, after%b.n) {
					return 0, 0.5
				}
			}
			return 0, 0
		})
	}
	r, no := vision.Prove(seen)
	if r != nil {
		r.Doubts = told
	}
	return r, no
}

// unsettled returns a doubt about a number that is not certain by itself, unless there is one alone
// and with any other number the puzzle would not have exactly one solution. Whether there is a number
// at all need not be told: where the puzzle has one solution without it, that is the one which the
// number agrees with, too. So many steps of the search may all that take; what is not told in them
// stays a doubt. A number that only the puzzle told is no doubt about the answer, but is told of.
func (b *board) unsettled(p *patches.Puzzle, steps int) (doubts, told []vision.Doubt) {
	at := -1
	for i, c := range p.Clues {
		if cell := c.Row*b.n + c.Col; c.Size > 0 && !b.cells[cell].answer.Certain() {
			doubts = append(doubts, b.doubt(cell, fmt.Sprintf("the number of its clue could be %d or another", c.Size)))
			at = i
		}
	}
	if len(doubts) != 1 {
		return doubts, nil
	}
	clue, most := p.Clues[at], b.n*b.n
	other := *p
	other.Clues = slices.Clone(p.Clues)
	for size := 1; size <= most; size++ {
		if size == clue.Size {
			continue
		}
		other.Clues[at].Size = size
		if n, err := other.Count(context.Background(), puzzle.Limit{Solutions: 2, Steps: max(steps/most, 1)}); n == 1 || errors.Is(err, puzzle.ErrGivenUp) {
			return doubts, nil
		}
	}
	cell := clue.Row*b.n + clue.Col
	d := b.doubt(cell, fmt.Sprintf("the number of its clue is told by the solution alone: %d, or none", clue.Size))
	d.Settled = true
	return nil, []vision.Doubt{d}
}

// doubt is one about a cell.
func (b *board) doubt(i int, words string) vision.Doubt {
	return vision.Doubt{Row: i / b.n, Col: i % b.n, Words: words}
}

// clues fills in the clues.
func (b *board) clues(p *patches.Puzzle) (doubts []vision.Doubt) {
	// Those of any shape are all drawn alike: one that is not among translucent ones was changed.
	translucent := slices.ContainsFunc(b.cells, func(c cell) bool {
		return c.kind == marker && c.sure && c.shape == patches.Any && !c.solid
	})
	for i, c := range b.cells {
		switch {
		case c.kind == odd:
			doubts = append(doubts, b.doubt(i, "what stands there is no clue for certain"))
		case c.kind != marker:
		case !c.sure, c.solid && translucent:
			doubts = append(doubts, b.doubt(i, fmt.Sprintf("the shape of its clue could be %v or another", c.shape)))
		case c.answer.Number == digit.Other || c.answer.Number == 0:
			doubts = append(doubts, b.doubt(i, "its clue shows something that is no number for certain"))
		default:
			p.Clues = append(p.Clues, patches.Clue{Row: i / b.n, Col: i % b.n, Size: max(c.answer.Number, 0), Shape: c.shape})
		}
	}
	return doubts
}

// rects fills in the rectangles that are drawn: cells without a border between them, and with
// one all around.
func (b *board) rects(p *patches.Puzzle) (doubts []vision.Doubt) {
	b.settle()
	seen := make([]bool, b.n*b.n)
	var free []int // cells of no rectangle
	for start := range b.cells {
		if seen[start] {
			continue
		}
		group := []int{start}
		seen[start] = true
		r := patches.Rect{R0: b.n, C0: b.n, R1: -1, C1: -1}
		for k := 0; k < len(group); k++ {
			i := group[k]
			r.R0, r.C0, r.R1, r.C1 = min(r.R0, i/b.n), min(r.C0, i%b.n), max(r.R1, i/b.n), max(r.C1, i%b.n)
			for s := range 4 {
				j, ok := b.beside(i, s)
				if !ok || seen[j] || b.cells[i].sides[s] == bordered || b.cells[j].sides[s^1] == bordered {
					continue
				}
				seen[j] = true
				group = append(group, j)
			}
		}
		drawn, bare, last := 0, 0, -1
		in := make(map[int]bool, len(group))
		for _, i := range group {
			in[i] = true
		}
		for _, i := range group {
			for s, is := range b.cells[i].sides {
				j, ok := b.beside(i, s)
				switch {
				case is == unknown:
					doubts = append(doubts, b.doubt(i, "it may have a border, or none"))
				case ok && in[j] && is == bordered:
					doubts = append(doubts, b.doubt(i, "a border ends within a rectangle"))
				case ok && in[j]:
				case is == bordered:
					drawn++
				default:
					bare, last = bare+1, i
				}
			}
		}
		switch {
		case len(doubts) > 0:
			return doubts
		case drawn == 0:
			free = append(free, group...)
		case bare > 0 && !b.surrounded(in):
			return []vision.Doubt{b.doubt(last, "it has a border at some sides only")}
		case bare > 0:
			free = append(free, group...)
		case r.Cells() != len(group):
			return []vision.Doubt{b.doubt(start, "it belongs to something with a border that is no rectangle")}
		case inside(r, p.Clues) == 0:
			return []vision.Doubt{b.doubt(start, "no clue is seen in the rectangle there, which has its colour from one")}
		default:
			p.Rects = append(p.Rects, r)
		}
	}
	if doubts := b.framed(p.Rects, free); doubts != nil {
		return doubts
	}
	return append(b.tints(free), b.counts(p)...)
}

// framed doubts a rectangle that may be nothing but a frame, around cells in use or hinted at, or around the board: its
// cells have the ground of those in no rectangle, though those of others have not, or its border has another colour
// than its clue. A rectangle of one cell is told by its ground alone: a frame in a colour of a clue is likelier. One that the
// page has marked with stripes was drawn.
func (b *board) framed(all []patches.Rect, free []int) []vision.Doubt {
	open := groundsOf(b.cells, func(i int) bool { return slices.Contains(free, i) })
	taken := groundsOf(b.cells, func(i int) bool { return !slices.Contains(free, i) })
	within, tinted := make([]grounds, len(all)), make([]bool, len(all))
	for k, r := range all {
		within[k] = groundsOf(b.cells, func(i int) bool { return r.Contains(i/b.n, i%b.n) })
		_, striped := b.Left(r.R0*b.n + r.C0)
		tinted[k] = striped || within[k].tinted(open, taken)
	}
	for k, r := range all {
		if tinted[k] {
			continue
		}
		var border []outline.Color
		for row := r.R0; row <= r.R1; row++ {
			for col := r.C0; col <= r.C1; col++ {
				for s, edge := range [...]bool{col == r.C0, col == r.C1, row == r.R0, row == r.R1} {
					if edge {
						along := b.along(row*b.n+col, s, b.rim)
						border = append(border, along[:]...)
					}
				}
			}
		}
		if r.Cells() == 1 || slices.Contains(tinted, true) || !within[k].colored(outline.Median(border...)) {
			return []vision.Doubt{b.doubt(r.R0*b.n+r.C0, "it has a border, but the colour of cells that are in no rectangle")}
		}
	}
	return nil
}

// grounds are those of some cells: of those without a clue, and with the clues the others.
type grounds struct {
	bare  []outline.Color
	clues []cell
}

// groundsOf returns those of the cells that are chosen.
func groundsOf(cells []cell, chosen func(i int) bool) (g grounds) {
	for i, c := range cells {
		switch {
		case chosen(i) && c.kind == marker:
			g.clues = append(g.clues, c)
		case chosen(i):
			g.bare = append(g.bare, c.ground)
		}
	}
	return g
}

// colored tells whether a border has the colour of the only clue among cells.
func (g grounds) colored(border outline.Color) bool {
	if len(g.clues) != 1 {
		return false
	}
	_, rest := border.Mixed(g.clues[0].ground, g.clues[0].fill)
	return rest < raster.LeastContrast
}

// tinted tells whether the cells of a rectangle have another ground than those in no rectangle, which are open, or
// where there are none, than some others that are taken. Those without a clue tell; where there are none, the one with
// the clue, which is tinted rather in the clue's colour than in another, and more than those in no rectangle are in theirs.
func (g grounds) tinted(open, taken grounds) bool {
	away := func(all []outline.Color, from outline.Color) bool { return outline.Median(all...).Away(from) >= off }
	switch {
	case open.bare == nil:
		all := g.bare
		for _, c := range g.clues {
			all = append(all, c.ground)
		}
		return slices.ContainsFunc(taken.bare, func(c outline.Color) bool { return away(all, c) })
	case g.bare != nil:
		return away(g.bare, outline.Median(open.bare...))
	case len(g.clues) != 1 || open.clues == nil:
		return false
	}
	return g.clues[0].tinted(outline.Median(open.bare...), open.clues)
}

// tinted tells whether the ground of a clue's cell is tinted in the clue's colour, and more than those of the clues in no rectangle
// are in theirs; usual is the ground of a cell without a clue.
func (c cell) tinted(usual outline.Color, open []cell) bool {
	// Two thirds of its colour and more show where both parts of a translucent clue lie over each other: in its ground there
	// seems to be more of that than of a solid one's, by a half at most.
	const more = 1.5
	kind := func(c cell) int {
		if c.shape == patches.Any {
			return 1
		}
		return 0
	}
	var shares [2][]float64 // of solid ones, and of translucent ones
	for _, o := range open {
		share, _ := o.ground.Mixed(usual, o.fill)
		shares[kind(o)] = append(shares[kind(o)], share)
	}
	like, times := shares[kind(c)], 1.0
	if len(like) == 0 {
		if like = shares[1-kind(c)]; c.shape == patches.Any {
			times = more
		}
	}
	share, rest := c.ground.Mixed(usual, c.fill)
	tint := (share - times*num.Median(like)) * c.fill.Away(usual)
	return tint >= off && rest < tint
}

// off is how far the ground of a cell is from that of others, 0 to 255, where it has another: the palest tint is 50 off.
const off = 12

// settle tells of sides along which a border is seen in part whether there is one, where colours
// tell as well: a rectangle has one of its own, which cells within it have in common.
func (b *board) settle() {
	var free []outline.Color
	for _, c := range b.cells {
		if c.kind == empty && c.sides == [4]side{} {
			free = append(free, c.ground)
		}
	}
	const alike, apart = 6, raster.LeastContrast // of 255
	for i := range b.cells {
		for s, is := range b.cells[i].sides {
			beyond := plain // the side of the cell beyond, and its colour
			var ground outline.Color
			switch j, ok := b.beside(i, s); {
			case is != unknown, !ok && free == nil:
				continue
			case ok:
				beyond, ground = b.cells[j].sides[s^1], b.cells[j].ground
			default:
				ground = outline.Median(free...)
			}
			switch d := b.cells[i].ground.Away(ground); {
			case d >= apart:
				b.cells[i].sides[s] = bordered
			case d <= alike && beyond == plain:
				b.cells[i].sides[s] = plain
			}
		}
	}
}

// surrounded tells whether none of a group's cells has a border of its own.
func (b *board) surrounded(in map[int]bool) bool {
	for i := range in {
		for _, is := range b.cells[i].sides {
			if is == bordered {
				return false
			}
		}
	}
	return true
}

// beside returns the cell beside a side of a cell.
func (b *board) beside(i, s int) (int, bool) {
	switch row, col := i/b.n, i%b.n; {
	case s == 0:
		return i - 1, col > 0
	case s == 1:
		return i + 1, col < b.n-1
	case s == 2:
		return i - b.n, row > 0
	default:
		return i + b.n, row < b.n-1
	}
}

// tints holds the grounds of cells that are in no rectangle against each other: those without a
// clue have one colour.
func (b *board) tints(free []int) []vision.Doubt {
	var grounds []outline.Color
	for _, i := range free {
		if b.cells[i].kind == empty {
			grounds = append(grounds, b.cells[i].ground)
		}
	}
	if grounds == nil {
		return nil
	}
	usual := outline.Median(grounds...)
	for _, i := range free {
		switch c := b.cells[i]; {
		case c.kind == small:
			return []vision.Doubt{b.doubt(i, "something small stands there, and no rectangle is seen around it")}
		case c.kind == empty && c.ground.Away(usual) >= off:
			return []vision.Doubt{b.doubt(i, "it has not the colour of the other cells, and no border")}
		}
	}
	return nil
}

// counts wants what is small to be the count in the middle of a rectangle, what is vague to be in
// one, whose only clue is another cell, and a clue that is pale to be the only one of its own.
func (b *board) counts(p *patches.Puzzle) []vision.Doubt {
	for i, c := range b.cells {
		within, middle, clues := false, false, 0
		for _, r := range p.Rects {
			if r.Contains(i/b.n, i%b.n) {
				within, clues = true, inside(r, p.Clues)
			}
			middle = middle || r.Contains(i/b.n, i%b.n) && 2*(i/b.n) == r.R0+r.R1 && 2*(i%b.n) == r.C0+r.C1
		}
		switch {
		case c.kind == small && !middle:
			return []vision.Doubt{b.doubt(i, "something small stands there that is no count of a rectangle")}
		case c.kind == vague && !within, c.kind == marker && c.pale && clues != 1:
			return []vision.Doubt{b.doubt(i, "what stands there is no clue for certain")}
		}
	}
	return nil
}

// inside counts the clues in a rectangle.
func inside(r patches.Rect, clues []patches.Clue) (n int) {
	for _, c := range clues {
		if r.Contains(c.Row, c.Col) {
			n++
		}
	}
	return n
}
