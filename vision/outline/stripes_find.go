package outline

import (
	"cmp"
	"image"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// striped is a cell with stripes.
type striped struct {
	*raster.Picture                 // with them
	index           int             // of the cell, row-major
	cell, inner     image.Rectangle // the cell, and what lies within the lines and frames along its sides
	standing        image.Rectangle // within which things stand; around it the ground is seen
	rising          bool            // from the lower left to the upper right
	begins          float64         // the diagonal that the cell's corner lies on: cells need not begin where pixels do
	ground, stripe  Color           // the colour of the cell between stripes and within one
	shown           []Color         // of the ground, by diagonal
	share           []float64       // of a stripe, 0 to 1, by diagonal
	known           []bool
	unsure          []float64  // by how much the share of one may be another, by diagonal
	every           float64    // diagonals from one stripe to the next
	all             []diagonal // from corner to corner, and as many beyond as may be asked for; nil until every is known
	signed          [4]bool    // whether a sign stands on a side
	// By how much what is nothing but ground and stripes departs from what its diagonal has: in how much of a stripe,
	// and in its colour, 0 to 255.
	slack, noise float64
}

// diagonal is what is expected of one.
type diagonal struct {
	share, unsure float64
	ok            bool
}

// diagonal returns which diagonal a pixel lies on.
func (s *striped) diagonal(x, y int) int {
	if s.rising {
		return x - s.cell.Min.X + y - s.cell.Min.Y
	}
	return x - s.cell.Min.X + s.cell.Max.Y - 1 - y
}

// at returns the colour of a pixel.
func (s *striped) at(x, y int) Color { return ColorOf(s.At(x, y)) }

// stripes finds the stripes of a cell; it returns nil where there are none.
func (b *Board) stripes(row, col int) *striped {
	if !b.crossed(row, col) {
		return nil
	}
	// So far from its sides, in cells, reaches what fills most of a cell, and what is written on it.
	const filled, written = 0.25, 0.35
	for _, rising := range [...]bool{true, false} {
		s := b.unmeasured(row, col, rising)
		found := s.measure(s.inner, s.standing)
		if found {
			s.trim()
			found = s.agrees()
		}
		if !found { // what lies over the ground may show them, all in one colour
			core := b.unmeasured(row, col, rising)
			s = b.unmeasured(row, col, rising)
			found = core.measure(but(core.cell, filled), but(core.cell, written)) && s.as(core, 0)
		}
		if found {
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
	all := b.Picture.Bounds()
	cell := c.Image().Intersect(all)
	inner := c.Inset(rim).Image().Intersect(all)
	const middle = 0.75 // of the inner part
	standing := inner.Inset(int((1 - middle) / 2 * float64(min(inner.Dx(), inner.Dy()))))
	begins := c.X - float64(cell.Min.X)
	if rising {
		begins += c.Y - float64(cell.Min.Y)
	} else {
		begins += float64(cell.Max.Y) - c.Y - c.Height
	}
	return &striped{Picture: b.Picture, index: row*b.Lattice.Size + col, cell: cell, inner: inner, standing: standing, rising: rising, begins: begins}
}

// shift returns by how much the number of a diagonal is higher in another cell.
func shift(s, o *striped) int { return int(math.Round(o.begins - s.begins)) }

// stripedAs returns a cell with the stripes of one of some others, which run alike in each, or nil where
// it shows none of these.
func (b *Board) stripedAs(others []*striped, row, col int) *striped {
	var best *striped
	most := 0.0
	for _, o := range others {
		for off := -1; off <= 1; off++ { // nor is the lattice exact
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
	s.every, s.shown, s.share, s.known, s.unsure = o.every, make([]Color, n), make([]float64, n), make([]bool, n), make([]float64, n)
	for d := range n {
		is := o.of(d + shift(s, o) + off)
		s.share[d], s.unsure[d], s.known[d] = is.share, is.unsure, is.ok
	}
	for range 2 { // a frame counts as what it covers until it is known
		if !s.color() {
			return false
		}
		s.trim()
	}
	return s.agrees()
}

// color measures the colours of the cell and its stripes where nothing stands. It is false where they are alike.
func (s *striped) color() bool {
	var ground, stripe []Color
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			d, px := s.diagonal(x, y), image.Pt(x, y)
			switch {
			case !s.known[d] || px.In(s.standing) || s.middle(px, arm):
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
	for d, v := range s.share {
		s.shown[d] = s.ground.toward(s.stripe, v)
	}
	return s.stripe.Away(s.ground) >= weak
}

// crossed tells whether a cell's colour changes often along its upper side, as where stripes cross
// that: most others need not be measured.
func (b *Board) crossed(row, col int) bool {
	const (
		down     = 0.15 // of the cell
		from, to = 0.12, 0.88
		fewest   = 4 // changes
	)
	step := 0.5 / b.Lattice.Pitch()
	changes := func(ground Color) (n int) {
		on := false
		for right := from; right <= to; right += step {
			if away := b.At(row, col, down, right).Away(ground) >= weak; away != on {
				on = away
				n++
			}
		}
		return n
	}
	// Near its corners a cell can have a mixture of both colours, from which each of them is as far.
	g := b.Grounds()[row*b.Lattice.Size+col]
	return changes(ColorOf(g.RGB)) >= fewest || g.Support <= unstained && changes(b.Corners(row, col)) >= fewest
}

// measure measures what lies between two rectangles along each diagonal, all of which has one colour but for stripes.
// It is false where that shows none.
func (s *striped) measure(outer, hole image.Rectangle) bool {
	n := s.cell.Dx() + s.cell.Dy()
	by := make([][]raster.RGB, n)
	for y := outer.Min.Y; y < outer.Max.Y; y++ {
		for x := outer.Min.X; x < outer.Max.X; x++ {
			if image.Pt(x, y).In(hole) {
				continue
			}
			d := s.diagonal(x, y)
			by[d] = append(by[d], s.At(x, y))
		}
	}
	const few = 3 // pixels
	// The shortest diagonals lie in the corners, where the border of something can be: they tell
	// nothing of the colours.
	short := max(few, hole.Min.X-outer.Min.X)
	s.shown, s.share, s.known, s.unsure = make([]Color, n), make([]float64, n), make([]bool, n), make([]float64, n)
	var seen []Color
	for d, pixels := range by {
		if len(pixels) < few {
			continue
		}
		s.shown[d] = ColorOf(raster.MedianColor(pixels))
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
	// What is furthest from each other is all stripe and all ground; the usual colour is a mixture
	// of both where stripes are as wide as what they leave free.
	s.stripe = furthest(seen, s.ground)
	s.ground = furthest(seen, s.stripe)
	if s.stripe.Away(s.ground) < weak {
		return false
	}
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
	return true
}

// repeat gives diagonals that differ from those at the same place in other stripes the share of stripe
// which these have: signs at the ends of a diagonal hide what it has, and shadows of what stands there change that
// of several stripes.
func (s *striped) repeat() {
	const (
		same    = 0.25 // diagonals: between two, shares can differ by as much of a stripe
		nearest = 0.5  // those of each stripe; but for the edges of stripes they have the same share
		fewer   = 3    // that tell nothing
	)
	was := slices.Clone(s.share)
	usual := func(d int, off float64) (share float64, ok bool) {
		var like []float64
		for k, v := range was {
			if s.known[k] && s.apart(k, d) <= off {
				like = append(like, v)
			}
		}
		if len(like) < fewer {
			return 0, false
		}
		return num.Median(like), true
	}
	for d, known := range s.known {
		if !known {
			continue
		}
		share, ok := usual(d, nearest)
		if flat := share <= clear && was[d] > clear || share >= full && was[d] < full; !ok || !flat {
			if share, ok = usual(d, same); !ok {
				s.unsure[d] = slip
				continue
			}
			off := math.Abs(share - was[d])
			if off > clear { // one of them shows something else
				s.unsure[d] = slip
			}
			if off <= slip {
				continue
			}
		}
		s.share[d] = share
		s.shown[d] = s.ground.toward(s.stripe, share)
	}
}

// trim takes from the inner part what a frame covers that reaches into it: rows of pixels along its sides which have
// another colour than the ground where no stripe is.
func (s *striped) trim() {
	const few = 3 // pixels
	framed := func(row image.Rectangle) bool {
		var free []Color
		for y := row.Min.Y; y < row.Max.Y; y++ {
			for x := row.Min.X; x < row.Max.X; x++ {
				if d := s.diagonal(x, y); s.known[d] && s.share[d] <= clear && !s.middle(image.Pt(x, y), arm) {
					free = append(free, s.at(x, y))
				}
			}
		}
		return len(free) >= few && Median(free...).Away(s.ground) >= alike
	}
	in, to := &s.inner, s.standing
	for in.Min.X < to.Min.X && framed(image.Rect(in.Min.X, in.Min.Y, in.Min.X+1, in.Max.Y)) {
		in.Min.X++
	}
	for in.Max.X > to.Max.X && framed(image.Rect(in.Max.X-1, in.Min.Y, in.Max.X, in.Max.Y)) {
		in.Max.X--
	}
	for in.Min.Y < to.Min.Y && framed(image.Rect(in.Min.X, in.Min.Y, in.Max.X, in.Min.Y+1)) {
		in.Min.Y++
	}
	for in.Max.Y > to.Max.Y && framed(image.Rect(in.Min.X, in.Max.Y-1, in.Max.X, in.Max.Y)) {
		in.Max.Y--
	}
}

// but returns a cell but for a share of it along each side.
func but(cell image.Rectangle, share float64) image.Rectangle {
	return cell.Inset(int(share * float64(min(cell.Dx(), cell.Dy()))))
}

// furthest returns the median of those colours that are the furthest from another, all on one side of it.
func furthest(all []Color, from Color) Color {
	const full = 0.8 // of the way
	far := slices.MaxFunc(all, func(a, b Color) int { return cmp.Compare(a.Away(from), b.Away(from)) }).minus(from)
	return Median(slices.DeleteFunc(slices.Clone(all), func(c Color) bool {
		return c.Away(from) < full*far.Away(Color{}) || c.minus(from).share(far) < 0
	})...)
}

// mixed returns how much of a stripe a colour has that is one of the ground's and a stripe's, and
// by how much it is another, 0 to 255.
func (s *striped) mixed(c Color) (share, rest float64) { return c.Mixed(s.ground, s.stripe) }

const (
	weak = raster.LeastContrast / 2 // of stripes with the ground: translucent ones may have no more
	// unstained is the support of the ground of most cells without stripes, and of some between whose stripes it was sampled.
	unstained = 0.9
	alike     = 16 // of 255: compression and noise change a colour by less
	clear     = 0.1
	full      = 0.85 // of a stripe: a diagonal between two, and one within one
	slip      = 0.35
	sign      = 0.17 // of a cell: how far a sign reaches from the middle of a side
	arm       = 0.26 // and what stands in the cell, where it is so long that it comes near one
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
			if seen++; !s.near(s.share[d], to, slip) {
				off++
			}
		}
	}
	return float64(off) <= most*float64(seen)
}

// of returns what is expected of a diagonal: in the corners, of which too little is measured, what the one has that lies
// as far from the stripes beside it.
func (s *striped) of(d int) (is diagonal) {
	if d >= 0 && d < len(s.known) && s.known[d] {
		return diagonal{s.share[d], s.unsure[d], true}
	}
	if at := d + beyond; at >= 0 && at < len(s.all) {
		return s.all[at]
	}
	nearest := 1.0 // diagonals
	for k, known := range s.known {
		if off := s.apart(k, d); known && off < nearest {
			nearest, is = off, diagonal{s.share[k], slip, true}
		}
	}
	return is
}

// beyond is how many diagonals outside a cell may be asked for: a pixel around it lies on the second, what is
// taken from a cell that begins elsewhere or smoothed on the fourth.
const beyond = 4

// expect finds once and for all what is expected of each diagonal: a cell is read only from then on.
func (s *striped) expect() {
	all := make([]diagonal, len(s.known)+2*beyond)
	for i := range all {
		all[i] = s.of(i - beyond)
	}
	s.all = all
	s.slack, s.noise = loose(s)
}

// loose measures by how much pixels depart from what their diagonals have where nothing stands, but for a tenth.
func loose(s *striped) (slack, noise float64) {
	var shares, rests []float64
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if px := image.Pt(x, y); px.In(s.standing) || s.middle(px, arm) {
				continue
			}
			share, rest := s.mixed(s.at(x, y))
			if off := s.off(share, s.diagonal(x, y)); off < math.Inf(1) {
				shares, rests = append(shares, off), append(rests, rest)
			}
		}
	}
	most := func(v []float64) float64 {
		if len(v) == 0 {
			return math.Inf(1)
		}
		slices.Sort(v)
		return v[len(v)*9/10]
	}
	return min(max(most(shares), clear), slip), min(max(most(rests), faint), alike)
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
	tolerance := min(alike, s.stripe.Away(s.ground)/2)
	var with, all [2]int // between stripes, and within them
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			d, on := s.diagonal(x, y), 0
			if !s.known[d] || image.Pt(x, y).In(s.standing) || s.middle(image.Pt(x, y), arm) || s.share[d] > clear && s.share[d] < full {
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

// around returns the cell and what lies up to a pixel around it.
func (s *striped) around() image.Rectangle {
	return s.cell.Inset(-1).Intersect(image.Rect(0, 0, s.W, s.H))
}

// near tells whether a share of stripe is, but for so much, that of a diagonal or of one beside it.
func (s *striped) near(share float64, d int, slack float64) bool { return s.off(share, d) <= slack }

// about returns what is expected of a diagonal and of those beside it: in a scaled picture stripes have no sharp edge,
// nor a straight one.
func (s *striped) about(d int) [3]diagonal { return [...]diagonal{s.of(d - 1), s.of(d), s.of(d + 1)} }

// off returns how far a share of stripe is from that of a diagonal or of one beside it, infinitely far where nothing is
// expected of them.
func (s *striped) off(share float64, d int) float64 {
	off := math.Inf(1)
	for _, is := range s.about(d) {
		if is.ok {
			off = min(off, math.Abs(is.share-share))
		}
	}
	return off
}

// runs returns how much of a stripe a diagonal or one beside it has at most.
func (s *striped) runs(d int) float64 {
	all := s.about(d)
	return max(all[0].share, all[1].share, all[2].share)
}
