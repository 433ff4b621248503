package sudoku

import (
	"slices"

	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/outline"
)

// boxes returns how many rows and columns a box has: the lines between boxes are wider than
// those inside. It is false where they do not make boxes of as many cells as there are rows.
func boxes(b *outline.Board) (rows, cols int, ok bool) {
	n := b.Lattice.Size
	var lines [2][][]outline.Segment
	full := 0.0
	for axis := range lines {
		lines[axis] = make([][]outline.Segment, n)
		for k := 1; k < n; k++ {
			lines[axis][k] = b.Line(axis, k)
			for _, s := range lines[axis][k] {
				full = max(full, s.Contrast)
			}
		}
	}
	var widths, drawn [2][]float64 // how wide lines usually are, and nearly all along
	for axis := range widths {
		widths[axis], drawn[axis] = make([]float64, n), make([]float64, n)
		for k := 1; k < n; k++ {
			var all []float64
			for _, s := range lines[axis][k] {
				all = append(all, s.Width(full))
			}
			widths[axis][k] = num.Median(all)
			slices.Sort(all)
			drawn[axis][k] = all[len(all)/4] // walls stand on parts of lines
		}
	}
	for rows = 2; rows < n; rows++ {
		cols = n / rows
		if rows*cols != n || cols < 2 {
			continue
		}
		var thin, wide []float64
		for axis, every := range [...]int{outline.Upright: cols, outline.Level: rows} {
			for k := 1; k < n; k++ {
				if k%every == 0 {
					wide = append(wide, drawn[axis][k])
				} else {
					thin = append(thin, widths[axis][k])
				}
			}
		}
		// Scaling makes single lines narrower or wider by up to a pixel.
		const (
			wider  = 1.4     // times
			least  = 1.0 / 3 // of a pixel: scaling makes no lines that differ by less
			spread = 2       // times as far as thin lines are from each other
		)
		usual, off := meanOf(thin)
		between := slices.Min(wide)
		if usual > 0 && between >= wider*usual && between-usual >= max(least, spread*off) {
			return rows, cols, true
		}
	}
	return 0, 0, false
}

// meanOf returns the mean of values and by how much they usually depart from it.
func meanOf(v []float64) (mean, off float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		off += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(off)
}
