package player

import (
	"errors"
	"image"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// errAstray ends a batch of clicks because they take effect in other cells than
// they were aimed at. The mapping has been corrected by then.
var errAstray = errors.New("the clicks land in other cells")

// checkAim looks where clicks took effect that were made on a board as it was
// before. Where that is in other cells, always as far off, it corrects the
// mapping and returns errAstray; where it cannot be made out, or a correction
// was of no use, the error says so.
func (g *game) checkAim(before *solver.Board, clicked []Cell) error {
	off, strays := astray(before, g.board(), clicked)
	if !strays {
		return nil
	}
	const advice = "check where the mouse goes with 'autoqueens calibrate --check', and whether the display is scaled"
	if off == (Cell{}) || g.out.Corrected {
		return fault.Newf(fault.Unverified, advice, "clicks take effect in other cells than they are aimed at")
	}
	l := g.reading.Lattice
	g.view.Mapping = offset{g.view.Mapping, -float64(off.Col) * l.PitchX, -float64(off.Row) * l.PitchY}
	g.out.Corrected = true
	g.adopt(g.reading, g.shown) // the fence lies elsewhere now
	return errAstray
}

// aimProven tells whether clicks were seen to land where they are aimed, by the mapping in use.
func (g *game) aimProven() bool { return g.proven[g.view.Mapping] }

// noteAim notes of a board that was played to its end that clicks land where they are aimed, for all
// views that were thought to have the mapping which was corrected on it. Of a path that was walked by
// keys they need not.
func (g *game) noteAim() {
	if g.made == 0 || g.reading.Game == zip.Name && g.way() == ByKeys {
		return
	}
	if corrected, ok := g.view.Mapping.(offset); ok && g.out.Corrected {
		for i, v := range g.Views {
			if v.Mapping == corrected.Mapping {
				g.Views[i].Mapping = corrected
			}
		}
	}
	if g.proven == nil {
		g.proven = map[Mapping]bool{}
	}
	g.proven[g.view.Mapping] = true
}

// effects returns the cells in which clicks took effect between two looks at a
// board. Crosses that a game fills in around a queen, or takes away together with
// one, are none: a picture that catches the first of many queens shows a great
// many of those, and hardly any of the cells that were clicked.
func effects(before, after *solver.Board) []Cell {
	var changed, turned []Cell // turned are those that became a queen or were one
	for row := range before.Size {
		for col := range before.Size {
			c, was, is := Cell{row, col}, before.Mark(row, col), after.Mark(row, col)
			if was == is {
				continue
			}
			changed = append(changed, c)
			if was == solver.Queen || is == solver.Queen {
				turned = append(turned, c)
			}
		}
	}
	return slices.DeleteFunc(changed, func(c Cell) bool {
		return !slices.Contains(turned, c) && slices.ContainsFunc(turned, func(q Cell) bool { return attacks(before, q, c) })
	})
}

// attacks tells whether a queen on one cell rules one out on another.
func attacks(b *solver.Board, q, c Cell) bool {
	return q.Row == c.Row || q.Col == c.Col || b.Region(q.Row, q.Col) == b.Region(c.Row, c.Col) || apart(q, c) <= 2
}

// astray tells whether clicks took effect elsewhere: at least three marks
// were set, and none, or next to none, of them where it was clicked, however many of
// the clicks the page shows by now. off is by how many cells, where that is the same
// for all of them, and zero otherwise.
func astray(before, after *solver.Board, clicked []Cell) (off Cell, strays bool) {
	const fewest = 3
	changed := map[Cell]bool{}
	for _, c := range effects(before, after) {
		changed[c] = true
	}
	hits := 0
	for _, c := range clicked {
		if changed[c] {
			hits++
		}
	}
	if len(changed) < fewest || hits > len(changed)/4 {
		return Cell{}, false
	}
	most := 0
	for dr := 1 - before.Size; dr < before.Size; dr++ {
		for dc := 1 - before.Size; dc < before.Size; dc++ {
			expected, met := 0, 0
			for _, c := range clicked {
				to := Cell{c.Row + dr, c.Col + dc}
				if to.Row < 0 || to.Col < 0 || to.Row >= before.Size || to.Col >= before.Size {
					continue
				}
				expected++
				if changed[to] {
					met++
				}
			}
			if met >= fewest && 2*expected >= len(clicked) && 5*met >= 4*expected && met > most {
				off, most = Cell{dr, dc}, met
			}
		}
	}
	return off, true
}

// offset is a mapping that aims beside where another one does, by pixels.
type offset struct {
	Mapping
	dx, dy float64
}

func (o offset) Point(p vision.Point) image.Point {
	return o.Mapping.Point(vision.Point{X: p.X + o.dx, Y: p.Y + o.dy})
}

func (o offset) Pixel(p image.Point) vision.Point {
	q := o.Mapping.Pixel(p)
	return vision.Point{X: q.X - o.dx, Y: q.Y - o.dy}
}

func (o offset) Inside(r vision.Rect) image.Rectangle {
	r.X, r.Y = r.X+o.dx, r.Y+o.dy
	return o.Mapping.Inside(r)
}
