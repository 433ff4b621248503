package player

import (
	"image"
	"slices"
)

// layer is what a page lays over a part of itself to dim it, or a card that lets it
// shine through: every channel of a pixel becomes gain times what it was, plus a
// bias. Nothing laid over it is a gain of 1 and a bias of 0.
type layer struct {
	gain [3]float64
	bias [3]float64
}

const (
	// shines is the least gain at which what lies below a layer is still told from
	// the noise of its own rounding: half a step of 255 becomes four.
	shines = 1.0 / 8
	// evenly is how many times as much a layer may let through of one colour as of
	// another: rounding makes as much of the least that shines, and tints no more.
	evenly = 1.3
	// offBy is by how much a pixel below a layer may be off, of 255: rounding, and
	// what a display's colour profile does to it.
	offBy = 12
)

// bare is the share of a part that a layer must explain for nothing else to lie
// over it.
const bare = 0.75

// layerOver returns the layer that lies over a part of a picture, from what its
// pixels, given as red, green and blue, were then and are now, and what share of
// them it explains. A part that was all of one colour is explained by no layer but
// none at all.
func layerOver(then, now [][3]uint8) (layer, float64) {
	none := layer{gain: [3]float64{1, 1, 1}}
	if len(then) == 0 {
		return none, 0
	}
	explained := none.share(then, now)
	if explained >= bare {
		return none, explained
	}
	if l, ok := fitLayer(then, now); ok {
		if share := l.share(then, now); share > explained {
			return l, share
		}
	}
	return none, explained
}

// fitLayer returns the layer that takes what was there to what is there now, and
// false where none does. It goes through what the ground was and is, with the median
// slope from there to all other pixels, as the estimator of Theil and Sen has it: what
// has moved or gone may be less than half of them.
func fitLayer(then, now [][3]uint8) (l layer, ok bool) {
	const (
		apart = 2 * offBy // of 255, from the ground: what is nearer may be of it
		few   = 8         // pixels
	)
	order := make([]int, len(then))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return brightness(then[a]) - brightness(then[b]) })
	ground := order[len(order)/4 : len(order)-len(order)/4]
	for c := range 3 {
		was, is := middle(then, ground, c), middle(now, ground, c)
		var slopes []float64
		for i := range then {
			if d := float64(then[i][c]) - was; max(d, -d) >= apart {
				slopes = append(slopes, (float64(now[i][c])-is)/d)
			}
		}
		if len(slopes) < few {
			l.bias[c] = is // a channel of one level says nothing of what lies below
			continue
		}
		slices.Sort(slopes)
		l.gain[c] = slopes[len(slopes)/2]
		l.bias[c] = is - l.gain[c]*was
		if l.gain[c] < shines || l.gain[c] > 1/shines {
			return l, false
		}
	}
	// A layer lets through about as much of each colour; what was painted anew does not.
	least, most := 1/shines, 0.0
	for _, g := range l.gain {
		if g > 0 {
			least, most = min(least, g), max(most, g)
		}
	}
	return l, most > 0 && most <= evenly*least
}

// share returns the share of pixels that the layer explains.
func (l layer) share(then, now [][3]uint8) float64 {
	met := 0
	for i := range then {
		if l.explains(then[i], now[i]) {
			met++
		}
	}
	return float64(met) / float64(len(then))
}

// explains tells whether a pixel is now what the layer makes of what it was.
func (l layer) explains(then, now [3]uint8) bool {
	for c := range 3 {
		off := l.gain[c]*float64(then[c]) + l.bias[c] - float64(now[c])
		if off > offBy || off < -offBy {
			return false
		}
	}
	return true
}

// below returns what a pixel would be without the layer, as far as it can be told.
func (l layer) below(now, then [3]uint8) (p [3]uint8) {
	for c := range 3 {
		if l.gain[c] == 0 {
			p[c] = then[c]
			continue
		}
		p[c] = uint8(min(max((float64(now[c])-l.bias[c])/l.gain[c]+0.5, 0), 255))
	}
	return p
}

// layBare draws a part of a picture as it would be without the layer, then being what was there before.
func (l layer) layBare(on, img, then *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := l.below(pixel(img, x, y), pixel(then, x, y))
			copy(on.Pix[on.PixOffset(x, y):], p[:])
		}
	}
}

func brightness(p [3]uint8) int { return int(p[0]) + int(p[1]) + int(p[2]) }

// middle returns the median of a channel of some of the pixels.
func middle(pixels [][3]uint8, of []int, channel int) float64 {
	v := make([]uint8, len(of))
	for i, at := range of {
		v[i] = pixels[at][channel]
	}
	slices.Sort(v)
	return float64(v[len(v)/2])
}

// pixel returns the colour of a pixel, which must lie in the picture.
func pixel(img *image.RGBA, x, y int) [3]uint8 {
	i := img.PixOffset(x, y)
	return [3]uint8(img.Pix[i : i+3])
}
