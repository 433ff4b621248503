package puzzle

import (
	"fmt"
	"strings"
)

// Sizes returns the sizes from least to most, in steps.
func Sizes(least, most, step int) (all []int) {
	for size := least; size <= most; size += step {
		all = append(all, size)
	}
	return all
}

// SizeWords lists sizes: "4 to 10", "4, 6, 8 or 9".
func SizeWords(sizes []int) string {
	last := len(sizes) - 1
	if last > 1 && sizes[last]-sizes[0] == last {
		return fmt.Sprintf("%d to %d", sizes[0], sizes[last])
	}
	var words strings.Builder
	for i, size := range sizes {
		switch {
		case i > 0 && i == last:
			words.WriteString(" or ")
		case i > 0:
			words.WriteString(", ")
		}
		fmt.Fprint(&words, size)
	}
	return words.String()
}
