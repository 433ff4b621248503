package glyph

import (
	"image"
	"math"

	"autoqueens/vision/raster"
)

// Foreground is what departs from the background in the middle part of a cell.
type Foreground struct {
	W, H     int               // of that part, pixels
	Depth    []uint8           // row-major: how far each pixel departs; 0 where it is background
	N        int               // pixels of it, those left out not counted
	Foreign  int               // pixels left out that have no counterpart on the other side
	Rim      int               // pixels left out that lie along the sides
	Aside    []image.Rectangle // boxes of connected pieces that do not reach the middle third
	Contrast int               // how far the strongest pixel departs, 0 to 255
	Opaque   float64           // how opaque it has to be at least to depart so far, 0 to 1
	Corner   image.Point       // of the part in the picture
	Cx, Cy   float64           // middle of the cell, from that corner
	Unit     float64           // side of the whole cell, pixels
}

const (
	// border is the share of the part looked at, on each of its sides, in which
	// a compressed picture still rings from the lines around the cell.
	border = 0.1
	// core is the share that is its rim: what is drawn in a cell has a quarter of
	// itself at least further inside.
	core = 0.17
	// paired is the share of a symmetric glyph that has a counterpart on the other side.
	paired = 0.82
)

// Extract finds the foreground of a cell: what departs from the background in a
// part of it that is as wide and high as that share of the cell, by least or
// more, 0 to 255. It has no pixels where nothing does. Rough tells that the picture
// was compressed or scaled: then what departs far less than the rest is left out.
func Extract(p *raster.Picture, cell raster.Rect, share float64, b Background, least int, rough bool) Foreground {
	k := Foreground{Unit: min(cell.Width, cell.Height)}
	area := Part(p, cell, share)
	if area.Empty() {
		return k
	}
	k.Corner, k.W, k.H = area.Min, area.Dx(), area.Dy()
	k.Cx, k.Cy = cell.X+cell.Width/2-float64(area.Min.X), cell.Y+cell.Height/2-float64(area.Min.Y)
	rim := image.Pt(int(border*float64(k.W)), int(border*float64(k.H)))
	b.departing(p, area, image.Rectangle{area.Min.Add(rim), area.Max.Sub(rim)}, least, func(_, _ int, v, under raster.RGB) {
		k.Contrast = max(k.Contrast, raster.Departure(v, under))
		k.Opaque = max(k.Opaque, Opacity(v, under))
	})
	if k.Contrast < least {
		return k
	}
	level := least
	if rough {
		// Ringing of a compressed picture stays below a third of what it rings from.
		level = max(least, min(k.Contrast/3, 2*raster.LeastContrast))
	}
	k.Depth = make([]uint8, k.W*k.H)
	b.departing(p, area, area, level, func(x, y int, v, under raster.RGB) {
		if d := raster.Departure(v, under); d >= level {
			k.Depth[(y-area.Min.Y)*k.W+x-area.Min.X] = uint8(d)
			k.N++
		}
	})
	k.clean()
	return k
}

// Part returns the middle part of a cell, a share of its sides, in whole pixels
// of the picture.
func Part(p *raster.Picture, cell raster.Rect, share float64) image.Rectangle {
	at := func(from, side, share float64) int { return int(math.Round(from + share*side)) }
	lo, hi := (1-share)/2, (1+share)/2
	return image.Rect(
		at(cell.X, cell.Width, lo), at(cell.Y, cell.Height, lo), at(cell.X, cell.Width, hi), at(cell.Y, cell.Height, hi),
	).Intersect(p.Bounds())
}

// Opacity returns how opaque a foreground has to be, at least, to turn the colour under it
// into c: how much of the way to 0 or 255 a channel has gone. Near to those, a little noise
// would be much of it.
func Opacity(c, under raster.RGB) (most float64) {
	const near = 64
	for i, v := range c {
		way := max(int(under[i]), near)
		if v > under[i] {
			way = max(255-int(under[i]), near)
		}
		most = max(most, float64(raster.AbsDiff(v, under[i]))/float64(way))
	}
	return most
}

// blobs returns the connected components of the foreground: the indices of their pixels.
func (k *Foreground) blobs() [][]int32 { return raster.Components(k.Depth, k.W, 1) }

// clean leaves out what is no part of a glyph: specks, what stays along the rim,
// and, beside something that has one, what has no counterpart on the other side
// of the cell's middle.
func (k *Foreground) clean() {
	speck := max(2, k.N/50)
	rimX, rimY := int(core*float64(k.W)), int(core*float64(k.H))
	middle := image.Rect(k.W/3, k.H/3, k.W-k.W/3, k.H-k.H/3)
	var lone [][]int32
	kept := false
	leave := func(b []int32) {
		for _, i := range b {
			k.Depth[i] = 0
		}
		k.N -= len(b)
	}
	for _, b := range k.blobs() {
		deep := 0
		if box := raster.Around(b, k.W); len(b) >= speck && !box.Overlaps(middle) {
			k.Aside = append(k.Aside, box)
		}
		for _, i := range b {
			if x, y := int(i)%k.W, int(i)/k.W; x >= rimX && x < k.W-rimX && y >= rimY && y < k.H-rimY {
				deep++
			}
		}
		switch {
		case 4*deep < len(b):
			k.Rim += len(b)
			leave(b)
		case len(b) < speck:
			leave(b)
		case k.mirrored(b) < paired:
			lone = append(lone, b)
		default:
			kept = true
		}
	}
	if !kept {
		return
	}
	for _, b := range lone {
		k.Foreign += len(b)
		leave(b)
	}
}

// mirrored returns the share of a component that has foreground opposite it, left to
// right. The lattice may be a pixel or two off, and the glyph drawn off the
// middle: the best axis near the middle counts.
func (k *Foreground) mirrored(b []int32) float64 {
	slack := max(1, int(math.Round(0.03*k.Unit)))
	reach := max(2, int(math.Round(0.24*k.Unit)))
	middle := int(math.Floor(2*k.Cx)) - 1
	// Where there is foreground no further than slack to the left or right.
	wide := k.W + 2*slack
	near := make([]bool, wide*k.H)
	for i, depth := range k.Depth {
		if depth > 0 {
			from := i/k.W*wide + i%k.W
			for d := range 2*slack + 1 {
				near[from+d] = true
			}
		}
	}
	best := 0
	for axis := middle - reach; axis <= middle+reach; axis++ {
		n := 0
		for _, i := range b {
			x, y := int(i)%k.W, int(i)/k.W
			if u := axis - x + slack; u >= 0 && u < wide && near[y*wide+u] {
				n++
			}
		}
		best = max(best, n)
	}
	return float64(best) / float64(len(b))
}
