package vision

import (
	"image"
	"math"
)

// How ink is found in a cell, what of it belongs to a mark, and how it lies there.
// What mark it is, is told elsewhere.

// ink is what departs from the ground in the inner part of a cell.
type ink struct {
	w, h     int         // of the inner part, pixels
	depth    []uint8     // row-major: how far each pixel departs; 0 where it is no ink
	n        int         // pixels of ink
	contrast int         // how far the strongest pixel departs, 0 to 255
	bright   int         // by how much the one that departs most in brightness does
	opaque   float64     // how opaque ink has to be to depart so far from this ground, 0 to 1
	mean     float64     // by how much all of it does on average, what was taken away included
	foreign  int         // pixels taken away that belonged to no mark
	central  bool        // some of those stood in the middle, as a mark does
	middle   int         // how large they were, pixels
	broad    bool        // some of those were as wide as a queen: one may be among them
	faded    bool        // it is of colour alone, as what compression leaves behind
	royal    float64     // how much more its shape is a queen's than a cross's; see shape.royal
	disputed bool        // it is a cross by its brightness, but surely a queen by its colour
	corner   image.Point // of the inner part in the picture
	cx, cy   float64     // middle of the cell, from that corner
	unit     float64     // side of the whole cell, pixels
}

// least is the smallest mark, as a share of the cell's side.
const least = 0.08

// isSpeck tells whether all there is in a cell is smaller than any mark.
func (k *ink) isSpeck() bool {
	if k.n < 3 || k.foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	return float64(max(x1-x0, y1-y0)+1) < least*k.unit
}

// lumaApart is the difference of two colours in brightness, 0 to 255.
func lumaApart(a, b rgb) int { return diff(a.luma(), b.luma()) }

// find takes everything in a rectangle that departs from the ground by level or
// more for ink; by tells how far two colours are apart.
func (k *ink) find(p *picture, x0, y0, x1, y1 int, ground rgb, level int, by func(a, b rgb) int) {
	k.n, k.foreign, k.central, k.middle, k.broad = 0, 0, false, 0, false
	k.w, k.h = x1-x0, y1-y0
	k.depth = make([]uint8, k.w*k.h)
	flat := newFlat(ground, level-1)
	sum := 0
	for y := range k.h {
		line := p.line(y0 + y)
		for x := flat.end(line, x0, x1); x < x1; x = flat.end(line, x+1, x1) {
			v := p.at(x, y0+y)
			depth := by(v, ground)
			if depth < level {
				continue
			}
			k.depth[y*k.w+x-x0] = uint8(depth)
			sum += lumaApart(v, ground)
			k.n++
		}
	}
	k.mean = float64(sum) / float64(max(k.n, 1))
	k.takeAwayForeign()
}

// at tells whether there is ink at x, y.
func (k *ink) at(x, y int) bool {
	return x >= 0 && y >= 0 && x < k.w && y < k.h && k.depth[y*k.w+x] > 0
}

// blob is a connected patch of ink: the indices of its pixels.
type blob []int32

// takeAwayForeign removes blobs that are no part of a mark: specks, what stays
// along the rim, and what has no counterpart on the other side of the cell's
// middle.
func (k *ink) takeAwayForeign() {
	const (
		core   = 0.17 // of the inner part, on each side, is rim
		paired = 0.82 // of a mark's ink has a counterpart; of a pointer's less
	)
	speck := max(2, k.n/50)
	rimX, rimY := int(core*float64(k.w)), int(core*float64(k.h))
	var gone []blob
	for _, b := range k.blobs() {
		deep := 0
		for _, i := range b {
			x, y := int(i)%k.w, int(i)/k.w
			if x >= rimX && x < k.w-rimX && y >= rimY && y < k.h-rimY {
				deep++
			}
		}
		lone := k.mirrored(b) < paired
		if len(b) >= speck && !lone && 4*deep >= len(b) {
			continue
		}
		if lone {
			k.foreign += deep
			if k.inMiddle(b) {
				x0, y0, x1, y1 := k.boxOf(b)
				k.central, k.middle = true, max(k.middle, x1-x0+1, y1-y0+1)
			}
			k.broad = k.broad || 4*deep >= len(b) && k.hidesQueen(b) // two lines that meet at a corner lie at the rim
		}
		gone = append(gone, b)
	}
	for _, b := range gone {
		for _, i := range b {
			k.depth[i] = 0
		}
		k.n -= len(b)
	}
}

// box returns the first and last column and row of the ink, but for the little
// at the rim that compression adds to a mark.
func (k *ink) box() (x0, y0, x1, y1 int) {
	const trace = 0.02 // of the ink
	cols, rows := make([]int, k.w), make([]int, k.h)
	total := 0
	for i, d := range k.depth {
		if d > 0 {
			cols[i%k.w] += int(d)
			rows[i/k.w] += int(d)
			total += int(d)
		}
	}
	ends := func(sums []int) (lo, hi int) {
		lo, hi = 0, len(sums)-1
		for sum := sums[lo]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[lo] {
			lo++
		}
		for sum := sums[hi]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[hi] {
			hi--
		}
		return lo, hi
	}
	x0, x1 = ends(cols)
	y0, y1 = ends(rows)
	return x0, y0, x1, y1
}

// opacity returns how opaque ink has to be, at least, for a ground to look like c under
// it: how much of the way to 0 or 255 a channel has gone. On grounds near to those, a
// little noise would be much of it.
func opacity(c, ground rgb) (most float64) {
	const near = 64
	for i, v := range c {
		way := max(int(ground[i]), near)
		if v > ground[i] {
			way = max(255-int(ground[i]), near)
		}
		most = max(most, float64(diff(v, ground[i]))/float64(way))
	}
	return most
}

// remains returns how large what stands in a cell is that is no mark by its shape: the
// longer side in pixels, 0 where there is nothing in the middle, or more besides.
func (k *ink) remains() float64 {
	if k.middle > 0 || !k.inside() {
		return float64(k.middle)
	}
	x0, y0, x1, y1 := k.box()
	return float64(max(x1-x0, y1-y0) + 1)
}

// inside tells whether all there is in a cell keeps away from its sides.
func (k *ink) inside() bool {
	if k.n == 0 || k.foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	return x0 > 0 && y0 > 0 && x1 < k.w-1 && y1 < k.h-1
}

// leaning is how far, in widths, the middle of a queen's rows may move from top
// to bottom: the tail of a Q moves it by a quarter, an arrow by half.
const leaning = 0.36

// lean returns how far the middle of the ink's rows moves from top to bottom,
// in widths: the slope of a line fitted to the pixels of a w x h box.
func (k *ink) lean(w, h int) float64 {
	var n, sx, sy, sxy, syy float64
	for i, d := range k.depth {
		if d > 0 {
			x, y := float64(i%k.w), float64(i/k.w)
			n, sx, sy, sxy, syy = n+1, sx+x, sy+y, sxy+x*y, syy+y*y
		}
	}
	den := n*syy - sy*sy
	if den == 0 {
		return 0
	}
	return abs((n*sxy-sx*sy)/den) * float64(h) / float64(w)
}

// peaksAside tells whether the top of the ink lies to one side, as the tip of a
// pointer does; that of a letter Q, which leans as much, lies in the middle.
func (k *ink) peaksAside(x0, y0, w, h int) bool {
	var n, sum float64
	for y := y0; y < y0+max(1, h/5); y++ {
		for x := x0; x < x0+w; x++ {
			if k.at(x, y) {
				n, sum = n+1, sum+float64(x-x0)+0.5
			}
		}
	}
	middle := sum / max(n, 1) / float64(w)
	return n > 0 && (middle < 0.33 || middle > 0.67)
}

// boxOf returns the first and last column and row of a blob.
func (k *ink) boxOf(b blob) (x0, y0, x1, y1 int) {
	x0, y0, x1, y1 = k.w, k.h, -1, -1
	for _, i := range b {
		x, y := int(i)%k.w, int(i)/k.w
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	return x0, y0, x1, y1
}

// hidesQueen tells whether a blob that belongs to no mark can be a queen with a
// pointer over it: a pointer alone is much taller than wide.
func (k *ink) hidesQueen(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	w, h := x1-x0+1, y1-y0+1
	return float64(w) >= 0.35*k.unit && 20*w >= 17*h && float64(x0) < k.cx-0.12*k.unit && float64(x1) > k.cx+0.12*k.unit &&
		float64(y0) < k.cy && float64(y1) > k.cy
}

// offMiddle returns how far the middle of a box of the ink lies from that of the cell, in
// pixels.
func (k *ink) offMiddle(x0, y0, x1, y1 int) (x, y float64) {
	return abs(float64(x0+x1+1)/2 - k.cx), abs(float64(y0+y1+1)/2 - k.cy)
}

// inMiddle tells whether a blob is small and stands in the middle of the cell:
// the pointer's arrow is larger, or reaches in from elsewhere.
func (k *ink) inMiddle(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	offX, offY := k.offMiddle(x0, y0, x1, y1)
	return len(b) >= 4 && float64(max(x1-x0, y1-y0)+1) < 0.36*k.unit && 4*(x1-x0+1) >= 3*(y1-y0+1) &&
		max(offX, offY) < 0.08*k.unit+0.5
}

// mirrored returns the share of a blob that has ink opposite it, left to
// right. The lattice may be a pixel or two off, and the mark drawn off the
// middle: the best axis near the middle counts.
func (k *ink) mirrored(b blob) float64 {
	slack := max(1, int(math.Round(0.03*k.unit)))
	reach := max(2, int(math.Round(0.24*k.unit)))
	middle := int(math.Floor(2*k.cx)) - 1
	// Where there is ink no further than slack to the left or right.
	wide := k.w + 2*slack
	near := make([]bool, wide*len(k.depth)/k.w)
	for i, depth := range k.depth {
		if depth > 0 {
			from := i/k.w*wide + i%k.w
			for d := range 2*slack + 1 {
				near[from+d] = true
			}
		}
	}
	best := 0
	for axis := middle - reach; axis <= middle+reach; axis++ {
		n := 0
		for _, i := range b {
			x, y := int(i)%k.w, int(i)/k.w
			if u := axis - x + slack; u >= 0 && u < wide && near[y*wide+u] {
				n++
			}
		}
		best = max(best, n)
	}
	return float64(best) / float64(len(b))
}

// blobs returns the connected patches of ink, corners touching included.
func (k *ink) blobs() []blob {
	var out []blob
	seen := make([]bool, len(k.depth))
	for start := range k.depth {
		if k.depth[start] == 0 || seen[start] {
			continue
		}
		b := blob{int32(start)}
		seen[start] = true
		for n := 0; n < len(b); n++ {
			x, y := int(b[n])%k.w, int(b[n])/k.w
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if i := (y+dy)*k.w + x + dx; k.at(x+dx, y+dy) && !seen[i] {
						seen[i] = true
						b = append(b, int32(i))
					}
				}
			}
		}
		out = append(out, b)
	}
	return out
}
