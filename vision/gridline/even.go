package gridline

import (
	"slices"

	"autoqueens/vision/num"
)

// What if the picture was scaled to whole pixels? Without smoothing, as the
// windows of remote desktops and magnifiers do it, whole rows and columns of
// pixels are doubled or dropped: the narrow and the wide lines on one line of the
// lattice become a pixel wider or narrower together. So those on the same line of
// the lattice are compared with each other first.

// levels are the two widths of the lines on one line of the lattice, in pixels.
type levels struct{ low, high float64 }

// even makes the widths of lines comparable where those on one line of the
// lattice come in two widths each, but not in the same everywhere. Where that
// leaves it open what a line is, it is no longer counted as seen. The board has n
// rows.
func (w *Lines) even(n int) {
	const (
		uneven = 0.7 // pixels by which the widths have to differ, whole ones less what is lost at blurred edges
		little = 0.3 // pixels: less than any line left of one that was not dropped
	)
	// The edges that can be seen, by the line of the lattice they lie on.
	lines := make([][]*Edge, 2*n)
	room := make([]*Edge, 2*n*n)
	for k := range lines {
		lines[k] = room[k*n : k*n : (k+1)*n]
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Visible {
			k := e.LatticeLine(n)
			lines[k[0]*n+k[1]] = append(lines[k[0]*n+k[1]], e)
		}
	}
	two := make([]levels, len(lines)) // zero where the lines come in one width, or in many
	lows, highs, gaps := make([]float64, 0, 2*n), make([]float64, 0, 2*n), make([]float64, 0, 2*n)
	widths := make([]float64, 0, n)
	for k, edges := range lines {
		widths = widths[:0]
		for _, e := range edges {
			widths = append(widths, e.Width)
		}
		if l, ok := levelsOf(widths); ok {
			two[k] = l
			lows, highs, gaps = append(lows, l.low), append(highs, l.high), append(gaps, l.high-l.low)
		}
	}
	if len(gaps) < n-1 { // half of all
		return
	}
	low, high, gap := num.Median(lows), num.Median(highs), num.Median(gaps)
	spread := func(sorted []float64) float64 { return sorted[len(sorted)-1] - sorted[0] }
	// A pixel more or less of each width makes two of what lies between them.
	if low < little || max(spread(lows), spread(highs)) < uneven || gaps[0] < gap-1-little || spread(gaps) > 2+little {
		return
	}
	// Where all lines are of one width: none is wide that is narrower than the wide ones
	// elsewhere, and none narrow that is wider than rounding, which adds a pixel at most,
	// makes one. What lies between the two bounds is left open, whichever is the higher.
	narrow, wide := highs[0]-uneven/2, max(lows[len(lows)-1], lows[0]+1)+uneven/2
	for k, edges := range lines {
		l := two[k]
		for _, e := range edges {
			switch two := l.high > 0; {
			case two && e.Width < (l.low+l.high)/2, !two && e.Width < min(narrow, wide):
				e.EvenWidth = low
			case two, e.Width > max(narrow, wide):
				e.EvenWidth = high
			default:
				e.Visible = false
			}
		}
	}
}

// levelsOf tells whether widths are of two kinds, and which; it sorts them.
func levelsOf(v []float64) (l levels, ok bool) {
	const tight = 0.35 // of the gap between the two, at most, is the spread of each
	slices.Sort(v)
	split, gap := 0, 0.0
	for i := 1; i < len(v); i++ {
		if d := v[i] - v[i-1]; d > gap {
			split, gap = i, d
		}
	}
	if gap < LeastGap || max(v[split-1]-v[0], v[len(v)-1]-v[split]) > tight*gap {
		return l, false
	}
	return levels{num.Median(v[:split]), num.Median(v[split:])}, true
}
