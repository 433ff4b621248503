package player

import (
	"context"
	"errors"
	"image"
	"slices"
	"time"

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
	return g.correct(off)
}

// correct has clicks aimed so many cells further up and left, where they were seen to land as many
// further down and right, and returns errAstray.
func (g *game) correct(off Cell) error {
	l := g.reading.Lattice
	g.view.Mapping = offset{g.view.Mapping, -float64(off.Col) * l.PitchX, -float64(off.Row) * l.PitchY}
	g.out.Corrected = true
	g.adopt(g.reading, g.shown) // the fence lies elsewhere now
	return errAstray
}

// aimProven tells whether clicks were seen to land where they are aimed, by the mapping in use.
func (g *game) aimProven() bool { return g.proven[g.view.Mapping] }

// doubtful tells whether nothing shows yet that clicks land where they are aimed, in a place of
// which that is in doubt.
func (g *game) doubtful() bool {
	return g.view.Doubtful && !g.aimProven() && !g.out.Corrected && !g.aimSeen
}

// mayProve returns why a first move that acts on cells of the board cannot prove a mapping that is in
// doubt: at the edge of the board it could land beside it.
func (g *game) mayProve(cells []Cell) error {
	last := g.reading.Lattice.Size - 1
	for _, c := range cells {
		if min(c.Row, c.Col) == 0 || max(c.Row, c.Col) == last {
			return fault.Newf(fault.Uncertain, "calibrate again, as the display may have changed: autoqueens calibrate",
				"the mapping of %s is not the display's own, and the next move is at the edge of the board, where a press could land beside it", g.view.Name)
		}
	}
	return nil
}

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

// proveFor is how long the first click on a board is given to show.
const proveFor = 1500 * time.Millisecond

// prove looks at the board until what was made first shows on it, as shown tells of each reading, which
// aimSeen keeps, or proveFor has passed. It returns errDisplaced where that shows and the board has moved
// meanwhile, which shown is told: what was made then may lie elsewhere for that reason.
func (g *game) prove(ctx context.Context, shown func(displaced bool) (bool, error)) (err error) {
	displaced := false
	for began := g.Clock.Now(); !g.aimSeen && g.since(began) < proveFor; {
		if err := g.Clock.Sleep(ctx, lookFast); err != nil {
			return err
		}
		s := g.look()
		if s.state != here && s.state != moved {
			continue
		}
		displaced = displaced || s.state == moved
		g.adopt(s.reading, s.img)
		if g.aimSeen, err = shown(displaced); err != nil {
			return err
		}
	}
	if g.aimSeen && displaced {
		return errDisplaced
	}
	return nil
}

// proveAim waits until the first click, which was aimed at a cell of a board as
// it was before, shows. Where that is in another cell it corrects the mapping and
// returns errAstray; where it shows nowhere, it may have gone anywhere, and the
// error says so.
func (g *game) proveAim(ctx context.Context, before *solver.Board, aimed Cell) error {
	const advice = "check where the mouse goes with 'autoqueens calibrate --check', and calibrate again if the display has changed"
	err := g.prove(ctx, func(displaced bool) (bool, error) {
		hit := effects(before, g.board())
		switch {
		case slices.Contains(hit, aimed):
			return true, nil
		case len(hit) == 0 || displaced:
			return false, nil
		case len(hit) > 1:
			return false, fault.Newf(fault.Unverified, advice, "the first click took effect in other cells than it was aimed at")
		}
		return false, g.correct(Cell{hit[0].Row - aimed.Row, hit[0].Col - aimed.Col})
	})
	if err == nil && !g.aimSeen {
		return fault.Newf(fault.Unverified, advice, "the first click showed nowhere on the board, and the mapping of the profile is not the display's own")
	}
	return err
}

// innermostFirst returns moves of a board of size x size cells with the one in front whose cells are
// the nearest to its middle: where that goes some cells astray it is still on the board.
func innermostFirst[M any](moves []M, size int, cells func(M) []Cell) []M {
	farthest := func(m M) (far int) { // twice as many cells from the middle
		for _, c := range cells(m) {
			far = max(far, apart(Cell{2 * c.Row, 2 * c.Col}, Cell{size - 1, size - 1}))
		}
		return far
	}
	best := 0
	for i, m := range moves {
		if farthest(m) < farthest(moves[best]) {
			best = i
		}
	}
	return slices.Concat(moves[best:best+1], moves[:best], moves[best+1:])
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
