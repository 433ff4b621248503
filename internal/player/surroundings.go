package player

import "image"

// compared is a picture of now beside the one in which the board was first seen.
type compared struct{ then, now *image.RGBA }

// surroundingsStand tells a result card that covers the board from a window that
// is gone and from a page that was left: it compares what is around the board with
// the picture in which the board was first seen, as it is or below a layer that dims
// it. Pages share their grounds, so the edges of what stands on them have to be
// there as well, where there are any. Where there is too little around the board to
// tell, the answer is no.
func (c compared) surroundingsStand(board image.Rectangle) bool {
	const (
		step    = 3   // pixels between two samples
		atLeast = 500 // samples, and
		edges   = 50  // of them on edges
		stayed  = 0.4 // of the samples: the card may be larger than the board
	)
	around := board.Inset(-board.Dx() / 2).Intersect(c.then.Rect)
	hole := board.Inset(-board.Dx() / 16)
	var then, now [][3]uint8
	var onEdge []bool
	for y := around.Min.Y; y < around.Max.Y; y += step {
		for x := around.Min.X; x < around.Max.X; x += step {
			if !image.Pt(x, y).In(hole) {
				then, now = append(then, pixel(c.then, x, y)), append(now, pixel(c.now, x, y))
				onEdge = append(onEdge, isEdge(c.then, x, y))
			}
		}
	}
	over, _ := layerOver(then, now)
	kept, keptEdges, allEdges := 0, 0, 0
	for i, p := range then {
		// A page is dimmed, the window that it is in is not.
		stands := over.explains(p, now[i]) || !farther(p, now[i], offBy)
		if stands {
			kept++
		}
		if onEdge[i] {
			allEdges++
			if stands {
				keptEdges++
			}
		}
	}
	return len(then) >= atLeast && float64(kept) >= stayed*float64(len(then)) &&
		(allEdges < edges || float64(keptEdges) >= stayed*float64(allEdges))
}

// barsStand tells a page that shows its result in place of everything that was on it
// from one that was left, from another tab and from a window that is gone: all that
// changed is a place below bars that did not, those of the browser with its tabs and
// its address. Where there are no bars, as on a screen that shows the page alone, the
// answer is no.
func (c compared) barsStand(board image.Rectangle) bool {
	const (
		edges = 50  // pixels on edges that the bars have at least
		high  = 150 // pixels that they are high at most, of the capture
		few   = 4   // changed pixels of a row: a cursor that blinks
	)
	top := c.then.Rect.Min.Y
	for ; top < board.Min.Y; top++ {
		n := 0
		for x := c.then.Rect.Min.X; x < c.then.Rect.Max.X && n < few; x++ {
			if farther(pixel(c.then, x, top), pixel(c.now, x, top), offBy) {
				n++
			}
		}
		if n == few {
			break
		}
	}
	// What lies above the board, and not beside it, is its own window's.
	bars := image.Rect(board.Min.X-board.Dx()/2, top-high, board.Max.X+board.Dx()/2, top).Intersect(c.then.Rect)
	found := 0
	for y := bars.Min.Y; y < bars.Max.Y; y++ {
		for x := bars.Min.X; x < bars.Max.X; x++ {
			if isEdge(c.then, x, y) {
				if found++; found >= edges {
					return true
				}
			}
		}
	}
	return false
}

// isEdge tells whether a picture changes at a pixel.
func isEdge(img *image.RGBA, x, y int) bool {
	const edge = 24 // of 255, from one pixel to the next
	p := pixel(img, x, y)
	return x+1 < img.Rect.Max.X && farther(p, pixel(img, x+1, y), edge) ||
		y+1 < img.Rect.Max.Y && farther(p, pixel(img, x, y+1), edge)
}

// farther tells whether two colours are farther apart than by, of 255, in any channel.
func farther(a, b [3]uint8, by int) bool {
	return far(a[0], b[0]) > by || far(a[1], b[1]) > by || far(a[2], b[2]) > by
}
