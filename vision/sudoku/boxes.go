package sudoku

import (
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// boxes returns how many rows and columns a box has: the lines between boxes are wider than those
// inside, or the cells on both sides of them differ in colour, and those of one box do not. It is
// false where that makes no boxes of as many cells as there are rows.
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
	// Scaling makes single lines narrower or wider by up to a pixel, but no two that differ by less than a
	// third of one; colours that differ by less than the least contrast are one. Walls stand on parts of
	// lines; the path of another game can tint boxes, but for where it goes from one to the next.
	if rows, cols, ok = told(lines, 1.0/3, n/4, func(s outline.Segment) float64 { return s.Width(full) }); !ok {
		rows, cols, ok = told(lines, raster.LeastContrast, 0, func(s outline.Segment) float64 { return s.Differ })
	}
	return rows, cols, ok
}

// told returns how many rows and columns a box has where the lines between boxes have more of what is
// measured of them than those inside usually have, by at least so much, and all along but for a few cells.
func told(lines [2][][]outline.Segment, least float64, few int, measure func(outline.Segment) float64) (rows, cols int, ok bool) {
	n := len(lines[0])
	for rows = 2; rows < n; rows++ {
		cols = n / rows
		if rows*cols != n || cols < 2 {
			continue
		}
		var inside, between []float64
		for axis, every := range [...]int{outline.Upright: cols, outline.Level: rows} {
			for k := 1; k < n; k++ {
				var all []float64
				for _, s := range lines[axis][k] {
					all = append(all, measure(s))
				}
				if slices.Sort(all); k%every == 0 {
					between = append(between, all[few])
				} else {
					inside = append(inside, num.Median(all))
				}
			}
		}
		const (
			more   = 1.4 // times
			spread = 2   // times as far as the lines inside are from each other
		)
		usual, off := meanOf(inside)
		if above := slices.Min(between); above >= more*usual && above-usual >= max(least, spread*off) {
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
