package raster

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainRuns cuts a line of colours as the scans do, one pixel at a time.
func plainRuns(line []RGB, from, to, tol int) (runs []Run) {
	for start := from; start+flatAhead < to; {
		if Chebyshev(line[start], line[start+flatAhead]) > tol {
			start++
			continue
		}
		x := start + 1
		for x < to && Chebyshev(line[x], line[start]) <= tol {
			x++
		}
		if x-start >= minFlat {
			runs = append(runs, Run{int32(start), int32(x)})
		}
		start = x
	}
	return runs
}

// patchwork returns a picture of patches of nearly one colour and of noise, with
// an alpha channel of anything, and a mask with holes.
func patchwork(rng *rand.Rand) (*Picture, Mask) {
	p := &Picture{W: 50 + rng.IntN(120), H: 50 + rng.IntN(120)}
	p.Stride = 4*p.W + 4*rng.IntN(3)
	p.Pix = make([]uint8, p.Stride*p.H)
	for i := range p.Pix {
		p.Pix[i] = uint8(rng.Uint32())
	}
	for range rng.IntN(30) {
		c := RGB{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		grain := 1 + rng.IntN(9)*rng.IntN(2)
		alpha := uint8(255 - rng.IntN(2)*rng.IntN(256))
		x0, y0 := rng.IntN(p.W), rng.IntN(p.H)
		x1, y1 := min(p.W, x0+1+rng.IntN(60)), min(p.H, y0+1+rng.IntN(60))
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				to := p.Row(y)[4*x:]
				for k := range c {
					to[k] = uint8(min(255, int(c[k])+rng.IntN(grain)))
				}
				to[3] = alpha
			}
		}
	}
	for y := 1; y < p.H; y++ {
		if rng.IntN(3) == 0 {
			from, to := 4*rng.IntN(p.W), 4*rng.IntN(p.W)
			copy(p.Row(y)[min(from, to):], p.Row(y - 1)[min(from, to):max(from, to)])
		}
	}
	w, h := (p.W-1)/blockSide+1, (p.H-1)/blockSide+1
	where := Mask{w: w, wide: p.W, Blocks: make([]bool, w*h), Any: true}
	for i := range where.Blocks {
		where.Blocks[i] = rng.IntN(4) > 0
	}
	return p, where
}

// colors returns the colours of row y.
func (p *Picture) colors(y int) []RGB {
	out := make([]RGB, p.W)
	for x := range out {
		out[x] = p.At(x, y)
	}
	return out
}

func TestRowRunsAreThoseOfAPlainScan(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p, where := patchwork(rng)
		tol := []int{0, 1, 6, 12, 24, 255}[rng.IntN(6)]
		for i, got := range rowRuns(p, tol, where) {
			y := i * ScanStep
			var want []Run
			for from, to := range where.spans(y) {
				want = append(want, plainRuns(p.colors(y), from, to, tol)...)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, tolerance %d: row %d has the runs %v, want %v", seed, tol, y, got, want)
			}
		}
	}
}

// plainColumnRuns does what columnRuns does, one pixel at a time.
func plainColumnRuns(p *Picture, tol int, where Mask) [][]Run {
	cols := make([][]Run, (p.W-1)/ScanStep+1)
	for i := range cols {
		x, block := i*ScanStep, i/blockLines
		from, to := block*blockSide, min((block+1)*blockSide, p.W) // of the block
		start := -1
		end := func(y int) {
			if start >= 0 && y-start >= minFlat {
				cols[i] = append(cols[i], Run{int32(start), int32(y)})
			}
			start = -1
		}
		for y := range p.H {
			if !where.row(y)[block] {
				end(y)
				continue
			}
			// Where all of the block's row is as the one above, nothing begins or ends.
			if y%blockSide > 0 && slices.Equal(p.Row(y)[4*from:4*to], p.Row(y - 1)[4*from:4*to]) {
				continue
			}
			c := p.At(x, y)
			if start >= 0 && Chebyshev(c, p.At(x, start)) > tol {
				end(y)
			}
			if start < 0 && y+flatAhead < p.H && Chebyshev(c, p.At(x, y+flatAhead)) <= tol {
				start = y
			}
		}
		end(p.H)
	}
	return cols
}

func TestColumnRunsAreThoseOfAPlainScan(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p, where := patchwork(rng)
		tol := []int{0, 1, 6, 12, 24, 255}[rng.IntN(6)]
		got, want := columnRuns(p, tol, where), plainColumnRuns(p, tol, where)
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("seed %d, tolerance %d: column %d has the runs %v, want %v", seed, tol, i*ScanStep, got[i], want[i])
			}
		}
	}
}

func TestFlatRowsAreThoseOfAPlainScan(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p, _ := patchwork(rng)
		tol := []int{0, 1, 6, 12, 24, 255}[rng.IntN(6)]
		for range 50 {
			x0, y := rng.IntN(p.W), rng.IntN(p.H)
			x1, to := x0+rng.IntN(p.W-x0+1), y+rng.IntN(p.H-y+1)
			c := p.At(x0, y)
			want := y
			for want < to && !slices.ContainsFunc(p.colors(want)[x0:x1], func(o RGB) bool { return Chebyshev(o, c) > tol }) {
				want++
			}
			f := NewFlat(c, tol)
			if got := f.Below(p, x0, x1, y, to); got != want {
				t.Fatalf("seed %d, tolerance %d: from (%d, %d) to (%d, %d) the first row of another colour is %d, want %d", seed, tol, x0, y, x1, to, got, want)
			}
		}
	}
}

// TestGradientsAreStill: cells are looked at as flat ones where their colour changes along one axis alone.
func TestGradientsAreStill(t *testing.T) {
	for _, down := range []bool{false, true} {
		const w, h = 640, 480
		p := &Picture{Pix: make([]uint8, 4*w*h), Stride: 4 * w, W: w, H: h}
		for y := range h {
			for x := range w {
				along := x
				if down {
					along = y
				}
				v := uint8(100 + along%64*2)
				copy(p.Pix[4*(y*w+x):], []uint8{v, v / 2, v, 255})
			}
		}
		still := NewViews(p).Still
		for i, is := range still.Blocks {
			if !is && i/still.w < (h-4)/blockSide {
				t.Fatalf("down: %t: block %d is not still", down, i)
			}
		}
	}
}

// TestHalvedMask looks where the mask of the whole picture looks.
func TestHalvedMask(t *testing.T) {
	p := &Picture{W: 5*blockSide + 3, H: 3*blockSide + 1}
	m := Mask{w: 6, wide: p.W, Blocks: make([]bool, 6*4)}
	m.Blocks[1*6+3], m.Any = true, true
	h := m.Halved()
	for y := range (p.H + 1) / 2 {
		for from, to := range h.spans(y) {
			if y >= blockSide || from != blockSide || to != 2*blockSide {
				t.Fatalf("row %d: looks from %d to %d", y, from, to)
			}
		}
	}
	if !h.Blocks[0*h.w+1] {
		t.Error("does not look where it should")
	}
}
