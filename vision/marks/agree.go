package marks

import (
	"math"

	"autoqueens/vision/glyph"
)

// What marks are that look alike is one decision, and where they stand tells of it: of queens,
// hardly two clash.

// Likeness tells by how much the template of a mark correlates with what others have in common
// how likely it is of their kind: the log-odds are linear in that.
type Likeness struct{ Bias, Slope float64 }

// even returns the correlation from which on one kind is likelier than two.
func (l Likeness) even() float64 { return -l.Bias / l.Slope }

// probability returns how likely a mark is of the kind of others.
func (l Likeness) probability(correlation float64) float64 {
	return 1 / (1 + math.Exp(-l.Bias-l.Slope*correlation))
}

// agree weighs what the marks of a board, of so many rows, are by where those stand that look
// alike. Queens keep out of each other's way, as far as players place them right; crosses and
// whatever else is seen do not. And of marks that look alike one can be the pointer at most. How
// much that says of a mark hangs on how likely it is of the others' kind.
func (b *Board) agree(rows int, l Likeness) {
	for i := range b.clusters {
		g := &b.clusters[i]
		k := float64(len(g.at))
		if k < 2 {
			continue
		}
		clashes, expected := Clashes(g.at, rows)
		// How many clash is taken to be Poisson's.
		queens := math.Exp(clashes*math.Log(clash) + expected*(1-clash))
		for _, o := range g.cells {
			others := g.sum
			others.AddScaled(o.template, -1)
			same := l.probability(o.template.Correlation(&others))
			weigh := func(by float64) float64 { return same*by + 1 - same }
			if queens < 1 {
				o.P[Queen] *= weigh(queens)
			} else {
				o.P[Queen] /= weigh(1 / queens)
			}
			o.P[Foreign] *= weigh(1 / k)
			sum := 0.0
			for _, p := range o.P {
				sum += p
			}
			for kind := range o.P {
				o.P[kind] /= sum
			}
		}
	}
}

// Clashes returns how many pairs of queens in some cells of a board of so many rows clash, and
// how many would on average if they stood anywhere.
func Clashes(cells []int, rows int) (clashes, expected float64) {
	for k, i := range cells {
		for _, j := range cells[:k] {
			if row, col := i/rows-j/rows, i%rows-j%rows; row == 0 || col == 0 || row*row == 1 && col*col == 1 {
				clashes++
			}
		}
	}
	n, k := float64(rows), float64(len(cells))
	// So many of the pairs of cells lie in one row or column, or touch at a corner.
	share := (n*n*(n-1) + 2*(n-1)*(n-1)) / (n * n * (n*n - 1) / 2)
	return clashes, k * (k - 1) / 2 * share
}

// Correlation returns how much a mark's template correlates with what those of others have in
// common; it is not one of them, though it may be listed.
func (b *Board) Correlation(mark int, others []int) float64 {
	var sum glyph.Template
	for _, i := range others {
		if i != mark {
			sum.AddScaled(b.Cells[i].template, 1)
		}
	}
	return b.Cells[mark].template.Correlation(&sum)
}
