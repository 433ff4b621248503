package raster

import (
	"math/bits"
	"slices"
)

// MedianColor returns the median of colours, channel by channel, and black where there are none. Of an even
// number it is the mean of the two in the middle, rounded down.
func MedianColor(colors []RGB) (c RGB) {
	if c, ok := majority(colors); ok {
		return c
	}
	const few = 32 // are sorted in less time than a count of all values is gone through
	for ch := range c {
		if n := len(colors); 0 < n && n <= few {
			var room [few]uint8
			for i, k := range colors {
				room[i] = k[ch]
			}
			slices.Sort(room[:n])
			c[ch] = uint8((int(room[(n-1)/2]) + int(room[n/2])) / 2)
			continue
		}
		var counts ByteCounts
		for _, k := range colors {
			counts[k[ch]]++
		}
		c[ch] = uint8(counts.Median(len(colors)))
	}
	return c
}

// majority returns the colour that more than half of them have, as usual on a screen: the algorithm of Boyer and
// Moore, in one pass and one that counts.
func majority(colors []RGB) (c RGB, ok bool) {
	ahead := 0
	for _, k := range colors {
		switch {
		case k == c:
			ahead++
		case ahead == 0:
			c, ahead = k, 1
		default:
			ahead--
		}
	}
	n := 0
	for _, k := range colors {
		if k == c {
			n++
		}
	}
	return c, 2*n > len(colors)
}

// ByteCounts tells how many there are of each value from 0 to 255.
type ByteCounts [256]int

// Median returns the middle one of n values that were counted, or the mean of
// the two in the middle.
func (k *ByteCounts) Median(n int) float64 {
	if n == 0 {
		return 0
	}
	at := func(i int) float64 {
		for v, c := range k {
			if i -= c; i < 0 {
				return float64(v)
			}
		}
		return 0
	}
	if n%2 == 1 {
		return at(n / 2)
	}
	return (at(n/2-1) + at(n/2)) / 2
}

// RGB is a colour as it stands in the picture.
type RGB [3]uint8

// Packed returns the colour in the form that pixel returns.
func (c RGB) Packed() uint32 { return uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 }

// Unpacked returns the colour that packed made a number of.
func Unpacked(c uint32) RGB { return RGB{uint8(c), uint8(c >> 8), uint8(c >> 16)} }

// Chebyshev is the largest difference of two colours in any channel, 0 to 255. It
// is what the scans use to tell an edge; region colours are compared in a
// perceptual space instead.
func Chebyshev(a, b RGB) int {
	return max(AbsDiff(a[0], b[0]), AbsDiff(a[1], b[1]), AbsDiff(a[2], b[2]))
}

// Departure is how far two colours are apart, 0 to 255. Compression and video blur colour far
// more than brightness, which therefore counts for more.
func Departure(a, b RGB) int {
	return max(AbsDiff(a.Luma(), b.Luma()), Chebyshev(a, b)/2)
}

// Luma is how bright a colour is, 0 to 255, by the weights of Rec. 601.
func (c RGB) Luma() uint8 {
	return uint8((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) + 500) / 1000)
}

// AbsDiff has no branch: in a photo it would go either way.
func AbsDiff(a, b uint8) int {
	d := int(a) - int(b)
	sign := d >> (bits.UintSize - 1)
	return d ^ sign - sign
}

// LeastContrast is the least difference of two colours, per channel, that counts as something
// drawn and not as noise.
const LeastContrast = 24
