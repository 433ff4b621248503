package vision

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainRuns cuts a line of colours as the scans do, one pixel at a time.
func plainRuns(line []rgb, from, to, tol int) (runs []run) {
	for start := from; start+flatAhead < to; {
		if apart(line[start], line[start+flatAhead]) > tol {
			start++
			continue
		}
		x := start + 1
		for x < to && apart(line[x], line[start]) <= tol {
			x++
		}
		if x-start >= minFlat {
			runs = append(runs, run{int32(start), int32(x)})
		}
		start = x
	}
	return runs
}

// patchwork returns a picture of patches of nearly one colour and of noise, with
// an alpha channel of anything, and a mask with holes.
func patchwork(rng *rand.Rand) (*picture, mask) {
	p := &picture{w: 50 + rng.IntN(120), h: 50 + rng.IntN(120)}
	p.stride = 4*p.w + 4*rng.IntN(3)
	p.pix = make([]uint8, p.stride*p.h)
	for i := range p.pix {
		p.pix[i] = uint8(rng.Uint32())
	}
	for range rng.IntN(30) {
		c := rgb{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		grain := 1 + rng.IntN(9)*rng.IntN(2)
		alpha := uint8(255 - rng.IntN(2)*rng.IntN(256))
		x0, y0 := rng.IntN(p.w), rng.IntN(p.h)
		x1, y1 := min(p.w, x0+1+rng.IntN(60)), min(p.h, y0+1+rng.IntN(60))
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				to := p.line(y)[4*x:]
				for k := range c {
					to[k] = uint8(min(255, int(c[k])+rng.IntN(grain)))
				}
				to[3] = alpha
			}
		}
	}
	for y := 1; y < p.h; y++ {
		if rng.IntN(3) == 0 {
			from, to := 4*rng.IntN(p.w), 4*rng.IntN(p.w)
			copy(p.line(y)[min(from, to):], p.line(y - 1)[min(from, to):max(from, to)])
		}
	}
	w, h := (p.w-1)/blockSide+1, (p.h-1)/blockSide+1
	where := mask{w: w, wide: p.w, look: make([]bool, w*h), any: true}
	for i := range where.look {
		where.look[i] = rng.IntN(4) > 0
	}
	return p, where
}

// colors returns the colours of row y.
func (p *picture) colors(y int) []rgb {
	out := make([]rgb, p.w)
	for x := range out {
		out[x] = p.at(x, y)
	}
	return out
}

func TestRowRunsAreThoseOfAPlainScan(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p, where := patchwork(rng)
		tol := []int{0, 1, 6, 12, 24, 255}[rng.IntN(6)]
		for i, got := range rowRuns(p, tol, where) {
			y := i * scanStep
			var want []run
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
func plainColumnRuns(p *picture, tol int, where mask) [][]run {
	cols := make([][]run, (p.w-1)/scanStep+1)
	for i := range cols {
		x, block := i*scanStep, i/blockLines
		from, to := block*blockSide, min((block+1)*blockSide, p.w) // of the block
		start := -1
		end := func(y int) {
			if start >= 0 && y-start >= minFlat {
				cols[i] = append(cols[i], run{int32(start), int32(y)})
			}
			start = -1
		}
		for y := range p.h {
			if !where.row(y)[block] {
				end(y)
				continue
			}
			// Where all of the block's row is as the one above, nothing begins or ends.
			if y%blockSide > 0 && slices.Equal(p.line(y)[4*from:4*to], p.line(y - 1)[4*from:4*to]) {
				continue
			}
			c := p.at(x, y)
			if start >= 0 && apart(c, p.at(x, start)) > tol {
				end(y)
			}
			if start < 0 && y+flatAhead < p.h && apart(c, p.at(x, y+flatAhead)) <= tol {
				start = y
			}
		}
		end(p.h)
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
				t.Fatalf("seed %d, tolerance %d: column %d has the runs %v, want %v", seed, tol, i*scanStep, got[i], want[i])
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
			x0, y := rng.IntN(p.w), rng.IntN(p.h)
			x1, to := x0+rng.IntN(p.w-x0+1), y+rng.IntN(p.h-y+1)
			c := p.at(x0, y)
			want := y
			for want < to && !slices.ContainsFunc(p.colors(want)[x0:x1], func(o rgb) bool { return apart(o, c) > tol }) {
				want++
			}
			f := newFlat(c, tol)
			if got := f.below(p, x0, x1, y, to); got != want {
				t.Fatalf("seed %d, tolerance %d: from (%d, %d) to (%d, %d) the first row of another colour is %d, want %d", seed, tol, x0, y, x1, to, got, want)
			}
		}
	}
}

// TestHalvedMask looks where the mask of the whole picture looks.
func TestHalvedMask(t *testing.T) {
	p := &picture{w: 5*blockSide + 3, h: 3*blockSide + 1}
	m := mask{w: 6, wide: p.w, look: make([]bool, 6*4)}
	m.look[1*6+3], m.any = true, true
	h := m.halved()
	for y := range (p.h + 1) / 2 {
		for from, to := range h.spans(y) {
			if y >= blockSide || from != blockSide || to != 2*blockSide {
				t.Fatalf("row %d: looks from %d to %d", y, from, to)
			}
		}
	}
	if !h.look[0*h.w+1] {
		t.Error("does not look where it should")
	}
}
