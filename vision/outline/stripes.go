package outline

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// A page marks cells that break a rule with diagonal stripes, translucent so that what stands in
// the cell is seen through them. How strong they are, which colour they have and how far they are
// from each other the cell itself tells: each of its diagonals has one share of stripe all along.

// Unstriped returns the board in a part of the picture without such stripes, which shows no more than
// a cell around it, or the board itself where no cell has any. They are looked for in the sharper
// picture where there is one: smoothed, they are a tint.
func (b *Board) Unstriped() *Board {
	if out, ok := b.unstriped[b.Picture]; ok {
		return out
	}
	out := b.bare()
	// Where the lattice lay aside, so did what was taken for the rims of cells.
	if moved := out.Placed(); moved.OffsetFrom(b.Placed())*b.Lattice.Pitch() > aside {
		moved.Shift(image.Point{}.Sub(b.Picture.Origin))
		again := *b
		again.Lattice, again.grounds = moved, nil
		if second := again.bare(); second != &again {
			out = second
		}
	}
	if b.unstriped != nil {
		b.unstriped[b.Picture] = out
	}
	return out
}

// aside is how far, in pixels, a lattice may lie from where it is without stripes.
const aside = 0.5

// Over returns a copy of the picture that the stripes were taken from which shows the board without
// them, its sharper view as well, and all that lies around it.
func (b *Board) Over(striped *raster.Picture) *raster.Picture {
	part := image.Rect(0, 0, b.Picture.W, b.Picture.H)
	out := striped.Clone()
	out.Paste(b.Picture, part)
	if b.Picture.Sharp != nil {
		out.Sharp = striped.Sharp.Clone()
		out.Sharp.Paste(b.Picture.Sharp, part)
	}
	return out
}

// Left tells whether stripes were taken off a cell, and how much of them is left where nothing stands
// but the ground, 0 to 255: as much may be left in its middle.
func (b *Board) Left(i int) (left int, striped bool) {
	left, striped = b.left[i]
	return left, striped
}

// bare takes the stripes from a board.
func (b *Board) bare() *Board {
	sharp := b
	if b.Picture.Sharp != nil {
		sharp = b.In(b.Picture.Sharp)
	}
	found, hidden, how := sharp.striped()
	if found == nil && hidden == nil {
		return b
	}
	if found == nil { // nothing is to be taken off
		out := *b
		out.Hidden = hidden
		return &out
	}
	shown := b.Lattice.Inflated(1).Image().Intersect(image.Rect(0, 0, b.Picture.W, b.Picture.H))
	p := sharp.Picture.CloneWithin(shown)
	for _, s := range found {
		s.remove(p, how)
	}
	// Stripes end where a line begins, be that a pixel outside: once those of the cell there are gone.
	for _, s := range found {
		s.sides(p, s.cell, s.around())
	}
	if sharp != b {
		smooth := b.Picture.CloneWithin(shown)
		for _, s := range found {
			smooth.Paste(p, s.around().Sub(shown.Min)) // removing them paints the rim as well
		}
		smooth.Sharp, p = p, smooth
	}
	out := b.In(p)
	out.Hidden, out.left = hidden, make(map[int]int)
	for _, s := range found {
		if out.left[s.index] = s.left(p); out.left[s.index] >= raster.LeastContrast/2 {
			s.sift(p)
			out.left[s.index] = s.left(p)
		}
	}
	out.Lattice.Shift(image.Point{}.Sub(shown.Min))
	// Stripes beside lines draw the lattice aside. Lines that fit badly say nothing, nor do none.
	if g := out.grid(); g.usual > 0 && g.fit() <= even {
		out.Lattice = g.board().Lattice
	}
	return out
}

// striped lists the cells with stripes, those first through which is seen what stands there, and
// tells how much of it is.
func (b *Board) striped() (found []*striped, hidden []int, how layer) {
	const less = 0.9 // of what a cell without stripes agrees with its ground
	n, grounds := b.Lattice.Size, b.Grounds()
	var layers []layer
	plain := func(c Color) bool { // cells without stripes have it
		return slices.ContainsFunc(grounds, func(g Ground) bool {
			return g.Support > less && raster.Chebyshev(g.RGB, c.RGB()) <= alike
		})
	}
	// in returns what is found in some cells, and those in which nothing is.
	in := func(cells []int, find func(row, col int) *striped) (stripes []*striped, rest []int) {
		by := make([]*striped, len(cells))
		parallel.Each(len(cells), func(k int) { by[k] = find(cells[k]/n, cells[k]%n) })
		for k, s := range by {
			if s != nil {
				stripes = append(stripes, s)
			} else {
				rest = append(rest, cells[k])
			}
		}
		return stripes, rest
	}
	var cells []int
	for i, g := range grounds {
		if g.Support <= less {
			cells = append(cells, i)
		}
	}
	measured, rest := in(cells, b.stripes)
	if !oneKind(measured) {
		return nil, nil, how
	}
	// What stands in a cell may hide where they run.
	others, _ := in(rest, func(row, col int) *striped { return b.stripedAs(measured, row, col) })
	for _, s := range slices.Concat(measured, others) {
		v, ok, hides := s.layer()
		// So do stripes wider than what they leave free. What is left could be part of anything.
		if hides || plain(s.stripe) && !plain(s.ground) {
			hidden = append(hidden, s.index)
			continue
		}
		found = append(found, s)
		if ok {
			layers = append(layers, v)
		}
	}
	var through []float64
	below, above := 0.0, 0.0
	for _, l := range layers {
		through = append(through, l.through)
		below, above = below+l.below, above+l.above
	}
	return found, hidden, layer{num.Median(through), below, above}
}

// oneKind tells whether stripes run in one direction, at one distance, as those do that mark what
// breaks a rule, but for a few that were measured wrong: others are the patterns of regions.
func oneKind(all []*striped) bool {
	const (
		off  = 1    // diagonals
		most = 0.75 // of them
	)
	var every []float64
	for _, s := range all {
		every = append(every, s.every)
	}
	usual := num.Median(every)
	var like [2]int // falling and rising ones
	for _, s := range all {
		if math.Abs(s.every-usual) > off+0.1*usual {
			continue
		}
		if s.rising {
			like[1]++
		} else {
			like[0]++
		}
	}
	return float64(max(like[0], like[1])) >= most*float64(len(all))
}

// striped is a cell with stripes.
type striped struct {
	*raster.Picture     // with them
	index           int // of the cell, row-major
	cell, inner     image.Rectangle
	rising          bool      // from the lower left to the upper right
	ground, stripe  Color     // the colour of the cell between stripes and within one
	shown           []Color   // of the ground, by diagonal
	share           []float64 // of a stripe, 0 to 1, by diagonal
	known           []bool
	every           float64    // diagonals from one stripe to the next
	all             []diagonal // from corner to corner, and as many beyond as may be asked for; nil until every is known
	signed          [4]bool    // whether a sign stands on a side
}

// diagonal is what is expected of one.
type diagonal struct {
	share float64
	ok    bool
}

// diagonal returns which diagonal a pixel lies on.
func (s *striped) diagonal(x, y int) int {
	if s.rising {
		return x - s.cell.Min.X + y - s.cell.Min.Y
	}
	return x - s.cell.Min.X + s.cell.Max.Y - 1 - y
}

// at returns the colour of a pixel.
func (s *striped) at(x, y int) (c Color) {
	px := s.At(x, y)
	for ch, v := range px {
		c[ch] = float64(v)
	}
	return c
}

// stripes finds the stripes of a cell; it returns nil where there are none.
func (b *Board) stripes(row, col int) *striped {
	if !b.crossed(row, col) {
		return nil
	}
	for _, rising := range [...]bool{true, false} {
		if s := b.unmeasured(row, col, rising); s.measure() {
			s.expect()
			return s
		}
	}
	return nil
}

// unmeasured returns a cell of which is to be measured how it is striped.
func (b *Board) unmeasured(row, col int, rising bool) *striped {
	const rim = 0.1 // of a cell: lines and the frame of one that is selected lie there
	c := b.Lattice.Cell(row, col)
	all := image.Rect(0, 0, b.Picture.W, b.Picture.H)
	cell := c.Image().Intersect(all)
	inner := raster.Rect{X: c.X + rim*c.Width, Y: c.Y + rim*c.Height, Width: (1 - 2*rim) * c.Width, Height: (1 - 2*rim) * c.Height}.Image().Intersect(all)
	return &striped{Picture: b.Picture, index: row*b.Lattice.Size + col, cell: cell, inner: inner, rising: rising}
}

// stripedAs returns a cell with the stripes of one of some others, which run alike in each, or nil where
// it shows none of these.
func (b *Board) stripedAs(others []*striped, row, col int) *striped {
	var best *striped
	most := 0.0
	for _, o := range others {
		for off := -1; off <= 1; off++ { // cells need not begin where pixels do
			s := b.unmeasured(row, col, o.rising)
			if !s.as(o, off) {
				continue
			}
			if apart := s.stripe.Away(s.ground); apart > most {
				best, most = s, apart
			}
		}
	}
	if best != nil {
		best.expect()
	}
	return best
}

// as gives a cell the stripes of another, so many diagonals aside. It is false where it does not show them.
func (s *striped) as(o *striped, off int) bool {
	n := s.cell.Dx() + s.cell.Dy()
	s.every, s.shown, s.share, s.known = o.every, make([]Color, n), make([]float64, n), make([]bool, n)
	for d := range n {
		s.share[d], s.known[d] = o.expected(d + off)
	}
	var ground, stripe []Color
	standing := s.standing()
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			d, px := s.diagonal(x, y), image.Pt(x, y)
			switch {
			case !s.known[d] || px.In(standing) || s.middle(px, arm):
			case s.share[d] <= clear:
				ground = append(ground, s.at(x, y))
			case s.share[d] >= full:
				stripe = append(stripe, s.at(x, y))
			}
		}
	}
	if len(ground) == 0 || len(stripe) == 0 {
		return false
	}
	s.ground, s.stripe = Median(ground...), Median(stripe...)
	if s.stripe.Away(s.ground) < raster.LeastContrast {
		return false
	}
	for d, v := range s.share {
		for ch, g := range s.ground {
			s.shown[d][ch] = g + v*(s.stripe[ch]-g)
		}
	}
	return s.agrees()
}

// crossed tells whether a cell's colour changes often along its upper side, as where stripes cross
// that: most others need not be measured.
func (b *Board) crossed(row, col int) bool {
	const (
		down     = 0.15 // of the cell
		from, to = 0.12, 0.88
		fewest   = 4 // changes
	)
	ground, step := b.Corners(row, col), 0.5/b.Lattice.Pitch()
	on, changes := false, 0
	for right := from; right <= to; right += step {
		if away := b.At(row, col, down, right).Away(ground) >= raster.LeastContrast/2; away != on {
			on = away
			changes++
		}
	}
	return changes >= fewest
}

// standing returns the part of a cell within which things stand; around it the ground is seen.
func (s *striped) standing() image.Rectangle {
	const middle = 0.75 // of the inner part
	return s.inner.Inset(int((1 - middle) / 2 * float64(min(s.inner.Dx(), s.inner.Dy()))))
}

// measure measures the ground along each diagonal. It is false where that shows no stripes.
func (s *striped) measure() bool {
	n, standing := s.cell.Dx()+s.cell.Dy(), s.standing()
	by := make([][]raster.RGB, n)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if image.Pt(x, y).In(standing) {
				continue
			}
			d := s.diagonal(x, y)
			by[d] = append(by[d], s.At(x, y))
		}
	}
	const few = 3 // pixels
	// The shortest diagonals lie in the corners, where the border of something can be: they tell
	// nothing of the colours.
	short := max(few, standing.Min.X-s.inner.Min.X)
	s.shown, s.share, s.known = make([]Color, n), make([]float64, n), make([]bool, n)
	var seen []Color
	for d, pixels := range by {
		if len(pixels) < few {
			continue
		}
		for ch, v := range raster.MedianColor(pixels) {
			s.shown[d][ch] = float64(v)
		}
		s.known[d] = true
		if len(pixels) >= short {
			seen = append(seen, s.shown[d])
		}
	}
	if len(seen) == 0 {
		return false
	}
	s.ground = Median(seen...)
	most := 0.0
	for _, c := range seen {
		most = max(most, c.Away(s.ground))
	}
	if most < raster.LeastContrast {
		return false
	}
	// What is furthest from each other is all stripe and all ground; the usual colour is a mixture
	// of both where stripes are as wide as what they leave free.
	s.stripe = furthest(seen, s.ground)
	s.ground = furthest(seen, s.stripe)
	off := 0
	for d, c := range s.shown {
		if !s.known[d] {
			continue
		}
		share, rest := s.mixed(c)
		s.share[d] = min(max(share, 0), 1)
		if rest > max(most/4, alike) {
			if len(by[d]) >= short {
				off++
			} else {
				s.known[d] = false // the corner of a border
			}
		}
	}
	const odd = 0.1 // of the diagonals
	if float64(off) > odd*float64(len(seen)) || !s.even() {
		return false
	}
	s.repeat()
	return s.agrees()
}

// repeat gives diagonals that differ from those at the same place in other stripes the share of stripe
// which these have: signs at the ends of a diagonal hide what it has.
func (s *striped) repeat() {
	const (
		same  = 0.25 // diagonals: between two, shares can differ by as much of a stripe
		fewer = 3    // that tell nothing
	)
	was := slices.Clone(s.share)
	for d, known := range s.known {
		var like []float64
		for k, v := range was {
			if s.known[k] && s.apart(k, d) <= same {
				like = append(like, v)
			}
		}
		if !known || len(like) < fewer {
			continue
		}
		usual := num.Median(like)
		if math.Abs(usual-was[d]) <= slip {
			continue
		}
		s.share[d] = usual
		for ch, v := range s.ground {
			s.shown[d][ch] = v + usual*(s.stripe[ch]-v)
		}
	}
}

// furthest returns the median of those colours that are the furthest from another.
func furthest(all []Color, from Color) Color {
	const full = 0.8 // of the way
	most := 0.0
	for _, c := range all {
		most = max(most, c.Away(from))
	}
	return Median(slices.DeleteFunc(slices.Clone(all), func(c Color) bool { return c.Away(from) < full*most })...)
}

// mixed returns how much of a stripe a colour has that is one of the ground's and a stripe's, and
// by how much it is another, 0 to 255.
func (s *striped) mixed(c Color) (share, rest float64) { return c.Mixed(s.ground, s.stripe) }

const (
	alike = 16 // of 255: compression and noise change a colour by less
	clear = 0.1
	full  = 0.85 // of a stripe: a diagonal between two, and one within one
	slip  = 0.35
	sign  = 0.17 // of a cell: how far a sign reaches from the middle of a side
	arm   = 0.26 // and what stands in the cell, where it is so long that it comes near one
)

// even tells whether stripes come at equal distances.
func (s *striped) even() bool {
	var middles []float64
	widest := 0 // diagonals
	for d := 0; d < len(s.share); d++ {
		from, sum, at := d, 0.0, 0.0
		for ; d < len(s.share) && s.known[d] && s.share[d] >= 0.3; d++ {
			sum, at = sum+s.share[d], at+s.share[d]*float64(d)
		}
		widest = max(widest, d-from)
		// One that is cut off has its middle elsewhere.
		if d > from && from > 0 && s.known[from-1] && d < len(s.share) && s.known[d] {
			middles = append(middles, at/sum)
		}
	}
	const fewest = 3
	if len(middles) < fewest {
		return false
	}
	// Between two of them there may be others that are not seen.
	var apart []float64
	for i := 1; i < len(middles); i++ {
		apart = append(apart, middles[i]-middles[i-1])
	}
	usual, n := num.Median(apart), 0.0
	for _, d := range apart {
		const off = 1 // diagonals
		times := max(math.Round(d/usual), 1)
		if n += times; math.Abs(d-times*usual) > off+0.1*usual {
			return false
		}
	}
	s.every = (middles[len(middles)-1] - middles[0]) / n
	// A marker with dashes around it; and stripes cross each side of a cell twice at least.
	if float64(widest) > s.every || 2*s.every > float64(len(s.share))/2 {
		return false
	}
	// What comes again at one distance is the same wherever it is seen: but for what signs hide.
	const most = 0.15 // of the diagonals
	off, seen := 0, 0
	for d, known := range s.known {
		if to := d + int(math.Round(s.every)); known && to < len(s.known) && s.known[to] {
			if seen++; !s.near(s.share[d], to) {
				off++
			}
		}
	}
	return float64(off) <= most*float64(seen)
}

// expected returns how much of a stripe a diagonal has: in the corners, of which too little is
// measured, as much as the one that lies as far from the stripes beside it.
func (s *striped) expected(d int) (share float64, ok bool) {
	if d >= 0 && d < len(s.known) && s.known[d] {
		return s.share[d], true
	}
	if at := d + beyond; at >= 0 && at < len(s.all) {
		return s.all[at].share, s.all[at].ok
	}
	nearest := 1.0 // diagonals
	for k, known := range s.known {
		if off := s.apart(k, d); known && off < nearest {
			nearest, share, ok = off, s.share[k], true
		}
	}
	return share, ok
}

// beyond is how many diagonals outside a cell may be asked for: a pixel around it lies on the second, what is
// taken from a cell that begins elsewhere or smoothed on the fourth.
const beyond = 4

// expect finds once and for all what is expected of each diagonal: a cell is read only from then on.
func (s *striped) expect() {
	all := make([]diagonal, len(s.known)+2*beyond)
	for i := range all {
		all[i].share, all[i].ok = s.expected(i - beyond)
	}
	s.all = all
}

// apart returns how far two diagonals are from lying at the same place of two stripes, in diagonals.
func (s *striped) apart(k, d int) float64 {
	off := float64(k - d)
	return math.Abs(off - s.every*math.RoundToEven(off/s.every))
}

// middle tells whether a pixel near the sides of the cell is no further from the middle of one than what
// stands there may reach, a share of a cell.
func (s *striped) middle(at image.Point, reach float64) bool {
	off := at.Mul(2).Sub(s.cell.Min).Sub(s.cell.Max)
	return float64(min(max(off.X, -off.X), max(off.Y, -off.Y))) < 2*reach*float64(s.cell.Dx())
}

// agrees tells whether the cell, where nothing stands in it, looks as its diagonals say, those
// within stripes and those between them.
func (s *striped) agrees() bool {
	standing, tolerance := s.standing(), min(alike, s.stripe.Away(s.ground)/2)
	var with, all [2]int // between stripes, and within them
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			d, on := s.diagonal(x, y), 0
			if !s.known[d] || image.Pt(x, y).In(standing) || s.middle(image.Pt(x, y), arm) || s.share[d] > clear && s.share[d] < full {
				continue
			}
			if s.share[d] >= full {
				on = 1
			}
			all[on]++
			if s.at(x, y).Away(s.shown[d]) <= tolerance {
				with[on]++
			}
		}
	}
	const most, fewest = 0.6, 8 // of the pixels: compression changes more of them than others
	for on := range all {
		if all[on] < fewest || float64(with[on]) < most*float64(all[on]) {
			return false
		}
	}
	return true
}

// layer is how stripes and what stands in cells lie over each other: through the stripes so much of it is
// seen, 0 to 1, and how far what is seen, 0 to 255, is from what it would be if it stood below them, and
// above.
type layer struct{ through, below, above float64 }

// layer tells how that is in the cell. It is false where nothing stands there. Hidden tells that most
// of what is seen on both sides of a stripe is not seen within it, as where that is opaque or has the
// same colour.
func (s *striped) layer() (how layer, ok, hidden bool) {
	var between, below []float64
	var colors [2][]Color // of what stands between stripes, and within them
	var across, seen int
	within := s.standing() // around it are signs, above the stripes
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			d := s.diagonal(x, y)
			if !s.known[d] {
				continue
			}
			v, stands := s.departs(x, y)
			switch {
			case s.share[d] <= clear && stands:
				between = append(between, v)
				colors[0] = append(colors[0], s.at(x, y))
			case s.share[d] >= full:
				if stands {
					below = append(below, v)
				}
				if s.beside(x, y, -1) && s.beside(x, y, 1) {
					across++
					if stands {
						seen++
						colors[1] = append(colors[1], s.at(x, y))
					}
				}
			}
		}
	}
	const fewest = 8 // pixels
	hidden = across >= fewest && 2*seen < across
	if len(between) < fewest || len(below) < fewest {
		return how, false, hidden
	}
	strong := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)*4/5]
	}
	how.through = strong(below) / strong(between)
	if len(colors[1]) >= fewest {
		bare, striped := Median(colors[0]...), Median(colors[1]...)
		how.below = off(striped.minus(s.stripe), bare.minus(s.ground))
		how.above = off(striped.minus(bare), s.stripe.minus(s.ground))
	}
	return how, true, hidden
}

// off returns how far a difference of colours is from any share of another, 0 to 255.
func off(d, whole Color) float64 {
	share := min(max(d.share(whole), 0), 1)
	for ch, v := range whole {
		d[ch] -= share * v
	}
	return d.Away(Color{})
}

// share returns which share of another difference of colours is the nearest to one.
func (c Color) share(whole Color) float64 {
	dot, length := 0.0, 0.0
	for ch, v := range whole {
		dot, length = dot+c[ch]*v, length+v*v
	}
	return dot / max(length, 1)
}

// minus returns the difference of two colours.
func (c Color) minus(o Color) Color {
	for ch, v := range o {
		c[ch] -= v
	}
	return c
}

// beneath returns the colour of a pixel of what stands above the stripes, which show through so much
// as makes it the most like what it goes on as on either side.
func (s *striped) beneath(x, y int, c Color, share float64) Color {
	best, nearest := c, math.Inf(1)
	for _, way := range [...]int{-1, 1} {
		at, ok := s.next(x, y, way)
		if !ok {
			continue
		}
		stripe := s.stripe.minus(s.ground)
		for ch := range stripe {
			stripe[ch] *= share
		}
		shown := min(max(c.minus(s.at(at.X, at.Y)).share(stripe), 0), 1)
		bare := c
		for ch, v := range stripe {
			bare[ch] -= shown * v
		}
		if d := bare.Away(s.at(at.X, at.Y)); d < nearest {
			best, nearest = bare, d
		}
	}
	return best
}

// departs tells how far a pixel is from what its diagonal shows, and whether that is so far that
// something stands there.
func (s *striped) departs(x, y int) (v float64, stands bool) {
	v = s.at(x, y).Away(s.shown[s.diagonal(x, y)])
	return v, v >= raster.LeastContrast
}

// beside tells whether something stands just beside the stripe that a pixel lies in, above it (-1)
// or below.
func (s *striped) beside(x, y, way int) bool {
	at, ok := s.next(x, y, way)
	if ok {
		_, ok = s.departs(at.X, at.Y)
	}
	return ok
}

// next returns the pixel just beside the stripe that one lies in, above it (-1) or below. It is false where
// that is no more in the cell.
func (s *striped) next(x, y, way int) (at image.Point, ok bool) {
	right := way
	if !s.rising {
		right = -way
	}
	for range int(math.Ceil(s.every)) {
		x, y = x+right, y+way
		if d := s.diagonal(x, y); !image.Pt(x, y).In(s.inner) || !s.known[d] {
			return at, false
		} else if s.share[d] <= clear {
			return image.Pt(x, y), true
		}
	}
	return at, false
}

// around returns the cell and what lies up to a pixel around it.
func (s *striped) around() image.Rectangle {
	return s.cell.Inset(-1).Intersect(image.Rect(0, 0, s.W, s.H))
}

// remove takes the stripes out of a part of the picture.
func (s *striped) remove(p *raster.Picture, how layer) {
	const least = 0.1 // of what is below: less could not be told from noise
	how.through = min(max(how.through, least), 1)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if c, ok := s.without(x, y, how); ok {
				s.set(p, x, y, c)
			}
		}
	}
	s.sides(p, s.inner, s.cell)
}

// sides takes the stripes out of what lies around one part of the cell, as far as another reaches. Where
// two rows of pixels cross, in the corners, what is there lies on both: what is no stripe in one of them
// is a line along it. In the middle of a side on which there is no sign, all that stripes cross is theirs,
// whatever compression has made of it.
func (s *striped) sides(p *raster.Picture, within, all image.Rectangle) {
	corners := make(map[image.Point]bool)
	for side, part := range [...]image.Rectangle{
		{all.Min, image.Pt(within.Min.X, all.Max.Y)}, {image.Pt(within.Max.X, all.Min.Y), all.Max},
		{all.Min, image.Pt(all.Max.X, within.Min.Y)}, {image.Pt(all.Min.X, within.Max.Y), all.Max},
	} {
		var r rim
		for _, row := range rows(part, side < 2) {
			r.add(s, p, row)
		}
		if within == s.inner {
			s.signed[side] = r.signed()
		}
		if !s.signed[side] {
			r.stripe = append(r.stripe, r.middle...)
		}
		for _, px := range r.stripe {
			corner := (px.X < within.Min.X || px.X >= within.Max.X) && (px.Y < within.Min.Y || px.Y >= within.Max.Y)
			if corner && !corners[px.Point] {
				corners[px.Point] = true
				continue
			}
			s.set(p, px.X, px.Y, px.Color)
		}
	}
}

// rows cuts an area into rows of pixels, upright ones or others.
func rows(area image.Rectangle, upright bool) (all []image.Rectangle) {
	if upright {
		for x := area.Min.X; x < area.Max.X; x++ {
			all = append(all, image.Rect(x, area.Min.Y, x+1, area.Max.Y))
		}
		return all
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		all = append(all, image.Rect(area.Min.X, y, area.Max.X, y+1))
	}
	return all
}

// left returns how far, but for a hundredth, the ground of the cell is from its colour in the picture
// that the stripes were taken from.
func (s *striped) left(p *raster.Picture) int {
	var all []int
	ground, standing, at := s.ground.RGB(), s.standing(), p.Origin.Sub(s.Origin)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if px := image.Pt(x, y); !px.In(standing) && !s.middle(px, sign) {
				all = append(all, raster.Chebyshev(p.At(x-at.X, y-at.Y), ground))
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)*99/100]
}

// sift takes single pixels out of what is left of a cell: what compression has made of the colours of
// stripes. Within the cell each pixel becomes the median of those around it; along the sides, where
// lines are thin, only one that is like none of these.
func (s *striped) sift(p *raster.Picture) {
	at := p.Origin.Sub(s.Origin)
	area, inner := s.around().Sub(at), s.inner.Sub(at)
	was := p.CloneWithin(area)
	for y := 1; y < was.H-1; y++ {
		for x := 1; x < was.W-1; x++ {
			var around [9]raster.RGB
			like := 0
			for k := range around {
				around[k] = was.At(x-1+k%3, y-1+k/3)
				if raster.Chebyshev(around[k], was.At(x, y)) <= alike {
					like++
				}
			}
			if px := area.Min.Add(image.Pt(x, y)); px.In(inner) || like == 1 {
				c := raster.MedianColor(around[:])
				copy(p.Row(px.Y)[4*px.X:], c[:])
			}
		}
	}
}

// set gives a pixel of a part of the picture a colour.
func (s *striped) set(p *raster.Picture, x, y int, c Color) {
	rgb, at := c.RGB(), p.Origin.Sub(s.Origin)
	copy(p.Row(y - at.Y)[4*(x-at.X):], rgb[:])
}

// near tells whether a share of stripe is about that of a diagonal or of one beside it: in a scaled
// picture stripes have no sharp edge, nor a straight one.
func (s *striped) near(share float64, d int) bool {
	for at := d - 1; at <= d+1; at++ {
		if v, ok := s.expected(at); ok && math.Abs(v-share) <= slip {
			return true
		}
	}
	return false
}

// without returns the colour of a pixel without stripes. It is false where that is as it was.
func (s *striped) without(x, y int, how layer) (c Color, ok bool) {
	d := s.diagonal(x, y)
	share, ok := s.expected(d)
	if !ok {
		return c, false
	}
	c = s.at(x, y)
	switch is, rest := s.mixed(c); {
	case share > clear && how.above < how.below && s.beside(x, y, -1) && s.beside(x, y, 1):
		return s.beneath(x, y, c, share), true // a pale thing that has about their colour looks like one of them
	case rest <= alike && s.near(is, d):
		return s.ground, true
	case share > clear && how.above < how.below:
		return s.beneath(x, y, c, share), true
	case share > clear && c.Away(s.ground) > alike: // what has the ground's colour stands above the stripes
		for ch, v := range s.ground {
			under := v + share*(s.stripe[ch]-v)
			c[ch] = v + (c[ch]-under)/(1-share*(1-how.through))
		}
		return c, true
	}
	return c, false
}

// pixel is one of a row along a side, or the colour that it has without stripes.
type pixel struct {
	image.Point
	Color
	share float64 // of a stripe, 0 to 1
}

// rim is what lies along a side of a cell.
type rim struct {
	stripe, middle []pixel
	// Of the pixels between stripes so many are seen, and look like something else than what their row
	// is of: in the middle of the side, and beside that.
	seen, other [2]int
}

// signed tells whether something may stand in the middle of the side: more there is something else than
// beside it, or one of the two is not seen.
func (r *rim) signed() bool {
	return r.seen[0] == 0 || r.seen[1] == 0 || r.other[0]*r.seen[1] > r.other[1]*r.seen[0]
}

// add measures a row of pixels along the side, which has one colour but where something else crosses it,
// or stands above the stripes in its middle: signs do.
func (r *rim) add(s *striped, p *raster.Picture, row image.Rectangle) {
	at := p.Origin.Sub(s.Origin)
	var pixels []pixel
	var free, stripe []Color
	for y := row.Min.Y; y < row.Max.Y; y++ {
		for x := row.Min.X; x < row.Max.X; x++ {
			share, ok := s.expected(s.diagonal(x, y))
			if !ok {
				continue
			}
			px := pixel{image.Pt(x, y), Color{}, share}
			for ch, v := range p.At(x-at.X, y-at.Y) {
				px.Color[ch] = float64(v)
			}
			pixels = append(pixels, px)
			if share <= slip && !s.middle(px.Point, sign) {
				free = append(free, px.Color)
			}
		}
	}
	const few = 3 // pixels
	if len(free) < few {
		return
	}
	side := striped{ground: Median(free...)}
	for _, px := range pixels {
		if px.share < 1-slip || s.middle(px.Point, sign) {
			continue
		}
		c := side.ground
		for ch, v := range px.Color {
			c[ch] += (v - c[ch]) / px.share
		}
		stripe = append(stripe, c)
	}
	if len(stripe) < few {
		return
	}
	side.stripe = Median(stripe...)
	contrast := side.ground.Away(side.stripe)
	// They change the colour as they do within the cell.
	if contrast < faint || side.stripe.minus(side.ground).share(s.stripe.minus(s.ground)) <= 0 {
		return
	}
	for _, px := range pixels {
		beside := 0
		if !s.middle(px.Point, sign) {
			beside = 1
		}
		is, rest := side.mixed(px.Color)
		away := px.Color.Away(side.ground)
		px.Color = side.ground
		switch {
		case is > clear && s.near(is, s.diagonal(px.X, px.Y)) && rest <= max(contrast/4, min(contrast, alike)):
			r.stripe = append(r.stripe, px)
		case beside == 0 && px.share > clear:
			r.middle = append(r.middle, px)
		}
		// In the corners lines cross.
		if off := px.Mul(2).Sub(s.inner.Min).Sub(s.inner.Max); px.share <= clear && min(max(off.X, -off.X), max(off.Y, -off.Y)) < s.inner.Dx() {
			r.seen[beside]++
			if away >= raster.LeastContrast {
				r.other[beside]++
			}
		}
	}
}
