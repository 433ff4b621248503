package marks

import (
	"math"
	"slices"

	"autoqueens/vision/glyph"
)

// A game draws all its crosses alike, and all its queens. So the marks of a board are put
// into clusters by how well their templates correlate, and a mark is told by those that look
// otherwise as well, whatever either are: the larger of two kinds are the queens.

const (
	alike        = 0.6 // correlation of a mark with the cluster that it joins
	mostClusters = 8   // of a board
	unlike       = 0.4 // correlation of a mark that is not like the others of its kind
	someOf       = 9   // marks of a cluster, or of a kind, are enough to know how they look
	manyRows     = 3   // marks in so many units of the board's rows are many: of queens there are fewer
)

// cluster is of marks that look alike.
type cluster struct {
	sum               glyph.Template // of theirs
	cells             []*Cell
	at                []int   // where those are
	size, offDiagonal float64 // sums of the features
}

// compare fills in the features that compare each mark of a board, of so many rows, with
// the others.
func (b *Board) compare(rows int) {
	var clusters []cluster
	for i := range b.Cells {
		if o := &b.Cells[i]; o.Inked {
			clusters = o.join(clusters, i)
		}
	}
	for i := range clusters {
		g := &clusters[i]
		apart := !onePlace(g.at, rows)
		for _, o := range g.cells {
			o.repeated = apart && withOthers(o.template, &g.sum) >= same
		}
	}
	for i := range b.Cells {
		o := &b.Cells[i]
		if !o.Inked {
			continue
		}
		var like, n, size, offDiagonal float64
		for j := range clusters {
			g := &clusters[j]
			c := max(o.template.Correlation(&g.sum), 0)
			like += c * float64(len(g.cells))
			n += (1 - c) * float64(len(g.cells))
			size += (1 - c) * g.size
			offDiagonal += (1 - c) * g.offDiagonal
		}
		f := &o.Features
		f[fCommon] = min((like-1)/float64(rows), manyRows) / manyRows
		f[fThin] = min(max(math.Log2(o.opaque/o.expected(clusters)), -2), 1)
		// The fewer there are, the less is known of them.
		f[fLarger] = n / (n + 1) * min(max(f[fSize]-size/max(n, 1), -1), 1)
		f[fBlockier] = n / (n + 1) * min(max(f[fOffDiagonal]-offDiagonal/max(n, 1), -1), 1)
	}
}

// join puts the mark of a cell into the cluster that it looks most like, or begins a new one.
func (o *Cell) join(clusters []cluster, at int) []cluster {
	best, most := -1, alike
	for j := range clusters {
		if c := o.template.Correlation(&clusters[j].sum); c >= most || len(clusters) == mostClusters && best < 0 {
			best, most = j, c
		}
	}
	if best < 0 {
		best = len(clusters)
		clusters = append(clusters, cluster{})
	}
	g := &clusters[best]
	g.sum.AddScaled(o.template, 1)
	g.cells, g.at = append(g.cells, o), append(g.at, at)
	g.size += o.Features[fSize]
	g.offDiagonal += o.Features[fOffDiagonal]
	return clusters
}

// expected returns how opaque a mark in front of a cell's background has to be at least, in
// one of the clusters of a board: as the others are, or less where their colour shows less on
// it, as gold does on orange. It is how opaque the mark itself is where there are no others.
func (o *Cell) expected(clusters []cluster) float64 {
	least := math.Inf(1)
	for j := range clusters {
		var shown []float64
		for step, k := len(clusters[j].cells)/someOf+1, 0; k < len(clusters[j].cells); k += step {
			if other := clusters[j].cells[k]; other != o && !other.Faint {
				shown = append(shown, min(other.opaque, glyph.Opacity(other.color, o.under.Color)))
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

// odd lists those of some marks, all of one kind, that correlate less with the others.
func odd(templates []*glyph.Template, less float64) (marks []int) {
	if len(templates) < 3 {
		return nil // of two neither is the usual one
	}
	var all glyph.Template
	for _, t := range templates {
		all.AddScaled(t, 1)
	}
	for i, t := range templates {
		if withOthers(t, &all) < less {
			marks = append(marks, i)
		}
	}
	return marks
}

// withOthers returns how a template correlates with the others in a sum that holds it as well.
func withOthers(t, all *glyph.Template) float64 {
	others := *all
	others.AddScaled(t, -1)
	return t.Correlation(&others)
}
