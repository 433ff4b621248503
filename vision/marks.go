package vision

import (
	"math"

	"autoqueens/solver"
)

// What stands in the cells? Whatever departs from the ground in the inner part
// of a cell is ink. Marks stand in the middle and are the same left and right;
// the pointer, and whatever else passes over a board, is neither, and is taken
// away first. What is left is a cross where it is two diagonals, and otherwise
// a queen, whatever the game draws for one.

const (
	// inner is the part of a cell's side in which ink is looked for: lines,
	// and the corners of rounded cells, lie outside.
	inner = 0.76
	// least is the smallest mark, as a share of the cell's side.
	least = 0.08
	// faintest is the least difference, per channel, that counts as ink.
	faintest = 24
)

// readMarks reads what stands in every cell.
func (ev *evidence) readMarks(p *picture) {
	const appearing = 0.6 // of the strongest mark's contrast
	inks := make([]ink, len(ev.ground))
	strongest := 0
	for i := range inks {
		inks[i] = readInk(p, ev.lattice, i/ev.n, i%ev.n, ev.ground[i])
		if inks[i].n > 0 {
			strongest = max(strongest, inks[i].contrast)
		}
	}
	few := 0
	for i := range inks {
		if _, sure := inks[i].mark(); sure == unclear {
			few++
		}
	}
	for i := range inks {
		m, sure := inks[i].mark()
		if sure == unclear && few <= 2 && float64(inks[i].contrast) < appearing*float64(strongest) {
			// Fainter than the others: it is only about to appear.
			m, sure = solver.Empty, passing
		}
		ev.marks = append(ev.marks, m)
		switch sure {
		case passing:
			ev.strange = append(ev.strange, i)
		case unclear:
			ev.unclear = append(ev.unclear, i)
		}
	}
}

// ink is what departs from the ground in the inner part of a cell.
type ink struct {
	w, h     int     // of the inner part, pixels
	depth    []uint8 // row-major: how far each pixel departs; 0 where it is no ink
	n        int     // pixels of ink
	contrast int     // how far the strongest pixel departs, 0 to 255
	foreign  int     // pixels taken away that belonged to no mark
	central  bool    // some of those stood in the middle, as a mark does
	cx, cy   float64 // middle of the cell, from the corner of the inner part
	unit     float64 // side of the whole cell, pixels
}

// readInk finds the ink in a cell.
func readInk(p *picture, l Lattice, row, col int, g ground) ink {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	k := ink{unit: min(c.Width, c.Height)}
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.w), min(y1, p.h)
	if x1 <= x0 || y1 <= y0 {
		return k
	}
	k.cx, k.cy = c.X+c.Width/2-float64(x0), c.Y+c.Height/2-float64(y0)
	// How strong the ink is, is told by the core: along the rim a compressed
	// picture still rings from the lines. What is too faint for any mark is
	// passed over.
	rimX, rimY := int(0.08*c.Width), int(0.08*c.Height)
	flat := newFlat(g.rgb, faintest/2-1)
	bright := 0
	for y := y0 + rimY; y < y1-rimY; y++ {
		line := p.line(y)
		for x := flat.end(line, x0+rimX, x1-rimX); x < x1-rimX; x = flat.end(line, x+1, x1-rimX) {
			v := p.at(x, y)
			k.contrast = max(k.contrast, apart(v, g.rgb))
			bright = max(bright, diff(v.luma(), g.rgb.luma()))
		}
	}
	// Compressed pictures blur colour far more than brightness, so a faint
	// mark must show in both.
	least := faintest
	if g.support < 0.8 {
		least = 5 * faintest / 2 // a ground that is not flat itself
	}
	if k.contrast < least || (k.contrast < 3*faintest && bright < faintest/2) {
		return k
	}
	// Ringing of a compressed picture stays below a third of the mark. A crown
	// can be dark at its outline and close to the ground inside.
	level := max(faintest, min(k.contrast/3, 2*faintest))
	k.w, k.h = x1-x0, y1-y0
	k.depth = make([]uint8, k.w*k.h)
	flat = newFlat(g.rgb, level-1)
	for y := range k.h {
		line := p.line(y0 + y)
		for x := flat.end(line, x0, x1); x < x1; x = flat.end(line, x+1, x1) {
			k.depth[y*k.w+x-x0] = uint8(apart(p.at(x, y0+y), g.rgb))
			k.n++
		}
	}
	k.takeAwayForeign()
	return k
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
			k.central = k.central || k.inMiddle(b)
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

// inMiddle tells whether a blob is small and stands in the middle of the cell:
// the pointer's arrow is larger, or reaches in from elsewhere.
func (k *ink) inMiddle(b blob) bool {
	x0, y0, x1, y1 := k.w, k.h, -1, -1
	for _, i := range b {
		x, y := int(i)%k.w, int(i)/k.w
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	return len(b) >= 4 && float64(max(x1-x0, y1-y0)+1) < 0.36*k.unit &&
		abs(float64(x0+x1+1)/2-k.cx) < 0.08*k.unit+0.5 && abs(float64(y0+y1+1)/2-k.cy) < 0.08*k.unit+0.5
}

// mirrored returns the share of a blob that has ink opposite it, left to
// right. The lattice may be a pixel or two off, and the mark drawn off the
// middle: the best axis near the middle counts.
func (k *ink) mirrored(b blob) float64 {
	slack := max(1, int(math.Round(0.03*k.unit)))
	reach := max(2, int(math.Round(0.12*k.unit)))
	middle := int(math.Floor(2*k.cx)) - 1
	best := 0
	for axis := middle - reach; axis <= middle+reach; axis++ {
		n := 0
		for _, i := range b {
			x, y := int(i)%k.w, int(i)/k.w
			for d := -slack; d <= slack; d++ {
				if k.at(axis-x+d, y) {
					n++
					break
				}
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

// sureness says how far the reading of a cell can be trusted.
type sureness int

const (
	plain   sureness = iota // a mark, or none
	passing                 // something that is no mark lies over the cell, as the pointer does
	unclear                 // a mark that could be one or another
)

// mark tells what the ink is.
func (k *ink) mark() (solver.Mark, sureness) {
	sure := plain
	if float64(k.foreign) >= 0.008*k.unit*k.unit {
		sure = passing
	}
	if k.n < 3 {
		if k.central {
			return solver.Empty, unclear
		}
		return solver.Empty, sure
	}
	x0, y0, x1, y1 := k.w, k.h, -1, -1
	for i, d := range k.depth {
		if d > 0 {
			x, y := i%k.w, i/k.w
			x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
		}
	}
	w, h := x1-x0+1, y1-y0+1
	side := max(w, h)
	size := float64(side) / k.unit
	offX := abs(float64(x0+x1+1)/2-k.cx) / k.unit
	offY := abs(float64(y0+y1+1)/2-k.cy) / k.unit
	switch {
	case size < least:
		return solver.Empty, sure
	case offX > 0.12+0.5/k.unit || offY > 0.16+0.5/k.unit:
		return solver.Empty, passing
	case w > 2*h+2:
		return solver.Empty, passing // a bar: no mark lies on its side
	case size < 0.17:
		return solver.Cross, sure // too small for its shape to be seen
	case side < 7 && size < 0.36:
		// The shape of a few pixels says little; crosses are not much larger.
		if size > 0.33 {
			sure = unclear
		}
		return solver.Cross, sure
	}
	royal := k.shapeOf(x0, y0, w, h).royal(size)
	if abs(royal) < 0.25 {
		sure = unclear
	}
	if royal < 0 {
		return solver.Cross, sure
	}
	if k.lean(w, h) > leaning {
		return solver.Empty, passing
	}
	return solver.Queen, sure
}

// royal tells how much more the shape is a queen than a cross, 0 where it could
// be either. No feature is enough by itself: blur fills the sides of a small
// cross, and a large cross is as large as a queen. Each is measured from where
// crosses and queens part, in units of how widely they scatter, and none may
// outvote the two others.
func (s shape) royal(size float64) float64 {
	clamp := func(v, lo, hi float64) float64 { return min(max(v, lo), hi) }
	return clamp((size-0.38)/0.04, -1.5, 2) +
		clamp((s.sides-0.25)/0.25, -1, 2) +
		clamp((s.turned-0.45)/0.3, -1.5, 1.5)
}

// shape is the ink in its box, averaged into a few fields, with the features
// that tell a cross from anything else.
type shape struct {
	// turned is how much the ink changes when the box is turned by a quarter:
	// 0 for a cross, up to 2 for ink that all goes elsewhere.
	turned float64
	// sides is the strongest ink at the middle of a side, in units of that on
	// the diagonals: near 0 for a cross, about 1 for a ring or a block.
	sides float64
}

// shapeOf averages the ink in a box into 8 x 8 fields and measures it. The box
// is made square around its middle first.
func (k *ink) shapeOf(x0, y0, w, h int) shape {
	const n = 8
	side := float64(max(w, h))
	left, top := float64(x0)+float64(w)/2-side/2, float64(y0)+float64(h)/2-side/2
	var m [n][n]float64
	total := 0.0
	for v := range n {
		for u := range n {
			// Sixteen samples a field are enough for any size of box.
			for b := range 4 {
				for a := range 4 {
					x := floor(left + (float64(u)+(float64(a)+0.5)/4)*side/n)
					y := floor(top + (float64(v)+(float64(b)+0.5)/4)*side/n)
					if k.at(x, y) {
						m[v][u] += float64(k.depth[y*k.w+x])
					}
				}
			}
			total += m[v][u]
		}
	}
	var s shape
	if total == 0 {
		return s
	}
	diagonal := 0.0
	for v := range n {
		for u := range n {
			s.turned += abs(m[v][u]-m[u][n-1-v]) / total
		}
		diagonal += (m[v][v] + m[v][n-1-v]) / (2 * n)
	}
	for i := 0; i < n; i += n - 1 {
		s.sides = max(s.sides, (m[i][3]+m[i][4])/2/diagonal, (m[3][i]+m[4][i])/2/diagonal)
	}
	return s
}
