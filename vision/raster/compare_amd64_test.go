package raster

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// FuzzCompareColumns holds the assembly against plain Go. The pixels of the other
// row and the colours are those of the row, changed by little here and there.
func FuzzCompareColumns(f *testing.F) {
	if !fast {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(200) {
		f.Add(seed, uint8(seed%9*3), uint8(seed%11*3))
	}
	f.Add(uint64(1), uint8(0), uint8(0))
	f.Add(uint64(2), uint8(255), uint8(255))
	f.Fuzz(func(t *testing.T, seed uint64, tol, most uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var row, other [4 * blockSide]uint8
		near := func(v uint8) uint8 {
			d := rng.IntN(int(most) + 1)
			return uint8(min(255, max(0, int(v)+(2*rng.IntN(2)-1)*d*rng.IntN(2))))
		}
		for i := range row {
			row[i] = uint8(rng.Uint32())
			other[i] = near(row[i])
			if i%4 == 3 {
				other[i] = uint8(rng.Uint32()) // alpha, of which nothing depends
			}
		}
		var colors columnColors
		for i := range colors {
			at := row[4*ScanStep*i:]
			colors[i] = binary.LittleEndian.Uint32([]byte{near(at[0]), near(at[1]), near(at[2]), 0})
		}
		holds, begins := compareColumnsAVX2(&row[0], &other[0], &colors, int(tol))
		wantHolds, wantBegins := compareColumnsPlain(row[:], other[:], &colors, int(tol))
		if holds != wantHolds || begins != wantBegins {
			t.Errorf("tolerance %d: %016b and %016b, plain Go has %016b and %016b", tol, holds, begins, wantHolds, wantBegins)
		}
	})
}

// TestSieveIsThatOfAPlainFilter holds the assembly against plain Go: noise of any
// strength, small pictures of any shape, parts of others, and any mask.
func TestSieveIsThatOfAPlainFilter(t *testing.T) {
	if !fast {
		t.Skip("this processor has no AVX2")
	}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w, h, aside := 1+rng.IntN(80), 1+rng.IntN(40), rng.IntN(5)
		p := &Picture{W: w, H: h, Stride: 4 * (w + aside)}
		p.Pix = make([]uint8, p.Stride*h-4*aside)
		most := 1 + rng.IntN(256)
		for i := range p.Pix {
			p.Pix[i] = uint8(rng.IntN(most))
			if i%4 == 3 {
				p.Pix[i] = uint8(rng.Uint32()) // alpha, of which nothing depends
			}
		}
		blocks := (w + blockSide - 1) / blockSide
		where := Mask{w: blocks, wide: w, Blocks: make([]bool, blocks*((h+blockSide-1)/blockSide))}
		for i := range where.Blocks {
			where.Blocks[i] = rng.IntN(4) > 0
		}
		reach := rng.IntN(300)
		if got, want := p.sieved(reach, where), plainly(func() *Picture { return p.sieved(reach, where) }); !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("seed %d, %d x %d pixels, reach %d: not what plain Go makes of it", seed, w, h, reach)
		}
	}
}

// plainly runs f without the assembly.
func plainly(f func() *Picture) *Picture {
	fast = false
	defer func() { fast = true }()
	return f()
}

func TestRunsWithoutAVX2(t *testing.T) {
	if !fast {
		t.Skip("this processor has no AVX2: the other tests are the same")
	}
	fast = false
	t.Cleanup(func() { fast = true })
	t.Run("rows", TestRowRunsAreThoseOfAPlainScan)
	t.Run("columns", TestColumnRunsAreThoseOfAPlainScan)
	t.Run("flat", TestFlatRowsAreThoseOfAPlainScan)
}
