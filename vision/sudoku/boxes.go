package sudoku

import (
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
)

// boxes returns how many rows and columns a box has: the lines between boxes are wider than
// those inside. It is false where they do not make boxes of as many cells as there are rows.
func boxes(b *outline.Board) (rows, cols int, ok bool) {
	n := b.Lattice.Size
	var widths [2][]float64
	full := 0.0
	for axis := range widths {
		for k := 1; k < n; k++ {
			for _, s := range b.Lines[axis][k] {
				full = max(full, s.Contrast)
			}
		}
	}
	for axis := range widths {
		widths[axis] = make([]float64, n)
		for k := 1; k < n; k++ {
			var all []float64
			for _, s := range b.Lines[axis][k] {
				all = append(all, s.Width(full))
			}
			widths[axis][k] = num.Median(all)
		}
	}
	for rows = 2; rows < n; rows++ {
		cols = n / rows
		if rows*cols != n || cols < 2 {
			continue
		}
		thin, wide := 0.0, 1e9
		for axis, every := range [...]int{outline.Upright: cols, outline.Level: rows} {
			for k := 1; k < n; k++ {
				if k%every == 0 {
					wide = min(wide, widths[axis][k])
				} else {
					thin = max(thin, widths[axis][k])
				}
			}
		}
		const (
			wider = 1.4     // times
			least = 1.0 / 3 // of a pixel: scaling makes no lines that differ by less
		)
		if thin > 0 && wide >= wider*thin && wide-thin >= least {
			return rows, cols, true
		}
	}
	return 0, 0, false
}
