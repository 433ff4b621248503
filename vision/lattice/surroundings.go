package lattice

import (
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What covers a part of a board may end just beside one of its lines, which then looks like the frame. But a
// page is the same all around a board, just outside of it. Of a square one something hides rows as well as
// columns, or what is left is no square: one side may be another than the three others, as where a window ends.
// A shadow or a bevel is another on two sides as well, but a cell farther out the page is what it is on the others.

// Clearance is how many pixels outside a board its frame has ended, wherever in its lines the lattice lies, and
// what else is on the page has not begun. From there on it is seen whether lines go on.
func (l Lattice) Clearance() int {
	const (
		share = 0.12 // of a cell
		least = 5    // pixels
	)
	return num.Floor(max(least, share*l.Pitch()))
}

// Outward returns the colours outside a side, in the order of [SideNames], a pixel apart from its edge on, so
// many pixels wide or as far as the picture goes: what is beside most of the cells.
func Outward(p *raster.Picture, l Lattice, side, width int) []raster.RGB {
	colors := make([]raster.RGB, 0, max(width, 0))
	for d := range min(width, num.Floor(l.Room(p)[side]+0.5)) {
		colors = append(colors, l.outwardAt(p, side, d))
	}
	return colors
}

// outwardAt is the colour that lies beside most of the cells at a side, so many pixels outside.
func (l Lattice) outwardAt(p *raster.Picture, side, d int) raster.RGB {
	const samples = 3 // in a cell, away from the lines
	var room [samples * MaxSize]raster.RGB
	colors := room[:0]
	out := (float64(d) + 0.5) / l.PitchAt(side)
	for i := range samples * l.Size {
		along := float64(i/samples) + float64(i%samples+1)/(samples+1)
		colors = append(colors, p.Clamped(l.Outside(side, along, out)))
	}
	return raster.MedianColor(colors)
}

// Beyond returns the colour of the page just outside the frame at a side. It is false where the picture
// ends before, or the frame does not.
func Beyond(p *raster.Picture, l Lattice, side int) (c raster.RGB, ok bool) {
	colors := Outward(p, l, side, l.Clearance()+1+slack)
	if len(colors) <= l.Clearance()+slack {
		return c, false
	}
	c = raster.MedianColor(colors[l.Clearance():])
	return c, !slices.ContainsFunc(colors[l.Clearance():], func(o raster.RGB) bool { return raster.Chebyshev(o, c) >= raster.LeastContrast })
}

// Hidden names two sides that meet of which both are unlike the two others, just outside and a cell farther
// out, or where the picture ends before, where these are alike: those can hide more of a board. None does where
// there are no such sides.
func Hidden(p *raster.Picture, l Lattice) []string {
	const left, top = 0, 2
	var far [4]raster.RGB
	for side, room := range l.Room(p) {
		d := min(num.Floor(l.PitchAt(side)), num.Floor(room+0.5))
		if d <= 0 {
			return nil // what is there cannot be told
		}
		far[side] = l.outwardAt(p, side, d-1)
	}
	alike := func(a, b int) bool { return raster.Chebyshev(far[a], far[b]) < raster.LeastContrast }
	var near [4][]raster.RGB // measured once they are needed
	unlike := func(a, b int) bool {
		for _, side := range [...]int{a, b} {
			if near[side] == nil {
				near[side] = Outward(p, l, side, l.Clearance()+1+slack)
			}
		}
		return differ(near[a], near[b], l.Clearance()+1) || differ(near[b], near[a], l.Clearance()+1)
	}
	for i := range 4 {
		beside, above := left+i%2, top+i/2
		others := [...]int{left + 1 - i%2, top + 1 - i/2}
		hides := alike(beside, above)
		for _, page := range [...]int{beside, above} {
			for _, h := range others {
				hides = hides && !alike(page, h) && unlike(page, h)
			}
		}
		if hides {
			return []string{SideNames[others[0]], SideNames[others[1]]}
		}
	}
	return nil
}

// slack is how many pixels the colours outside of two sides may lie otherwise: the lattice may lie in the lines.
const slack = 2

// differ tells whether colours a pixel apart, up to one of them, are none of those of another side there.
func differ(a, b []raster.RGB, to int) bool {
	for d := slack; d < min(to, len(a), len(b)-slack); d++ {
		for c, v := range a[d] {
			low, high := b[d][c], b[d][c]
			for _, o := range b[d-slack : d+slack+1] {
				low, high = min(low, o[c]), max(high, o[c])
			}
			if int(v) < int(low)-raster.LeastContrast || int(v) > int(high)+raster.LeastContrast {
				return true
			}
		}
	}
	return false
}
