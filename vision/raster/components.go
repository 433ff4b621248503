package raster

import (
	"cmp"
	"image"
)

// Components returns what hangs together, corners touching included, of those of width values a row
// that are at least as large as the least: of each the indices of its values from the first to the last, in the
// order of their first ones.
func Components[T cmp.Ordered](values []T, width int, least T) [][]int32 {
	// run is what hangs together in a row: from, inclusive, to, exclusive. root is the first run that it is known
	// to hang together with.
	type run struct{ from, to, root int32 }
	const few = 4 // a row
	runs := make([]run, 0, few*(len(values)/width+1))
	rootOf := func(r int32) int32 {
		for runs[r].root != r {
			runs[r].root = runs[runs[r].root].root
			r = runs[r].root
		}
		return r
	}
	above, n := 0, 0
	for row := 0; row < len(values); row += width {
		line, first := values[row:min(row+width, len(values))], len(runs)
		for x := 0; x < len(line); x++ {
			if line[x] < least {
				continue
			}
			r := run{from: int32(row + x), root: int32(len(runs))}
			for x++; x < len(line) && line[x] >= least; x++ {
			}
			r.to = int32(row + x)
			n += int(r.to - r.from)
			runs = append(runs, r)
			for ; above < first && int(runs[above].to)+width < int(r.from); above++ {
			}
			for k := above; k < first && int(runs[k].from)+width <= int(r.to); k++ {
				a, b := rootOf(int32(k)), rootOf(r.root)
				runs[max(a, b)].root = min(a, b)
			}
		}
		above = first
	}
	// Of all components in one piece of memory.
	sizes, at := make([]int32, len(runs)), make([]int32, len(runs))
	for k, r := range runs {
		sizes[rootOf(int32(k))] += r.to - r.from
	}
	all, out, end := make([]int32, n), [][]int32(nil), int32(0)
	for k, size := range sizes {
		if size > 0 {
			at[k], end = end, end+size
			out = append(out, all[at[k]:end:end])
		}
	}
	for k, r := range runs {
		root := rootOf(int32(k))
		for i := r.from; i < r.to; i++ {
			all[at[root]] = i
			at[root]++
		}
	}
	return out
}

// Around returns the rectangle about some values of width a row, as [Components] has their indices; it is empty where there
// are none.
func Around(indices []int32, width int) (r image.Rectangle) {
	for n, i := range indices {
		x, y := int(i)%width, int(i)/width
		if n == 0 {
			r = image.Rect(x, y, x+1, y+1)
		}
		r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = min(r.Min.X, x), min(r.Min.Y, y), max(r.Max.X, x+1), max(r.Max.Y, y+1)
	}
	return r
}
