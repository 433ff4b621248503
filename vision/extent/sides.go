package extent

import (
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What lies around the board? Lines or colours that go on outside it show that
// there are more cells than were found, and a side without any edge that too many
// were.

// HasMargin tells whether the picture shows what lies around the board on all
// four sides.
func HasMargin(p *raster.Picture, l lattice.Lattice) bool {
	b := l.Bounds()
	mx, my := lineReach*l.PitchX, lineReach*l.PitchY
	return b.X >= mx && b.Y >= my && b.X+b.Width+mx <= float64(p.W) && b.Y+b.Height+my <= float64(p.H)
}

// room returns how much of the picture lies beyond each side of the board, in
// cells; it is negative where the board reaches out of the picture.
func room(p *raster.Picture, l lattice.Lattice) (cells [4]float64) {
	for side, pixels := range l.Room(p) {
		cells[side] = pixels / l.PitchAt(side)
	}
	return cells
}

// clippedSides names the sides at which the picture's edge clips the cells.
func clippedSides(p *raster.Picture, l lattice.Lattice) (sides []string) {
	const clipped = 0.15 // of a cell; frames and rounding hide up to a tenth
	for side, r := range room(p, l) {
		if r < -clipped {
			sides = append(sides, lattice.SideNames[side])
		}
	}
	return sides
}

// How far from a side of the board, in cells, is looked at.
const (
	lineReach = 0.2 // to both sides of it, for the line that runs along it
	away      = 0.3 // outside, for what lies beyond that line, or where the picture ends
	// ends is as far, or less, where the picture ends beside that line: [CutSides] sees from there on
	// whether lines go on.
	ends = 0.12
)

// CutSides names the sides at which the lattice goes on: cells clipped by the
// picture's edge, or lines that run on beyond the outermost cell.
func CutSides(p *raster.Picture, l lattice.Lattice) []string {
	sides := clippedSides(p, l)
	for side, r := range room(p, l) {
		// A mark can stand in the way of one look, but not of the other.
		far := min(away, r-0.04)
		if r > ends && (runsOn(p, l, side, far) || far == away && runsOn(p, l, side, far/2)) {
			sides = append(sides, lattice.SideNames[side])
		}
	}
	return sides
}

// unframed names the sides at which the picture ends before the lines of more cells could be seen, with no
// frame as wide as at two others, or of a small board as at one, in a picture that was not cut to the board:
// of a larger one, the rows and columns that are left can make a board.
func (b *Board) unframed(p *raster.Picture) (sides []string) {
	const open = 0.2 // of a cell, or more: more than what is left of a frame
	rooms := room(p, b.Lattice)
	if slices.Min(rooms[:]) > ends || slices.Max(rooms[:]) < open {
		return nil
	}
	frame, framed := 0, 0 // how wide, pixels; at how many sides
	for side, r := range rooms {
		if r > ends && b.fences(p, side) == b.N && b.outlined(p, side) {
			frame = max(frame, b.frame(p, side, r))
			framed++
		}
	}
	least := 2 // one may be the page
	if b.N <= lattice.ExampleSize {
		least = 1
	}
	if framed < least {
		return nil
	}
	for side, r := range rooms {
		if r <= ends && (2*b.fences(p, side) < b.N || 2*b.frame(p, side, r) < frame) {
			sides = append(sides, lattice.SideNames[side])
		}
	}
	return sides
}

// variegated names the sides at which the picture ends just beyond a line, and shows several colours there: a page has
// one, and so has a frame; further cells have those of their regions.
func (b *Board) variegated(p *raster.Picture) (sides []string) {
	for side, r := range room(p, b.Lattice) {
		if r <= 0 || r >= away {
			continue
		}
		last := r - 0.5/b.Lattice.Pitch() // the middle of the outermost pixel
		var shown []raster.RGB
		for k := range b.N {
			if !b.fenced(p, side, k) {
				continue
			}
			var at []raster.RGB
			for _, v := range [...]float64{0.3, 0.5, 0.7} {
				at = append(at, p.Clamped(b.Lattice.Outside(side, float64(k)+v, last)))
			}
			shown = append(shown, raster.MedianColor(at))
		}
		usual := raster.MedianColor(shown)
		others := 0
		for _, c := range shown {
			if raster.Chebyshev(c, usual) >= raster.LeastContrast {
				others++
			}
		}
		if others > 1 { // one may have something over it
			sides = append(sides, lattice.SideNames[side])
		}
	}
	return sides
}

// fences counts the cells at a side along which a line runs there.
func (b *Board) fences(p *raster.Picture, side int) (n int) {
	for k := range b.N {
		if b.fenced(p, side, k) {
			n++
		}
	}
	return n
}

// frame returns how wide the line at a side is in pixels, where it is as thin as beside every fourth cell: beyond others
// there may be more that has not their colour. Of a picture that ends r cells beyond the side, and so beside the line,
// all that is left counts.
func (b *Board) frame(p *raster.Picture, side int, r float64) int {
	var widths []int
	for k := range b.N {
		at, ground := float64(k)+0.5, b.Colors[b.Outer(side, k)].RGB
		beyond := ground
		if r > ends {
			beyond = p.Clamped(b.Lattice.Outside(side, at, min(away, r-1/b.Lattice.Pitch())))
		}
		width, step := 0, 1/b.Lattice.Pitch()
		for t := -lineReach; t <= min(lineReach, r); t += step {
			c := p.Clamped(b.Lattice.Outside(side, at, t))
			if min(raster.Chebyshev(c, ground), raster.Chebyshev(c, beyond)) >= raster.LeastContrast {
				width++
			} else if width > 0 {
				break
			}
		}
		widths = append(widths, width)
	}
	slices.Sort(widths)
	return widths[len(widths)/4]
}

// spills names a side at which the colours of the outer cells go on outside the
// board: without a line or a gap between, a quarter of them for nearly half a cell,
// since there are more cells there or what was taken for cells is the page, or most
// of them for a tenth, since the lattice lies aside; or beyond a line.
func (b *Board) spills(p *raster.Picture) string {
	const (
		more  = 0.4 // of a cell
		aside = 0.1 // of a cell: twice as far as any edge is misjudged
		least = 3.0 // pixels
	)
	pitch := b.Lattice.Pitch()
	inside := b.lines.Widest() / 2 / pitch // where cells have the lines on one side, the lattice is off them by that
	for side, name := range lattice.SideNames {
		if on, looked := b.goingOn(p, side, more); looked > 0 && on >= max(2, b.N/4) {
			return name
		}
		if on, _ := b.goingOn(p, side, max(aside, least/pitch)+inside); 2*on > b.N {
			return name
		}
		if b.repeated(p, side) {
			return name
		}
	}
	return ""
}

// repeated tells whether beside cells at a side, outside the board, there are more cells
// of just their colours: of two, since no page has two colours there, or of one that is
// not what lies beside most of the others. Most places there may as well be of several
// colours of the board, whichever they lie beside.
func (b *Board) repeated(p *raster.Picture, side int) bool {
	first, found, like := raster.RGB{}, false, b.same()
	outside := make([]raster.RGB, 0, b.N) // of each cell that is no more of it
	var more []raster.RGB                 // of each that is of a colour of the board
	for k := range b.N {
		ground := b.Colors[b.Outer(side, k)].RGB
		same, flat, seen := true, true, true
		var c raster.RGB
		for i, at := range [...][2]float64{{0.3, 0.3}, {0.7, 0.5}, {0.3, 0.7}} {
			x, y := b.Lattice.Outside(side, float64(k)+at[0], at[1])
			if seen = seen && p.Inside(x, y); seen {
				last := c
				c = p.At(x, y)
				same = same && raster.Chebyshev(c, ground) <= like
				flat = flat && (i == 0 || raster.Chebyshev(c, last) <= like)
			}
		}
		if seen && flat && slices.ContainsFunc(b.Colors, func(g cellcolor.Color) bool { return raster.Chebyshev(c, g.RGB) <= like }) {
			more = append(more, c)
		}
		switch {
		case !seen:
		case !same:
			outside = append(outside, c)
		case !found:
			first, found = c, true
		case raster.Chebyshev(first, c) > 2*like:
			return true
		}
	}
	if 2*len(more) > b.N && slices.ContainsFunc(more, func(c raster.RGB) bool { return raster.Chebyshev(c, more[0]) > 2*like }) {
		return true
	}
	other := 0
	for _, c := range outside {
		if raster.Chebyshev(c, first) > 2*like {
			other++
		}
	}
	return found && 2*other > b.N
}

// same is how far apart two pixels of one colour may be, per channel: more than
// noise.
func (b *Board) same() int {
	if b.Spotless {
		return 6
	}
	return 14
}

// tolerance is how far apart two grounds of one colour may be, in L*a*b*: more than noise.
func (b *Board) tolerance() float64 { return max(cellcolor.JND, 3*b.Noise()) }

// goingOn counts the cells at a side whose colour goes on for a share of a cell
// outside the board, of those looked at.
func (b *Board) goingOn(p *raster.Picture, side int, far float64) (on, looked int) {
	like := b.same()
	// Where no lines are drawn inside regions, tiles can leave a faint seam between
	// them.
	seam := 40
	switch {
	case b.lines.TwoWidths && b.lines.Thin < 0.3:
		seam = raster.LeastContrast // a frame can be nearly as dark as the cells
	case b.lines.TwoWidths, b.lines.Usual() >= 0.8:
		seam = like
	}
	l, n := b.Lattice, b.N
	for k := range n {
		ground := b.Colors[b.Outer(side, k)].RGB
		inside, same, last := false, true, 0
		for t := -lineReach; t <= far && same; t += 1 / l.Pitch() {
			px, py := l.Outside(side, float64(k)+0.3, t)
			if inside = p.Inside(px, py); !inside {
				break
			}
			last = raster.Chebyshev(p.At(px, py), ground)
			same = last <= seam
		}
		same = same && last <= like && !b.endsAt(p, side, k)
		if inside || !same {
			looked++
		}
		if inside && same {
			on++
		}
	}
	return on, looked
}

// endsAt tells whether a line that parts the k-th cell at a side from one of its own
// region beside it ends with the cell: so does the board, though its colour be the
// page's and no line run along that side.
func (b *Board) endsAt(p *raster.Picture, side, k int) bool {
	const share = 0.3 // of a cell, inside and outside
	for at := max(k, 1); at <= min(k+1, b.N-1); at++ {
		within := b.Colors[b.Outer(side, at-1)].RGB == b.Colors[b.Outer(side, at)].RGB
		if within && lineBeside(p, b.Lattice, side, float64(at), -share).contrast >= raster.LeastContrast &&
			lineBeside(p, b.Lattice, side, float64(at), share).contrast < raster.LeastContrast/2 {
			return true
		}
	}
	return false
}

// goesOn tells whether a region goes on outside the lattice: whether there is a
// cell's worth of the same colour beyond an outer cell. What was found by its borders
// alone can be a part of a board.
func (b *Board) goesOn(p *raster.Picture) bool {
	n, like := b.N, b.tolerance()
	known := cellcolor.LabCache{}
	for side := range lattice.SideNames {
		more, last := 0, cellcolor.Lab{} // cells beyond a line
		for k := range n {
			cell := b.Outer(side, k)
			_, _, g, _, flat := b.cellBeyond(p, side, k, &known)
			if !flat || g.Lab.Distance(b.Colors[cell].Lab) >= like {
				continue
			}
			if !b.fenced(p, side, k) {
				return true
			}
			more, last = more+1, b.Colors[cell].Lab
		}
		// The line may be one between cells.
		if more >= max(2, n/4) && !b.paged(p, side, last) {
			return true
		}
	}
	return false
}

// MarksGoOn tells whether marks stand where the next rows and columns of cells would be: what was found is a part of
// a board that draws few lines. A few look like the board's own or, where it is odd, as one that borders alone made
// up or that is as small as an example, crosses that look alike stand in half of the next cells at a side. What
// stands on the page, as the words on a button do, can look like a cross, but not like the next one.
func MarksGoOn(p *raster.Picture, cells *cellcolor.Cells, lines *gridline.Lines, own *marks.Set, odd bool) bool {
	const least = 3 // marks
	p = p.Sharpest()
	if !odd && !own.Marked() {
		return false
	}
	b := &Board{cells, lines}
	known := cellcolor.LabCache{}
	like := 0
	for side := range lattice.SideNames {
		var crosses []*glyph.Template
		for k := range b.N {
			row, col, g, inside, flat := b.cellBeyond(p, side, k, &known)
			if !inside {
				continue
			}
			template, cross := marks.Template(p, b.Lattice, row, col, g, b.Spotless)
			if template != nil && own.Resembles(template) {
				like++
			}
			if odd && flat && cross && !b.paged(p, side, g.Lab) {
				crosses = append(crosses, template)
			}
		}
		if like >= least || marks.Alike(crosses) >= max(least, b.N/2) {
			return true
		}
	}
	return false
}

// cellBeyond returns where the k-th cell beyond a side would be, in rows and columns of
// the lattice, and its ground; whether its middle is in the picture, where a mark would stand; and whether all of it is
// and most of it has that colour, the very one where the board's own cells have.
func (b *Board) cellBeyond(p *raster.Picture, side, k int, known *cellcolor.LabCache) (row, col int, g cellcolor.Color, inside, flat bool) {
	const whole = 0.8 // of the samples agree on the colour
	cell := b.Outer(side, k)
	row, col = cell/b.N+[...]int{0, 0, -1, 1}[side], cell%b.N+[...]int{-1, 1, 0, 0}[side]
	g, share := cellcolor.MeasureCell(p, b.Lattice.Cell(row, col), known)
	alike := g.Support
	if b.Spotless {
		alike = g.Exact
	}
	return row, col, g, share > 0.5, share >= 1 && alike >= whole
}

// blank names a side at which nothing speaks for the outermost cells: all are of
// one colour, without a line between them or at the edge, though the board has lines
// elsewhere, or in the colour of the page. A strip of the page as wide as a cell
// looks like that.
func (b *Board) blank(p *raster.Picture) string {
	const lined = 0.5                 // pixels of the usual line
	inner := b.lines.Usual() >= lined // inside regions as well
	lines := func(side int) bool { return inner || b.lines.TwoWidths && !b.reachesIn(p, side) }
	n, like := b.N, b.tolerance()
	for side, name := range lattice.SideNames {
		place := func(i int) int { return [...]int{i % n, n - 1 - i%n, i / n, n - 1 - i/n}[side] }
		drawn, fenced := false, false
		for i := 0; i < len(b.lines.Edges) && !drawn; i++ {
			e := &b.lines.Edges[i]
			if place(e.A) == 0 && place(e.B) == 0 {
				visible := e.Visible || e.Contrast >= raster.LeastContrast
				drawn = visible && e.Width >= lined || b.Colors[e.A].Lab.Distance(b.Colors[e.B].Lab) >= like ||
					b.Spotless && b.seamed(p, e)
			}
		}
		for k := 0; k < n && !drawn && !fenced; k++ {
			fenced = b.fenced(p, side, k)
		}
		// The page can end just there, as where a card holds the board.
		if !drawn && (!fenced && (lines(side) || b.rimOnly(p, side)) || (!fenced || inner) && b.paged(p, side, b.Colors[b.Outer(side, 0)].Lab)) {
			return name
		}
	}
	return ""
}

// seamed tells whether there is a line between two cells of one colour, be it ever
// so faint. Only where nothing blurs the picture does that tell anything.
func (b *Board) seamed(p *raster.Picture, e *gridline.Edge) bool {
	ground := b.Colors[e.A].RGB.Packed()
	c := gridline.Across(p, b.Lattice, e)
	for at := range c.N {
		off := func(start int) bool { return start < 0 || raster.Pixel(p.Pix[start+at*c.Step:], 0) == ground }
		if !slices.ContainsFunc(c.Start[:], off) {
			return true
		}
	}
	return false
}

// rimOnly tells whether the cells at a side, up to the picture's edge, have a colour
// that none of the board's inner ones has: a strip of the page that happens to be as
// wide as a cell is hardly less likely than a region that is no more than that.
func (b *Board) rimOnly(p *raster.Picture, side int) bool {
	if room(p, b.Lattice)[side] >= beyond {
		return false
	}
	like := b.tolerance()
	own, last := b.Colors[b.Outer(side, 0)].Lab, b.N-1
	for i, g := range b.Colors {
		row, col := i/b.N, i%b.N
		if row > 0 && col > 0 && row < last && col < last && g.Lab.Distance(own) < like {
			return false
		}
	}
	return true
}

// beyond is how much of a cell a picture may show outside a side at which it ends.
const beyond = 0.1

// reachesIn tells whether the colour of the cells at a side, up to the picture's edge, is
// that of cells beside them as well: a region that is a whole row and more, rather than a
// strip of the page that happens to be as wide as a cell.
func (b *Board) reachesIn(p *raster.Picture, side int) bool {
	if room(p, b.Lattice)[side] >= beyond {
		return false
	}
	like := b.tolerance()
	own := b.Colors[b.Outer(side, 0)].Lab
	for k := range b.N {
		row, col := k, [...]int{1, b.N - 2}[side%2]
		if side >= 2 {
			row, col = col, row
		}
		if b.Colors[row*b.N+col].Lab.Distance(own) < like {
			return true
		}
	}
	return false
}

// paged tells whether a colour of cells at a side is the one that lies beyond most of
// another side.
func (b *Board) paged(p *raster.Picture, side int, own cellcolor.Lab) bool {
	const most = 0.75                    // of the places
	least := 1.5 * (1 + b.lines.Usual()) // pixels beyond a side, of which its line may take some
	like := b.tolerance()
	if !b.Spotless {
		like *= 2 // a pixel, beside a frame at that, is off by more than a ground
	}
	l, n := b.Lattice, b.N
	for other, r := range room(p, l) {
		if other == side || r*l.Pitch() < least {
			continue
		}
		alike := 0
		for k := range n {
			c := p.Clamped(l.Outside(other, float64(k)+0.5, min(0.6*r, away)))
			if cellcolor.ToLab(c).Distance(own) < like {
				alike++
			}
		}
		if float64(alike) >= most*float64(n) {
			return true
		}
	}
	return false
}

// fenced tells whether a line runs along a side of the board at its k-th cell.
func (b *Board) fenced(p *raster.Picture, side, k int) bool {
	ground := b.Colors[b.Outer(side, k)].RGB
	crossed := 0
	for _, v := range [...]float64{0.3, 0.5, 0.7} {
		if b.lined(p, side, float64(k)+v, ground, ground) {
			crossed++
		}
	}
	return crossed == 3
}

// lined tells whether something near a side, at a place along it in cells, departs from
// two colours.
func (b *Board) lined(p *raster.Picture, side int, at float64, one, other raster.RGB) bool {
	l := b.Lattice
	for t := -lineReach; t <= lineReach; t += 0.7 / l.Pitch() {
		if c := p.Clamped(l.Outside(side, at, t)); min(raster.Chebyshev(c, one), raster.Chebyshev(c, other)) >= raster.LeastContrast {
			return true
		}
	}
	return false
}

// outlined tells whether a line parts most cells at a side from what lies beyond it.
func (b *Board) outlined(p *raster.Picture, side int) bool {
	lines := 0
	for k := range b.N {
		at := float64(k) + 0.5
		if b.lined(p, side, at, b.Colors[b.Outer(side, k)].RGB, p.Clamped(b.Lattice.Outside(side, at, away))) {
			lines++
		}
	}
	return 2*lines > b.N
}

// runsOn tells whether most inner lines are still there at a share of a cell
// outside the given side, and on the way to it: text beside a board has strokes at
// one height or another, lines have no gap. Those that could not be seen there,
// since the ground is of about their colour, tell nothing; but a few have to be
// there. What is far fainter than inside is what compression or scaling leaves beyond
// the ends of lines.
func runsOn(p *raster.Picture, l lattice.Lattice, side int, share float64) bool {
	const fading = 4 // times fainter
	var inks []raster.RGB
	var contrasts []float64
	for k := 1; k < l.Size; k++ {
		if v := lineBeside(p, l, side, float64(k), -share); v.contrast >= raster.LeastContrast {
			inks, contrasts = append(inks, v.ink), append(contrasts, float64(v.contrast))
		}
	}
	ink, seen := raster.MedianColor(inks), max(raster.LeastContrast, int(num.Median(contrasts)/fading))
	on, looked := 0, 0
	for k := 1; k < l.Size; k++ {
		v := lineBeside(p, l, side, float64(k), share)
		switch {
		case v.contrast >= seen:
			looked++
			if leadsTo(p, l, side, float64(k), share) {
				on++
			}
		case len(inks) == 0 || min(raster.Chebyshev(ink, v.before), raster.Chebyshev(ink, v.after)) >= seen:
			looked++
		}
	}
	return 2*on > looked && 3*on >= l.Size-1 && on >= 2
}

// beside is what lies where a line of the lattice may run, and in the middles of
// the two cells beside it.
type beside struct {
	before, ink, after raster.RGB
	contrast           int // of ink to the nearer of the two others, 0 to 255
}

// lineBeside looks for a line of the lattice at a share of a cell outside a side,
// along cells from that side's first corner.
func lineBeside(p *raster.Picture, l lattice.Lattice, side int, along, share float64) beside {
	v := beside{before: p.Clamped(l.Outside(side, along-0.35, share)), after: p.Clamped(l.Outside(side, along+0.35, share))}
	px, py := l.Outside(side, along, share)
	// The lattice is sub-pixel; look one pixel to either side.
	for d := -1; d <= 1; d++ {
		c := p.Clamped(px, py+d)
		if side >= 2 {
			c = p.Clamped(px+d, py)
		}
		if contrast := min(raster.Chebyshev(c, v.before), raster.Chebyshev(c, v.after)); d == -1 || contrast > v.contrast {
			v.ink, v.contrast = c, contrast
		}
	}
	return v
}

// leadsTo tells whether a line of the lattice can be seen on the outer half of the
// way to a share of a cell outside a side.
func leadsTo(p *raster.Picture, l lattice.Lattice, side int, along, share float64) bool {
	const sliver = 0.25 // of a cell: where less is to be seen, outer lines take up the way
	if share < sliver {
		return true
	}
	for _, part := range [...]float64{0.5, 0.75} {
		if lineBeside(p, l, side, along, part*share).contrast < raster.LeastContrast {
			return false
		}
	}
	return true
}
