package vision

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"os"
	"testing"

	"git.sr.ht/~sbinet/gg"

	"autoqueens/solver"
)

// TestMarkedRim reads boards in small cells with white lines on a white page, of which the outer row and column at
// a corner are one pale region with marks: none is read without these. AUTOQUEENS_REPORT=all has it draw more.
func TestMarkedRim(t *testing.T) {
	n := uint64(40)
	if os.Getenv("AUTOQUEENS_REPORT") == "all" {
		n = 1000
	}
	const first = 9220001
	for _, cut := range []int{0, 2} { // pixels, of the last row and column
		right, refused := 0, 0
		for seed := first + uint64(0); seed < first+n; seed++ {
			img, size, end := markedRim(seed)
			if cut > 0 {
				part := image.NewRGBA(image.Rectangle{Max: end.Sub(image.Pt(cut, cut))})
				draw.Draw(part, part.Rect, img, image.Point{}, draw.Src)
				img = part
			}
			switch r, err := Read(img); {
			case err != nil:
				refused++
			case r.Board.Size == size:
				right++
			default:
				t.Errorf("seed %d, %d pixels cut: %d rows are read of %d", seed, cut, r.Board.Size, size)
			}
		}
		t.Logf("%d pixels cut: %d right, %d refused of %d", cut, right, refused, n)
	}
}

// markedRim draws such a board, and returns how many rows it has, and where its last cell ends.
func markedRim(seed uint64) (image.Image, int, image.Point) {
	r := rand.New(rand.NewPCG(seed, 7))
	inner := 6 + r.IntN(3)
	b, _, err := solver.Generate(inner, seed)
	if err != nil {
		panic(err)
	}
	top, left := r.IntN(2), r.IntN(2) // rows and columns before the inner board
	palette := []color.RGBA{
		{187, 163, 226, 255}, {255, 201, 146, 255}, {150, 190, 255, 255}, {179, 223, 160, 255}, {255, 123, 96, 255},
		{230, 243, 136, 255}, {185, 178, 158, 255}, {223, 160, 191, 255},
	}
	light := func() uint8 { return uint8(225 + r.IntN(31)) }
	pale := color.RGBA{light(), light(), light(), 255}
	ink := color.Gray{uint8(r.IntN(120))}
	pitch, gap := float64(14+r.IntN(5)), float64(1+r.IntN(2))
	arm, stroke := (0.12+0.2*r.Float64())*pitch, 0.7+1.2*r.Float64()
	often := map[bool]float64{true: []float64{0.5, 0.75, 1}[r.IntN(3)], false: 0.1 + 0.5*r.Float64()} // on the rim, and within
	dc := gg.NewContext(300, 300)
	dc.SetColor(color.White)
	dc.Clear()
	x0, y0 := float64(30+r.IntN(40)), float64(30+r.IntN(40))
	for row := range inner + 1 {
		for col := range inner + 1 {
			at, ground := image.Pt(col-left, row-top), pale
			rim := !at.In(image.Rect(0, 0, inner, inner))
			if !rim {
				ground = palette[b.Regions[at.Y*inner+at.X]]
			}
			x, y := x0+float64(col)*pitch, y0+float64(row)*pitch
			dc.SetColor(ground)
			dc.DrawRectangle(x, y, pitch-gap, pitch-gap)
			dc.Fill()
			if r.Float64() >= often[rim] {
				continue
			}
			dc.SetColor(ink)
			dc.SetLineWidth(stroke)
			x, y = x+(pitch-gap)/2, y+(pitch-gap)/2
			dc.DrawLine(x-arm, y-arm, x+arm, y+arm)
			dc.Stroke()
			dc.DrawLine(x-arm, y+arm, x+arm, y-arm)
			dc.Stroke()
		}
	}
	all := float64(inner+1)*pitch - gap
	return dc.Image(), inner + 1, image.Pt(int(x0+all), int(y0+all))
}
