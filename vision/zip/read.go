package zip

import (
	"fmt"
	"slices"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/zip"
	"autoqueens/vision"
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
	seen := vision.Seen{Puzzle: p, Lattice: b.Placed(), Whole: b.Whole(), Confidence: 1}
	if !seen.Whole {
		if no := Solved(b.Board); no != nil {
			return nil, no
		}
		return vision.Prove(seen)
	}
	b.bordered()
	seen.Doubts = b.doubts()
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
	left := b.left()
	for i, c := range b.cells {
		switch _, sure := b.tinted(i); {
		case c.kind == odd:
			out = append(out, b.doubt(i, "what stands there is no number for certain"))
		case c.kind == disc && c.fill.Away(b.ink) >= b.inky:
			out = append(out, b.doubt(i, "its disc has not the colour of the others"))
		case c.kind == disc && !c.answer.Certain() && i != left:
			out = append(out, b.doubt(i, fmt.Sprintf("its number could be %d or another", c.answer.Number)))
		case c.kind == stroke && c.fill.Away(b.ink) < b.inky:
			out = append(out, b.doubt(i, "no number is seen on its disc"))
		case !sure:
			out = append(out, b.doubt(i, "it could be tinted or not"))
		}
	}
	for axis, side := range [...]vision.Side{vision.Left, vision.Top} {
		for k := 1; k < b.n; k++ {
			for at, is := range b.borders[axis][k] {
				if is != unknown {
					continue
				}
				d := vision.Doubt{Row: at, Col: k, Side: side, Words: "there may be a wall, the path, or neither"}
				if axis == outline.Level {
					d.Row, d.Col = k, at
				}
				out = append(out, d)
			}
		}
	}
	return append(out, vision.Covered(b.Board, func(s outline.Side) (kind int, stands float64) {
		before, after := s.Cells(b.n)
		tinted := func(i int) bool {
			is, _ := b.tinted(max(i, 0))
			return i >= 0 && is
		}
		if tinted(before) || tinted(after) {
			kind = 1
		}
		switch {
		case min(before, after) < 0:
		case tinted(before) != tinted(after):
			stands = 0.5 // the line is a mixture of both grounds, nearly
		default:
			stands = [...]float64{passed: 0.35, wall: 0.5, unknown: 0}[b.borders[s.Axis][s.K][s.At]] // paths are narrower
		}
		return kind, stands
	})...)
}

// left returns the cell of the only disc whose number is not certain, where the others leave the
// number that it was read as: they run from 1 without a gap. It is -1 where there is none.
func (b *board) left() int {
	left, discs, seen := -1, 0, make(map[int]bool)
	for i, c := range b.cells {
		if c.kind != disc {
			continue
		}
		discs++
		seen[c.answer.Number] = true
		if !c.answer.Certain() {
			if left >= 0 {
				return -1
			}
			left = i
		}
	}
	for k := 1; k <= discs; k++ {
		if !seen[k] {
			return -1
		}
	}
	return left
}

// number fills in the numbers, which have to run from 1 without a gap.
func (b *board) number(p *zip.Puzzle) []vision.Doubt {
	seen := make(map[int]int)
	for i, c := range b.cells {
		if c.kind != disc {
			continue
		}
		k := c.answer.Number
		if _, twice := seen[k]; twice {
			return []vision.Doubt{b.doubt(i, fmt.Sprintf("its number was read as %d, which is there twice", k))}
		}
		seen[k] = i
	}
	for k := 1; k <= len(seen); k++ {
		i, ok := seen[k]
		if !ok {
			return []vision.Doubt{{Row: -1, Col: -1, Words: fmt.Sprintf("there are %d numbers, and no %d", len(seen), k)}}
		}
		p.Numbers = append(p.Numbers, zip.Number{Cell: b.at(i), K: k})
	}
	return nil
}

func (b *board) at(i int) puzzle.Cell { return puzzle.Cell{Row: i / b.n, Col: i % b.n} }

// edges calls for each inner border with the cells beside it.
func (b *board) edges(visit func(is border, before, after int)) {
	for axis := range b.borders {
		for k := 1; k < b.n; k++ {
			for at, is := range b.borders[axis][k] {
				if axis == outline.Upright {
					visit(is, at*b.n+k-1, at*b.n+k)
				} else {
					visit(is, (k-1)*b.n+at, k*b.n+at)
				}
			}
		}
	}
}

// walls fills in the walls, in the order of the cells left of them or above them.
func (b *board) walls(p *zip.Puzzle) {
	b.edges(func(is border, before, after int) {
		if is == wall {
			p.Walls = append(p.Walls, puzzle.Edge{A: b.at(before), B: b.at(after)})
		}
	})
	place := func(e puzzle.Edge) int { return (e.A.Row*b.n+e.A.Col)*b.n*b.n + e.B.Row*b.n + e.B.Col }
	slices.SortFunc(p.Walls, func(v, w puzzle.Edge) int { return place(v) - place(w) })
}

// path follows the path from the first number. It has to go through all cells that are tinted
// or show a stroke, and through no others.
func (b *board) path(p *zip.Puzzle) []vision.Doubt {
	steps := make([][]int, b.n*b.n)
	b.edges(func(is border, before, after int) {
		if is == passed {
			steps[before], steps[after] = append(steps[before], after), append(steps[after], before)
		}
	})
	on := make([]bool, b.n*b.n)
	here := p.Numbers[0].Row*b.n + p.Numbers[0].Col
	if tinted, _ := b.tinted(here); tinted || len(steps[here]) > 0 {
		for last := -1; ; {
			on[here] = true
			p.Path = append(p.Path, b.at(here))
			next := -1
			for _, to := range steps[here] {
				switch {
				case to == last:
				case next >= 0 || on[to]:
					return []vision.Doubt{b.doubt(here, "the path goes on to two sides")}
				default:
					next = to
				}
			}
			if next < 0 {
				break
			}
			last, here = here, next
		}
	} else if b.outlined(here) {
		return []vision.Doubt{b.doubt(here, "it could be tinted or not")}
	}
	for i, c := range b.cells {
		tinted, _ := b.tinted(i)
		stroked := c.kind == stroke || len(steps[i]) > 0
		switch {
		case on[i] && !tinted:
			return []vision.Doubt{b.doubt(i, "the path goes there, but the cell is not tinted")}
		case on[i] && !stroked && len(p.Path) > 1, !on[i] && tinted, !on[i] && stroked:
			return []vision.Doubt{b.doubt(i, "it is tinted or has a piece of the path, which was not followed there")}
		}
	}
	return nil
}
