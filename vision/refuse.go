package vision

import (
	"fmt"
	"image"
	"strings"

	"autoqueens/solver"
)

// Why was it refused? Every check here names what it found, so that a person
// knows what to change: the window, the zoom, the mouse, or nothing at all.

// minSide is the least side of a picture that can hold a board, pixels.
const minSide = 4 * minCell

// open gives access to the pixels of a picture that the reader takes.
func open(img image.Image) (*picture, *Refusal) {
	p, err := newPicture(img)
	switch {
	case err != nil:
		return nil, &Refusal{Reason: BadImage, What: err.Error(), Advice: "give a screenshot that shows the whole board"}
	case p.w < minSide || p.h < minSide:
		return nil, &Refusal{
			Reason: TooSmall,
			What:   "the picture is too small to hold a board",
			Advice: "take a picture in which each cell is at least 12 pixels wide",
		}
	}
	return p, nil
}

func noGrid() *Refusal {
	return &Refusal{
		Reason: NoGrid,
		What:   "no board in the picture",
		Advice: "bring the whole board into view, with nothing over it",
	}
}

func boardMoved(what string, l Lattice) *Refusal {
	return &Refusal{Reason: CutOff, What: what, Advice: "leave the window where it is while the board is played", Lattice: l}
}

// outranks tells whether a refused grid is more of a board than a reading. An
// example board beside a game that could not be read must not be taken for the
// game: the game is larger, or has cells as large of which more may be hidden. Next
// to so small a board, any larger square grid in the colours of a board can be the
// game. A grid that lies mostly inside the board that was read is an earlier attempt
// at it; but where grain had to be taken away to read so small a one, it can be a part of
// that.
func (r *Refusal) outranks(reading *Reading) bool {
	b := reading.Lattice.Bounds()
	if r.colored && !r.weak && reading.Lattice.Size <= exampleSize && r.extent.area() > 1.5*b.area() {
		return true
	}
	if reading.look != asIs && reading.Lattice.Size <= exampleSize && !r.weak && r.BoardSeen() &&
		r.goesOnFrom(reading.Lattice) && r.extent.area() > 1.1*b.area() {
		return true
	}
	if !r.BoardSeen() || r.extent.shared(b) >= 0.5*r.extent.area() || r.weak && r.goesOnFrom(reading.Lattice) {
		return false
	}
	if reading.Lattice.Size <= exampleSize && (r.Lattice.PitchX >= 0.9*reading.Lattice.PitchX || r.extent.area() > 1.5*b.area()) {
		return true
	}
	return !r.weak && r.extent.area() > 1.05*b.area()
}

// goesOnFrom tells whether a refused grid is a board that was read, or much of it,
// with more cells of its size around it: the board was checked for going on itself.
func (r *Refusal) goesOnFrom(l Lattice) bool {
	const much = 0.3 // of the board
	b := l.Bounds()
	return abs(r.Lattice.PitchX-l.PitchX) < 0.04*l.PitchX && r.extent.shared(b) >= much*b.area()
}

// outweighs tells which of two refusals tells the person more.
func (r *Refusal) outweighs(other *Refusal) bool {
	if r.weak != other.weak {
		return other.weak
	}
	if r.BoardSeen() != other.BoardSeen() {
		return r.BoardSeen()
	}
	return r.extent.area() > other.extent.area()
}

// checkShape refuses grids that have no shape of a board.
func checkShape(p *picture, c candidate) *Refusal {
	r := &Refusal{Lattice: c.lattice}
	switch {
	case c.rows == c.cols && c.rows > MaxSize, max(c.rows, c.cols) > 2*MaxSize:
		r.Reason = NotQueens
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows, which is larger than any board", c.cols, c.rows)
		r.Advice = "bring the board into view, with nothing over it"
	case !c.square(), c.open:
		r.Reason = NotQueens
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows", c.cols, c.rows)
		r.Advice = "bring the whole board into view, with nothing over it"
		// How far the sides of a cell may differ where few are seen.
		const square = 0.08
		if l := c.lattice; abs(l.PitchX-l.PitchY) < square*l.pitch() && manyColors(p, c) {
			r.Reason = CutOff
			r.What = fmt.Sprintf("found %d columns and %d rows: the %s edge of the board may be hidden", c.cols, c.rows, hiddenSide(p, c))
			if c.open {
				r.What = fmt.Sprintf("found %d columns and rows, but not the edge of the board all around", c.cols)
			}
		}
	default:
		return nil
	}
	return r
}

// checkWhole refuses boards that the picture cuts or that something covers,
// and grids of which too little was seen.
func checkWhole(p *picture, c candidate, ev *evidence) *Refusal {
	l := c.lattice
	boardLike := ev.boardLike()
	f, faulty := examine(p, c, ev.cells, &ev.lines, boardLike)
	if !faulty {
		return nil
	}
	reason := NotQueens // what a grid is that is not all there
	if boardLike && f.kind != oblong {
		reason = CutOff
	}
	refuse := func(format string, args ...any) *Refusal {
		return &Refusal{
			Reason: reason, Lattice: l,
			What:   fmt.Sprintf(format, args...),
			Advice: "bring the whole board into view, with nothing over it",
		}
	}
	side := strings.Join(f.sides, " and the ")
	switch f.kind {
	case oblong:
		return refuse("found a grid of %d columns and rows whose cells are not square: %.1f by %.1f pixels", l.Size, l.PitchX, l.PitchY)
	case unframed:
		if ev.clusters.clear(ev.n) >= strong {
			reason = CutOff // it would be a board
		}
		return goesBeyond(ev, reason, f.sides)
	case cut:
		return goesBeyond(ev, reason, f.sides)
	case spilled:
		return refuse("the colours of the %d columns and rows that were found go on at the %s: the board is larger, or something lies over it", l.Size, side)
	case blanked:
		return refuse("the cells at the %s of the %d columns and rows that were found show no lines: they are the page, or something lies over them", side, l.Size)
	case regionsGoOn:
		return refuse("the regions of the %d columns and rows that were found go on outside them: the board is larger", l.Size)
	case crossesGoOn:
		return refuse("the crosses in the %d columns and rows that were found go on outside them: the board is larger", l.Size)
	case coveredCell:
		return refuse("the lines of the board are missing around row %d, column %d: something covers it", f.cell/ev.n+1, f.cell%ev.n+1)
	}
	return refuse("only %.0f %% of the cells of a grid of %d are to be seen", 100*c.filled, l.Size)
}

// checkEnds refuses grids that go on beyond the cells that were found, for a reason.
func checkEnds(p *picture, ev *evidence, reason Reason) *Refusal {
	if sides := cutSides(p, ev.lattice); len(sides) > 0 {
		return goesBeyond(ev, reason, sides)
	}
	return nil
}

// goesBeyond refuses a grid that goes on at some sides.
func goesBeyond(ev *evidence, reason Reason, sides []string) *Refusal {
	return &Refusal{
		Reason: reason, Lattice: ev.lattice,
		What:   fmt.Sprintf("the board goes on beyond the %d columns and rows that were found: cut off at the %s", ev.n, strings.Join(sides, " and the ")),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// checkColors refuses grids with far fewer colours than a board has regions, as
// heat maps and number puzzles are. A board can have a colour twice, and
// something can lie over part of it.
func checkColors(ev *evidence) *Refusal {
	k := ev.clusters.distinct()
	if 3*k >= ev.n {
		return nil
	}
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows, but in only %s", ev.n, some(k, "colour", "colours")),
		Advice: "bring the Queens board into view, with nothing over it",
	}
}

// checkMarks refuses grids whose cells hold what no board's do.
func checkMarks(ev *evidence) *Refusal {
	queens := 0
	for _, m := range ev.marks {
		if m == solver.Queen {
			queens++
		}
	}
	if queens <= 2*ev.n && len(ev.strange) <= max(2, ev.n*ev.n/10) {
		return nil
	}
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose cells hold something else than queens and crosses", ev.n),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// noRegions refuses a grid of which no witness makes as many regions as rows.
func noRegions(ev *evidence) *Refusal {
	r := &Refusal{Reason: NotQueens, Lattice: ev.lattice}
	r.What = fmt.Sprintf("found a grid of %d columns and rows that is not cut into %d regions", ev.n, ev.n)
	r.Advice = "bring the Queens board into view, with nothing over it"
	if ev.boardLike() {
		r.Reason = Ambiguous
		r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	}
	return r
}

// unsettled refuses a grid whose lines lie now here and now there.
func unsettled(ev *evidence) *Refusal {
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose lines are too blurred to tell where they are", ev.n),
		Advice: "make the board larger, or take a sharper picture",
	}
}

// disagree refuses a board whose witnesses contradict each other.
func disagree(ev *evidence, h proposal) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.lattice, Doubts: doubts(ev, h)}
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	if !ev.boardLike() {
		r.Reason = NotQueens
		r.Advice = "bring the Queens board into view, with nothing over it"
	}
	what := fmt.Sprintf("found a grid of %d columns and rows, but ", ev.n)
	switch {
	case h.solutions == untold:
		what += "as it was read nobody could solve it, so it is hardly read right"
	case h.solutions == 0 && h.disagreements() == 0:
		what += "as it was read it has no solution, and part of it may be hidden"
	case len(h.odd) > 0 && len(h.broken) > 0:
		what += fmt.Sprintf("%s fit their region's colour, and %s it", some(len(h.odd), "cell does not", "cells do not"), some(len(h.broken), "line contradicts", "lines contradict"))
	case len(h.broken) > 0:
		what += some(len(h.broken), "line contradicts", "lines contradict") + " the colours"
	case len(h.odd) > 0:
		what += some(len(h.odd), "cell does not", "cells do not") + " fit their region's colour"
	case h.twins > 0:
		what += "regions cannot be told apart by colour and the lines do not help"
	default:
		what += "its colours are too close to be sure of the regions"
	}
	r.What = what
	return r
}

// some counts in words that agree with the number.
func some(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// unclearMark refuses a board with a mark, in cell i, that could be a cross or a queen: a
// click too many would spoil what stands there.
func unclearMark(ev *evidence, h proposal, i int) *Refusal {
	return &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows, but the mark in row %d, column %d could be a cross or a queen", ev.n, i/ev.n+1, i%ev.n+1),
		Advice:  "take the pointer off it, make the board larger, or clear its marks, and try again",
		Lattice: ev.lattice,
		Doubts:  doubts(ev, h),
	}
}

// tie refuses a board with two readings that are as likely.
func tie(ev *evidence, a, b proposal) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.lattice}
	for _, i := range regrouped(a.labels, b.labels) {
		r.Doubts = append(r.Doubts, Doubt{Row: i / ev.n, Col: i % ev.n, Words: "belongs to one region or another, as likely"})
	}
	r.What = fmt.Sprintf("found a board of %d columns and rows with two readings that are as likely; they differ in %s", ev.n, some(len(r.Doubts), "cell", "cells"))
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	return r
}

// NotTheGame returns the refusal of a reading that is marked as an example, for those
// who want the game alone.
func NotTheGame(r *Reading) *Refusal {
	return &Refusal{
		Reason: Example, Lattice: r.Lattice,
		What:   "only an example is in sight",
		Advice: "close the dialog, or press the page's start button",
	}
}
