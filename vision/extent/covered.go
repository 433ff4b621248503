package extent

import (
	"math"
	"slices"
	"sync"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// uncrossed returns cells at which lines that the rest of the board has are
// missing. Boards that draw no line inside a region have none to miss.
func (b *Board) uncrossed(p *raster.Picture) []int {
	r := b.ruling(p)
	if r == nil {
		return nil
	}
	var lost []gridline.Edge
	for _, e := range b.lines.Edges {
		if r.gone(e) {
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 || len(lost) > len(b.lines.Edges)/3 {
		return nil
	}
	return r.around(lost)
}

// ruling is how the lines of a board are drawn.
type ruling struct {
	*Board
	p     *raster.Picture
	usual float64 // width, pixels; the thin one, where there are two
	even  bool    // nearly all have about that
	shown func(e gridline.Edge) float64
}

// nothing is a width of a line, in pixels, from which on it is seen.
const nothing = 0.25

// ruling returns nil where lines have no usual width, or none are drawn inside regions.
func (b *Board) ruling(p *raster.Picture) *ruling {
	widths := b.lines.Widths()
	if len(widths) == 0 {
		return nil
	}
	r := &ruling{Board: b, p: p, usual: num.Median(widths), shown: b.shown(p)}
	if b.lines.TwoWidths {
		r.usual = b.lines.Thin
	}
	const least = 0.8 // pixels: noise has no usual width; lines have, and most are there
	// A cell has a tenth of the lines of the smallest board.
	r.even = widths[len(widths)/10] >= r.usual/2
	if r.usual < nothing || r.usual < least && !r.even || widths[len(widths)/3] < r.usual/2 {
		return nil
	}
	return r
}

// gone tells whether there is no line at an edge where one would be seen.
func (r *ruling) gone(e gridline.Edge) bool {
	if !e.Visible || e.Drowned || r.smeared(e) {
		return false
	}
	// No colour is further from the mixtures of two than that from one of them, by all three channels: to know the colours of
	// lines takes longer.
	return r.hardly(e, e.Width) || r.hardly(e, e.Solid/math.Sqrt(3)) && r.hardly(e, r.shown(e))
}

// hardly tells whether a width is no more than a trace of the line that an edge should have. Scaled without smoothing, a picture
// can lose a whole line of the lattice, but for the wider ones around regions, which become narrower.
func (r *ruling) hardly(e gridline.Edge, width float64) bool {
	const trace = 0.15 // of the line
	expected := r.usual
	if r.lines.TwoWidths && !r.Alike(e.A, e.B) {
		expected = r.lines.Wide
	}
	return width < min(nothing, trace*expected) || r.even && width < trace*r.usual
}

// narrow returns the lines that are drawn as the rest of the board has them, and their widths by line of the lattice.
func (r *ruling) narrow() (edges []gridline.Edge, on map[[2]int][]float64) {
	wider := r.widerAround()
	on = make(map[[2]int][]float64)
	for _, e := range r.lines.Edges {
		// Where one is gone, those on its line of the lattice can pass for wide ones that scaling made narrower.
		wide := r.wide(e) && e.Width > r.lines.Threshold
		if !r.gone(e) && e.Visible && !e.Drowned && e.Width >= 0.3*r.usual && !wide && !(wider && !r.Alike(e.A, e.B)) {
			k := e.LatticeLine(r.N)
			on[k] = append(on[k], e.Width)
			edges = append(edges, e)
		}
	}
	return edges, on
}

// around returns the cells that something covers, given the edges at which no line is seen.
func (r *ruling) around(lost []gridline.Edge) (cells []int) {
	narrow, on := r.narrow()
	// Not a trace of one that was lost in whole.
	left := func(e gridline.Edge) bool { return num.Median(on[e.LatticeLine(r.N)]) >= 0.5*r.usual }
	missing, covered, sides := make(map[int]int), make(map[int]bool), make(map[int]int)
	shaded := make(map[int]bool) // something is seen there all the same
	for _, e := range r.lines.Edges {
		sides[e.A]++
		sides[e.B]++
	}
	ink := gridline.ColorOf(r.p, r.Lattice, r.Colors, narrow, gridline.SampleSize)
	for _, e := range lost {
		if len(narrow) > 0 && (e.ContrastOf(ink, r.Colors) < raster.LeastContrast || r.drownIn(r.p, narrow, r.Colors[e.A].RGB)) {
			continue // of a colour in which none could be seen here
		}
		line, along := e.LatticeLine(r.N), e.B%r.N
		if e.Upright() {
			along = e.B / r.N
		}
		if e.Width < nothing && len(narrow) > 0 && outline.Shows(r.p, r.Lattice, outline.Side{Axis: line[0], K: line[1], At: along}, ink) {
			continue // dashed, and measured between its dashes
		}
		for _, i := range [...]int{e.A, e.B} {
			missing[i]++
			covered[i], shaded[i] = covered[i] || left(e), shaded[i] || !r.hardly(e, e.Width)
		}
	}
	regular := r.regular(r.usual)
	for i := range r.Colors {
		// Where lines are of any width, or of shades of the cells, one or another may not be seen; not so all those of a cell.
		if missing[i] >= 2 && covered[i] && (regular && !shaded[i] || missing[i] == sides[i]) {
			cells = append(cells, i)
		}
	}
	return cells
}

// shown returns how wide the line at an edge is by what is no mixture of the grounds beside it, pixels: what covers
// a cell can have a soft rim. Where lines are such mixtures themselves, all counts: those of the board, or
// those within a region of either colour, which may be shades of it.
func (b *Board) shown(p *raster.Picture) func(e gridline.Edge) float64 {
	// ink returns the colour of some lines, or none where there are no such lines.
	ink := func(which func(e gridline.Edge) bool) []raster.RGB {
		var edges []gridline.Edge
		for _, e := range b.lines.Edges {
			if e.Visible && !e.Drowned && which(e) {
				edges = append(edges, e)
			}
		}
		if len(edges) == 0 {
			return nil
		}
		return []raster.RGB{gridline.ColorOf(p, b.Lattice, b.Colors, edges, gridline.SampleSize)}
	}
	board := sync.OnceValue(func() []raster.RGB { // lines of two widths may have two colours
		return slices.Concat(ink(b.wide), ink(func(e gridline.Edge) bool { return !b.wide(e) }))
	})
	regions := make(map[int][]raster.RGB) // by cell
	within := func(cell int) []raster.RGB {
		c, ok := regions[cell]
		if !ok {
			c = ink(func(e gridline.Edge) bool { return b.Alike(e.A, e.B) && b.Alike(e.A, cell) })
			regions[cell] = c
		}
		return c
	}
	return func(e gridline.Edge) float64 {
		one, other := b.Colors[e.A].RGB, b.Colors[e.B].RGB
		if one == other {
			return e.Width
		}
		m := gridline.MixtureOf(one, other)
		off := math.Inf(1)
		for _, c := range slices.Concat(board(), within(e.A), within(e.B)) {
			off = min(off, m.Off(c))
		}
		if off < raster.LeastContrast {
			return e.Width
		}
		return min(e.Width, e.Solid*e.Contrast/off)
	}
}

// wide tells whether the line at an edge is one of the wide ones of two widths.
func (b *Board) wide(e gridline.Edge) bool { return b.lines.TwoWidths && b.lines.IsWide(e) }

// regular tells whether half of the lines, but for the wide ones, are about as wide as usual: shading
// and dashes are of any width.
func (b *Board) regular(usual float64) bool {
	like, all := 0, 0
	for _, e := range b.lines.Edges {
		if e.Visible && !b.wide(e) {
			all++
			if math.Abs(e.Width-usual) <= max(gridline.LeastGap, usual/4) {
				like++
			}
		}
	}
	return 2*like >= all
}

// drownIn tells whether lines could not be seen in cells of a colour: blurred, most
// are mixtures of it and the grounds they are on.
func (b *Board) drownIn(p *raster.Picture, lines []gridline.Edge, c raster.RGB) bool {
	const like = 12 // per channel
	mixed, looked := 0, 0
	for i := 0; i < len(lines); i += 1 + len(lines)/gridline.SampleSize {
		ground := b.Colors[lines[i].A].RGB
		if raster.Chebyshev(ground, c) < 2*raster.LeastContrast || !b.Alike(lines[i].A, lines[i].B) {
			continue
		}
		looked++
		m := gridline.MixtureOf(ground, c)
		if m.Off(gridline.ColorOf(p, b.Lattice, b.Colors, lines[i:i+1], 1)) < like {
			mixed++
		}
	}
	return looked > 0 && 5*mixed > 4*looked
}

// smeared tells whether compression can have wiped out a line: one that differs
// from its grounds in little but colour, of which JPEG keeps far less than of
// brightness.
func (b *Board) smeared(e gridline.Edge) bool {
	return e.Bright < raster.LeastContrast && (b.Smeared(e.A) || b.Smeared(e.B))
}

// widerAround tells whether lines between two colours are usually wider than
// those inside one, by as much as two widths must differ at least.
func (b *Board) widerAround() bool {
	var inside, around []float64
	for _, e := range b.lines.Edges {
		switch {
		case !e.Visible:
		case b.Alike(e.A, e.B):
			inside = append(inside, e.Width)
		default:
			around = append(around, e.Width)
		}
	}
	return len(inside) > 0 && num.Median(around) >= num.Median(inside)+gridline.LeastGap
}

// UnevenSides names the sides at which the line is no frame, but one between cells that come in two widths: it is thin
// beside some cells and wide beside others. What covers the rest of a board may end in the middle of such a line, which
// leaves half of it, be it wide or thin. One cell may have something over it.
func UnevenSides(p *raster.Picture, cells *cellcolor.Cells, lines *gridline.Lines) (sides []string) {
	if !lines.TwoWidths {
		return nil
	}
	const more = 0.4 // of what wide and thin lines differ by
	least := max(more*(lines.Wide-lines.Thin), gridline.LeastGap)
	odd := make(map[int]bool) // the cells beside which it is what it is beside fewer
	for side, widths := range lines.AlongSides(p, cells) {
		low, high := math.Inf(1), 0.0
		for _, w := range widths {
			low, high = min(low, w), max(high, w)
		}
		if high-low < least {
			continue
		}
		var thin, wide []int
		for cell, w := range widths {
			if w > (low+high)/2 {
				wide = append(wide, cell)
			} else {
				thin = append(thin, cell)
			}
		}
		fewer := thin
		if len(wide) < len(thin) {
			fewer = wide
		}
		for _, cell := range fewer {
			odd[cell] = true
		}
		sides = append(sides, lattice.SideNames[side])
	}
	if len(odd) > 1 {
		return sides
	}
	return nil
}
