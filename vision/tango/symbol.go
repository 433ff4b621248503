package tango

import (
	"math"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// What stands in a cell? First by its shape: a sun is a disc of one colour, a moon is a disc
// out of which another was cut.

// kind is what stands in a cell.
type kind uint8

const (
	empty kind = iota
	sun
	moon
	foreign // something else, or what is one thing by its shape and another by its colour
)

// symbol is what was measured of a cell.
type symbol struct {
	kind  kind
	faint bool          // something stands there, too faint to tell
	color cellcolor.Lab // its usual colour
	ink   raster.RGB
}

const (
	around   = 0.2 // of a cell: symbols keep so far from its sides
	smallest = 0.22
	largest  = 0.62 // of a cell: how large a symbol is
)

// symbolOf measures what stands in a cell; left is what stripes left on its ground, 0 to 255, where it was
// striped.
func symbolOf(b *outline.Board, row, col int, ground raster.RGB, left int, striped bool) symbol {
	p, cell := b.Picture, b.Lattice.Cell(row, col)
	x0, y0 := max(num.Floor(cell.X+around*cell.Width), 0), max(num.Floor(cell.Y+around*cell.Height), 0)
	x1, y1 := min(num.Ceil(cell.X+(1-around)*cell.Width), p.W), min(num.Ceil(cell.Y+(1-around)*cell.Height), p.H)
	w, h := x1-x0, y1-y0
	if w < 4 || h < 4 {
		return symbol{kind: foreign}
	}
	away := make([]uint8, w*h)
	var counts [256]int
	last, d, run := ground.Packed(), 0, 0
	for y := range h {
		row, line := away[y*w:(y+1)*w], p.Row(y0 + y)[4*x0:]
		for x := range row {
			// Most pixels have the colour of the one before.
			if c := raster.Pixel(line, x); c != last {
				counts[d] += run
				last, d, run = c, raster.Chebyshev(raster.Unpacked(c), ground), 0
			}
			row[x] = uint8(d)
			run++
		}
	}
	counts[d] += run
	// The strongest hundredth may be ringing, or a pixel of the pointer.
	most := 255
	for skip := w * h / 100; most > 0 && skip >= counts[most]; most-- {
		skip -= counts[most]
	}
	strongest := 255
	for strongest > 0 && counts[strongest] == 0 {
		strongest--
	}
	switch {
	case strongest < raster.LeastContrast+p.Grain, striped && most < max(raster.LeastContrast, left+1) && strongest < 2*raster.LeastContrast:
		if outline.Veiled(b, row*b.Lattice.Size+col, ground) {
			return symbol{kind: foreign, faint: true}
		}
		return symbol{kind: empty}
	case most < 2*raster.LeastContrast:
		return symbol{kind: foreign, faint: true}
	}
	return told(p, away, x0, y0, w, h, float64(most), b.Lattice.Pitch())
}

// told tells a shape by how far each of w x h pixels is from the ground.
func told(p *raster.Picture, away []uint8, x0, y0, w, h int, most, pitch float64) symbol {
	full := 0.6 * most // from here on a pixel is all symbol: its colours differ
	var shares [256]float64
	for d := range shares {
		shares[d] = min(float64(d)/full, 1)
	}
	share := func(x, y int) float64 { return shares[away[y*w+x]] }
	left, top, right, bottom := w, h, 0, 0
	var area, mx, my float64
	var inner []raster.RGB
	for y := range h {
		for x := range w {
			s := share(x, y)
			if s < 0.25 {
				continue
			}
			area, mx, my = area+s, mx+s*(float64(x)+0.5), my+s*(float64(y)+0.5)
			if s >= 0.5 {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x+1), max(bottom, y+1)
			}
			if s == 1 {
				inner = append(inner, p.At(x0+x, y0+y))
			}
		}
	}
	s := symbol{kind: foreign}
	width, height := float64(right-left), float64(bottom-top)
	if len(inner) == 0 || width <= 0 || left == 0 || top == 0 || right == w || bottom == h {
		return s // it reaches beyond the middle of the cell
	}
	s.ink = raster.MedianColor(inner)
	s.color = cellcolor.ToLab(s.ink)
	if size := max(width, height) / pitch; size < smallest || size > largest || math.Abs(width-height) > 0.2*max(width, height)+1 {
		return s
	}
	// How much of it lies on itself when it is turned by half a turn.
	var turned float64
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			turned += min(share(x, y), share(left+right-1-x, top+bottom-1-y))
		}
	}
	fill, even := area/(width*height), turned/area
	off := math.Hypot(mx/area-float64(left+right)/2, my/area-float64(top+bottom)/2) / max(width, height)
	switch {
	case fill >= 0.68 && fill <= 0.92 && even >= 0.85 && off < 0.06 && plain(p, x0, y0, left, top, right, bottom, s.ink):
		s.kind = sun
	case fill >= 0.3 && fill <= 0.66 && even <= 0.75 && off >= 0.08:
		s.kind = moon
	}
	return s
}

// plain tells whether the middle of a disc is of one colour: there is no number in it.
func plain(p *raster.Picture, x0, y0, left, top, right, bottom int, ink raster.RGB) bool {
	const (
		middle = 0.6  // of the radius
		alike  = 40   // of 255, in brightness
		most   = 0.85 // of the pixels
	)
	cx, cy, r := float64(left+right)/2, float64(top+bottom)/2, middle*float64(right-left)/2
	n, same := 0, 0
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			if dx, dy := float64(x)+0.5-cx, float64(y)+0.5-cy; dx*dx+dy*dy > r*r {
				continue
			}
			n++
			if raster.AbsDiff(p.At(x0+x, y0+y).Luma(), ink.Luma()) <= alike {
				same++
			}
		}
	}
	return float64(same) >= most*float64(n)
}

// byColor is the second witness: a symbol whose colour is not that of the others of its shape,
// or is closer to that of the other shape, is foreign.
func byColor(all []symbol) {
	var of [2][]cellcolor.Lab
	for i, k := range [...]kind{sun, moon} {
		for _, s := range all {
			if s.kind == k {
				of[i] = append(of[i], s.color)
			}
		}
	}
	suns, moons := num.Medians(of[0]), num.Medians(of[1])
	reach := 20.0 // in L*a*b*: compression bleeds
	if min(len(of[0]), len(of[1])) > 0 {
		apart := suns.Distance(moons)
		if apart < reach {
			// Suns and moons of one colour: what is covered in part takes the other's shape.
			odd := moon
			if len(of[0]) < len(of[1]) {
				odd = sun
			}
			for i := range all {
				if all[i].kind == odd {
					all[i].kind = foreign
				}
			}
			return
		}
		reach = min(reach, apart/3)
	}
	for i := range all {
		s := &all[i]
		if s.kind == sun && s.color.Distance(suns) > reach || s.kind == moon && s.color.Distance(moons) > reach {
			s.kind = foreign
		}
	}
}
