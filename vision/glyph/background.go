package glyph

import (
	"image"
	"slices"

	"autoqueens/vision/raster"
)

// Background is what a cell shows where nothing is drawn in it.
type Background struct {
	Color raster.RGB
	Over  *Appearance // what else such cells show; nil where they are flat
	// Blank is a rectangle in the part of the cell, from its corner, of which nothing is told.
	Blank image.Rectangle
}

// Appearance is by how much cells depart from their colour, at each place, where
// nothing is drawn in them: shading, patterns, what is printed in all of them.
type Appearance struct {
	w, h    int
	departs [][3]int16 // row-major
}

// at returns the background's colour at a place in its part of the cell.
func (b *Background) at(x, y int) raster.RGB {
	if b.Over == nil {
		return b.Color
	}
	c, d := b.Color, &b.Over.departs[min(y, b.Over.h-1)*b.Over.w+min(x, b.Over.w-1)]
	for i := range c {
		c[i] = uint8(min(max(int(c[i])+int(d[i]), 0), 255))
	}
	return c
}

// departing calls see for every pixel inside a rectangle that differs by least
// or more from the background, with both colours. The cell's own colour is background too,
// also where its appearance departs from it: what lies there may hide that. In front of a
// flat background the rest is passed over as fast as it can be read.
func (b *Background) departing(p *raster.Picture, area, within image.Rectangle, least int, see func(x, y int, v, under raster.RGB)) {
	if told := see; !b.Blank.Empty() {
		see = func(x, y int, v, under raster.RGB) {
			if !image.Pt(x, y).Sub(area.Min).In(b.Blank) {
				told(x, y, v, under)
			}
		}
	}
	if b.Over == nil {
		flat := raster.NewFlat(b.Color, least-1)
		for y := flat.Below(p, within.Min.X, within.Max.X, within.Min.Y, within.Max.Y); y < within.Max.Y; y = flat.Below(p, within.Min.X, within.Max.X, y+1, within.Max.Y) {
			line := p.Row(y)
			for x := flat.End(line, within.Min.X, within.Max.X); x < within.Max.X; x = flat.End(line, x+1, within.Max.X) {
				see(x, y, p.At(x, y), b.Color)
			}
		}
		return
	}
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			v, under := p.At(x, y), b.at(x-area.Min.X, y-area.Min.Y)
			if raster.Chebyshev(v, under) >= least && raster.Chebyshev(v, b.Color) >= least {
				see(x, y, v, under)
			}
		}
	}
}

// Common returns what the parts of cells have in common: the median, at each
// place, of their departures from their own colours. What stands free in the
// middle of all of them is drawn there and no background. It is nil where nothing
// else departs by least or more.
func Common(p *raster.Picture, parts []image.Rectangle, colors []raster.RGB, least int) *Appearance {
	if len(parts) == 0 {
		return nil
	}
	a := &Appearance{w: parts[0].Dx(), h: parts[0].Dy()}
	for _, r := range parts {
		a.w, a.h = min(a.w, r.Dx()), min(a.h, r.Dy())
	}
	if a.w <= 0 || a.h <= 0 {
		return nil
	}
	a.departs = make([][3]int16, a.w*a.h)
	k := Foreground{W: a.w, H: a.h, Depth: make([]uint8, a.w*a.h), Cx: float64(a.w) / 2, Cy: float64(a.h) / 2}
	values := make([]int16, len(parts))
	for i := range a.departs {
		most := 0
		for ch := range 3 {
			for j, r := range parts {
				values[j] = int16(p.At(r.Min.X+i%a.w, r.Min.Y+i/a.w)[ch]) - int16(colors[j][ch])
			}
			slices.Sort(values)
			d := values[len(values)/2]
			a.departs[i][ch] = d
			most = max(most, int(d), -int(d))
		}
		if most >= least {
			k.Depth[i] = uint8(min(most, 255))
			k.N++
		}
	}
	for _, i := range k.free() {
		a.departs[i] = [3]int16{}
		k.N--
	}
	if k.N == 0 {
		return nil
	}
	return a
}

// free returns the component that stands free in the middle, where most of what
// does not reach the sides is in it. It may reach one side, where it stands off the middle.
func (k *Foreground) free() []int32 {
	inside := 0
	var middle []int32
	for _, b := range k.blobs() {
		box := raster.Around(b, k.W)
		reached := 0
		for _, side := range [...]bool{box.Min.X == 0, box.Min.Y == 0, box.Max.X == k.W, box.Max.Y == k.H} {
			if side {
				reached++
			}
		}
		if reached > 1 {
			continue
		}
		inside += len(b)
		if image.Pt(k.W/2, k.H/2).In(box) && len(b) > len(middle) {
			middle = b
		}
	}
	if 2*len(middle) <= inside {
		return nil
	}
	return middle
}

// Texture returns how far the pixels of a part of a cell depart from a background, but for the
// tenth that departs most: the lesser of that around its middle and in it, so that neither
// what stands in the middle nor what lies along the sides counts.
func Texture(p *raster.Picture, part image.Rectangle, b Background) int {
	core := part.Inset(part.Dx() / 4)
	var inside, around [256]int
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			v := p.At(x, y)
			d := min(raster.Departure(v, b.Color), raster.Departure(v, b.at(x-part.Min.X, y-part.Min.Y)))
			if image.Pt(x, y).In(core) {
				inside[d]++
			} else {
				around[d]++
			}
		}
	}
	n := core.Dx() * core.Dy()
	return min(most(&inside, n), most(&around, part.Dx()*part.Dy()-n))
}

// most returns the least value that all but a tenth of n do not exceed.
func most(histogram *[256]int, n int) int {
	d := 255
	for above := n / 10; d > 0; d-- {
		if above -= histogram[d]; above < 0 {
			break
		}
	}
	return d
}
