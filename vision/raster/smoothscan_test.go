package raster

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainSmooth cuts a line of colours as the smooth scan does, one pixel at a time.
func plainSmooth(line []RGB, from, to, tol int) (runs []Run) {
	for start := from; start < to; {
		x := start + 1
		for x < to && Chebyshev(line[x], line[x-1]) <= tol {
			x++
		}
		if x-start >= minFlat {
			runs = append(runs, Run{int32(start), int32(x)})
		}
		start = x
	}
	return runs
}

func TestSmoothRunsAreThoseOfAPlainScan(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p, where := patchwork(rng)
		tol := []int{0, 1, 6, 12, 24, 255}[rng.IntN(6)]
		got := ScanSmooth(p, tol, where)
		for i, runs := range got.Rows {
			var want []Run
			for from, to := range where.spans(i * ScanStep) {
				want = append(want, plainSmooth(p.colors(i*ScanStep), from, to, tol)...)
			}
			if !slices.Equal(runs, want) {
				t.Fatalf("seed %d, tolerance %d: row %d has the runs %v, want %v", seed, tol, i*ScanStep, runs, want)
			}
		}
		for i, runs := range got.Cols {
			column := make([]RGB, p.H)
			for y := range column {
				column[y] = p.At(i*ScanStep, y)
			}
			var want []Run
			for from := 0; from < p.H; from++ {
				to := from
				for to < p.H && where.row(to)[i/blockLines] {
					to++
				}
				want = append(want, plainSmooth(column, from, to, tol)...)
				from = to
			}
			if !slices.Equal(runs, want) {
				t.Fatalf("seed %d, tolerance %d: column %d has the runs %v, want %v", seed, tol, i*ScanStep, runs, want)
			}
		}
	}
}

// TestSmoothScanGoesOverGradients cuts a slope at its edge alone, where the flat scan
// finds nothing, or steps.
func TestSmoothScanGoesOverGradients(t *testing.T) {
	p := &Picture{W: 96, H: 48, Stride: 4 * 96, Pix: make([]uint8, 4*96*48)}
	for y := range p.H {
		for x := range p.W {
			v := 2 * x
			if x >= 60 {
				v -= 100
			}
			for k := range 3 {
				p.Row(y)[4*x+k] = uint8(v)
			}
		}
	}
	everywhere := Mask{w: 2, wide: p.W, Blocks: []bool{true, true}, Any: true}
	want := []Run{{0, 60}, {60, 96}}
	if got := ScanSmooth(p, 6, everywhere).Rows[0]; !slices.Equal(got, want) {
		t.Errorf("smooth runs %v, want %v", got, want)
	}
	if got := Scan(p, 6, everywhere).Rows[0]; slices.Equal(got, want) {
		t.Errorf("flat runs %v: a slope is not flat", got)
	}
}
