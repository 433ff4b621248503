package num

import (
	"math"
	"slices"
)

// Floor returns the greatest whole number that is no more than v.
func Floor(v float64) int {
	i := int(v)
	if float64(i) > v {
		i--
	}
	return i
}

// Ceil returns the least whole number that is no less than v.
func Ceil(v float64) int { return -Floor(-v) }

// Median returns the middle value; it sorts v.
func Median(v []float64) float64 {
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

// Medians returns the median of colours, channel by channel; it leaves them as they are.
func Medians[C ~[3]float64](colors []C) (c C) {
	var room [32]float64 // for as many as cells are mostly asked for
	v := room[:]
	if len(colors) > len(room) {
		v = make([]float64, len(colors))
	}
	v = v[:len(colors)]
	for ch := range len(c) {
		for i := range colors {
			v[i] = colors[i][ch]
		}
		c[ch] = Median(v)
	}
	return c
}

// Softmax turns log-likelihoods into the probabilities of what they are of, in place.
func Softmax(v []float64) {
	most := slices.Max(v)
	sum := 0.0
	for i := range v {
		v[i] = math.Exp(v[i] - most)
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
}
