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

const (
	// distinct is the least contrast, 0 to 255, of badges and of the path with the ground.
	distinct = outline.Distinct
	// bright is the least contrast of numbers with what they stand on.
	bright = 2 * distinct
	// visible is the least contrast of anything that is drawn.
	visible = outline.Visible
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
	// The colour that most are like, and then that of the rest.
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

// usual returns the colour that most of some are like, and how many are.
func usual(of []outline.Color) (c outline.Color, like int) {
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
		c = outline.Median(slices.DeleteFunc(slices.Clone(of), func(o outline.Color) bool { return o.Away(c) >= some })...)
	}
	return c, like
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
	middle := b.Lattice.Cell(i/b.n, i%b.n).Inset(in).Image()
	_, counts := b.Picture.Departures(middle.Intersect(b.Picture.Bounds()), b.cells[i].ground.RGB())
	departing := 0
	for _, n := range counts[num.Ceil(raster.LeastContrast+b.Uneven(i/b.n, i%b.n, b.cells[i].ground)):] {
		departing += n
	}
	return float64(departing) > stroke*b.Lattice.Pitch() || outline.Veiled(b.Board, i, groundOf(b.Board, i, b.Free(i/b.n, i%b.n), b.grounds[:]...).RGB())
}

// middles returns where the middles of the badges lie.
func (b *board) middles() (out [2][]outline.Middle) {
	for i, c := range b.cells {
		if c.number.Number > 0 && !c.number.in.touches && c.number.whole(b.area) {
			out[outline.Upright] = append(out[outline.Upright], outline.Middle{At: i % b.n, Off: c.number.right})
			out[outline.Level] = append(out[outline.Level], outline.Middle{At: i / b.n, Off: c.number.down})
		}
	}
	return out
}

// whole tells whether a badge has the area of the others: what covers one may leave its width and height.
func (k number) whole(area float64) bool { return math.Abs(float64(k.in.n)-area) <= unlike*area }
