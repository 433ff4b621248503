package outline

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/raster"
)

// remove takes the stripes out of a part of the picture.
func (s *striped) remove(p *raster.Picture, how layer) {
	const least = 0.1 // of what is below: less could not be told from noise
	how.through = min(max(how.through, least), 1)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if c, ok := s.without(x, y, how); ok {
				s.set(p, x, y, c)
			}
		}
	}
	s.sides(p, s.inner, s.cell)
}

// sides takes the stripes out of what lies around one part of the cell, as far as another reaches. Where
// two rows of pixels cross, in the corners, what is there lies on both: what is no stripe in one of them
// is a line along it. In the middle of a side on which there is no sign, all that stripes cross is theirs,
// whatever compression has made of it.
func (s *striped) sides(p *raster.Picture, within, all image.Rectangle) {
	corners := make(map[image.Point]bool)
	for side, part := range [...]image.Rectangle{
		{all.Min, image.Pt(within.Min.X, all.Max.Y)}, {image.Pt(within.Max.X, all.Min.Y), all.Max},
		{all.Min, image.Pt(all.Max.X, within.Min.Y)}, {image.Pt(all.Min.X, within.Max.Y), all.Max},
	} {
		var r rim
		for _, row := range rows(part, side < 2) {
			r.add(s, p, row)
		}
		if within == s.inner {
			s.signed[side] = r.signed()
		}
		if !s.signed[side] {
			r.stripe = append(r.stripe, r.middle...)
		}
		for _, px := range r.stripe {
			corner := (px.X < within.Min.X || px.X >= within.Max.X) && (px.Y < within.Min.Y || px.Y >= within.Max.Y)
			if corner && !corners[px.Point] {
				corners[px.Point] = true
				continue
			}
			s.set(p, px.X, px.Y, px.Color)
		}
	}
}

// rows cuts an area into rows of pixels, upright ones or others.
func rows(area image.Rectangle, upright bool) (all []image.Rectangle) {
	if upright {
		for x := area.Min.X; x < area.Max.X; x++ {
			all = append(all, image.Rect(x, area.Min.Y, x+1, area.Max.Y))
		}
		return all
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		all = append(all, image.Rect(area.Min.X, y, area.Max.X, y+1))
	}
	return all
}

// left returns how far, but for a hundredth, the ground of the cell is in the picture that the stripes were taken
// from, from what lies beside it between stripes. What covers the ground there as well, as shadows do, is nothing that is left.
func (s *striped) left(p *raster.Picture) int {
	var all []float64
	bare := striped{Picture: p}
	at := p.Origin.Sub(s.Origin)
	for y := s.inner.Min.Y; y < s.inner.Max.Y; y++ {
		for x := s.inner.Min.X; x < s.inner.Max.X; x++ {
			if px := image.Pt(x, y); px.In(s.standing) || s.middle(px, sign) {
				continue
			}
			upper, above := s.next(x, y, -1)
			lower, below := s.next(x, y, 1)
			if above && below {
				upper, lower = upper.Sub(at), lower.Sub(at)
				all = append(all, bare.at(x-at.X, y-at.Y).Departs(bare.at(upper.X, upper.Y), bare.at(lower.X, lower.Y)))
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return int(all[len(all)*99/100])
}

// sift takes single pixels out of what is left of a cell: what compression has made of the colours of
// stripes. Within the cell each pixel becomes the median of those around it; along the sides, where
// lines are thin, only one that is like none of these.
func (s *striped) sift(p *raster.Picture) {
	at := p.Origin.Sub(s.Origin)
	area, inner := s.around().Sub(at), s.inner.Sub(at)
	was := p.CloneWithin(area)
	for y := 1; y < was.H-1; y++ {
		for x := 1; x < was.W-1; x++ {
			var around [9]raster.RGB
			like := 0
			for k := range around {
				around[k] = was.At(x-1+k%3, y-1+k/3)
				if raster.Chebyshev(around[k], was.At(x, y)) <= alike {
					like++
				}
			}
			if px := area.Min.Add(image.Pt(x, y)); px.In(inner) || like == 1 {
				c := raster.MedianColor(around[:])
				copy(p.Row(px.Y)[4*px.X:], c[:])
			}
		}
	}
}

// set gives a pixel of a part of the picture a colour.
func (s *striped) set(p *raster.Picture, x, y int, c Color) {
	rgb, at := c.RGB(), p.Origin.Sub(s.Origin)
	copy(p.Row(y - at.Y)[4*(x-at.X):], rgb[:])
}

// pixel is one of a row along a side, or the colour that it has without stripes.
type pixel struct {
	image.Point
	Color
	share float64 // of a stripe, 0 to 1
}

// rim is what lies along a side of a cell.
type rim struct {
	stripe, middle []pixel
	// Of the pixels between stripes so many are seen, and look like something else than what their row
	// is of: in the middle of the side, and beside that.
	seen, other [2]int
}

// signed tells whether something may stand in the middle of the side: more there is something else than
// beside it, or one of the two is not seen.
func (r *rim) signed() bool {
	return r.seen[0] == 0 || r.seen[1] == 0 || r.other[0]*r.seen[1] > r.other[1]*r.seen[0]
}

// add measures a row of pixels along the side, which has one colour but where something else crosses it,
// or stands above the stripes in its middle: signs do.
func (r *rim) add(s *striped, p *raster.Picture, row image.Rectangle) {
	at := p.Origin.Sub(s.Origin)
	var pixels []pixel
	var free, stripe []Color
	for y := row.Min.Y; y < row.Max.Y; y++ {
		for x := row.Min.X; x < row.Max.X; x++ {
			on := s.of(s.diagonal(x, y))
			if !on.ok {
				continue
			}
			px := pixel{image.Pt(x, y), ColorOf(p.At(x-at.X, y-at.Y)), on.share}
			pixels = append(pixels, px)
			if on.share <= slip && !s.middle(px.Point, sign) {
				free = append(free, px.Color)
			}
		}
	}
	const few = 3 // pixels
	if len(free) < few {
		return
	}
	side := striped{ground: Median(free...)}
	for _, px := range pixels {
		if px.share < 1-slip || s.middle(px.Point, sign) {
			continue
		}
		c := side.ground
		for ch, v := range px.Color {
			c[ch] += (v - c[ch]) / px.share
		}
		stripe = append(stripe, c)
	}
	if len(stripe) < few {
		return
	}
	side.stripe = Median(stripe...)
	contrast := side.ground.Away(side.stripe)
	// They change the colour as they do within the cell.
	if contrast < faint || side.stripe.minus(side.ground).share(s.stripe.minus(s.ground)) <= 0 {
		return
	}
	for _, px := range pixels {
		beside := 0
		if !s.middle(px.Point, sign) {
			beside = 1
		}
		is, rest := side.mixed(px.Color)
		away, runs := px.Color.Away(side.ground), s.runs(s.diagonal(px.X, px.Y))
		px.Color = side.ground
		switch {
		case is > clear && s.near(is, s.diagonal(px.X, px.Y), slip) && rest <= max(contrast/4, min(contrast, alike)),
			0 < px.share && px.share <= clear && math.Abs(is) <= clear && rest <= s.noise, // the faint rim of one
			// Scaling leaves pixels of one that are more of it than its diagonals are.
			beside == 1 && is > clear && is <= 1+clear && runs > slip && rest <= s.noise:
			r.stripe = append(r.stripe, px)
		case beside == 0 && runs > clear:
			r.middle = append(r.middle, px)
		}
		// In the corners lines cross.
		if off := px.Mul(2).Sub(s.inner.Min).Sub(s.inner.Max); px.share <= clear && min(max(off.X, -off.X), max(off.Y, -off.Y)) < s.inner.Dx() {
			r.seen[beside]++
			if away >= raster.LeastContrast {
				r.other[beside]++
			}
		}
	}
}
