package marks

import (
	"math"
	"slices"

	"autoqueens/vision/glyph"
)

// A game draws all its crosses alike, and all its queens. So a mark is told by those that
// look otherwise as well, whatever either are: the larger of two kinds are the queens.

const (
	alike     = 0.6 // correlation of marks that look alike
	mostLooks = 8   // of a board
	unlike    = 0.4 // of one that is not like the others of its kind
	someOf    = 9   // marks of a look are enough to know its ink
	manyRows  = 3   // marks in so many units of the board's rows are many: of queens there are fewer
)

// look is of marks that look alike.
type look struct {
	mean              glyph.Template // the sum of theirs
	cells             []*Cell
	size, offDiagonal float64 // sums of the features
}

// compare fills in the features that compare each mark of a board, of so many rows, with
// the others.
func (b *Board) compare(rows int) {
	var looks []look
	for i := range b.Cells {
		if o := &b.Cells[i]; o.Inked {
			looks = o.join(looks)
		}
	}
	for i := range b.Cells {
		o := &b.Cells[i]
		if !o.Inked {
			continue
		}
		var like, n, size, offDiagonal float64
		for j := range looks {
			g := &looks[j]
			c := max(o.template.Correlation(&g.mean), 0)
			like += c * float64(len(g.cells))
			n += (1 - c) * float64(len(g.cells))
			size += (1 - c) * g.size
			offDiagonal += (1 - c) * g.offDiagonal
		}
		f := &o.Features
		f[fCommon] = min((like-1)/float64(rows), manyRows) / manyRows
		f[fThin] = min(max(math.Log2(o.opaque/o.expected(looks)), -2), 1)
		// The fewer there are, the less is known of them.
		f[fLarger] = n / (n + 1) * min(max(f[fSize]-size/max(n, 1), -1), 1)
		f[fBlockier] = n / (n + 1) * min(max(f[fOffDiagonal]-offDiagonal/max(n, 1), -1), 1)
	}
}

// join puts a mark to those that look most like it, or begins a new look.
func (o *Cell) join(looks []look) []look {
	best, most := -1, alike
	for j := range looks {
		if c := o.template.Correlation(&looks[j].mean); c >= most || len(looks) == mostLooks && best < 0 {
			best, most = j, c
		}
	}
	if best < 0 {
		best = len(looks)
		looks = append(looks, look{})
	}
	g := &looks[best]
	g.mean.AddScaled(o.template, 1)
	g.cells = append(g.cells, o)
	g.size += o.Features[fSize]
	g.offDiagonal += o.Features[fOffDiagonal]
	return looks
}

// expected returns how opaque a mark on a cell's background has to be at least, in one of
// the looks of a board: as the others are, or less where their ink shows less on it, as
// gold does on orange. It is how opaque the mark itself is where there are no others.
func (o *Cell) expected(looks []look) float64 {
	least := math.Inf(1)
	for j := range looks {
		var shown []float64
		for step, k := len(looks[j].cells)/someOf+1, 0; k < len(looks[j].cells); k += step {
			if other := looks[j].cells[k]; other != o && !other.Faint {
				shown = append(shown, min(other.opaque, glyph.Opacity(other.ink, o.ground)))
			}
		}
		if len(shown) < 2 {
			continue // one may be no mark
		}
		slices.Sort(shown)
		least = min(least, shown[len(shown)/2])
	}
	if math.IsInf(least, 1) {
		return o.opaque
	}
	return max(least, 1.0/255)
}

// odd lists the cells of the marks of a kind that do not look like the others.
func (b *Board) odd(kind []int) (cells []int) {
	if len(kind) < 3 {
		return nil // of two neither is the usual one
	}
	var all glyph.Template
	for _, i := range kind {
		all.AddScaled(b.Cells[i].template, 1)
	}
	for _, i := range kind {
		others := all
		others.AddScaled(b.Cells[i].template, -1)
		if b.Cells[i].template.Correlation(&others) < unlike {
			cells = append(cells, i)
		}
	}
	return cells
}
