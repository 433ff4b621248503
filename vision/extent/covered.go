package extent

import (
	"math"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// uncrossed returns cells at which lines that the rest of the board has are
// missing. Boards that draw no line inside a region have none to miss.
func (b *Board) uncrossed(p *raster.Picture) (cells []int) {
	widths := b.lines.Widths()
	if len(widths) == 0 {
		return nil
	}
	usual := num.Median(widths)
	if b.lines.TwoWidths {
		usual = b.lines.Thin
	}
	// Noise has no usual width; lines have, and most are there.
	const least = 0.8
	if usual < least || widths[len(widths)/3] < usual/2 {
		return nil
	}
	// Scaled without smoothing, a picture can lose a whole line of the lattice,
	// but for the wider ones around regions, which become narrower.
	gone := func(e gridline.Edge) bool {
		expected := usual
		if b.lines.TwoWidths && !b.Alike(e.A, e.B) {
			expected = b.lines.Wide
		}
		return e.Visible && !e.Drowned && !b.smeared(e) && e.Width < 0.15*expected && e.Width < 0.25
	}
	var lost []gridline.Edge
	for _, e := range b.lines.Edges {
		if gone(e) {
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 || len(lost) > len(b.lines.Edges)/3 {
		return nil
	}
	wider := b.widerAround()
	rest := make(map[[2]int][]float64) // widths of what is left, by line of the lattice
	var narrow []gridline.Edge         // lines as the rest of the board has them
	// Where one is gone, those on its line of the lattice can pass for wide ones that scaling made narrower.
	wide := func(e gridline.Edge) bool { return b.lines.IsWide(e) && e.Width > b.lines.Threshold }
	for _, e := range b.lines.Edges {
		if !gone(e) && e.Visible && !e.Drowned && e.Width >= 0.3*usual && !wide(e) && !(wider && !b.Alike(e.A, e.B)) {
			k := e.LatticeLine(b.N)
			rest[k] = append(rest[k], e.Width)
			narrow = append(narrow, e)
		}
	}
	// Not a trace of one that was lost in whole.
	left := func(e gridline.Edge) bool { return num.Median(rest[e.LatticeLine(b.N)]) >= 0.5*usual }
	missing, covered, seen := make(map[int]int), make(map[int]bool), make(map[int]int)
	for _, e := range b.lines.Edges {
		seen[e.A]++
		seen[e.B]++
	}
	ink := gridline.ColorOf(p, b.Lattice, b.Colors, narrow, gridline.SampleSize)
	for _, e := range lost {
		if len(narrow) > 0 && (e.ContrastOf(ink, b.Colors) < raster.LeastContrast || b.drownIn(p, narrow, b.Colors[e.A].RGB)) {
			continue // of a colour in which none could be seen here
		}
		line, along := e.LatticeLine(b.N), e.B%b.N
		if e.Upright() {
			along = e.B / b.N
		}
		if len(narrow) > 0 && outline.Shows(p, b.Lattice, outline.Side{Axis: line[0], K: line[1], At: along}, ink) {
			continue // dashed, and measured between its dashes
		}
		for _, i := range [...]int{e.A, e.B} {
			missing[i]++
			covered[i] = covered[i] || left(e)
		}
	}
	regular := b.regular(usual)
	for i := range b.Colors {
		// Where lines are of any width one or another may not be seen; not so all those of a cell.
		if missing[i] >= 2 && covered[i] && (regular || missing[i] == seen[i]) {
			cells = append(cells, i)
		}
	}
	return cells
}

// regular tells whether half of the lines, but for the wide ones, are about as wide as usual: shading
// and dashes are of any width.
func (b *Board) regular(usual float64) bool {
	like, all := 0, 0
	for _, e := range b.lines.Edges {
		if e.Visible && !(b.lines.TwoWidths && b.lines.IsWide(e)) {
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
