package marks

import (
	"image"
	"math"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// readInk finds the ink in a cell; still tells that compression has left it alone.
func readInk(p *raster.Picture, l lattice.Lattice, row, col int, g cellcolor.Color, still bool) glyph.Foreground {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	k := glyph.Foreground{Unit: min(c.Width, c.Height)}
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.W), min(y1, p.H)
	if x1 <= x0 || y1 <= y0 {
		return k
	}
	k.Corner = image.Pt(x0, y0)
	k.Cx, k.Cy = c.X+c.Width/2-float64(x0), c.Y+c.Height/2-float64(y0)
	// How strong the ink is, is told by the core: along the rim a compressed
	// picture still rings from the lines. What is too faint for any mark is
	// passed over.
	rimX, rimY := int(0.08*c.Width), int(0.08*c.Height)
	flat := raster.NewFlat(g.RGB, raster.LeastContrast/2-1)
	fromX, toX, toY := x0+rimX, x1-rimX, y1-rimY
	for y := flat.Below(p, fromX, toX, y0+rimY, toY); y < toY; y = flat.Below(p, fromX, toX, y+1, toY) {
		line := p.Row(y)
		for x := flat.End(line, fromX, toX); x < toX; x = flat.End(line, x+1, toX) {
			v := p.At(x, y)
			k.Contrast = max(k.Contrast, raster.Chebyshev(v, g.RGB))
			k.Opaque = max(k.Opaque, glyph.Opacity(v, g.RGB))
			k.Bright = max(k.Bright, raster.AbsDiff(v.Luma(), g.RGB.Luma()))
		}
	}
	// Compressed pictures blur colour far more than brightness, so a faint
	// mark must show in both.
	least := raster.LeastContrast
	if !still && g.Support < 0.8 {
		least = 2 * raster.LeastContrast // a ground that is not flat itself
	}
	if k.Contrast < least {
		return k
	}
	// Ringing of a compressed picture stays below a third of the mark.
	level := max(raster.LeastContrast, min(k.Contrast/3, 2*raster.LeastContrast))
	k.Find(p, x0, y0, x1, y1, g.RGB, level, raster.Chebyshev)
	m, sure := markOf(&k)
	if !still && k.Bright >= 2*raster.LeastContrast && (sure != certain || m != solver.Cross) {
		// Around a cross compression leaves colour, but not as dark or bright.
		dark := k
		dark.Find(p, x0, y0, x1, y1, g.RGB, max(raster.LeastContrast, k.Bright/3), glyph.LumaDiff)
		if by, certain := markOf(&dark); by == solver.Cross && certain == certain {
			dark.Disputed = m == solver.Queen && sure == certain && k.QueenScore >= queenShape
			return dark
		}
	}
	k.Faded = k.Contrast < 2*raster.LeastContrast && k.Mean < traceless ||
		!still && (k.Contrast < 3*raster.LeastContrast && k.Bright < 5*raster.LeastContrast/6 || p.Grain == 0 && k.Contrast < 4*raster.LeastContrast && k.Mean < raster.LeastContrast/3)
	if !k.Faded && level > raster.LeastContrast && (sure != certain || m == solver.Empty) {
		// A crown can be dark at its outline and close to the ground inside.
		whole := k
		whole.Find(p, x0, y0, x1, y1, g.RGB, raster.LeastContrast, raster.Chebyshev)
		again, doubt := markOf(&whole)
		if doubt == certain && (again != solver.Empty || k.N == 0) && (still || sure != either || again == m) {
			return whole
		}
	}
	return k
}

// traceless is the mean departure in brightness, 0 to 255, below which a faint
// blotch is none of a mark, whatever its colour: crosses are darker or brighter
// than what they stand on.
const traceless = 2

// isGhost tells whether what is taken for a cross in a compressed cell has hardly
// another brightness than the ground. Of 5,000 crosses, compressed, none had.
func isGhost(k *glyph.Foreground, m solver.Mark, sure certainty) bool {
	return m == solver.Cross && sure == certain && k.Bright < 3*raster.LeastContrast/2 && k.Contrast < 4*raster.LeastContrast
}

// hides tells whether there may be a mark in a compressed cell in which none was
// found: something bright or dark stands well inside it, which no ringing of
// lines does, or what is ground there could not be told.
func hides(k *glyph.Foreground, g cellcolor.Color, sure certainty) bool {
	return (sure == certain || sure == ghost) && k.Bright >= 2*raster.LeastContrast && !k.IsSpeck() || sure == passing && g.Support < 0.5
}

// IsCross tells whether a cross, and nothing that could be another thing, stands in a cell.
func IsCross(p *raster.Picture, l lattice.Lattice, row, col int, g cellcolor.Color, still bool) bool {
	k := readInk(p, l, row, col, g, still)
	m, sure := markOf(&k)
	return m == solver.Cross && sure == certain
}
