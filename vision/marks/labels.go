package marks

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// Some sites print a letter or a number of its region in each cell: beside its mark, or in its
// place as long as there is none. What tells them from marks is that they are on all cells,
// that the cells of a region show the same one, and those of others another: marks look alike
// wherever they stand.

// printed is the share of the cells that show something where something is printed in all of
// them: so many may be hidden.
const printed = 1 - mostClutter

// identical is the correlation of the templates of cells that show the very same letter.
const identical = 0.95

// same is that of letters that differ by how their pixels fall.
const same = 0.9

// blank finds the part of a cell, off its middle, in which all cells show something that stands free of the
// lines around them, and measures them without that. The rectangle is empty where there is none.
func (b *Board) blank(p *raster.Picture, c *cellcolor.Cells) {
	if !slices.ContainsFunc(b.Cells, func(o Cell) bool { return o.aside }) {
		return
	}
	const thirds = 3
	var boxes [thirds * thirds][]image.Rectangle // from the corner of the part in which marks are looked for
	bare, marked := 0, 0
	for i := range b.Cells {
		cell := c.Lattice.Cell(i/c.N, i%c.N)
		whole, inner := glyph.Part(p, cell, 1), part(p, c, i)
		side := whole.Size()
		var seen [len(boxes)]bool
		for _, r := range glyph.Extract(p, cell, 1, glyph.Background{Color: c.Colors[i].RGB}, faintest, !c.Pristine(i)).Aside {
			if r.Min.X == 0 || r.Min.Y == 0 || r.Max.X == side.X || r.Max.Y == side.Y {
				continue // a line
			}
			if at := (r.Min.Y+r.Max.Y)/2*thirds/side.Y*thirds + (r.Min.X+r.Max.X)/2*thirds/side.X; !seen[at] {
				seen[at] = true
				boxes[at] = append(boxes[at], r.Add(whole.Min).Sub(inner.Min))
			}
		}
		switch o := &b.Cells[i]; {
		case slices.Contains(seen[:], true):
		case o.Inked && !(o.noCross && o.noQueen):
			marked++ // a mark may stand in its place, or over it
		default:
			bare++
		}
		if float64(bare) > mostClutter*float64(len(b.Cells)) || 2*marked > len(b.Cells) {
			return
		}
	}
	side := part(p, c, 0).Size()
	middle := image.Rect(side.X/thirds, side.Y/thirds, side.X-side.X/thirds, side.Y-side.Y/thirds)
	for _, of := range boxes {
		if float64(len(of)) < printed*float64(len(b.Cells)-marked) {
			continue
		}
		var all image.Rectangle
		for _, r := range of {
			all = all.Union(r)
		}
		all = all.Inset(-1) // where pixels begin may differ
		if all.Overlaps(middle) {
			continue
		}
		for i := range b.Cells {
			b.Cells[i].measure(p, c.Lattice.Cell(i/c.N, i%c.N), c.Colors[i], c.Pristine(i), nil, faintest, all)
		}
		return
	}
}

// unlabel takes for empty what shows the label of its region in place of a mark.
func (b *Board) unlabel(p *raster.Picture, c *cellcolor.Cells) {
	inked := 0
	for i := range b.Cells {
		if b.Cells[i].Inked {
			inked++
		}
	}
	if float64(inked) < printed*float64(len(b.Cells)) {
		return
	}
	var shown []*group
	of, _, _ := c.Clusters.Cut(c.Clusters.Distinct())
	for i := range b.Cells {
		if o := &b.Cells[i]; o.Inked {
			o.boxed, _ = glyph.NewTemplate(p, o.box, glyph.Background{Color: o.under.Color}, image.Point{})
			shown = o.gather(shown, i, of[i])
		}
	}
	opaque := b.labelOpacity(shown)
	if opaque == 0 {
		return
	}
	for _, g := range shown {
		for _, i := range g.cells {
			switch o := &b.Cells[i]; {
			case o.faint(opaque) && (g.labels(of[i]) || g.label() && o.fits(shown, of[i])):
				g.printed = append(g.printed, i)
			case o.faint(opaque), g.label() && math.Abs(math.Log2(o.opaque/opaque)) < shows:
				o.doubtful = true
			}
		}
	}
	for _, g := range shown {
		for _, i := range g.printed {
			b.Cells[i] = Cell{labelled: true}
			b.Cells[i].P[Empty] = 1
		}
	}
}

// group is of cells that show the very same.
type group struct {
	sum     glyph.Template
	cells   []int
	colors  map[int]int // how many are of each colour, by its number
	opaque  float64     // sum of theirs
	printed []int       // cells of it that show a label
}

// confined counts the cells that are of the colour that most are of.
func (g *group) confined() (n int) {
	for _, k := range g.colors {
		n = max(n, k)
	}
	return n
}

// label tells whether a group may show a label: nearly all of it is of one colour.
func (g *group) label() bool {
	const nearly = 0.9 // two letters can be alike
	return float64(g.confined()) >= nearly*float64(len(g.cells))
}

// labels tells whether a group shows the label of a colour: that it is alone cannot be by chance.
func (g *group) labels(color int) bool {
	return g.label() && g.colors[color] == g.confined() && len(g.cells) > 1
}

// fits tells whether a cell that shows what no other of its colour does may show its label: it is
// much like those, or there are none.
func (o *Cell) fits(shown []*group, color int) bool {
	none := true
	for _, g := range shown {
		if g.labels(color) {
			if o.boxed.Correlation(&g.sum) >= same {
				return true
			}
			none = false
		}
	}
	return none
}

// faint tells whether something is as faint as labels are: thin strokes are a little fainter.
func (o *Cell) faint(labels float64) bool {
	const more = 0.1
	by := math.Log2(o.opaque / labels)
	return by > -shows && by < more
}

// gather puts a cell in front of a colour into the group that shows the same, or begins a new one.
func (o *Cell) gather(all []*group, cell, color int) []*group {
	var g *group
	most := identical
	for _, h := range all {
		if k := o.boxed.Correlation(&h.sum); k >= most {
			g, most = h, k
		}
	}
	if g == nil {
		g = &group{colors: make(map[int]int)}
		all = append(all, g)
	}
	g.sum.AddScaled(&o.boxed, 1)
	g.cells = append(g.cells, cell)
	g.opaque += o.opaque
	g.colors[color]++
	return all
}

// labelOpacity returns how opaque labels are, or 0 where none are printed: several colours have one, and
// nearly all that is as opaque is seen in front of one colour each.
func (b *Board) labelOpacity(shown []*group) float64 {
	const several = 3 // of crosses and queens there are two
	var most *group
	for _, g := range shown {
		if g.confined() == len(g.cells) && (most == nil || len(g.cells) > len(most.cells)) {
			most = g
		}
	}
	if most == nil {
		return 0
	}
	opaque := most.opaque / float64(len(most.cells))
	confined, all := 0, 0
	labelled := make(map[int]bool) // by colour
	for _, g := range shown {
		if !b.Cells[g.cells[0]].faint(opaque) {
			continue
		}
		all += len(g.cells)
		confined += g.confined()
		for color, n := range g.colors {
			if n > 1 && g.labels(color) {
				labelled[color] = true
			}
		}
	}
	if len(labelled) < several || float64(confined) < printed*float64(all) {
		return 0
	}
	return opaque
}
