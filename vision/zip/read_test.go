package zip

import (
	"image"
	"testing"

	"autoqueens/vision/digit"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// TestLeft: the others tell one number that is not certain, and no more than that.
func TestLeft(t *testing.T) {
	sure := func(k int) cell { return cell{kind: disc, answer: digit.Answer{Number: k, Likelihood: 1}} }
	unsure := func(k int) cell { return cell{kind: disc, answer: digit.Answer{Number: k, Likelihood: 0.6}} }
	for name, test := range map[string]struct {
		cells []cell
		want  int
	}{
		"the one that is left":     {[]cell{sure(2), {}, unsure(3), sure(1)}, 2},
		"another than is left":     {[]cell{sure(2), {}, unsure(4), sure(1)}, -1},
		"one that is there":        {[]cell{sure(2), {}, unsure(2), sure(1)}, -1},
		"two that are not certain": {[]cell{sure(2), {}, unsure(3), unsure(1)}, -1},
		"a gap among the others":   {[]cell{sure(1), {}, unsure(2), sure(4)}, -1},
		"all are certain":          {[]cell{sure(2), {}, sure(3), sure(1)}, -1},
	} {
		if got := (&board{n: 2, cells: test.cells}).left(); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

// TestWritten: on a disc with a number something stands out from its colour near the middle.
func TestWritten(t *testing.T) {
	const n, pitch = 4, 60
	for name, test := range map[string]struct {
		digit image.Rectangle // from the middle of the cell
		ink   uint8
		want  bool
	}{
		"nothing":                     {image.Rectangle{}, 0, false},
		"a stroke through the middle": {image.Rect(-2, -10, 2, 10), 255, true},
		"two beside the middle":       {image.Rect(5, -8, 8, 8), 255, true},
		"fainter than numbers are":    {image.Rect(-2, -10, 2, 10), 20 + bright - 1, false},
		"on the rim, as a shine":      {image.Rect(-16, -16, 16, -12), 255, false},
	} {
		p := &raster.Picture{W: n * pitch, H: n * pitch, Stride: 4 * n * pitch, Pix: make([]uint8, 4*n*n*pitch*pitch)}
		for i := range p.Pix {
			p.Pix[i] = 20
		}
		middle := image.Pt(pitch/2, pitch/2)
		for y := test.digit.Min.Y; y < test.digit.Max.Y; y++ {
			for x := test.digit.Min.X; x < test.digit.Max.X; x++ {
				at := middle.Add(image.Pt(x, y))
				copy(p.Pix[at.Y*p.Stride+4*at.X:], []uint8{test.ink, test.ink, test.ink})
			}
		}
		l := lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: n}
		b := &board{Board: &outline.Board{Picture: p, Lattice: l}, n: n, cells: make([]cell, n*n)}
		b.cells[0].fill = outline.Color{20, 20, 20}
		if got := b.written(0); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
