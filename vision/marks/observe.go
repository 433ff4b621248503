package marks

import (
	"image"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// Cell is what was measured in one cell, and what it says.
type Cell struct {
	Inked    bool   // something stands in it
	Faint    bool   // it departs by no more than compression can leave behind
	Features Vector // of that
	P        [Kinds]float64

	template         *glyph.Template
	strength         float64          // of what stands there, see glyph.NewTemplate
	under            glyph.Background // what it stands on
	color            raster.RGB       // the mean of what stands there
	opaque           float64          // see glyph.Foreground
	doubtful         bool             // what hides much of the ground may have passed for it
	noCross, noQueen bool             // see strange
	repeated         bool             // what stands in it is seen in cells that are apart, as no pointer is
	labelled         bool             // it shows the label of its region, and nothing else
	spread           bool             // something reaches the sides, or lies there
	aside            bool             // something does not reach its middle
	boxed            glyph.Template   // of what stands there alone, where labels are looked for
	box              raster.Rect      // around that, in the picture
	blank            image.Rectangle  // see glyph.Background
}

// Board is what was measured in all cells.
type Board struct{ Cells []Cell }

// Observe measures the cells, each by itself and beside the others, and applies a model to
// them.
func Observe(p *raster.Picture, c *cellcolor.Cells, m *Model) *Board {
	p = p.Sharpest()
	b := &Board{Cells: make([]Cell, len(c.Colors))}
	for i := range b.Cells {
		b.Cells[i].measure(p, c.Lattice.Cell(i/c.N, i%c.N), c.Colors[i], c.Pristine(i), nil, faintest, image.Rectangle{})
	}
	b.blank(p, c)
	b.measureAgain(p, c, m)
	b.unlabel(p, c)
	b.doubtIslands(p, c)
	b.compare(c.N)
	b.Apply(m)
	return b
}

// Apply applies a model to a board that was measured.
func (b *Board) Apply(m *Model) {
	for i := range b.Cells {
		if o := &b.Cells[i]; o.Inked {
			o.P = m.Probabilities(&o.Features)
		}
	}
}

// measureAgain measures the cells in front of what those of one colour have in common, where
// half of them or more show more than that colour: shading, patterns, print.
func (b *Board) measureAgain(p *raster.Picture, c *cellcolor.Cells, m *Model) {
	spread := 0
	for i := range b.Cells {
		if b.Cells[i].spread {
			spread++
		}
	}
	const several = 3 // cells, for what most of them show to be common to them
	if spread < several {
		return
	}
	labels, _, _ := c.Clusters.Cut(c.Clusters.Distinct())
	groups := make([][]int, len(b.Cells))
	every := make([]int, len(b.Cells))
	for i, l := range labels {
		groups[l] = append(groups[l], i)
		every[i] = i
	}
	all := b.common(p, c, every)
	texture := make([]int, len(b.Cells))
	over := make([]*glyph.Appearance, len(groups))
	for l, group := range groups {
		over[l] = all
		if len(group) >= several {
			over[l] = b.common(p, c, group)
		}
		for _, i := range group {
			texture[i] = glyph.Texture(p, part(p, c, i), glyph.Background{Color: c.Colors[i].RGB, Over: over[l]})
		}
	}
	for l, group := range groups {
		of := texture
		if len(group) >= several {
			of = nil
			for _, i := range group {
				of = append(of, texture[i])
			}
		} else if len(group) == 0 {
			continue
		}
		of = slices.Sorted(slices.Values(of))
		least := max(faintest, int(beyond*float64(of[len(of)/2])))
		if over[l] == nil && least == faintest {
			continue
		}
		for _, i := range group {
			o := &b.Cells[i]
			marked := o.marked(m)
			o.measure(p, c.Lattice.Cell(i/c.N, i%c.N), c.Colors[i], c.Pristine(i), over[l], least, o.blank)
			// Where most cells of a group hold the same mark, that is common to them as well.
			o.doubtful = o.doubtful || marked && !o.Inked
		}
	}
}

// marked tells whether what stands in a cell is a mark, by itself.
func (o *Cell) marked(m *Model) bool {
	if !o.Inked {
		return false
	}
	o.P = m.Probabilities(&o.Features)
	is, odds := o.Decide()
	return is != solver.Empty && odds >= Clear
}

// beyond is how much further than nine tenths of a texture three standard deviations of it
// are, were it Gaussian.
const beyond = 3 / 1.645

// common returns what the cells of a group have in common, where half of them or more show
// more than their colour. It is nil where they do not.
func (b *Board) common(p *raster.Picture, c *cellcolor.Cells, group []int) *glyph.Appearance {
	var parts []image.Rectangle
	var colors []raster.RGB
	spread := 0
	for _, i := range group {
		parts = append(parts, part(p, c, i))
		colors = append(colors, c.Colors[i].RGB)
		if b.Cells[i].spread {
			spread++
		}
	}
	if 2*spread < len(parts) {
		return nil
	}
	return glyph.Common(p, parts, colors, faintest)
}

// part returns the part of a cell in which marks are looked for.
func part(p *raster.Picture, c *cellcolor.Cells, i int) image.Rectangle {
	return glyph.Part(p, c.Lattice.Cell(i/c.N, i%c.N), inner)
}

// middle returns the same of a cell, not in whole pixels.
func middle(cell raster.Rect) raster.Rect { return cell.Inset((1 - inner) / 2) }

// measure measures what stands in a cell.
func (o *Cell) measure(p *raster.Picture, cell raster.Rect, g cellcolor.Color, pristine bool, over *glyph.Appearance, least int, blank image.Rectangle) {
	*o = Cell{blank: blank}
	o.P[Empty] = 1
	under := glyph.Background{Color: g.RGB, Over: over, Blank: blank}
	k := glyph.Extract(p, cell, inner, under, least, !pristine)
	o.spread, o.aside = k.Rim > 0, len(k.Aside) > 0
	o.Faint = !pristine && k.Contrast < raster.LeastContrast
	if o.Inked = k.N >= 3; !o.Inked {
		// What hides so much of the ground may have passed for it, where it has edges.
		o.doubtful = g.Support < cellcolor.Covered && edges(p, glyph.Part(p, cell, inner)) >= halfOutline(smallMark*k.Unit, smallMark*k.Unit)
		return
	}
	m := k.Measure()
	box := k.Box().Add(k.Corner)
	o.box = raster.Rect{X: float64(box.Min.X), Y: float64(box.Min.Y), Width: float64(box.Dx()), Height: float64(box.Dy())}
	tint := k.Tint(p, g.RGB)
	o.under = under
	for i, t := range tint {
		o.color[i] = uint8(min(max(float64(g.RGB[i])+t, 0), 255))
	}
	o.Features = featuresOf(&k, &m, glyph.Chroma(tint, g.RGB), pristine)
	o.noCross, o.noQueen = o.Features.strange(&m, k.Unit)
	o.spread = o.spread || m.Touching > 0
	t, strength := glyph.NewTemplate(p, middle(cell), under, k.Corner)
	o.template, o.strength, o.opaque = &t, strength, k.Opaque
	o.noQueen = o.noQueen || o.Features[fSides] < 0 && t.Turns() >= same // four arms along the diagonals, however bold
}

// Template returns that of what stands in a cell of a lattice, or in one that would lie beyond it, nil where
// nothing does, and whether it is a cross, and nothing that could be another thing. The board's marks are not asked.
func Template(p *raster.Picture, l lattice.Lattice, row, col int, g cellcolor.Color, still bool) (t *glyph.Template, cross bool) {
	var o Cell
	o.measure(p, l.Cell(row, col), g, still || g.Exact >= cellcolor.MostlyExact, nil, faintest, image.Rectangle{})
	return o.template, o.marked(&fitted) && o.P[Cross] > o.P[Queen]
}

// Alike counts those of some marks, all of one kind, that look like the others.
func Alike(templates []*glyph.Template) int { return len(templates) - len(odd(templates, alike)) }

// Marked tells whether marks stand on the board.
func (s *Set) Marked() bool {
	return slices.ContainsFunc(s.Marks, func(m solver.Mark) bool { return m != solver.Empty })
}

// Resembles tells whether what stands in a cell looks the same as the board's marks of a kind.
func (s *Set) Resembles(t *glyph.Template) bool {
	return slices.ContainsFunc(s.templates[:], func(of glyph.Template) bool { return t.Correlation(&of) >= same })
}
