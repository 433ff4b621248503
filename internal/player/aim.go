package player

import (
	"errors"
	"image"

	"autoqueens/internal/fault"
	"autoqueens/solver"
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

// astray tells whether clicks took effect elsewhere: at least three marks
// changed, and none, or next to none, of those that were clicked. off is by how
// many cells, where that is the same for all of them, and zero otherwise.
func astray(before, after *solver.Board, clicked []Cell) (off Cell, strays bool) {
	const fewest = 3
	changed := map[Cell]bool{}
	for row := range before.Size {
		for col := range before.Size {
			if before.Mark(row, col) != after.Mark(row, col) {
				changed[Cell{row, col}] = true
			}
		}
	}
	hits := 0
	for _, c := range clicked {
		if changed[c] {
			hits++
		}
	}
	if len(changed) < fewest || hits > len(clicked)/4 {
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
