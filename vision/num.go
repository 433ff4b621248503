package vision

import "slices"

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}

func floor(v float64) int {
	i := int(v)
	if float64(i) > v {
		i--
	}
	return i
}

func ceil(v float64) int { return -floor(-v) }

// median returns the middle value; it sorts v.
func median(v []float64) float64 {
	slices.Sort(v)
	n := len(v)
	if n == 0 {
		return 0
	}
	if n%2 == 1 {
		return v[n/2]
	}
	return (v[n/2-1] + v[n/2]) / 2
}
