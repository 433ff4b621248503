package raster_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"autoqueens/vision/raster"
)

// TestMedianColorIsThatOfEachChannel holds the quick ways against a sort of each channel.
func TestMedianColorIsThatOfEachChannel(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		colors := make([]raster.RGB, 1+rng.IntN(80))
		kinds := 1 + rng.IntN(4)
		for i := range colors {
			colors[i] = raster.RGB{uint8(rng.IntN(kinds) * 100), uint8(rng.IntN(kinds) * 50), uint8(rng.IntN(kinds))}
			if rng.IntN(2) == 0 {
				colors[i] = colors[0]
			}
		}
		var want raster.RGB
		for ch := range want {
			var v []int
			for _, c := range colors {
				v = append(v, int(c[ch]))
			}
			slices.Sort(v)
			want[ch] = uint8((v[(len(v)-1)/2] + v[len(v)/2]) / 2)
		}
		if got := raster.MedianColor(colors); got != want {
			t.Fatalf("seed %d: %v of %v, want %v", seed, got, colors, want)
		}
	}
}

// TestAcross: pixels to the right and down, and the rim's colour beyond the rim.
func TestAcross(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 5, 4))
	for i := range 20 {
		img.Set(i%5, i/5, color.RGBA{uint8(10 * i), uint8(i), 7, 255})
	}
	p, err := raster.New(img)
	if err != nil {
		t.Fatal(err)
	}
	for x := -3; x < 8; x++ {
		for y := -3; y < 7; y++ {
			for _, down := range []bool{false, true} {
				got := p.Across(nil, x, y, 6, down)
				for i, c := range got {
					at := image.Pt(x+i, y)
					if down {
						at = image.Pt(x, y+i)
					}
					if want := p.Clamped(at.X, at.Y); raster.Unpacked(c) != want {
						t.Fatalf("%d of those from %d,%d (down: %t) is %v, want %v", i, x, y, down, raster.Unpacked(c), want)
					}
				}
				if len(got) != 6 {
					t.Fatalf("%d pixels, want 6", len(got))
				}
			}
		}
	}
}

// TestDeparturesAreThoseOfEachPixel holds them against a plain loop.
func TestDeparturesAreThoseOfEachPixel(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 0))
		img := image.NewRGBA(image.Rect(0, 0, 1+rng.IntN(90), 1+rng.IntN(20)))
		ground := raster.RGB{200, 100, 50}
		for i := range len(img.Pix) / 4 {
			c := color.RGBA{200, 100, 50, 255}
			if rng.IntN(8) == 0 {
				c = color.RGBA{uint8(rng.IntN(256)), 100, uint8(50 + rng.IntN(2)), 255}
			}
			img.Set(i%img.Rect.Dx(), i/img.Rect.Dx(), c)
		}
		p, err := raster.New(img)
		if err != nil {
			t.Fatal(err)
		}
		x, y := rng.IntN(p.W), rng.IntN(p.H)
		r := image.Rect(x, y, x+rng.IntN(p.W-x)+1, y+rng.IntN(p.H-y)+1).Intersect(p.Bounds())
		away, counts := p.Departures(r, ground)
		var want [256]int
		for i, d := range away {
			got := raster.Chebyshev(p.At(r.Min.X+i%r.Dx(), r.Min.Y+i/r.Dx()), ground)
			if want[got]++; int(d) != got {
				t.Fatalf("seed %d: pixel %d of %v is %d from the ground, want %d", seed, i, r, d, got)
			}
		}
		if counts != want {
			t.Fatalf("seed %d: %v, want %v", seed, counts, want)
		}
	}
}
