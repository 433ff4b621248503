package zip

import (
	"fmt"
	"slices"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/zip"
	"autoqueens/vision"
	"autoqueens/vision/digit"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// Read reads a Zip board; see [vision.Game].
func Read(o *outline.Board, original *raster.Picture) (*vision.Reading, *vision.Refusal) {
	b, ok := measured(o.In(original))
	if !ok {
		return nil, nil
	}
	return b.decide()
}

// decide makes a reading of what was measured, or says why it is not certain.
func (b *board) decide() (*vision.Reading, *vision.Refusal) {
	p := &zip.Puzzle{Rows: b.n, Cols: b.n}
	seen := vision.Seen{Puzzle: p, Lattice: b.Placed(), Confidence: 1, Doubts: b.repeated()}
	var covered []vision.Doubt
	seen.Whole, covered = vision.Uncovered(b.Board, b.stands)
	if !seen.Whole {
		if no := Solved(b.Board); no != nil {
			return nil, no
		}
		return vision.Prove(seen)
	}
	seen.Doubts = slices.Concat(b.doubts(), covered, seen.Doubts)
	if len(seen.Doubts) == 0 {
		seen.Doubts = b.number(p)
	}
	if len(seen.Doubts) == 0 {
		b.walls(p)
		seen.Doubts = b.path(p)
	}
	return vision.Prove(seen)
}

// doubt is one about a cell.
func (b *board) doubt(i int, words string) vision.Doubt {
	return vision.Doubt{Row: i / b.n, Col: i % b.n, Words: words}
}

// doubts returns what could not be told of single cells and borders.
func (b *board) doubts() (out []vision.Doubt) {
	for i, c := range b.cells {
		switch _, sure := b.tinted(i); {
		case !sure:
			out = append(out, b.doubt(i, "it could be tinted or not"))
		case c.number.Number > 0 && !b.bare && !c.number.joined && !c.number.whole(b.area):
			out = append(out, b.doubt(i, "what its number stands on is not as large as of the others"))
		case c.number.Number > 0:
		case c.number.Number != digit.Nothing, c.shown && len(c.paths) == 0:
			out = append(out, b.doubt(i, "what stands there is no number for certain"))
		case c.shown && b.inMiddle(i).Away(outline.Median(c.paths...)) >= distinct:
			out = append(out, b.doubt(i, "no number is seen on its disc"))
		}
	}
	b.edges(func(s *side, before, after int) {
		if s.is == unknown {
			side := vision.Left
			if after == before+b.n {
				side = vision.Top
			}
			out = append(out, vision.Doubt{Row: after / b.n, Col: after % b.n, Side: side, Words: "there may be a wall, the path, or neither"})
		}
	})
	return out
}

// stands tells of a side of which kind its line is, and how far to both sides of its middle something stands on it, as
// [vision.Covered] asks.
func (b *board) stands(s outline.Side) (kind int, stands float64) {
	before, after := s.Cells(b.n)
	tinted := func(i int) bool {
		is, _ := b.tinted(max(i, 0))
		return i >= 0 && is
	}
	if tinted(before) || tinted(after) {
		kind = 1
	}
	if min(before, after) < 0 {
		return kind, 0
	}
	stands = [...]float64{passed: 0.35, wall: 0.5 + flank, unknown: 0}[b.sides[s.Axis][s.K][s.At].is] // paths are narrower, and walls may stick out
	if tinted(before) != tinted(after) {
		stands = max(stands, 0.5) // the line is a mixture of both grounds, nearly
	}
	return kind, stands
}

// repeated doubts each number that stands in another cell before: many tell a board of another game.
func (b *board) repeated() (doubts []vision.Doubt) {
	seen := make(map[int]bool)
	for i, c := range b.cells {
		k := c.number.Number
		if seen[k] {
			doubts = append(doubts, b.doubt(i, fmt.Sprintf("its number was read as %d, which is there twice", k)))
		}
		seen[k] = k > 0
	}
	return doubts
}

// number fills in the numbers, which run from 1 without a gap: for one to be another, two have to be.
func (b *board) number(p *zip.Puzzle) []vision.Doubt {
	seen := make(map[int]int)
	var unsure []float64
	least := -1
	for i, c := range b.cells {
		k := c.number.Number
		if k < 1 {
			continue
		}
		seen[k] = i
		unsure = append(unsure, 1-c.number.Likelihood)
		if least < 0 || c.number.Likelihood < b.cells[least].number.Likelihood {
			least = i
		}
	}
	for k := 1; k <= len(seen); k++ {
		i, ok := seen[k]
		if !ok {
			return []vision.Doubt{{Row: -1, Col: -1, Words: fmt.Sprintf("there are %d numbers, and no %d", len(seen), k)}}
		}
		p.Numbers = append(p.Numbers, zip.Number{Cell: b.at(i), K: k})
	}
	both := 0.0
	for i, u := range unsure {
		for _, v := range unsure[:i] {
			both += u * v
		}
	}
	if !(digit.Answer{Likelihood: 1 - both}).Certain() {
		return []vision.Doubt{b.doubt(least, fmt.Sprintf("its number could be %d or another", b.cells[least].number.Number))}
	}
	return nil
}

func (b *board) at(i int) puzzle.Cell { return puzzle.Cell{Row: i / b.n, Col: i % b.n} }

// edges calls for each inner side with the cells beside it.
func (b *board) edges(visit func(s *side, before, after int)) {
	for axis := range b.sides {
		for k := 1; k < b.n; k++ {
			for at := range b.sides[axis][k] {
				s := &b.sides[axis][k][at]
				if axis == outline.Upright {
					visit(s, at*b.n+k-1, at*b.n+k)
				} else {
					visit(s, (k-1)*b.n+at, k*b.n+at)
				}
			}
		}
	}
}

// walls fills in the walls, in the order of the cells left of them or above them.
func (b *board) walls(p *zip.Puzzle) {
	b.edges(func(s *side, before, after int) {
		if s.is == wall {
			p.Walls = append(p.Walls, puzzle.Edge{A: b.at(before), B: b.at(after)})
		}
	})
	place := func(e puzzle.Edge) int { return (e.A.Row*b.n+e.A.Col)*b.n*b.n + e.B.Row*b.n + e.B.Col }
	slices.SortFunc(p.Walls, func(v, w puzzle.Edge) int { return place(v) - place(w) })
}

// path follows the path from the first number. It has to go through all cells that show a piece of
// it, through the numbers in their order, and, where it tints its cells, through just these.
func (b *board) path(p *zip.Puzzle) []vision.Doubt {
	steps := make([][]int, b.n*b.n)
	b.edges(func(s *side, before, after int) {
		if s.is == passed {
			steps[before], steps[after] = append(steps[before], after), append(steps[after], before)
		}
	})
	first := p.Numbers[0].Row*b.n + p.Numbers[0].Col
	on := make([]bool, b.n*b.n)
	next := 1
	for last, here := -1, first; here >= 0; {
		on[here] = true
		p.Path = append(p.Path, b.at(here))
		if k := b.cells[here].number.Number; k > 0 {
			if k != next {
				return []vision.Doubt{b.doubt(here, "the path goes there too soon")}
			}
			next++
		}
		to := -1
		for _, s := range steps[here] {
			switch {
			case s == last:
			case to >= 0 || on[s]:
				return []vision.Doubt{b.doubt(here, "the path goes on to two sides")}
			default:
				to = s
			}
		}
		last, here = here, to
	}
	tint, _ := b.tinted(first)
	if len(p.Path) == 1 && (b.grounds[0] == b.grounds[1] || !b.alone(first)) {
		p.Path, on[first] = nil, false
		if b.outlined(first) {
			return []vision.Doubt{b.doubt(first, "it could be tinted or not")}
		}
	}
	for i := range b.cells {
		is, _ := b.tinted(i)
		switch {
		case len(steps[i]) > 0 && !on[i]:
			return []vision.Doubt{b.doubt(i, "it has a piece of the path, which was not followed there")}
		case b.grounds[0] != b.grounds[1] && on[i] != (is == tint):
			return []vision.Doubt{b.doubt(i, "the path tints its cells, and not this, or this and does not go there")}
		}
	}
	return nil
}

// outlined tells whether the lines around a cell have another colour than nearly all others, as those have
// of a cell that is tinted: they show it where the tint is too pale. Those of dashed lines differ anyway.
func (b *board) outlined(i int) bool {
	var own, others []outline.Color
	b.edges(func(s *side, before, after int) {
		switch {
		case s.is != open:
		case before == i || after == i:
			own = append(own, s.ink)
		default:
			others = append(others, s.ink)
		}
	})
	if len(own) == 0 || len(others) == 0 {
		return false
	}
	usual, as := outline.Median(others...), 0
	away := outline.Median(own...).Away(usual)
	for _, o := range others {
		if o.Away(usual) >= away {
			as++
		}
	}
	const few = 0.1
	return away >= visible && float64(as) <= few*float64(len(others))
}

// alone tells whether a cell is the only one of its ground.
func (b *board) alone(i int) bool {
	own, _ := b.tinted(i)
	for k := range b.cells {
		if is, _ := b.tinted(k); k != i && is == own {
			return false
		}
	}
	return true
}
