package vision

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/extent"
	"autoqueens/vision/labelling"
	"autoqueens/vision/lattice"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// Why was it refused? Every check here names what it found, so that a person
// knows what to change: the window, the zoom, the mouse, or nothing at all.

// minSide is the least side of a picture that can hold a board, pixels.
const minSide = 4 * lattice.MinCell

// open gives access to the pixels of a picture that the reader takes.
func open(img image.Image) (*raster.Picture, *Refusal) {
	p, err := raster.New(img)
	switch {
	case err != nil:
		return nil, &Refusal{Reason: BadImage, What: err.Error(), Advice: "give a screenshot that shows the whole board"}
	case p.W < minSide || p.H < minSide:
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
		What:   "no board is seen",
		Advice: "start the game if it waits for that, and bring the whole board into view, with nothing over it",
	}
}

func boardMoved(what string, l lattice.Lattice) *Refusal {
	return &Refusal{Reason: CutOff, What: what, Advice: "leave the window where it is while the board is played", Lattice: l}
}

// larger is by how much a board has to be larger than another to be told so.
const larger = 1.05

// outranks tells whether a refused grid is more of a board than a reading. An
// example board beside a game that could not be read must not be taken for the
// game: the game is larger, or has cells as large of which more may be hidden. Next
// to so small a board, any larger square grid in the colours of a board can be the
// game. A grid that lies mostly inside the board that was read is an earlier attempt
// at it; but where grain had to be taken away to read so small a one, it can be a part of
// that.
func (r *Refusal) outranks(reading *Reading) bool {
	b := reading.Lattice.Bounds()
	if r.colored && !r.weak && reading.Lattice.Size <= lattice.ExampleSize && r.extent.Area() > 1.5*b.Area() {
		return true
	}
	if reading.view != raster.Original && reading.Lattice.Size <= lattice.ExampleSize && !r.weak && r.BoardSeen() &&
		r.goesOnFrom(reading.Lattice) && r.extent.Area() > 1.1*b.Area() {
		return true
	}
	if !r.BoardSeen() || r.extent.Overlap(b) >= 0.5*r.extent.Area() || r.weak && r.goesOnFrom(reading.Lattice) {
		return false
	}
	if reading.Lattice.Size <= lattice.ExampleSize && (r.Lattice.PitchX >= 0.9*reading.Lattice.PitchX || r.extent.Area() > 1.5*b.Area()) {
		return true
	}
	return !r.weak && r.extent.Area() > larger*b.Area()
}

// goesOnFrom tells whether a refused grid is a board that was read, or much of it,
// with more cells of its size around it: the board was checked for going on itself.
func (r *Refusal) goesOnFrom(l lattice.Lattice) bool {
	const much = 0.3 // of the board
	b := l.Bounds()
	return r.Lattice.SamePitch(l) && r.extent.Overlap(b) >= much*b.Area()
}

// Larger tells whether the board that was refused is larger than one that was read, and beside it: that
// may be an example, which must not be played in its stead.
func (r *Refusal) Larger(reading *Reading) bool {
	b, extent := reading.Lattice.Bounds(), r.extent
	if extent.Area() == 0 {
		extent = r.Lattice.Bounds()
	}
	return r.BoardSeen() && !r.weak && !r.part && extent.Overlap(b) == 0 && extent.Area() > larger*b.Area()
}

// outweighs tells which of two refusals tells the person more.
func (r *Refusal) outweighs(other *Refusal) bool {
	if r.weak != other.weak {
		return other.weak
	}
	if r.BoardSeen() != other.BoardSeen() {
		return r.BoardSeen()
	}
	return r.extent.Area() > other.extent.Area()
}

// checkShape refuses grids that have no shape of a board.
func checkShape(p *raster.Picture, c lattice.Candidate) *Refusal {
	r := &Refusal{Lattice: c.Lattice}
	switch {
	case c.Rows == c.Cols && c.Rows > lattice.MaxSize, max(c.Rows, c.Cols) > 2*lattice.MaxSize:
		r.Reason = NotQueens
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows, which is larger than any board", c.Cols, c.Rows)
		r.Advice = "bring the board into view, with nothing over it"
	case !c.Square(), c.Open:
		r.Reason = Partial
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows", c.Cols, c.Rows)
		r.Advice = "bring the whole board into view, with nothing over it"
		// How far the sides of a cell may differ where few are seen.
		const square = 0.08
		if l := c.Lattice; math.Abs(l.PitchX-l.PitchY) < square*l.Pitch() && extent.ManyColors(p, c) {
			r.Reason = CutOff
			r.What = fmt.Sprintf("found %d columns and %d rows: the %s edge of the board may be hidden", c.Cols, c.Rows, extent.HiddenSide(p, c))
			if c.Open {
				r.What = fmt.Sprintf("found %d columns and rows, but not the edge of the board all around", c.Cols)
			}
		}
	default:
		return nil
	}
	return r
}

// checkWhole refuses boards that the picture cuts or that something covers,
// and grids of which too little was seen.
func checkWhole(p *raster.Picture, c lattice.Candidate, ev *labelling.Observations) *Refusal {
	l := c.Lattice
	boardLike := ev.BoardLike()
	f, faulty := extent.Examine(p, c, ev.Cells, &ev.Lines, boardLike)
	if !faulty {
		return nil
	}
	reason := NotQueens // what a grid is that is not all there
	if boardLike && f.Kind != extent.Oblong {
		reason = CutOff
	}
	refuse := func(format string, args ...any) *Refusal {
		return &Refusal{
			Reason: reason, Lattice: l,
			What:   fmt.Sprintf(format, args...),
			Advice: "bring the whole board into view, with nothing over it",
		}
	}
	side := strings.Join(f.Sides, " and the ")
	switch f.Kind {
	case extent.Oblong:
		return refuse("found a grid of %d columns and rows whose cells are not square: %.1f by %.1f pixels", l.Size, l.PitchX, l.PitchY)
	case extent.Unframed:
		if ev.Clusters.Clearness(ev.N) >= cellcolor.ClearGap {
			reason = CutOff // it would be a board
		}
		return goesBeyond(ev, reason, f.Sides)
	case extent.Cut:
		return goesBeyond(ev, reason, f.Sides)
	case extent.Beside:
		return refuse("what lies beside the %d columns and rows that were found, at the %s, may cover more of them", l.Size, side)
	case extent.Spilled:
		return refuse("the colours of the %d columns and rows that were found go on at the %s: the board is larger, or something lies over it", l.Size, side)
	case extent.Blanked:
		return refuse("the cells at the %s of the %d columns and rows that were found show no lines: they are the page, or something lies over them", side, l.Size)
	case extent.RegionsGoOn:
		return refuse("the regions of the %d columns and rows that were found go on outside them: the board is larger", l.Size)
	case extent.CrossesGoOn:
		return marksGoOn(ev)
	}
	return missingLines(ev, f.Cell)
}

// missingLines refuses a board of which lines are missing around a cell.
func missingLines(ev *labelling.Observations, i int) *Refusal {
	return &Refusal{
		Reason: CutOff, Lattice: ev.Lattice, covered: true,
		What:   fmt.Sprintf("the lines of the board are missing around row %d, column %d: something covers it", i/ev.N+1, i%ev.N+1),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// cutOrCovered refuses what reads like a board, but has lines between cells for a frame, or cells that do not end
// where its lines are, at two sides of any: one may be measured wrong.
func cutOrCovered(p *raster.Picture, ev *labelling.Observations) *Refusal {
	if sides := extent.UnevenSides(p, ev.Cells, &ev.Lines); len(sides) > 0 {
		return goesBeyond(ev, CutOff, sides)
	}
	if cells := ev.Lines.Displaced(p, ev.Cells); len(cells) > 1 {
		return missingLines(ev, cells[0])
	}
	return nil
}

// checkEnds refuses grids that go on beyond the cells that were found, for a reason.
func checkEnds(p *raster.Picture, ev *labelling.Observations, reason Reason) *Refusal {
	if sides := extent.CutSides(p, ev.Lattice); len(sides) > 0 {
		return goesBeyond(ev, reason, sides)
	}
	return nil
}

// goesBeyond refuses a grid that goes on at some sides.
func goesBeyond(ev *labelling.Observations, reason Reason, sides []string) *Refusal {
	return &Refusal{
		Reason: reason, Lattice: ev.Lattice,
		What:   fmt.Sprintf("the board goes on beyond the %d columns and rows that were found: cut off at the %s", ev.N, strings.Join(sides, " and the ")),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// checkMarksBeyond refuses boards whose marks go on beyond the cells that were found.
func checkMarksBeyond(p *raster.Picture, ev *labelling.Observations) *Refusal {
	if !extent.MarksGoOn(p, ev.Cells, &ev.Lines, &ev.Set, false) {
		return nil
	}
	return marksGoOn(ev)
}

// marksGoOn refuses them.
func marksGoOn(ev *labelling.Observations) *Refusal {
	return &Refusal{
		Reason: CutOff, Lattice: ev.Lattice,
		What:   fmt.Sprintf("the marks in the %d columns and rows that were found go on outside them: the board is larger", ev.N),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// checkMarks refuses grids whose cells hold what no board's do.
func checkMarks(ev *labelling.Observations) *Refusal {
	queens := 0
	for _, m := range ev.Marks {
		if m == solver.Queen {
			queens++
		}
	}
	if queens <= 2*ev.N && len(ev.Strange) <= max(2, ev.N*ev.N/10) {
		return nil
	}
	return &Refusal{
		Reason: NotQueens, Lattice: ev.Lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose cells hold something else than queens and crosses", ev.N),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// noRegions refuses a grid of which no witness makes as many regions as rows.
func noRegions(ev *labelling.Observations) *Refusal {
	r := &Refusal{Reason: NotQueens, Lattice: ev.Lattice}
	r.What = fmt.Sprintf("found a grid of %d columns and rows that is not cut into %d regions", ev.N, ev.N)
	r.Advice = "bring the board into view, with nothing over it"
	if ev.BoardLike() {
		r.Reason = Ambiguous
		r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	}
	return r
}

// shining refuses a grid each of whose cells falls into four that were read as cells of a board.
func shining(c lattice.Candidate) *Refusal {
	return &Refusal{
		Reason: Ambiguous, Lattice: c.Lattice,
		What:   fmt.Sprintf("found a board of %d columns and rows, or of %d with an edge through the middle of each cell, and neither is certain", 2*c.Rows, c.Rows),
		Advice: "turn patterns in its cells off, or make the board larger, and try again",
	}
}

// unsettled refuses a grid whose lines lie now here and now there.
func unsettled(ev *labelling.Observations) *Refusal {
	return &Refusal{
		Reason: NotQueens, Lattice: ev.Lattice, unsettled: true,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose lines are too blurred to tell where they are", ev.N),
		Advice: "make the board larger, or take a sharper picture",
	}
}

// disagree refuses a board whose witnesses contradict each other.
func disagree(ev *labelling.Observations, h labelling.Hypothesis) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.Lattice, Doubts: doubts(ev, h)}
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	if !ev.BoardLike() {
		r.Reason = NotQueens
		r.Advice = "bring the board into view, with nothing over it"
	}
	what := fmt.Sprintf("found a grid of %d columns and rows, but ", ev.N)
	switch outliers, against := len(h.Outliers), len(h.Contradicted); {
	case h.Solutions == labelling.Unsolved:
		what += "as it was read nobody could solve it, so it is hardly read right"
	case outliers > 0 && against > 0:
		what += fmt.Sprintf("%s fit their region's colour, and %s it", some(outliers, "cell does not", "cells do not"), some(against, "line contradicts", "lines contradict"))
	case against > 0:
		what += some(against, "line contradicts", "lines contradict") + " the colours"
	case outliers > 0:
		what += some(outliers, "cell does not", "cells do not") + " fit their region's colour"
	case h.Solutions == 0:
		what += "as it was read it has no solution, and part of it may be hidden"
	case len(h.SameColor) > 0:
		what += "regions cannot be told apart by colour and the lines do not help"
	case h.Pieces > ev.N && h.Features()[labelling.Clearness] > 0: // the colours are clear
		what += fmt.Sprintf("as it was read its regions lie in %d pieces, so it may not be read right", h.Pieces)
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

// unclearMark refuses a board of which cell i may hold one mark or another, or none: a click
// too many would spoil what stands there.
func unclearMark(ev *labelling.Observations, h labelling.Hypothesis, i int) *Refusal {
	r := &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows, but the mark in row %d, column %d could be a cross or a queen", ev.N, i/ev.N+1, i%ev.N+1),
		Advice:  "take the pointer off it, make the board larger, or clear its marks, and try again",
		Lattice: ev.Lattice,
		Regions: ev.Board(h.Labels).Canonical().Regions,
		Doubts:  doubts(ev, h),
	}
	if !slices.Contains(ev.Likely, i) {
		r.What = fmt.Sprintf("found a board of %d columns and rows, but what row %d, column %d shows could be a mark, or no more than a pattern", ev.N, i/ev.N+1, i%ev.N+1)
		r.Advice = "take the pointer off it, make the board larger, or turn patterns in its cells off, and try again"
	}
	return r
}

// tie refuses a board with two readings, of which neither is likely enough.
func tie(ev *labelling.Observations, a, b labelling.Hypothesis) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.Lattice}
	for _, i := range partition.Regrouped(a.Labels, b.Labels) {
		r.Doubts = append(r.Doubts, Doubt{Row: i / ev.N, Col: i % ev.N, Words: "belongs to one region or another"})
	}
	r.What = fmt.Sprintf("found a board of %d columns and rows with two readings, and neither is certain; they differ in %s", ev.N, some(len(r.Doubts), "cell", "cells"))
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	return r
}

// AnotherGame returns the refusal of a reading of one game, for those who want another.
func AnotherGame(r *Reading, want string) *Refusal {
	return &Refusal{
		Game: r.Game, Reason: NotQueens, Lattice: r.Lattice,
		What:   fmt.Sprintf("found a %s board of %d columns and rows, not one of %s", title(r.Game), r.Lattice.Size, title(want)),
		Advice: "bring a board of the game that you asked for into view, with nothing over it",
	}
}

// title returns what people call a game, "" for Queens.
func title(game string) string {
	g, err := games.Find(cmp.Or(game, Queens))
	if err != nil {
		return game
	}
	return g.Title
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
