// Package drawing draws boards of all games as their pages show them, for who has a board as
// text and wants to see it.
//
//	text -> solver -> [drawing] -> picture
//
// Its functions may be called from several goroutines at once.
package drawing

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"git.sr.ht/~sbinet/gg"
	"github.com/lucasb-eyer/go-colorful"

	"autoqueens/solver"
)

// Where the cells of a board that [Board] has drawn lie, in pixels.
const (
	Pitch  = 40 // width and height of a cell
	Margin = Pitch / 2
)

// game has the colours of the game's own boards, which have at most eleven regions.
var game = []color.NRGBA{
	rgb(0xBBA3E2), rgb(0xFFC992), rgb(0x96BEFF), rgb(0xB3DFA0), rgb(0xDFDFDF), rgb(0xFF7B60),
	rgb(0xE6F388), rgb(0xB9B29E), rgb(0xDFA0BF), rgb(0xA3D2D8), rgb(0x62EFEA),
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Board draws a valid board with its marks as plainly as the game does: its colours,
// thin black lines inside regions and thick ones around them, on a white page, cells
// of [Pitch] pixels. The same board gives the same pixels.
func Board(b *solver.Board) *image.RGBA { return Page(b, Pitch, color.White) }

// Page is [Board] with cells of pitch pixels, half of that around the board, on a page of
// another colour.
func Page(b *solver.Board, pitch int, page color.Color) *image.RGBA {
	n := b.Size
	side := n*pitch + 2*(pitch/2)
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	fill(img, img.Rect, page)
	palette := Palette(n)
	for cell, region := range b.Regions {
		fill(img, cellOf(cell, n, pitch), palette[region])
	}
	// Each line lies around the border of two cells: those inside a region are thin, those
	// between two regions and around the board thick, and over the ends of the thin ones.
	thin := max(1, pitch/Pitch)
	lines(img, b, pitch, thin, func(same bool) bool { return same })
	lines(img, b, pitch, 3*thin, func(same bool) bool { return !same })
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(color.Black)
	for cell := range n * n {
		r, size := cellOf(cell, n, pitch), float64(pitch)
		x, y := float64(r.Min.X)+size/2, float64(r.Min.Y)+size/2
		switch b.Mark(cell/n, cell%n) {
		case solver.Queen:
			crown(dc, x, y, 0.62*size)
		case solver.Cross:
			cross(dc, x, y, 0.24*size)
		}
	}
	return img
}

// cellOf returns the pixels of a cell, row-major from 0, of a board of n rows that was drawn
// at a pitch, with the lines that lie over their rim.
func cellOf(cell, n, pitch int) image.Rectangle {
	at := image.Pt(pitch/2+cell%n*pitch, pitch/2+cell/n*pitch)
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(pitch, pitch))}
}

func fill(img *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// lines draws those lines of that width that are wanted: between two cells of the same
// region, or not. Each runs into the crossings at its ends by half its width.
func lines(img *image.RGBA, b *solver.Board, pitch, width int, wanted func(same bool) bool) {
	half := width / 2
	for i := range b.Size + 1 {
		for j := range b.Size {
			inside := i > 0 && i < b.Size
			across, along := pitch/2+i*pitch, pitch/2+j*pitch
			if wanted(inside && b.Region(i-1, j) == b.Region(i, j)) {
				fill(img, image.Rect(along-half, across-half, along+pitch+half, across-half+width), color.Black)
			}
			if wanted(inside && b.Region(j, i-1) == b.Region(j, i)) {
				fill(img, image.Rect(across-half, along-half, across-half+width, along+pitch+half), color.Black)
			}
		}
	}
}

// crown draws a queen of that width around x, y: five points with a ball on each, and
// a bar below.
func crown(dc *gg.Context, x, y, width float64) {
	for i, p := range [][2]float64{
		{-0.36, 0.25}, {-0.47, -0.20}, {-0.25, 0.03}, {-0.20, -0.24}, {-0.09, 0}, {0, -0.38},
		{0.09, 0}, {0.20, -0.24}, {0.25, 0.03}, {0.47, -0.20}, {0.36, 0.25},
	} {
		if i == 0 {
			dc.MoveTo(x+p[0]*width, y+p[1]*width)
			continue
		}
		dc.LineTo(x+p[0]*width, y+p[1]*width)
	}
	dc.ClosePath()
	dc.Fill()
	for _, tip := range [][2]float64{{-0.47, -0.22}, {-0.20, -0.26}, {0, -0.39}, {0.20, -0.26}, {0.47, -0.22}} {
		dc.DrawCircle(x+tip[0]*width, y+tip[1]*width, 0.05*width)
	}
	dc.DrawRoundedRectangle(x-0.37*width, y+0.29*width, 0.74*width, 0.07*width, 0.03*width)
	dc.Fill()
}

// cross draws two strokes of that width around x, y.
func cross(dc *gg.Context, x, y, width float64) {
	h := width / 2
	dc.SetLineWidth(width / 6)
	dc.DrawLine(x-h, y-h, x+h, y+h)
	dc.DrawLine(x-h, y+h, x+h, y-h)
	dc.Stroke()
}

// Palette returns the colours of n regions: the game's, and where it has too few, ones
// that are as far as possible from all before them, in CIELAB.
func Palette(n int) []color.NRGBA {
	colors := append([]color.NRGBA(nil), game[:min(n, len(game))]...)
	for len(colors) < n {
		var best color.NRGBA
		most := 0.0
		for _, c := range candidates() {
			nearest := math.Inf(1)
			for _, other := range colors {
				nearest = min(nearest, distance(c, other))
			}
			if nearest > most {
				best, most = c, nearest
			}
		}
		colors = append(colors, best)
	}
	return colors
}

// candidates are colours on which a black mark is seen: 24 hues, in three strengths.
func candidates() (colors []color.NRGBA) {
	for hue := 0.0; hue < 360; hue += 15 {
		for _, c := range []colorful.Color{colorful.Hsv(hue, 0.3, 1), colorful.Hsv(hue, 0.6, 0.95), colorful.Hsv(hue, 0.5, 0.7)} {
			r, g, b := c.RGB255()
			colors = append(colors, color.NRGBA{R: r, G: g, B: b, A: 255})
		}
	}
	return colors
}

func distance(a, b color.NRGBA) float64 {
	one, _ := colorful.MakeColor(a)
	other, _ := colorful.MakeColor(b)
	return one.DistanceLab(other)
}
