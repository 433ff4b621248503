package raster

import "cmp"

// Components returns what hangs together, corners touching included, of those of width values a row
// that are at least as large as the least: of each the indices of its values, in the order of their
// first ones.
func Components[T cmp.Ordered](values []T, width int, least T) (out [][]int32) {
	seen := make([]bool, len(values))
	for start, v := range values {
		if v < least || seen[start] {
			continue
		}
		c := []int32{int32(start)}
		seen[start] = true
		for n := 0; n < len(c); n++ {
			x := int(c[n]) % width
			for row := int(c[n]) - x - width; row <= int(c[n])-x+width; row += width {
				if row < 0 || row >= len(values) {
					continue
				}
				for i := row + max(x-1, 0); i <= row+min(x+1, width-1); i++ {
					if values[i] >= least && !seen[i] {
						seen[i] = true
						c = append(c, int32(i))
					}
				}
			}
		}
		out = append(out, c)
	}
	return out
}
