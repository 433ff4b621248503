package zip

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// cell is what was measured of one.
type cell struct {
	ground outline.Color // near its corners
	shown  bool          // something stands in its middle
	number number
	paths  []outline.Color // where the path runs into it from others
}

// border is what lies between two cells.
type border int

const (
	open    border = iota // a line, or nothing
	wall                  // something heavier than the lines along the whole side
	passed                // the path runs across
	unknown               // something else
)

const (
	// distinct is the least contrast, 0 to 255, of badges and of the path with the ground.
	distinct = 1.5 * raster.LeastContrast
	// bright is the least contrast of numbers with what they stand on.
	bright = 2 * distinct
	// visible is the least contrast of anything that is drawn.
	visible = 1.25 * raster.LeastContrast
)

// Where it is looked for what lies between two cells, in cells: walls and lines reach less far from the
// side between them than flank, and lines and paths are seen apart from aside on.
const (
	flank  = 0.145
	aside  = 0.08
	beside = 0.06
)

// board is a Zip board as it was measured.
type board struct {
	*outline.Board
	n       int
	cells   []cell           // row-major
	grounds [2]outline.Color // of the cells: of most, and of those that a path tints; twice the same where it tints none
	bare    bool             // numbers stand on the cell or the path, and not on badges
	area    float64          // of a badge, in pixels
	sides   [2][][]side      // by axis as outline.Board.Line has them, inner ones
}

// measured measures a board. It is false where that is no Zip board: soon, where its cells have
// more than two colours, or most of the first ones in which something stands hold no number.
func measured(o *outline.Board) (*board, bool) {
	b := &board{Board: o, n: o.Lattice.Size}
	b.cells = make([]cell, b.n*b.n)
	if !b.ground() {
		return nil, false
	}
	b.cross()
	all := make([][]number, len(b.cells))
	// The path has no number in most of its cells.
	order := make([]int, len(b.cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(len(b.cells[i].paths), len(b.cells[k].paths)) })
	for _, first := range [...]int{2, 4} {
		var head []int
		for len(order) > 0 && len(head) < first {
			i := order[0]
			if order = order[1:]; b.shown(i) {
				b.cells[i].shown = true
				head = append(head, i)
			}
		}
		parallel.Each(len(head), func(k int) { all[head[k]] = b.numbers(head[k], nil) })
		if !b.likely(head, all) {
			return nil, false
		}
	}
	var known *way
	if w, ok := drawn(all); ok {
		known = &w
	}
	parallel.Each(len(order), func(k int) {
		i := order[k]
		if b.cells[i].shown = b.shown(i); b.cells[i].shown {
			all[i] = b.numbers(i, known)
		}
	})
	w, ok := drawn(all)
	if !ok {
		return nil, false
	}
	b.numbered(all, w)
	if !b.bare {
		// Walls and the path can draw the lattice aside; badges stand in the middle of their cells.
		was := b.Lattice
		b.Board = b.Centered(b.middles())
		const same = 0.5 // pixels: a lattice that moves by less lies on the same ones
		if b.Lattice.OffsetFrom(was)*b.Lattice.Pitch() >= same {
			parallel.Each(len(b.cells), func(i int) { b.cells[i].shown = b.cells[i].shown || b.shown(i) })
		}
	}
	b.look()
	b.weigh()
	return b, true
}

// likely tells whether most of some cells in which something stands besides the path hold numbers, none of
// them twice on the ground, as digits of other games do.
func (b *board) likely(cells []int, all [][]number) bool {
	others := 0
	seen := make(map[int]bool)
	for _, i := range cells {
		k := slices.IndexFunc(all[i], func(k number) bool { return k.Number > 0 })
		switch {
		case k < 0 && len(b.cells[i].paths) == 0:
			others++
		case k >= 0 && all[i][k].bare && all[i][k].Certain():
			if seen[all[i][k].Number] {
				return false
			}
			seen[all[i][k].Number] = true
		}
	}
	return 2*others < len(cells) || len(cells) == 0
}

// look measures the grounds of cells of which it is known whether something stands in them, and where the path runs. A cell
// that has one of the board's for certain has that, whatever stands beside it.
func (b *board) look() {
	parallel.Each(len(b.cells), func(i int) {
		c, seen := &b.cells[i], b.Free
		if c.shown {
			seen = b.Corners
		}
		c.ground = groundOf(b.Board, i, seen(i/b.n, i%b.n), b.grounds[:]...)
		if tinted, sure := b.tinted(i); sure && tinted {
			c.ground = b.grounds[1]
		} else if sure {
			c.ground = b.grounds[0]
		}
	})
	b.cross()
}

// ground measures the grounds. It is false where most cells do not have one of two.
func (b *board) ground() bool {
	var all []outline.Color
	for i := range b.cells {
		b.cells[i].ground = b.Corners(i/b.n, i%b.n)
		all = append(all, b.cells[i].ground)
	}
	alike := func(of []outline.Color, c outline.Color) outline.Color {
		return outline.Median(slices.DeleteFunc(slices.Clone(of), func(o outline.Color) bool { return o.Away(c) >= some })...)
	}
	// The colour that most are like, and then that of the rest.
	usual := func(of []outline.Color) (c outline.Color, like int) {
		var each []outline.Color // as they came; most are the same
		count := make(map[outline.Color]int)
		for _, o := range of {
			if count[o]++; count[o] == 1 {
				each = append(each, o)
			}
		}
		for _, o := range each {
			n := 0
			for _, p := range each {
				if o.Away(p) < some {
					n += count[p]
				}
			}
			if n > like {
				c, like = o, n
			}
		}
		if like > 0 {
			c = alike(of, c)
		}
		return c, like
	}
	two := func() (first, second outline.Color, n, m int) {
		first, n = usual(all)
		second, m = usual(slices.DeleteFunc(slices.Clone(all), func(c outline.Color) bool { return c.Away(first) < some }))
		return first, second, n, m
	}
	first, second, n, m := two()
	const most = 0.85 // of the cells: others may be covered
	few := func() bool { return float64(n+m) >= most*float64(len(all)) }
	if n < len(all) && few() { // a board of many colours is none of Zip, wherever it is looked at
		var out []outline.Color
		for i := range b.cells {
			out = append(out, around(b.Board, i, outside))
		}
		if c, more := usual(out); more > n {
			first = c
		}
		cleared := func(grounds ...outline.Color) {
			for i := range b.cells {
				all[i] = groundOf(b.Board, i, all[i], grounds...)
				b.cells[i].ground = all[i]
			}
			first, second, n, m = two()
		}
		cleared(first)
		cleared(first, second)
	}
	b.grounds = [2]outline.Color{first, first}
	if m > 0 {
		b.grounds[1] = second
	}
	return few()
}

// How far from both sides of a cell its ground is seen that nothing leaves free where it is usually looked at, in cells:
// outside of any path that has its lines beside it, and inside of the walls at its sides.
const outside, inside = 0.12, 0.19

// around returns the colour of a cell so far from both sides, in cells.
func around(b *outline.Board, i int, in float64) outline.Color {
	n := b.Lattice.Size
	at := func(down, right float64) outline.Color { return b.At(i/n, i%n, down, right) }
	return outline.Median(at(in, in), at(in, 1-in), at(1-in, in), at(1-in, 1-in))
}

// groundOf returns the ground of a cell as it was seen, or one of the board's where it is so further out, as a wide path
// comes near the corners, or further in, as walls do: then it is another one further out.
func groundOf(b *outline.Board, i int, ground outline.Color, board ...outline.Color) outline.Color {
	one := func(c outline.Color) bool {
		return slices.ContainsFunc(board, func(o outline.Color) bool { return c.Away(o) < none })
	}
	if one(ground) {
		return ground
	}
	out, in := around(b, i, outside), around(b, i, inside)
	switch {
	case one(out):
		return out
	case out.Away(ground) >= none && one(in):
		return in
	}
	return ground
}

const none, some = 8, 16 // of 255: how far grounds of one colour are from each other, and those of two

// tinted tells whether the ground of a cell is the second of the two, and whether that is sure.
func (b *board) tinted(i int) (tinted, sure bool) {
	d, from := b.cells[i].ground.Away(b.grounds[0]), b.cells[i].ground.Away(b.grounds[1])
	if b.grounds[0] != b.grounds[1] {
		return from < d, 2*min(d, from) < max(d, from)
	}
	return d >= some, d < none
}

// inMiddle returns the colour in the middle of a cell.
func (b *board) inMiddle(i int) outline.Color {
	const off = 0.03
	at := func(down, right float64) outline.Color { return b.At(i/b.n, i%b.n, 0.5+down, 0.5+right) }
	return outline.Median(at(0, 0), at(off, 0), at(-off, 0), at(0, off), at(0, -off))
}

// shown tells whether something stands in the middle of a cell: as many pixels depart from its ground as a stroke of a
// tenth of the cell has.
func (b *board) shown(i int) bool {
	const in, stroke = 0.26, 0.1 // of a cell
	c := b.Lattice.Cell(i/b.n, i%b.n)
	middle := raster.Rect{X: c.X + in*c.Width, Y: c.Y + in*c.Height, Width: (1 - 2*in) * c.Width, Height: (1 - 2*in) * c.Height}
	_, counts := b.Picture.Departures(middle.Image().Intersect(b.Picture.Bounds()), b.cells[i].ground.RGB())
	more := func(least float64) bool {
		n := 0
		for _, k := range counts[num.Ceil(least):] {
			n += k
		}
		return float64(n) > stroke*b.Lattice.Pitch()
	}
	if more(raster.LeastContrast) && more(raster.LeastContrast+b.Uneven(i/b.n, i%b.n, b.cells[i].ground)) {
		return true
	}
	return outline.Veiled(b.Board, i, groundOf(b.Board, i, b.Free(i/b.n, i%b.n), b.grounds[:]...).RGB())
}

// middles returns where the middles of the badges lie.
func (b *board) middles() (out [2][]outline.Middle) {
	for i, c := range b.cells {
		if c.number.Number > 0 && !c.number.in.touches && b.whole(c.number) {
			out[outline.Upright] = append(out[outline.Upright], outline.Middle{At: i % b.n, Off: c.number.right})
			out[outline.Level] = append(out[outline.Level], outline.Middle{At: i / b.n, Off: c.number.down})
		}
	}
	return out
}

// whole tells whether a badge is as large as the others.
func (b *board) whole(k number) bool {
	const missing = 0.15 // of its area: what covers a badge may leave its width and height
	return math.Abs(float64(k.in.n)-b.area) <= missing*b.area
}

// side is what lies between two cells.
type side struct {
	outline.Side
	cells    [2]int
	is       border
	band     bool          // something runs across, from one cell to the other
	path     outline.Color // what does
	weights  []float64     // of what lies along it, at places along it: its width in cells times its contrast
	halves   [2][]float64  // of what of that lies in each of both cells
	wide     [2]float64    // the contrast, 0 to 255, further from it than lines reach, in each
	usual    float64       // their mean
	ink      outline.Color // of that
	contrast float64       // of that, 0 to 255
	covered  bool          // beside it stands something else than the cells' grounds
	touched  bool          // something comes near it from one of both cells
}

// cross looks for the path on the inner sides.
func (b *board) cross() {
	for i := range b.cells {
		b.cells[i].paths = nil
	}
	for axis := range b.sides {
		b.sides[axis] = make([][]side, b.n)
		for k := 1; k < b.n; k++ {
			b.sides[axis][k] = make([]side, b.n)
			for at := range b.n {
				s := &b.sides[axis][k][at]
				if *s = b.band(outline.Side{Axis: axis, K: k, At: at}); s.band {
					for _, i := range s.cells {
						b.cells[i].paths = append(b.cells[i].paths, s.path)
					}
				}
			}
		}
	}
}

// place returns the colour along a side, from 0 to 1, and so far right of it or below, in cells.
func place(b *outline.Board, s outline.Side, along, off float64) outline.Color {
	row, col, down, right := s.K, s.At, off, along
	if s.Axis == outline.Upright {
		row, col, down, right = s.At, s.K, along, off
	}
	return b.At(row, col, down, right)
}

// band tells of a side whether the path runs across: as a band that does not reach its ends.
func (b *board) band(at outline.Side) side {
	s := side{Side: at}
	s.cells[0], s.cells[1] = at.Cells(b.n)
	var bands [2]outline.Color
	var ends [2]bool
	reaches := 0
	for k, off := range [2]float64{-aside, aside} {
		bands[k] = outline.Median(place(b.Board, at, 0.475, off), place(b.Board, at, 0.5, off), place(b.Board, at, 0.525, off))
		full := bands[k].Away(b.cells[s.cells[k]].ground)
		if full >= distinct {
			reaches++
		}
		for e, along := range [...]float64{0.145, 1 - 0.145, places[0], 1 - places[0]} { // a wall on another line may end close to one
			ends[e%2] = ends[e%2] || 2*place(b.Board, at, along, off).Away(bands[k]) >= full
		}
	}
	s.band = reaches == 2 && ends[0] && ends[1] && bands[0].Away(bands[1]) < distinct
	s.touched = reaches > 0
	s.path = outline.Median(bands[0], bands[1])
	return s
}

// section measures what lies across a side at a place along it: its width in cells times its contrast, 0 to 1, in each of
// both cells, the most of that contrast, 0 to 255, and its colour there. Where the badge of a cell reaches that far, no more
// is looked at there than where lines lie, and it is held against the ground of the cell.
func (b *board) section(s *side, along float64) (half [2]float64, most float64, ink outline.Color) {
	reach := [2]float64{flank, flank}
	beyond := [2]outline.Color{place(b.Board, s.Side, along, -flank), place(b.Board, s.Side, along, flank)}
	for k, i := range s.cells {
		c := &b.cells[i]
		if c.number.Number > 0 && !b.bare && beyond[k].Away(c.ground) >= distinct && beyond[k].Departs(c.ground, c.number.on) < distinct {
			reach[k], beyond[k] = beside, c.ground
		}
	}
	step := max(1/b.Lattice.Pitch(), 0.01)
	for off := step - reach[0]; off < reach[1]; off += step {
		c := place(b.Board, s.Side, along, off)
		if c == beyond[0] || c == beyond[1] {
			continue
		}
		d := c.Departs(beyond[0], beyond[1])
		if off < 0 {
			half[0] += d / 255 * step
		} else {
			half[1] += d / 255 * step
		}
		if d > most {
			most, ink = d, c
		}
	}
	return half, most, ink
}

// unbroken tells whether something of a weight lies all along a side, or as dashes do: nowhere is there none of
// it for so long that something would cover a line there, see [outline.Broken].
func (b *board) unbroken(s *side, weight float64) bool {
	const step = 0.02
	apart := func(length float64) int { return num.Floor(length/step+0.5) + 1 } // how many places lie from one end to the other
	run, n := apart(outline.Longest), apart(places[len(places)-1]-places[0])
	there := func(k int) bool {
		half, _, _ := b.section(s, places[0]+float64(k)*step)
		return half[0]+half[1] >= weight
	}
	// From each place at which it is there it is looked back from the farthest at which it has to be again.
	for from := 0; from+run <= n; {
		k := from + run - 1
		for k >= from && !there(k) {
			k--
		}
		if k < from {
			return false
		}
		from = k + 1
	}
	return true
}

// posts tells whether what most of some sides show at their ends, and passes for the lines of the board, does not go on
// between them: posts at the crossings, beside which no wall is heavier.
func posts(b *board, sides []*side) bool {
	sides = slices.DeleteFunc(slices.Clone(sides), func(s *side) bool { return s.band })
	at, others := 0, 0
	for _, s := range sides {
		if 2*max(at, others) > len(sides) { // most of them have told
			break
		}
		there := func(along float64) bool { // mostly at one of these, of which dashes do not leave all out
			half, _, _ := b.section(s, along)
			return half[0]+half[1] >= s.usual/heavier
		}
		if s.contrast < distinct || slices.ContainsFunc([]float64{0.5, 0.46, 0.41, 0.35}, there) || b.unbroken(s, s.usual/heavier) {
			others++
		} else {
			at++
		}
	}
	return at > others
}

// measure measures what lies along a side.
func (b *board) measure(s *side) {
	at := func(along, off float64) outline.Color { return place(b.Board, s.Side, along, off) }
	var inks []outline.Color
	others := 0
	for _, along := range places {
		low, high := at(along, -flank), at(along, flank)
		half, most, ink := b.section(s, along)
		s.weights, inks = append(s.weights, half[0]+half[1]), append(inks, ink)
		s.halves[0], s.halves[1] = append(s.halves[0], half[0]), append(s.halves[1], half[1])
		s.contrast += most / float64(len(places))
		for k, off := range [2]float64{-beside, beside} {
			s.wide[k] += at(along, off).Departs(low, high) / float64(len(places))
		}
		if max(low.Away(b.cells[s.cells[0]].ground), high.Away(b.cells[s.cells[1]].ground)) >= distinct {
			others++
		}
	}
	for _, w := range s.weights {
		s.usual += w / float64(len(places))
	}
	s.ink = outline.Median(inks...)
	s.covered = others > len(places)/2
}

const (
	faintest = 0.001 // cells of full contrast: what is less heavy is no line
	heavier  = 2     // times as heavy as any line is what is none
)

// unring takes the ring off that pages draw around the cell that has the keyboard: what lies at all sides of one
// cell, in it or all around it, and is much heavier than what usually lies there. No cell has walls all around.
func unring(cells int, all []*side) {
	usual := func(s *side, half int) float64 {
		if w := s.halves[half]; s.band { // beside the path it is seen at the ends
			return min(w[0], w[len(w)-1])
		}
		return num.Median(s.halves[half])
	}
	var lines []float64
	for _, s := range all {
		lines = append(lines, usual(s, 0), usual(s, 1))
	}
	if len(lines) == 0 {
		return
	}
	line := max(num.Median(lines), faintest)
	for i := range cells {
		for _, outside := range [...]int{0, 1} {
			var round []*side
			var inks []outline.Color
			ring := true
			for _, s := range all {
				if s.cells[0] != i && s.cells[1] != i {
					continue
				}
				half := outside
				if s.cells[1] == i {
					half = 1 - outside
				}
				if round = append(round, s); !s.band {
					inks = append(inks, s.ink)
				}
				ring = ring && usual(s, half) >= heavier*line
			}
			if !ring || len(round) < 2 || slices.ContainsFunc(inks, func(c outline.Color) bool { return c.Away(inks[0]) >= distinct }) {
				continue
			}
			for _, s := range round {
				other := 1 - outside
				if s.cells[1] == i {
					other = outside
				}
				s.usual = 0
				for k, w := range s.halves[other] {
					s.weights[k] = 2 * w
					s.usual += 2 * w / float64(len(places))
				}
				s.wide[1-other] = 0
			}
		}
	}
}

// places are those along a side at which it is measured what lies along it.
var places = [...]float64{0.16, 0.19, 0.22, 0.26, 0.74, 0.78, 0.81, 0.84}

// enclosed tells whether all sides that are at least so heavy lie around one cell, which no walls do: they are the lines
// of the last cell that the path has not tinted.
func enclosed(all []*side, limit float64) bool {
	sides, heavy, n := make(map[int]int), make(map[int]int), 0
	for _, s := range all {
		for _, cell := range s.cells {
			sides[cell]++
			if s.usual >= limit {
				heavy[cell]++
			}
		}
		if s.usual >= limit {
			n++
		}
	}
	for cell, k := range heavy {
		if k == n && k == sides[cell] {
			return true
		}
	}
	return false
}

// weigh tells walls from lines: all walls are drawn alike, and much heavier than lines. Between the
// lightest wall and the heaviest line there is a gap.
func (b *board) weigh() {
	var all []*side
	b.edges(func(s *side, _, _ int) { all = append(all, s) })
	parallel.Each(len(all), func(i int) { b.measure(all[i]) })
	unring(len(b.cells), all)
	const alike = 2 // how much heavier one wall may be than others
	// The path goes on between all cells of one ground, be that where it went or where it has yet to go,
	// so no more than half of the sides between them are walls. Beside where it runs across, a line is
	// seen at the ends.
	var weights, plain, tinted, wide []float64
	for _, s := range all {
		wide = append(wide, s.wide[:]...)
		if s.band {
			s.usual = (s.weights[0] + s.weights[len(s.weights)-1]) / 2
		}
		weights = append(weights, s.usual)
		is, _ := b.tinted(s.cells[0])
		switch other, _ := b.tinted(s.cells[1]); {
		case is != other:
		case is:
			tinted = append(tinted, s.usual)
		default:
			plain = append(plain, s.usual)
		}
	}
	line := faintest
	for _, kind := range [...][]float64{plain, tinted} {
		if slices.Sort(kind); len(kind) > 0 {
			line = max(line, kind[(len(kind)-1)/2])
		}
	}
	slices.Sort(weights)
	limit, gap := math.Inf(1), float64(heavier)
	for k := 1; k < len(weights); k++ {
		if low, high := max(weights[k-1], line), weights[k]; high > gap*low {
			limit, gap = math.Sqrt(low*high), high/low
		}
	}
	if enclosed(all, limit) {
		limit = math.Inf(1)
	}
	reaches := num.Median(wide) // where cells lie apart, what is between all of them is as wide
	var walls []*side
	var inks []outline.Color
	for _, s := range all {
		if !s.band && s.usual >= limit {
			walls, inks = append(walls, s), append(inks, s.ink)
		}
	}
	var usual float64
	var ink outline.Color
	if len(walls) > 0 {
		slices.SortFunc(walls, func(s, t *side) int { return cmp.Compare(s.usual, t.usual) })
		usual, ink = walls[len(walls)/2].usual, outline.Median(inks...)
	}
	hidden := len(walls) == 0 && posts(b, all)
	for _, s := range all {
		lightest, heaviest := slices.Min(s.weights), slices.Max(s.weights)
		switch {
		case s.band && lightest < limit:
			s.is = passed
		case !s.band && s.usual >= limit && s.contrast >= distinct && s.usual < alike*usual && usual < alike*s.usual && s.ink.Away(ink) < distinct && b.unbroken(s, limit):
			s.is = wall
		case !s.band && heaviest < limit && !s.touched && !s.covered && max(s.wide[0], s.wide[1]) < reaches+visible && !hidden:
			s.is = open
		default:
			s.is = unknown
		}
	}
}
