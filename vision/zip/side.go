package zip

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
)

// border is what lies between two cells.
type border int

const (
	open    border = iota // a line, or nothing
	wall                  // something heavier than the lines along the whole side
	passed                // the path runs across
	unknown               // something else
)

// Where it is looked for what lies between two cells, in cells: walls and lines reach less far from the
// side between them than flank, and lines and paths are seen apart from aside on.
const (
	flank  = 0.145
	aside  = 0.08
	beside = 0.06
)

// side is what lies between two cells.
type side struct {
	outline.Side
	cells    [2]int
	is       border
	band     bool             // something runs across, from one cell to the other
	near     [2]outline.Color // in its middle, beside where a line lies, in each of both cells
	path     outline.Color    // the median of these
	halves   [2]weights       // of what lies along it, in each of both cells
	wide     [2]float64       // the contrast, 0 to 255, further from it than lines reach, in each
	ink      outline.Color    // of what lies along it
	contrast float64          // of that, 0 to 255
	covered  bool             // beside it, or near its middle, stands something else than the cells' grounds
}

// places are those along a side at which it is measured what lies along it.
var places = [...]float64{0.16, 0.19, 0.22, 0.26, 0.74, 0.78, 0.81, 0.84}

// weights are those of what lies along a side at these places: its width in cells times its contrast, 0 to 1.
type weights [len(places)]float64

// all returns the weights of what lies along the side, in both cells.
func (s *side) all() (w weights) {
	for k := range w {
		w[k] = s.halves[0][k] + s.halves[1][k]
	}
	return w
}

// mean returns that of weights along the side. Beside the path a line is seen at the ends.
func (s *side) mean(w weights) float64 {
	if s.band {
		return (w[0] + w[len(w)-1]) / 2
	}
	sum := 0.0
	for _, v := range w {
		sum += v
	}
	return sum / float64(len(w))
}

// weight returns the usual weight of what lies along the side.
func (s *side) weight() float64 { return s.mean(s.all()) }

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
	var ends [2]bool
	var full [2]float64 // contrast with the grounds
	for k, off := range [2]float64{-aside, aside} {
		s.near[k] = outline.Median(place(b.Board, at, 0.475, off), place(b.Board, at, 0.5, off), place(b.Board, at, 0.525, off))
		full[k] = s.near[k].Away(b.cells[s.cells[k]].ground)
		for e, along := range [...]float64{flank, 1 - flank, places[0], 1 - places[0]} { // a wall on another line may end close to one
			ends[e%2] = ends[e%2] || 2*place(b.Board, at, along, off).Away(s.near[k]) >= full[k]
		}
	}
	least := min(full[0], full[1]) // a disc close by can make one half darker
	s.band = least >= distinct && ends[0] && ends[1] && s.near[0].Away(s.near[1]) < max(distinct, least/2)
	s.path = outline.Median(s.near[:]...)
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
	step := 1 / b.Lattice.Pitch()
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
			return half[0]+half[1] >= s.weight()/heavier
		}
		if slices.ContainsFunc([]float64{0.5, 0.46, 0.41, 0.35}, there) || b.unbroken(s, s.weight()/heavier) {
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
	for k, along := range places {
		low, high := at(along, -flank), at(along, flank)
		half, most, ink := b.section(s, along)
		s.halves[0][k], s.halves[1][k], inks = half[0], half[1], append(inks, ink)
		s.contrast += most / float64(len(places))
		for in, off := range [2]float64{-beside, beside} {
			s.wide[in] += at(along, off).Departs(low, high) / float64(len(places))
		}
		if !b.free(s.cells[0], low) || !b.free(s.cells[1], high) {
			others++
		}
	}
	s.ink = outline.Median(inks...)
	s.covered = others > len(places)/2 || !b.free(s.cells[0], s.near[0]) || !b.free(s.cells[1], s.near[1])
}

// free tells whether a colour is that of a cell's ground, or of the edge of the path in it, which scaling and compression
// spread: nothing else is there.
func (b *board) free(i int, seen outline.Color) bool {
	c := b.cells[i]
	return seen.Away(c.ground) < distinct || slices.ContainsFunc(c.paths, func(path outline.Color) bool {
		share, rest := seen.Mixed(c.ground, path)
		return share > 0 && share < 0.5 && rest < distinct
	})
}

const (
	faintest = 0.001 // cells of full contrast: what is less heavy is no line
	heavier  = 2     // times as heavy as any line is what is none, and one thing as another that is drawn otherwise
)

// surrounded lists of each cell the sides, if all of them are heavy; own tells which of a side's cells it is. No cell has
// walls all around.
func surrounded(cells int, all []*side, heavy func(s *side, own int) bool) [][]*side {
	around, open := make([][]*side, cells), make([]bool, cells)
	for _, s := range all {
		for own, i := range s.cells {
			around[i] = append(around[i], s)
			open[i] = open[i] || !heavy(s, own)
		}
	}
	for i := range around {
		if open[i] {
			around[i] = nil
		}
	}
	return around
}

// unring takes the ring off that pages draw around the cell that has the keyboard: what lies at all sides of one
// cell, in it or all around it, and is much heavier than what usually lies there.
func unring(cells int, all []*side) {
	var lines []float64
	for _, s := range all {
		lines = append(lines, s.mean(s.halves[0]), s.mean(s.halves[1]))
	}
	line := max(num.Median(lines), faintest)
	for outside := range 2 {
		heavy := func(s *side, own int) bool { return s.mean(s.halves[own^outside]) >= heavier*line }
		for i, round := range surrounded(cells, all, heavy) {
			var inks []outline.Color
			for _, s := range round {
				if !s.band {
					inks = append(inks, s.ink)
				}
			}
			if slices.ContainsFunc(inks, func(c outline.Color) bool { return c.Away(inks[0]) >= distinct }) {
				continue
			}
			for _, s := range round {
				half := outside
				if s.cells[1] == i {
					half = 1 - outside
				}
				s.halves[half], s.wide[half] = s.halves[1-half], 0
			}
		}
	}
}

// enclosed tells whether all sides that are at least so heavy lie around one cell: they are the lines of the last cell
// that the path has not tinted.
func enclosed(cells int, all []*side, limit float64) bool {
	walls := 0
	for _, s := range all {
		if s.weight() >= limit {
			walls++
		}
	}
	heavy := func(s *side, _ int) bool { return s.weight() >= limit }
	return slices.ContainsFunc(surrounded(cells, all, heavy), func(round []*side) bool { return len(round) > 0 && len(round) == walls })
}

// lightest returns from which weight on what lies along a side is a wall, which is much heavier than any line:
// between the lightest wall and the heaviest line there is a gap.
func lightest(b *board, all []*side) float64 {
	// The path goes on between all cells of one ground, be that where it went or where it has yet to go,
	// so no more than half of the sides between them are walls.
	var plain, tinted, weights []float64
	for _, s := range all {
		weight := s.weight()
		weights = append(weights, weight)
		is, _ := b.tinted(s.cells[0])
		switch other, _ := b.tinted(s.cells[1]); {
		case is != other:
		case is:
			tinted = append(tinted, weight)
		default:
			plain = append(plain, weight)
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
	if enclosed(len(b.cells), all, limit) {
		return math.Inf(1)
	}
	return limit
}

// weigh tells walls from lines: all walls are drawn alike, and much heavier than lines.
func (b *board) weigh() {
	var all []*side
	b.edges(func(s *side, _, _ int) { all = append(all, s) })
	parallel.Each(len(all), func(i int) { b.measure(all[i]) })
	unring(len(b.cells), all)
	limit := lightest(b, all)
	var wide []float64
	var walls []*side
	var inks []outline.Color
	for _, s := range all {
		wide = append(wide, s.wide[:]...)
		if !s.band && s.weight() >= limit {
			walls, inks = append(walls, s), append(inks, s.ink)
		}
	}
	reaches := num.Median(wide) // where cells lie apart, what is between all of them is as wide
	var usual float64
	var ink outline.Color
	if len(walls) > 0 {
		slices.SortFunc(walls, func(s, t *side) int { return cmp.Compare(s.weight(), t.weight()) })
		usual, ink = walls[len(walls)/2].weight(), outline.Median(inks...)
	}
	hidden := len(walls) == 0 && posts(b, all)
	for _, s := range all {
		along, weight := s.all(), s.weight()
		switch {
		case s.band && slices.Min(along[:]) < limit:
			s.is = passed
		case !s.band && weight >= limit && s.contrast >= distinct && weight < heavier*usual && usual < heavier*weight && s.ink.Away(ink) < distinct && b.unbroken(s, limit):
			s.is = wall
		case !s.band && slices.Max(along[:]) < limit && !s.covered && max(s.wide[0], s.wide[1]) < reaches+visible && !hidden:
			s.is = open
		default:
			s.is = unknown
		}
	}
}
