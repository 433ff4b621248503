package raster

import (
	"encoding/binary"
	"image"
	"iter"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/parallel"
	"autoqueens/vision/partition"
)

// What is where? Before anything is looked for, the picture is divided into
// blocks, and some hundred pairs of pixels in each tell what it can hold:
//
//   - still: enough pixels are equal to the next but one, or to the one below that, for
//     flat cells to be there, as on any screen, or cells of a gradient along one axis (in a
//     photo with doubled pixels every other one is equal to the next);
//   - grainy: neighbours differ a little, as where something flat was
//     compressed or is noisy; it is looked at again, smoothed.
//
// A block can be both, or, as in most photos, neither.

// block says what a block can hold.
type block struct{ still, grainy bool }

const (
	// blockSide is the side of a block in pixels: a whole number of scan lines.
	blockSide  = blockLines * ScanStep
	blockLines = 16
)

// survey says what the blocks of a picture can hold, row-major.
type survey struct {
	w, h   int // in blocks
	wide   int // pixels of a row
	blocks []block
	sigma  float64 // noise of the grainy blocks, in units of the standard deviation
}

// surveyed looks at every block of the picture, at the upper and the lower half
// at the same time.
func surveyed(p *Picture) *survey {
	s := &survey{w: (p.W-1)/blockSide + 1, h: (p.H-1)/blockSide + 1, wide: p.W}
	s.blocks = make([]block, s.w*s.h)
	half := len(s.blocks) / 2
	var upper, lower tally
	parallel.Both(func() { s.lookAt(p, 0, half, &upper) }, func() { s.lookAt(p, half, len(s.blocks), &lower) })
	upper.add(&lower)
	s.sigma = upper.sigma()
	return s
}

// lookAt looks at the blocks between two and adds the noise of the grainy ones.
func (s *survey) lookAt(p *Picture, from, to int, noise *tally) {
	for i := from; i < to; i++ {
		var t tally
		x, y := i%s.w*blockSide, i/s.w*blockSide
		t.lookAt(p, x, y)
		b := t.block()
		b.grainy = b.grainy && flatBelow(p, x, y, t.sigma())
		if b.grainy {
			noise.add(&t)
		}
		s.blocks[i] = b
	}
}

// dense returns how many pixels of a picture so wide make one of a usual screen: the
// larger a desktop is, the larger it shows the same photos and windows.
func dense(wide int) int {
	const usual = 1920 // pixels wide
	return max(1, (wide+usual/2)/usual)
}

// tally counts pairs of pixels by how far they differ in green, which makes up
// most of what is seen as brightness.
type tally struct {
	beside  [edgeStep]int32 // of neighbours, by their difference
	further [edgeStep]int32 // of pixels four times as far apart
	pairs   int32           // neighbours that are no edge
	equal   [2]int32        // of all samples: alike in every channel to the next but one, and to the next row but one
	samples int32
}

// edgeStep is the difference, 0 to 255, from which two neighbours are an edge and
// tell nothing of noise.
const edgeStep = 40

// lookAt samples the block with its corner at x0, y0. Neighbours are as far apart
// as the pixels of a usual screen would be.
func (t *tally) lookAt(p *Picture, x0, y0 int) {
	step := dense(p.W)
	further := 4 * step
	x1, y1 := min(x0+blockSide, p.W-further), min(y0+blockSide, p.H-2*step)
	for y := y0; y < y1; y += 6 {
		line, below := p.Row(y), p.Row(y+2*step)
		for x := x0 + y%5; x < x1; x += 6 {
			t.samples++
			here := line[4*x : 4*(x+further)+2]
			a := binary.LittleEndian.Uint32(here) & 0xffffff
			if a == binary.LittleEndian.Uint32(here[8*step:])&0xffffff {
				t.equal[0]++
			}
			if a == Pixel(below, x) {
				t.equal[1]++
			}
			d := AbsDiff(uint8(a>>8), here[4*step+1])
			if d >= edgeStep {
				continue
			}
			t.pairs++
			t.beside[d]++
			t.further[min(edgeStep-1, AbsDiff(uint8(a>>8), here[4*further+1]))]++
		}
	}
}

func (t *tally) add(o *tally) {
	for i := range t.beside {
		t.beside[i] += o.beside[i]
	}
	t.pairs += o.pairs
}

// block tells what the block can hold.
func (t *tally) block() block {
	const (
		flat  = 0.15 // of the samples are equal where there is a flat cell
		grain = 0.06 // differ slightly where a picture was compressed
		grows = 2.5  // times the difference, at four times the distance: a photo
	)
	near, far := middle(&t.beside, t.pairs), middle(&t.further, t.pairs)
	photo := near >= 2 && float64(far) >= grows*float64(near)
	return block{
		still:  float64(max(t.equal[0], t.equal[1])) >= flat*float64(t.samples),
		grainy: !photo && float64(t.slight()) >= grain*float64(t.pairs) && t.pairs > 0,
	}
}

// flatBelow tells whether a grainy block holds something flat under its grain:
// whether places half a small cell apart, averaged a little, are often enough alike
// without being equal. In most photos they are not alike, and beside one, in a
// block that it shares with a window, they are equal.
func flatBelow(p *Picture, x0, y0 int, sigma float64) bool {
	const enough = 0.12     // of the samples
	reach := 8 * dense(p.W) // pixels from one place to the next, each way
	tol := Within(max(12, int(1.5*sigma+0.5)))
	flat, samples := 0, 0
	for y := y0; y < min(y0+blockSide, p.H-reach-1); y += 6 {
		rows := [...][]uint8{p.Row(y), p.Row(y + 1), p.Row(y + reach), p.Row(y + reach + 1)}
		for x := x0 + y%5; x < min(x0+blockSide, p.W-reach-1); x += 6 {
			samples++
			a, b := sum4(rows[0], rows[1], x), sum4(rows[0], rows[1], x+reach)
			if !Near(a.quarter(), b.quarter(), tol) {
				continue
			}
			c, d := sum4(rows[2], rows[3], x), sum4(rows[2], rows[3], x+reach)
			if !Near(a.quarter(), c.quarter(), tol) || !Near(a.quarter(), d.quarter(), tol) {
				continue
			}
			if a != b || a != c || a != d || a != 4*Spread(Pixel(rows[0], x)) {
				flat++
			}
		}
	}
	return float64(flat) >= enough*float64(samples)
}

// sum4 returns the sum of 2 x 2 pixels, from x on in two rows.
func sum4(above, below []uint8, x int) Lanes {
	const each = 0x00ff00ff_00ff00ff
	a, b := binary.LittleEndian.Uint64(above[4*x:]), binary.LittleEndian.Uint64(below[4*x:])
	redBlue, green := a&each+b&each, a>>8&each+b>>8&each
	redBlue, green = redBlue+redBlue>>32, green+green>>32
	return Lanes(redBlue&0xffff | green&0xffff<<16 | redBlue&0xffff0000<<16)
}

// quarter returns a fourth of each channel.
func (a Lanes) quarter() Lanes { return a >> 2 & (0xff * laneOnes) }

// slight counts the neighbours that differ by less than the soft edges of text
// mostly do.
func (t *tally) slight() (n int32) {
	for _, c := range t.beside[1:8] {
		n += c
	}
	return n
}

// sigma returns the usual difference of neighbours in units of the standard
// deviation of Gaussian noise.
func (t *tally) sigma() float64 {
	// The median of the difference of two Gaussians is 0.954 sigma.
	return float64(middle(&t.beside, t.pairs)) / 0.954
}

// middle returns the median of n counted differences.
func middle(counts *[edgeStep]int32, n int32) int {
	for d, c := range counts {
		if n -= 2 * c; n <= 0 {
			return d
		}
	}
	return edgeStep
}

// nowhere returns a mask with nothing to look at.
func (s *survey) nowhere() Mask {
	return Mask{w: s.w, wide: s.wide, Blocks: make([]bool, len(s.blocks))}
}

// still returns where flat cells can be seen as they are.
func (s *survey) still() Mask {
	m := s.nowhere()
	for i, b := range s.blocks {
		m.Blocks[i] = b.still
		m.Any = m.Any || b.still
	}
	return m
}

// grainy returns where something flat may be hidden under grain: patches of
// grainy blocks that can be a board, with all that lies inside their outlines
// and one block around them.
func (s *survey) grainy() Mask {
	const (
		bridge = 2    // from one block of a patch to the next
		thin   = 0.15 // of the blocks of an outline: a window's rim, or chance
	)
	step := dense(s.wide)
	few := min(6*step*step, (len(s.blocks)+3)/4) // smaller than any board
	sets := partition.NewSets(len(s.blocks))
	for i, b := range s.blocks {
		if !b.grainy {
			continue
		}
		x, y := i%s.w, i/s.w
		for v := y; v <= min(y+bridge, s.h-1); v++ {
			for u := max(x-bridge, 0); u <= min(x+bridge, s.w-1); u++ {
				if j := v*s.w + u; s.blocks[j].grainy {
					sets.Join(i, j)
				}
			}
		}
	}
	outline := make(map[int]image.Rectangle) // in blocks
	count := make(map[int]int)
	for i, b := range s.blocks {
		if b.grainy {
			r := sets.Find(i)
			x, y := i%s.w, i/s.w
			outline[r] = outline[r].Union(image.Rect(x, y, x+1, y+1))
			count[r]++
		}
	}
	m := s.nowhere()
	for i, r := range outline {
		if count[i] < few || float64(count[i]) < thin*float64(r.Dx()*r.Dy()) {
			continue
		}
		for y := max(r.Min.Y-1, 0); y < min(r.Max.Y+1, s.h); y++ {
			for x := max(r.Min.X-1, 0); x < min(r.Max.X+1, s.w); x++ {
				m.Blocks[y*s.w+x], m.Any = true, true
			}
		}
	}
	return m
}

// Mask says in which blocks of a picture to look.
type Mask struct {
	w      int // blocks
	wide   int // pixels
	Blocks []bool
	Any    bool // there is something to look at
}

// everywhere returns a mask of the same picture with all of it to look at.
func (m Mask) everywhere() Mask {
	m.Blocks, m.Any = slices.Repeat([]bool{true}, len(m.Blocks)), true
	return m
}

// row returns the blocks that hold row y.
func (m Mask) row(y int) []bool { return m.Blocks[y/blockSide*m.w:][:m.w] }

// spans goes through the stretches of pixels of row y to look at, from
// inclusive, to exclusive.
func (m Mask) spans(y int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		row := m.row(y)
		for from := 0; from < len(row); from++ {
			if !row[from] {
				continue
			}
			to := from
			for to < len(row) && row[to] {
				to++
			}
			if !yield(from*blockSide, min(to*blockSide, m.wide)) {
				return
			}
			from = to
		}
	}
}

// Halved returns the mask for the picture of half the size.
func (m Mask) Halved() Mask {
	h := Mask{w: ((m.wide+1)/2 + blockSide - 1) / blockSide, wide: (m.wide + 1) / 2, Any: m.Any}
	rows := len(m.Blocks) / m.w
	h.Blocks = make([]bool, h.w*((rows+1)/2))
	for i, look := range m.Blocks {
		if look {
			h.Blocks[i/m.w/2*h.w+i%m.w/2] = true
		}
	}
	return h
}

// BlocksOf returns the blocks of the mask that a rectangle of the picture touches.
func (m Mask) BlocksOf(r Rect) image.Rectangle {
	return image.Rect(
		num.Floor(r.X/blockSide), num.Floor(r.Y/blockSide),
		num.Ceil((r.X+r.Width)/blockSide), num.Ceil((r.Y+r.Height)/blockSide),
	).Intersect(image.Rect(0, 0, m.w, len(m.Blocks)/m.w))
}

// or returns the mask that looks where either does.
func (m Mask) or(o Mask) Mask {
	out := m
	out.Blocks, out.Any = slices.Clone(m.Blocks), m.Any || o.Any
	for i, look := range o.Blocks {
		out.Blocks[i] = out.Blocks[i] || look
	}
	return out
}

// Clip returns the mask with nothing to look at outside some of its blocks.
func (m Mask) Clip(blocks image.Rectangle) Mask {
	out := m
	out.Blocks, out.Any = make([]bool, len(m.Blocks)), false
	for y := blocks.Min.Y; y < blocks.Max.Y; y++ {
		for x := blocks.Min.X; x < blocks.Max.X; x++ {
			i := y*m.w + x
			out.Blocks[i] = m.Blocks[i]
			out.Any = out.Any || m.Blocks[i]
		}
	}
	return out
}
