package player

import (
	"image"
	"math/rand/v2"
	"slices"

	"autoqueens/vision"
)

// sameFigure tells whether in a part of two pictures the same stands on the ground, whatever colours both have:
// pages shade cells as the pointer or a selection comes and goes, and redden what breaks a rule. Where either
// picture does not show all of the part, the answer is no.
func sameFigure(a, b *image.RGBA, r image.Rectangle) bool {
	if a == nil || r.Empty() || !r.In(a.Rect) || !r.In(b.Rect) {
		return false
	}
	return samePixels(a, b, r) || likeFigure(figure(a, r), figure(b, r))
}

// keeps tells whether anything stands in a part of a picture, and whether the same does in a later one, see [sameFigure].
func keeps(then, now *image.RGBA, r image.Rectangle) (stands, same bool) {
	if then == nil || r.Empty() || !r.In(then.Rect) {
		return false, false
	}
	f := figure(then, r)
	return slices.Contains(f, true), r.In(now.Rect) && (samePixels(then, now, r) || likeFigure(f, figure(now, r)))
}

// likeFigure tells whether two figures of as many pixels are one.
func likeFigure(then, now []bool) bool {
	both, either := 0, 0
	for i := range then {
		if then[i] || now[i] {
			either++
		}
		if then[i] && now[i] {
			both++
		}
	}
	return 2*both >= either // the edges of a figure are drawn anew, its strokes stay where they are
}

// figure tells of each pixel of a part whether it is nearer to what departs the most from the ground than to that.
func figure(img *image.RGBA, r image.Rectangle) []bool {
	ground, most := pixel(img, r.Min.X, r.Min.Y), 0
	off := make([]int, 0, r.Dx()*r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			d := departs(pixel(img, x, y), ground)
			off, most = append(off, d), max(most, d)
		}
	}
	stands := make([]bool, len(off))
	for i, d := range off {
		stands[i] = d >= leastDrawn && 2*d > most
	}
	return stands
}

// sameGrounds tells whether the cells of a board have the colours that were read, but for those that were
// clicked and one that the pointer is on: where all lines are alike, they are all that another board of Queens differs in.
func (g *game) sameGrounds(now *image.RGBA) bool {
	others, l := 0, g.reading.Lattice
	for row := range l.Size {
		for col := range l.Size {
			c := Cell{row, col}
			area := cellArea(l, c)
			at := area.Inset(area.Dx() / 8).Min // near a corner, where neither lines nor marks reach
			if !at.In(g.shown.Rect) || !at.In(now.Rect) {
				return false
			}
			if g.perCell[c] == 0 && farther(pixel(g.shown, at.X, at.Y), pixel(now, at.X, at.Y), offBy) {
				others++
			}
		}
	}
	return others <= 1
}

// scrolled tells whether what stood in the cells of a board is seen elsewhere now, above or below where it
// stood, as far as it is still in the picture, and less than a row of it there.
func (c compared) scrolled(l vision.Lattice) bool {
	const (
		step   = 2  // pixels between two samples
		fewest = 64 // samples that are in the picture: two or three figures have as many
		bar    = 20 // pixels: a page that becomes longer than its window gets a scroll bar, and gives way to it
	)
	var samples [][2]image.Point // both sides of edges
	for row := range l.Size {
		for col := range l.Size {
			r := innerArea(l, Cell{row, col}).Intersect(c.then.Rect)
			for y := r.Min.Y; y < r.Max.Y; y += step {
				for x := r.Min.X; x < r.Max.X; x += step {
					if to, ok := edgeAt(c.then, image.Pt(x, y)); ok {
						samples = append(samples, [2]image.Point{{x, y}, to})
					}
				}
			}
		}
	}
	// Those that are still in the picture may lie below the bars of the window, all beside each other.
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	// shows returns the share of the samples that are seen so far from where they were, 0 of too few.
	shows := func(by image.Point) float64 {
		seen, kept := 0, 0
		for _, side := range samples {
			if !side[0].Add(by).In(c.now.Rect) || !side[1].Add(by).In(c.now.Rect) {
				continue
			}
			seen++
			if c.stays(side[0], by) && c.stays(side[1], by) {
				kept++
			}
			if seen == fewest && 4*kept < seen { // half as many as are asked for: the others would not make it more
				return 0
			}
		}
		if seen < fewest {
			return 0
		}
		return float64(kept) / float64(seen)
	}
	board := l.Bounds().Image()
	if shows(image.Point{}) >= 1/float64(l.Size) {
		return false // what fills a row still stands in its place: a card may lie over the others
	}
	const least = 0.5 // marks come and go
	for y := -board.Dy(); y < board.Dy(); y++ {
		for x := -bar; x <= bar; x++ {
			if shows(image.Pt(x, y)) > least {
				return true
			}
		}
	}
	return false
}

// stays tells whether a pixel is seen so far from where it was.
func (c compared) stays(at, by image.Point) bool {
	is := at.Add(by)
	return !farther(pixel(c.then, at.X, at.Y), pixel(c.now, is.X, is.Y), offBy)
}
