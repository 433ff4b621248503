package tango

import (
	"cmp"
	"image"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// figure is what departs from the ground by a least within a rectangle of pixels, w a row.
type figure struct {
	away  []uint8
	w     int
	box   image.Rectangle
	least uint8
}

// hollow returns how large the only hollow of a figure to speak of is, as a share of its convex hull; 0 where it has
// none, or several. What the figure encloses is none.
func (f *figure) hollow() float64 {
	away, w, box, least := f.away, f.w, f.box, f.least
	// The corners of the pixels at both ends of each row: all others lie between.
	var ends []image.Point
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := away[y*w+box.Min.X : y*w+box.Max.X]
		drawn := func(d uint8) bool { return d >= least }
		first := slices.IndexFunc(row, drawn)
		if first < 0 {
			continue
		}
		last := len(row)
		for !drawn(row[last-1]) {
			last--
		}
		ends = append(ends, image.Pt(first, y), image.Pt(first, y+1), image.Pt(last, y), image.Pt(last, y+1))
	}
	hull := hullOf(ends)
	width, height := box.Dx(), box.Dy()
	hollow, inside, in := make([]uint8, width*height), make([]bool, width*height), 0
	for row := range height {
		y := box.Min.Y + row
		from, to := across(hull, float64(y)+0.5)
		for x := num.Ceil(from - 0.5); float64(x)+0.5 <= to; x++ {
			in, inside[row*width+x] = in+1, true
			if away[y*w+box.Min.X+x] < least {
				hollow[row*width+x] = 1
			}
		}
	}
	most, second := 0, 0
	open := func(i int32) bool {
		x, y := int(i)%width, int(i)/width
		return x == 0 || y == 0 || x == width-1 || y == height-1 || !inside[i-1] || !inside[i+1] || !inside[int(i)-width] || !inside[int(i)+width]
	}
	for _, c := range raster.Components(hollow, width, 1) {
		if !slices.ContainsFunc(c, open) {
			continue
		}
		most, second = max(most, len(c)), max(second, min(most, len(c)))
	}
	const few = 0.25 // of the largest: what the pixels of a round rim leave, each by itself
	if float64(second) > few*float64(most) {
		return 0
	}
	return float64(most) / float64(max(in, 1))
}

// hullOf returns the corners of the convex hull of points, in their order around it (Andrew's monotone chain).
func hullOf(points []image.Point) []image.Point {
	slices.SortFunc(points, func(a, b image.Point) int { return cmp.Or(a.X-b.X, a.Y-b.Y) })
	points = slices.Compact(points)
	half := func() (chain []image.Point) {
		for _, p := range points {
			for len(chain) > 1 && turn(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		return chain
	}
	there := half()
	slices.Reverse(points)
	back := half()
	return append(there[:max(len(there)-1, 0)], back[:max(len(back)-1, 0)]...)
}

// turn is above 0 where the way from a by b to c turns to one side, and below 0 where it turns to the other.
func turn(a, b, c image.Point) int { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// across returns from where to where a hull reaches at a height; nowhere where it does not.
func across(hull []image.Point, y float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		if ay, by := float64(a.Y), float64(b.Y); (ay < y) != (by < y) {
			x := float64(a.X) + (y-ay)/(by-ay)*float64(b.X-a.X)
			from, to = min(from, x), max(to, x)
		}
	}
	return from, to
}
