package vision

import "math/bits"

func middleColor(colors []rgb) (c rgb) {
	for ch := range c {
		var counts byteCounts
		for _, k := range colors {
			counts[k[ch]]++
		}
		c[ch] = uint8(counts.median(len(colors)))
	}
	return c
}

// byteCounts tells how many there are of each value from 0 to 255.
type byteCounts [256]int

// median returns the middle one of n values that were counted, or the mean of
// the two in the middle.
func (k *byteCounts) median(n int) float64 {
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

// rgb is a colour as it stands in the picture.
type rgb [3]uint8

// packed returns the colour in the form that pixel returns.
func (c rgb) packed() uint32 { return uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 }

// unpacked returns the colour that packed made a number of.
func unpacked(c uint32) rgb { return rgb{uint8(c), uint8(c >> 8), uint8(c >> 16)} }

// apart is the largest difference of two colours in any channel, 0 to 255. It
// is what the scans use to tell an edge; region colours are compared in a
// perceptual space instead.
func apart(a, b rgb) int {
	return max(diff(a[0], b[0]), diff(a[1], b[1]), diff(a[2], b[2]))
}

// luma is how bright a colour is, 0 to 255, by the weights of Rec. 601.
func (c rgb) luma() uint8 {
	return uint8((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) + 500) / 1000)
}

// diff has no branch: in a photo it would go either way.
func diff(a, b uint8) int {
	d := int(a) - int(b)
	sign := d >> (bits.UintSize - 1)
	return d ^ sign - sign
}

// faintest is the least difference of two colours, per channel, that counts as something
// drawn and not as noise.
const faintest = 24
