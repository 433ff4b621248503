package outline

import (
	"math"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// A board is whole where its frame stands all around, and nothing of it goes on outside: the picture, or
// something that lies over it, may end just beside a line, which then looks like a frame.

const (
	frame = 0.75 // share of a side along which its frame is seen
	out   = 0.25 // of a cell: how far outside it is looked whether lines go on
	gap   = 0.1  // of a cell: those of a dashed line are shorter
	near  = out - 2*gap
	flank = 0.12 // of a cell: how far beside a line the ground is seen
	// What compression smears stays in the block of pixels that it lies in: those of JPEG are as large at most, and so
	// are the macroblocks of videos.
	smeared = 16
)

// Whole tells whether the frame stands all around and nothing goes on outside: the picture or
// something that covers it may cut a board. Where the picture ends just at the frame, the
// frame has to tell. Of a side, drawn tells what stands on it as [Broken] has it, or is nil: what reaches farther than to its
// ends, as walls do, may stick out of the board.
func (b *Board) Whole(drawn func(s Side) (kind int, stands float64)) bool {
	n, ended := b.Lattice.Size, b.frameEnded()
	for axis := range 2 {
		for _, k := range [2]int{0, n} {
			seen := 0
			// At the ends the frame may be round.
			for _, s := range b.Line(axis, k)[1 : n-1] {
				if s.drawn(leastDrawn(b)) {
					seen++
				}
			}
			if float64(seen) < frame*float64(n-2) {
				return false
			}
			if newEdge(b, axis, k, ended).goesOn(drawn) {
				return false
			}
		}
	}
	return lattice.Hidden(b.Picture, b.Lattice) == nil
}

// leastDrawn is the contrast from which a segment counts as drawn. The borders of what a player drew have
// several times that of the others.
func leastDrawn(b *Board) float64 { return min(beside*b.Usual, raster.LeastContrast/2) }

// frameEnded is how far outside the lattice nothing of the frame is left, in pixels, as on most sides.
func (b *Board) frameEnded() int {
	n := b.Lattice.Size
	var ends []float64
	for axis := range 2 {
		for _, k := range [2]int{0, n} {
			for _, s := range b.Line(axis, k)[1 : n-1] {
				if k == 0 {
					s.Off = -s.Off
				}
				ends = append(ends, s.Off+s.Width(s.Contrast)/2)
			}
		}
	}
	return max(0, num.Ceil(num.Median(ends))) + 2 // what scaling smears
}

// edge is one of the four outer lines of a board.
type edge struct {
	b       *Board
	axis, k int
	far     float64 // how far outside the picture shows, in cells, out at most
	// page is how far outside the page is seen, in cells: no farther than to where something lies over it, and
	// as [lattice.Lattice.Clearance] has it where nothing does.
	page float64
	past float64 // how far lines go on that are not smeared, in cells; 0 where less of the page is seen
}

func newEdge(b *Board, axis, k, frameEnded int) *edge {
	l, side := b.Lattice, 2*axis
	if k != 0 {
		side++
	}
	pitch, room := l.PitchAt(side), l.Room(b.Picture)[side]
	e := &edge{b: b, axis: axis, k: k, far: min(out, (room-1)/pitch)} // up to the middle of the last pixel but one
	shown := max(frameEnded, l.Clearance())
	past := smeared/pitch + gap
	if past < (room-1)/pitch {
		e.past = past
	}
	colors := lattice.Outward(b.Picture, l, side, num.Ceil(max(out, past)*pitch))
	for d := frameEnded + 1; d < len(colors); d++ {
		if raster.Chebyshev(colors[d], colors[frameEnded]) >= raster.LeastContrast {
			shown, e.past = d-1, 0
			break
		}
	}
	e.page = min(float64(shown)/pitch, e.far)
	return e
}

// goesOn tells whether lines go on outside, as far as the picture shows. Some do that are drawn as those
// inside, or all, where something tinted lies over them.
func (e *edge) goesOn(drawn func(s Side) (kind int, stands float64)) bool {
	var lines []int // that tell
	for i := 1; i < e.b.Lattice.Size; i++ {
		stands := 0.0
		if drawn != nil {
			_, stands = drawn(Side{Axis: 1 - e.axis, K: i, At: min(e.k, e.b.Lattice.Size-1)})
		}
		if stands <= 0.5 {
			lines = append(lines, i)
		}
	}
	crossing := len(lines)
	ink, least := e.ink(), max(leastDrawn(e.b), faint)
	count := func(far, least float64) (n int) {
		for _, i := range lines {
			if e.beyond(i, far, ink, least) {
				n++
			}
		}
		return n
	}
	// Where something lies over the page, lines end with what is seen of it, as the picture may end. So close
	// compression leaves as much as a tint does.
	if e.page > near && count(e.page, least) == crossing {
		return true
	}
	if e.far < out {
		return e.far > near && count(e.far, least) == crossing
	}
	// One by itself is something else that stands beside the board.
	on := count(out, least)
	return on > 1 && float64(on) > (1-frame)*float64(crossing) || count(out, faint) == crossing
}

// at is the colour beside line i of those that cross the outer one, in cells, so far outside it.
func (e *edge) at(i int, beside, far float64) Color {
	if far = -far; e.k != 0 {
		far = float64(e.k) - far
	}
	if e.axis == Upright {
		return e.b.At(0, 0, float64(i)+beside, far)
	}
	return e.b.At(0, 0, far, float64(i)+beside)
}

// departure returns how far, 0 to 255, the colour of line i so far outside is from that
// of both sides of it, at most, and the difference.
func (e *edge) departure(i int, far float64) (most float64, ink Color) {
	a, c := e.at(i, -flank, far), e.at(i, flank, far)
	for _, off := range [...]float64{-0.03, -0.015, 0, 0.015, 0.03} {
		at := e.at(i, off, far)
		if d := min(at.Away(a), at.Away(c)); d > most {
			most = d
			for ch := range ink {
				ink[ch] = at[ch] - (a[ch]+c[ch])/2
			}
		}
	}
	return most, ink
}

// ink returns how the colour of the lines that cross the outer one differs from the cells', just inside
// of it.
func (e *edge) ink() Color {
	var all []Color
	for i := 1; i < e.b.Lattice.Size; i++ {
		nearest, line := math.Inf(1), Color{} // to the usual contrast: the borders of what a player drew have several times that
		for step := range 5 {
			d, ink := e.departure(i, gap*float64(step)/4-out)
			if off := math.Abs(d - e.b.Usual); off < nearest {
				nearest, line = off, ink
			}
		}
		all = append(all, line)
	}
	return Median(all...)
}

// beyond tells whether line i across goes on so far outside, in the colour that lines
// have, with a departure of at least so much.
func (e *edge) beyond(i int, far float64, ink Color, least float64) bool {
	drawn := func(at float64) bool {
		// Between two grounds a line may not be seen that has the colour of one of them.
		if e.at(i, -flank, at).Away(e.at(i, flank, at)) >= max(least, raster.LeastContrast/2) {
			return true
		}
		d, c := e.departure(i, at)
		if d < least || d >= raster.LeastContrast || ink.Away(Color{}) < faint {
			return d >= least
		}
		// What compression leaves beside the end of a line is as faint, and has any colour.
		share, rest := c.Mixed(Color{}, ink)
		return share > 0 && rest <= d/2
	}
	// A line may be dashed, all of them alike: it is seen in each stretch as long as a gap. What does not come from the frame, as what is written
	// on a button below it, is none.
	half := (far - near) / 2
	from := []float64{near + half, near}
	if far == out && e.past > 0 {
		from = append(from, e.past-half)
	}
	for _, from := range from {
		goes := false
		for step := range 5 {
			goes = goes || drawn(from+half*float64(step)/4)
		}
		if !goes {
			return false
		}
	}
	return true
}
