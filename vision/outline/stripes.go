package outline

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/num"
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
	if b.unstriped != nil {
		b.unstriped[b.Picture] = out
	}
	return out
}

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

// bare takes the stripes from a board.
func (b *Board) bare() *Board {
	sharp := b
	if b.Picture.Sharp != nil {
		sharp = b.In(b.Picture.Sharp)
	}
	found, hidden, through := sharp.striped()
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
		s.remove(p, through)
	}
	if sharp != b {
		smooth := b.Picture.CloneWithin(shown)
		for _, s := range found {
			smooth.Paste(p, s.around().Sub(shown.Min)) // removing them paints the rim as well
		}
		smooth.Sharp, p = p, smooth
	}
	out := b.In(p)
	out.Hidden = hidden
	out.Lattice.Shift(image.Point{}.Sub(shown.Min))
	// Stripes beside lines draw the lattice aside. Lines that fit badly say nothing, nor do none.
	if g := out.grid(); g.usual > 0 && g.fit() <= even {
		out.Lattice = g.board().Lattice
	}
	return out
}

// striped lists the cells with stripes, those first through which is seen what stands there, and
// tells how much of it is.
func (b *Board) striped() (found []*striped, hidden []int, through float64) {
	const less = 0.9 // of what a cell without stripes agrees with its ground
	n := b.Lattice.Size
	var throughs []float64
	var all []*striped
	plain := func(c Color) bool { // cells without stripes have it
		return slices.ContainsFunc(b.Grounds(), func(g Ground) bool {
			return g.Support > less && raster.Chebyshev(g.RGB, c.RGB()) <= alike
		})
	}
	for i, g := range b.Grounds() {
		if g.Support > less {
			continue
		}
		if s := b.stripes(i/n, i%n); s != nil {
			all = append(all, s)
			v, ok, hides := s.through()
			// So do stripes wider than what they leave free. What is left could be part of anything.
			if hides || plain(s.stripe) && !plain(s.ground) {
				hidden = append(hidden, i)
				continue
			}
			found = append(found, s)
			if ok {
				throughs = append(throughs, v)
			}
		}
	}
	if !oneKind(all) {
		return nil, nil, 0
	}
	return found, hidden, num.Median(throughs)
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
	*raster.Picture // with them
	cell, inner     image.Rectangle
	rising          bool      // from the lower left to the upper right
	ground, stripe  Color     // the colour of the cell between stripes and within one
	shown           []Color   // of the ground, by diagonal
	share           []float64 // of a stripe, 0 to 1, by diagonal
	known           []bool
	every           float64          // diagonals from one stripe to the next
	corner          map[int]diagonal // those that are not known, as far as they were asked for
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
	const rim = 0.1 // of a cell: lines and the frame of one that is selected lie there
	c := b.Lattice.Cell(row, col)
	all := image.Rect(0, 0, b.Picture.W, b.Picture.H)
	cell := c.Image().Intersect(all)
	inner := raster.Rect{X: c.X + rim*c.Width, Y: c.Y + rim*c.Height, Width: (1 - 2*rim) * c.Width, Height: (1 - 2*rim) * c.Height}.Image().Intersect(all)
	if !b.crossed(row, col) {
		return nil
	}
	for _, rising := range [...]bool{true, false} {
		s := &striped{Picture: b.Picture, cell: cell, inner: inner, rising: rising}
		if s.measure() {
			return s
		}
	}
	return nil
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
			off++
		}
	}
	const odd = 0.1 // of the diagonals
	return float64(off) <= odd*float64(len(seen)) && s.even() && s.agrees()
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
func (s *striped) mixed(c Color) (share, rest float64) {
	dot, length := 0.0, 0.0
	for ch, v := range s.ground {
		way := s.stripe[ch] - v
		dot, length = dot+(c[ch]-v)*way, length+way*way
	}
	share = dot / length
	mix := s.ground
	for ch := range mix {
		mix[ch] += share * (s.stripe[ch] - mix[ch])
	}
	return share, mix.Away(c)
}

const (
	alike = 16 // of 255: compression and noise change a colour by less
	clear = 0.1
	full  = 0.85 // of a stripe: a diagonal between two, and one within one
	slip  = 0.35
	sign  = 0.17 // of a cell: how far a sign reaches from the middle of a side
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
	if float64(widest) > s.every { // a marker with dashes around it
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
	if of, ok := s.corner[d]; ok {
		return of.share, of.ok
	}
	nearest := 1.0 // diagonals
	for k, known := range s.known {
		if off := math.Abs(math.Remainder(float64(k-d), s.every)); known && off < nearest {
			nearest, share, ok = off, s.share[k], true
		}
	}
	if s.corner != nil {
		s.corner[d] = diagonal{share, ok}
	}
	return share, ok
}

// signed tells whether a pixel near the sides of the cell lies where signs may stand.
func (s *striped) signed(at image.Point) bool {
	off := at.Mul(2).Sub(s.cell.Min).Sub(s.cell.Max)
	return float64(min(max(off.X, -off.X), max(off.Y, -off.Y))) < 2*sign*float64(s.cell.Dx())
}

// agrees tells whether the cell, where nothing stands in it, looks as its diagonals say, those
// within stripes and those between them.
func (s *striped) agrees() bool {
	standing := s.standing()
	var with, all [2]int // between stripes, and within them
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			d, on := s.diagonal(x, y), 0
			if !s.known[d] || image.Pt(x, y).In(standing) || s.signed(image.Pt(x, y)) || s.share[d] > clear && s.share[d] < full {
				continue
			}
			if s.share[d] >= full {
				on = 1
			}
			all[on]++
			if s.at(x, y).Away(s.shown[d]) <= alike {
				with[on]++
			}
		}
	}
	const most, fewest = 0.7, 8 // of the pixels
	for on := range all {
		if all[on] < fewest || float64(with[on]) < most*float64(all[on]) {
			return false
		}
	}
	return true
}

// through returns how much of what stands in the cell is seen through the stripes, 0 to 1: 1 where
// it stands above them. It is false where nothing does. Hidden tells that most of what is seen on
// both sides of a stripe is not seen within it, as where that is opaque or has the same colour.
func (s *striped) through() (share float64, ok, hidden bool) {
	var between, below []float64
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
			case s.share[d] >= full:
				if stands {
					below = append(below, v)
				}
				if s.beside(x, y, -1) && s.beside(x, y, 1) {
					across++
					if stands {
						seen++
					}
				}
			}
		}
	}
	const fewest = 8 // pixels
	hidden = across >= fewest && 2*seen < across
	if len(between) < fewest || len(below) < fewest {
		return 0, false, hidden
	}
	strong := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)*4/5]
	}
	return strong(below) / strong(between), true, hidden
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
	right := way
	if !s.rising {
		right = -way
	}
	for range int(math.Ceil(s.every)) {
		x, y = x+right, y+way
		if d := s.diagonal(x, y); !image.Pt(x, y).In(s.inner) || !s.known[d] {
			return false
		} else if s.share[d] <= clear {
			_, stands := s.departs(x, y)
			return stands
		}
	}
	return false
}

// around returns the cell and what lies up to a pixel around it.
func (s *striped) around() image.Rectangle {
	return s.cell.Inset(-1).Intersect(image.Rect(0, 0, s.W, s.H))
}

// remove takes the stripes out of a part of the picture, through which so much is seen.
func (s *striped) remove(p *raster.Picture, through float64) {
	const least = 0.1 // of what is below: less could not be told from noise
	through = min(max(through, least), 1)
	s.corner = make(map[int]diagonal)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if c, ok := s.without(x, y, through); ok {
				s.set(p, x, y, c)
			}
		}
	}
	// Stripes end where a line begins, be that a pixel outside.
	all := s.around()
	for x := all.Min.X; x < all.Max.X; x++ {
		if x < s.inner.Min.X || x >= s.inner.Max.X {
			s.rim(p, image.Rect(x, all.Min.Y, x+1, all.Max.Y))
		}
	}
	for y := all.Min.Y; y < all.Max.Y; y++ {
		if y < s.inner.Min.Y || y >= s.inner.Max.Y {
			s.rim(p, image.Rect(s.inner.Min.X, y, s.inner.Max.X, y+1))
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
func (s *striped) without(x, y int, through float64) (c Color, ok bool) {
	d := s.diagonal(x, y)
	share, ok := s.expected(d)
	if !ok {
		return c, false
	}
	c = s.at(x, y)
	switch is, rest := s.mixed(c); {
	case rest <= alike && s.near(is, d):
		return s.ground, true
	case share > clear && c.Away(s.ground) > alike: // what has the ground's colour stands above the stripes
		for ch, v := range s.ground {
			under := v + share*(s.stripe[ch]-v)
			c[ch] = v + (c[ch]-under)/(1-share*(1-through))
		}
		return c, true
	}
	return c, false
}

// rim takes the stripes out of a row of pixels along a side of the cell, which has one colour but
// where something else crosses it, or stands above the stripes in its middle: signs do.
func (s *striped) rim(p *raster.Picture, row image.Rectangle) {
	type pixel struct {
		image.Point
		Color
		share float64
	}
	var pixels, covered []pixel
	var free, stripe []Color
	for y := row.Min.Y; y < row.Max.Y; y++ {
		for x := row.Min.X; x < row.Max.X; x++ {
			share, ok := s.expected(s.diagonal(x, y))
			if !ok {
				continue
			}
			px := pixel{image.Pt(x, y), s.at(x, y), share}
			pixels = append(pixels, px)
			switch {
			case s.signed(px.Point):
			case share <= slip:
				free = append(free, px.Color)
			case share >= 1-slip:
				covered = append(covered, px)
			}
		}
	}
	const few = 3 // pixels
	if len(free) < few || len(covered) < few {
		return
	}
	side := striped{ground: Median(free...)}
	for _, px := range covered {
		c := side.ground
		for ch, v := range px.Color {
			c[ch] += (v - c[ch]) / px.share
		}
		stripe = append(stripe, c)
	}
	side.stripe = Median(stripe...)
	contrast := side.ground.Away(side.stripe)
	if contrast < alike {
		return
	}
	for _, px := range pixels {
		if is, rest := side.mixed(px.Color); is > clear && s.near(is, s.diagonal(px.X, px.Y)) && rest <= max(contrast/4, alike) {
			s.set(p, px.X, px.Y, side.ground)
		}
	}
}
