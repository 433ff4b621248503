package outline

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/raster"
)

// layer is how stripes and what stands in cells lie over each other: through the stripes so much of it is
// seen, 0 to 1, and how far what is seen, 0 to 255, is from what it would be if it stood below them, and
// above.
type layer struct{ through, below, above float64 }

// layer tells how that is in the cell. It is false where nothing stands there. Hidden tells that most
// of what is seen on both sides of a stripe is not seen within it, as where that is opaque or has the
// same colour.
func (s *striped) layer() (how layer, ok, hidden bool) {
	var between, below []float64
	var colors [2][]Color // of what stands between stripes, and within them
	var across, seen int
	within := s.standing // around it are signs, above the stripes
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			d := s.diagonal(x, y)
			if !s.known[d] {
				continue
			}
			v, stands := s.departs(x, y)
			switch {
			case s.share[d] <= clear && stands:
				between = append(between, v)
				colors[0] = append(colors[0], s.at(x, y))
			case s.share[d] >= full:
				stands = v >= weak // less of it is seen through a stripe
				if stands {
					below = append(below, v)
				}
				if s.touched(x, y, -1) && s.touched(x, y, 1) {
					across++
					if stands {
						seen++
						colors[1] = append(colors[1], s.at(x, y))
					}
				}
			}
		}
	}
	const fewest = 8 // pixels
	hidden = across >= fewest && 2*seen < across
	if len(between) < fewest || len(below) < fewest {
		return how, false, hidden
	}
	strong := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)*4/5]
	}
	how.through = strong(below) / strong(between)
	if len(colors[1]) >= fewest {
		bare, striped := Median(colors[0]...), Median(colors[1]...)
		how.below = striped.minus(s.stripe).Departs(Color{}, bare.minus(s.ground))
		how.above = striped.minus(bare).Departs(Color{}, s.stripe.minus(s.ground))
	}
	return how, true, hidden
}

// beneath returns the colour of a pixel of what stands above the stripes, which show through so much
// as makes it the most like what it goes on as on either side.
func (s *striped) beneath(x, y int, c Color, share float64) Color {
	best, nearest := c, math.Inf(1)
	for _, way := range [...]int{-1, 1} {
		at, ok := s.next(x, y, way)
		if !ok {
			continue
		}
		stripe := s.stripe.minus(s.ground)
		for ch := range stripe {
			stripe[ch] *= share
		}
		shown := min(max(c.minus(s.at(at.X, at.Y)).share(stripe), 0), 1)
		bare := c
		for ch, v := range stripe {
			bare[ch] -= shown * v
		}
		if d := bare.Away(s.at(at.X, at.Y)); d < nearest {
			best, nearest = bare, d
		}
	}
	return best
}

// departs tells how far a pixel is from what its diagonal shows, and whether that is so far that
// something stands there.
func (s *striped) departs(x, y int) (v float64, stands bool) {
	v = s.at(x, y).Away(s.shown[s.diagonal(x, y)])
	return v, v >= raster.LeastContrast
}

// touched tells whether something stands just beside the stripe that a pixel lies in, above it (-1)
// or below.
func (s *striped) touched(x, y, way int) bool {
	at, ok := s.next(x, y, way)
	if ok {
		_, ok = s.departs(at.X, at.Y)
	}
	return ok
}

// next returns the pixel just beside the stripe that one lies in, above it (-1) or below. It is false where
// that is no more in the cell.
func (s *striped) next(x, y, way int) (at image.Point, ok bool) {
	right := way
	if !s.rising {
		right = -way
	}
	for range int(math.Ceil(s.every)) {
		x, y = x+right, y+way
		if d := s.diagonal(x, y); !image.Pt(x, y).In(s.inner) || !s.known[d] {
			return at, false
		} else if s.share[d] <= clear {
			return image.Pt(x, y), true
		}
	}
	return at, false
}

// without returns the colour of a pixel without stripes. It is false where that is as it was.
func (s *striped) without(x, y int, how layer) (c Color, ok bool) {
	d := s.diagonal(x, y)
	on := s.of(d)
	if !on.ok {
		return c, false
	}
	share := on.share
	c = s.at(x, y)
	switch is, rest := s.mixed(c); {
	case share > clear && how.above < how.below && s.touched(x, y, -1) && s.touched(x, y, 1):
		return s.beneath(x, y, c, share), true // a pale thing that has about their colour looks like one of them
	case rest <= s.noise && s.near(is, d, max(s.slack, on.unsure)):
		return s.ground, true
	case share > clear && how.above < how.below:
		return s.beneath(x, y, c, share), true
	case share > clear && c.Away(s.ground) > alike: // what has the ground's colour stands above the stripes
		for ch, v := range s.ground {
			under := v + share*(s.stripe[ch]-v)
			c[ch] = v + (c[ch]-under)/(1-share*(1-how.through))
		}
		return c, true
	}
	return c, false
}
