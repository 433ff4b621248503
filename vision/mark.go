package vision

import (
	"image"
	"math"

	"autoqueens/solver"
)

// readInk finds the ink in a cell; still tells that compression has left it alone.
func readInk(p *picture, l Lattice, row, col int, g ground, still bool) ink {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	k := ink{unit: min(c.Width, c.Height)}
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.w), min(y1, p.h)
	if x1 <= x0 || y1 <= y0 {
		return k
	}
	k.corner = image.Pt(x0, y0)
	k.cx, k.cy = c.X+c.Width/2-float64(x0), c.Y+c.Height/2-float64(y0)
	// How strong the ink is, is told by the core: along the rim a compressed
	// picture still rings from the lines. What is too faint for any mark is
	// passed over.
	rimX, rimY := int(0.08*c.Width), int(0.08*c.Height)
	flat := newFlat(g.rgb, faintest/2-1)
	fromX, toX, toY := x0+rimX, x1-rimX, y1-rimY
	for y := flat.below(p, fromX, toX, y0+rimY, toY); y < toY; y = flat.below(p, fromX, toX, y+1, toY) {
		line := p.line(y)
		for x := flat.end(line, fromX, toX); x < toX; x = flat.end(line, x+1, toX) {
			v := p.at(x, y)
			k.contrast = max(k.contrast, apart(v, g.rgb))
			k.opaque = max(k.opaque, opacity(v, g.rgb))
			k.bright = max(k.bright, diff(v.luma(), g.rgb.luma()))
		}
	}
	// Compressed pictures blur colour far more than brightness, so a faint
	// mark must show in both.
	least := faintest
	if !still && g.support < 0.8 {
		least = 2 * faintest // a ground that is not flat itself
	}
	if k.contrast < least {
		return k
	}
	// Ringing of a compressed picture stays below a third of the mark.
	level := max(faintest, min(k.contrast/3, 2*faintest))
	k.find(p, x0, y0, x1, y1, g.rgb, level, apart)
	m, sure := markOf(&k)
	if !still && k.bright >= 2*faintest && (sure != plain || m != solver.Cross) {
		// Around a cross compression leaves colour, but not as dark or bright.
		dark := k
		dark.find(p, x0, y0, x1, y1, g.rgb, max(faintest, k.bright/3), lumaApart)
		if by, certain := markOf(&dark); by == solver.Cross && certain == plain {
			dark.disputed = m == solver.Queen && sure == plain && k.royal >= royalShape
			return dark
		}
	}
	k.faded = k.contrast < 2*faintest && k.mean < traceless ||
		!still && (k.contrast < 3*faintest && k.bright < 5*faintest/6 || p.grain == 0 && k.contrast < 4*faintest && k.mean < faintest/3)
	if !k.faded && level > faintest && (sure != plain || m == solver.Empty) {
		// A crown can be dark at its outline and close to the ground inside.
		whole := k
		whole.find(p, x0, y0, x1, y1, g.rgb, faintest, apart)
		again, doubt := markOf(&whole)
		if doubt == plain && (again != solver.Empty || k.n == 0) && (still || sure != torn || again == m) {
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
func isGhost(k *ink, m solver.Mark, sure sureness) bool {
	return m == solver.Cross && sure == plain && k.bright < 3*faintest/2 && k.contrast < 4*faintest
}

// hides tells whether there may be a mark in a compressed cell in which none was
// found: something bright or dark stands well inside it, which no ringing of
// lines does, or what is ground there could not be told.
func hides(k *ink, g ground, sure sureness) bool {
	return (sure == plain || sure == ghost) && k.bright >= 2*faintest && !k.isSpeck() || sure == passing && g.support < 0.5
}

// crossed tells whether a cross, and nothing that could be another thing, stands in a cell.
func crossed(p *picture, l Lattice, row, col int, g ground, still bool) bool {
	k := readInk(p, l, row, col, g, still)
	m, sure := markOf(&k)
	return m == solver.Cross && sure == plain
}
