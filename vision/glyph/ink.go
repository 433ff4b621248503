package glyph

import (
	"image"
	"math"

	"autoqueens/vision/raster"
)

// How ink is found in a cell, what of it belongs to a mark, and how it lies there.
// What mark it is, is told elsewhere.

// Foreground is what departs from the ground in the inner part of a cell.
type Foreground struct {
	W, H       int         // of the inner part, pixels
	Depth      []uint8     // row-major: how far each pixel departs; 0 where it is no ink
	N          int         // pixels of ink
	Contrast   int         // how far the strongest pixel departs, 0 to 255
	Bright     int         // by how much the one that departs most in brightness does
	Opaque     float64     // how opaque ink has to be to depart so far from this ground, 0 to 1
	Mean       float64     // by how much all of it does on average, what was taken away included
	Foreign    int         // pixels taken away that belonged to no mark
	Central    bool        // some of those stood in the middle, as a mark does
	middle     int         // how large they were, pixels
	Broad      bool        // some of those were as wide as a queen: one may be among them
	Faded      bool        // it is of colour alone, as what compression leaves behind
	QueenScore float64     // how much more its shape is a queen's than a cross's; see shape.royal
	Disputed   bool        // it is a cross by its brightness, but surely a queen by its colour
	Corner     image.Point // of the inner part in the picture
	Cx, Cy     float64     // middle of the cell, from that corner
	Unit       float64     // side of the whole cell, pixels
}

// SmallestMark is the smallest mark, as a share of the cell's side.
const SmallestMark = 0.08

// IsSpeck tells whether all there is in a cell is smaller than any mark.
func (k *Foreground) IsSpeck() bool {
	if k.N < 3 || k.Foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.Box()
	return float64(max(x1-x0, y1-y0)+1) < SmallestMark*k.Unit
}

// LumaDiff is the difference of two colours in brightness, 0 to 255.
func LumaDiff(a, b raster.RGB) int { return raster.AbsDiff(a.Luma(), b.Luma()) }

// Find takes everything in a rectangle that departs from the ground by level or
// more for ink; by tells how far two colours are apart.
func (k *Foreground) Find(p *raster.Picture, x0, y0, x1, y1 int, ground raster.RGB, level int, by func(a, b raster.RGB) int) {
	k.N, k.Foreign, k.Central, k.middle, k.Broad = 0, 0, false, 0, false
	k.W, k.H = x1-x0, y1-y0
	k.Depth = make([]uint8, k.W*k.H)
	flat := raster.NewFlat(ground, level-1)
	sum := 0
	for y := range k.H {
		line := p.Row(y0 + y)
		for x := flat.End(line, x0, x1); x < x1; x = flat.End(line, x+1, x1) {
			v := p.At(x, y0+y)
			depth := by(v, ground)
			if depth < level {
				continue
			}
			k.Depth[y*k.W+x-x0] = uint8(depth)
			sum += LumaDiff(v, ground)
			k.N++
		}
	}
	k.Mean = float64(sum) / float64(max(k.N, 1))
	k.RemoveForeign()
}

// At tells whether there is ink at x, y.
func (k *Foreground) At(x, y int) bool {
	return x >= 0 && y >= 0 && x < k.W && y < k.H && k.Depth[y*k.W+x] > 0
}

// blob is a connected patch of ink: the indices of its pixels.
type blob []int32

// RemoveForeign removes blobs that are no part of a mark: specks, what stays
// along the rim, and what has no counterpart on the other side of the cell's
// middle.
func (k *Foreground) RemoveForeign() {
	const (
		core   = 0.17 // of the inner part, on each side, is rim
		paired = 0.82 // of a mark's ink has a counterpart; of a pointer's less
	)
	speck := max(2, k.N/50)
	rimX, rimY := int(core*float64(k.W)), int(core*float64(k.H))
	var gone []blob
	for _, b := range k.blobs() {
		deep := 0
		for _, i := range b {
			x, y := int(i)%k.W, int(i)/k.W
			if x >= rimX && x < k.W-rimX && y >= rimY && y < k.H-rimY {
				deep++
			}
		}
		lone := k.mirrored(b) < paired
		if len(b) >= speck && !lone && 4*deep >= len(b) {
			continue
		}
		if lone {
			k.Foreign += deep
			if k.inMiddle(b) {
				x0, y0, x1, y1 := k.boxOf(b)
				k.Central, k.middle = true, max(k.middle, x1-x0+1, y1-y0+1)
			}
			k.Broad = k.Broad || 4*deep >= len(b) && k.hidesQueen(b) // two lines that meet at a corner lie at the rim
		}
		gone = append(gone, b)
	}
	for _, b := range gone {
		for _, i := range b {
			k.Depth[i] = 0
		}
		k.N -= len(b)
	}
}

// Box returns the first and last column and row of the ink, but for the little
// at the rim that compression adds to a mark.
func (k *Foreground) Box() (x0, y0, x1, y1 int) {
	const trace = 0.02 // of the ink
	cols, rows := make([]int, k.W), make([]int, k.H)
	total := 0
	for i, d := range k.Depth {
		if d > 0 {
			cols[i%k.W] += int(d)
			rows[i/k.W] += int(d)
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

// Opacity returns how opaque ink has to be, at least, for a ground to look like c under
// it: how much of the way to 0 or 255 a channel has gone. On grounds near to those, a
// little noise would be much of it.
func Opacity(c, ground raster.RGB) (most float64) {
	const near = 64
	for i, v := range c {
		way := max(int(ground[i]), near)
		if v > ground[i] {
			way = max(255-int(ground[i]), near)
		}
		most = max(most, float64(raster.AbsDiff(v, ground[i]))/float64(way))
	}
	return most
}

// Remains returns how large what stands in a cell is that is no mark by its shape: the
// longer side in pixels, 0 where there is nothing in the middle, or more besides.
func (k *Foreground) Remains() float64 {
	if k.middle > 0 || !k.Inside() {
		return float64(k.middle)
	}
	x0, y0, x1, y1 := k.Box()
	return float64(max(x1-x0, y1-y0) + 1)
}

// Inside tells whether all there is in a cell keeps away from its sides.
func (k *Foreground) Inside() bool {
	if k.N == 0 || k.Foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.Box()
	return x0 > 0 && y0 > 0 && x1 < k.W-1 && y1 < k.H-1
}

// MostLean is how far, in widths, the middle of a queen's rows may move from top
// to bottom: the tail of a Q moves it by a quarter, an arrow by half.
const MostLean = 0.36

// Lean returns how far the middle of the ink's rows moves from top to bottom,
// in widths: the slope of a line fitted to the pixels of a w x h box.
func (k *Foreground) Lean(w, h int) float64 {
	var n, sx, sy, sxy, syy float64
	for i, d := range k.Depth {
		if d > 0 {
			x, y := float64(i%k.W), float64(i/k.W)
			n, sx, sy, sxy, syy = n+1, sx+x, sy+y, sxy+x*y, syy+y*y
		}
	}
	den := n*syy - sy*sy
	if den == 0 {
		return 0
	}
	return math.Abs((n*sxy-sx*sy)/den) * float64(h) / float64(w)
}

// PeaksAside tells whether the top of the ink lies to one side, as the tip of a
// pointer does; that of a letter Q, which leans as much, lies in the middle.
func (k *Foreground) PeaksAside(x0, y0, w, h int) bool {
	var n, sum float64
	for y := y0; y < y0+max(1, h/5); y++ {
		for x := x0; x < x0+w; x++ {
			if k.At(x, y) {
				n, sum = n+1, sum+float64(x-x0)+0.5
			}
		}
	}
	middle := sum / max(n, 1) / float64(w)
	return n > 0 && (middle < 0.33 || middle > 0.67)
}

// boxOf returns the first and last column and row of a blob.
func (k *Foreground) boxOf(b blob) (x0, y0, x1, y1 int) {
	x0, y0, x1, y1 = k.W, k.H, -1, -1
	for _, i := range b {
		x, y := int(i)%k.W, int(i)/k.W
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	return x0, y0, x1, y1
}

// hidesQueen tells whether a blob that belongs to no mark can be a queen with a
// pointer over it: a pointer alone is much taller than wide.
func (k *Foreground) hidesQueen(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	w, h := x1-x0+1, y1-y0+1
	return float64(w) >= 0.35*k.Unit && 20*w >= 17*h && float64(x0) < k.Cx-0.12*k.Unit && float64(x1) > k.Cx+0.12*k.Unit &&
		float64(y0) < k.Cy && float64(y1) > k.Cy
}

// OffMiddle returns how far the middle of a box of the ink lies from that of the cell, in
// pixels.
func (k *Foreground) OffMiddle(x0, y0, x1, y1 int) (x, y float64) {
	return math.Abs(float64(x0+x1+1)/2 - k.Cx), math.Abs(float64(y0+y1+1)/2 - k.Cy)
}

// inMiddle tells whether a blob is small and stands in the middle of the cell:
// the pointer's arrow is larger, or reaches in from elsewhere.
func (k *Foreground) inMiddle(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	offX, offY := k.OffMiddle(x0, y0, x1, y1)
	return len(b) >= 4 && float64(max(x1-x0, y1-y0)+1) < 0.36*k.Unit && 4*(x1-x0+1) >= 3*(y1-y0+1) &&
		max(offX, offY) < 0.08*k.Unit+0.5
}

// mirrored returns the share of a blob that has ink opposite it, left to
// right. The lattice may be a pixel or two off, and the mark drawn off the
// middle: the best axis near the middle counts.
func (k *Foreground) mirrored(b blob) float64 {
	slack := max(1, int(math.Round(0.03*k.Unit)))
	reach := max(2, int(math.Round(0.24*k.Unit)))
	middle := int(math.Floor(2*k.Cx)) - 1
	// Where there is ink no further than slack to the left or right.
	wide := k.W + 2*slack
	near := make([]bool, wide*len(k.Depth)/k.W)
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

// blobs returns the connected patches of ink, corners touching included.
func (k *Foreground) blobs() []blob {
	var out []blob
	seen := make([]bool, len(k.Depth))
	for start := range k.Depth {
		if k.Depth[start] == 0 || seen[start] {
			continue
		}
		b := blob{int32(start)}
		seen[start] = true
		for n := 0; n < len(b); n++ {
			x, y := int(b[n])%k.W, int(b[n])/k.W
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if i := (y+dy)*k.W + x + dx; k.At(x+dx, y+dy) && !seen[i] {
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
