package player

import "image"

// compared is a picture of now beside the one in which the board was first seen.
type compared struct{ then, now *image.RGBA }

// surroundingsStand tells a result card that covers the board from a window that
// is gone and from a page that was left: it compares what is around the board with
// the picture in which the board was first seen, as it is or below a layer that dims
// it. Pages share their grounds, so the edges of what stands on them have to be
// there as well. Where there is too little around the board to tell, the answer is no.
func (c compared) surroundingsStand(board image.Rectangle) bool {
	const (
		step    = 2   // pixels between two samples
		atLeast = 500 // samples, and
		fewest  = 30  // of them on edges: a word or two
		stayed  = 0.4 // of the samples: the card may be larger than the board
	)
	around := board.Inset(-board.Dx() / 2).Intersect(c.then.Rect).Intersect(c.now.Rect)
	hole := board.Inset(-board.Dx() / 16)
	var then, now [][3]uint8
	for y := around.Min.Y; y < around.Max.Y; y += step {
		for x := around.Min.X; x < around.Max.X; x += step {
			if !image.Pt(x, y).In(hole) {
				then, now = append(then, pixel(c.then, x, y)), append(now, pixel(c.now, x, y))
			}
		}
	}
	// A page is dimmed, the bars of the browser around it are not.
	var was, is [][3]uint8
	for i := range then {
		if then[i] != now[i] {
			was, is = append(was, then[i]), append(is, now[i])
		}
	}
	over, _ := layerOver(was, is)
	stands := func(then, now [3]uint8) bool { return over.explains(then, now) || !farther(then, now, offBy) }
	kept, edges, keptEdges, i := 0, 0, 0, -1
	for y := around.Min.Y; y < around.Max.Y; y += step {
		for x := around.Min.X; x < around.Max.X; x += step {
			at := image.Pt(x, y)
			if at.In(hole) {
				continue
			}
			i++
			there := stands(then[i], now[i])
			if there {
				kept++
			}
			to, ok := edgeAt(c.then, at)
			if back := at.Sub(image.Pt(1, 1)); !ok && back.In(around) && farther(then[i], pixel(c.then, back.X, back.Y), edge) {
				to, ok = back, true // what is drawn on every other pixel, as on displays of twice the scale
			}
			if ok && to.In(around) {
				edges++
				// Either side of an edge may be of the ground alone.
				if there && stands(pixel(c.then, to.X, to.Y), pixel(c.now, to.X, to.Y)) {
					keptEdges++
				}
			}
		}
	}
	return len(then) >= atLeast && float64(kept) >= stayed*float64(len(then)) &&
		edges >= fewest && float64(keptEdges) >= stayed*float64(edges)
}

// barsStand tells a page that shows its result in place of everything that was on it
// from one that was left and from another tab: all that changed in its window lies
// below bars that did not, those of the browser with its tabs and its address, and
// below the line that runs all along between them and the page. Where there are no
// bars, as in a window that shows the page alone, the answer is no.
func (c compared) barsStand(board, window image.Rectangle) bool {
	const (
		fewest = 50   // pixels on upright edges that the bars have: those of a few words
		few    = 4    // changed pixels of a row: a cursor that blinks
		along  = 0.95 // of the window's width: what parts tabs from the address ends at the tab in use
	)
	window = window.Intersect(c.then.Rect).Intersect(c.now.Rect)
	edges, page := 0, false // whether the page has begun
	for y := window.Min.Y; y < min(board.Min.Y, window.Max.Y); y++ {
		changed, line := 0, 0
		for x := window.Min.X; x < window.Max.X; x++ {
			if farther(pixel(c.then, x, y), pixel(c.now, x, y), offBy) {
				changed++
			}
			if y > window.Min.Y && farther(pixel(c.then, x, y-1), pixel(c.then, x, y), offBy) {
				line++
			}
		}
		page = page || edges >= fewest && float64(line) >= along*float64(window.Dx())
		if changed >= few {
			return page
		}
		for x := window.Min.X + 1; x < window.Max.X; x++ {
			if farther(pixel(c.then, x-1, y), pixel(c.then, x, y), edge) {
				edges++
			}
		}
	}
	return false // nothing above the board has changed
}

// edge is how much a picture changes at an edge, of 255, from one pixel to the next.
const edge = 24

// edgeAt returns the pixel beside or below one from which it differs, if there is one.
func edgeAt(img *image.RGBA, at image.Point) (image.Point, bool) {
	p := pixel(img, at.X, at.Y)
	for _, to := range [...]image.Point{at.Add(image.Pt(1, 0)), at.Add(image.Pt(0, 1))} {
		if to.In(img.Rect) && farther(p, pixel(img, to.X, to.Y), edge) {
			return to, true
		}
	}
	return at, false
}

// farther tells whether two colours are farther apart than by, of 255, in any channel.
func farther(a, b [3]uint8, by int) bool {
	return far(a[0], b[0]) > by || far(a[1], b[1]) > by || far(a[2], b[2]) > by
}
