package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"autoqueens/solver"
)

// How is it drawn? The reading over the picture it was read from, so that a
// person sees at a glance what was taken for what.

// The colours of the drawings. They stand out from any board's.
var (
	latticeInk = color.NRGBA{R: 200, G: 0, B: 170, A: 255}
	doubtInk   = color.NRGBA{R: 230, G: 20, B: 20, A: 255}
	queenInk   = color.NRGBA{R: 0, G: 120, B: 60, A: 255}
	letterInk  = color.NRGBA{R: 20, G: 20, B: 30, A: 255}
	plateInk   = color.NRGBA{R: 255, G: 255, B: 255, A: 215}
)

// Annotate draws a reading over the picture it was read from: the lattice, the
// letter of each cell's region in its corner, x or Q for a mark that was seen,
// a ring where the solution puts a queen, and red corners around cells in
// doubt. The result has the picture's bounds.
func Annotate(img image.Image, r *Reading) *image.NRGBA {
	out := canvas(img)
	drawLattice(out, r.Lattice, latticeInk)
	n := r.Lattice.Size
	letters := r.Board.RegionRows()
	for row := range n {
		for col := range n {
			c := r.Lattice.Cell(row, col)
			size := 0.30 * min(c.Width, c.Height)
			label := letters[row][col : col+1]
			switch r.Board.Mark(row, col) {
			case solver.Cross:
				label += "·x"
			case solver.Queen:
				label += "·Q"
			}
			plate(out, c.X+0.06*c.Width, c.Y+0.05*c.Height, size, label)
			if r.Solution != nil && r.Solution[row] == col {
				at := r.Lattice.Center(row, col)
				ring(out, at, 0.30*c.Width, max(1.5, 0.06*c.Width), queenInk)
			}
		}
	}
	drawDoubts(out, r.Lattice, r.Doubts)
	return out
}

// AnnotateRefusal draws what a refusal was about over the picture: the grid
// that was found, if there was one, the cells in doubt, and the reason. The
// result has the picture's bounds.
func AnnotateRefusal(img image.Image, r *Refusal) *image.NRGBA {
	out := canvas(img)
	if r.Lattice.Size > 0 {
		drawLattice(out, r.Lattice, doubtInk)
	}
	drawDoubts(out, r.Lattice, r.Doubts)
	b := out.Rect
	size := math.Max(11, math.Min(22, float64(b.Dx())/45))
	line := 0
	for _, text := range []string{"refused: " + r.What, r.Advice} {
		for _, t := range wrap(text, max(12, int(float64(b.Dx())/(0.58*size)))) {
			plate(out, float64(b.Min.X)+4, float64(b.Min.Y)+4+float64(line)*1.45*size, size, t)
			line++
		}
	}
	return out
}

// canvas returns a copy of img to draw on. Of a picture that is larger than the
// reader takes there is none.
func canvas(img image.Image) *image.NRGBA {
	if img == nil || tooLarge(img.Bounds()) {
		return image.NewNRGBA(image.Rectangle{})
	}
	if p, ok := img.(*image.Paletted); ok {
		img = safePalette(p)
	}
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

func drawLattice(dst *image.NRGBA, l Lattice, c color.NRGBA) {
	b := l.Bounds()
	half := max(0.5, min(1.0, 0.012*l.PitchX))
	for i := 0; i <= l.Size; i++ {
		x, y := l.X+float64(i)*l.PitchX, l.Y+float64(i)*l.PitchY
		fill(dst, x-half, b.Y-half, x+half, b.Y+b.Height+half, c)
		fill(dst, b.X-half, y-half, b.X+b.Width+half, y+half, c)
	}
}

func drawDoubts(dst *image.NRGBA, l Lattice, doubts []Doubt) {
	if l.Size == 0 {
		return
	}
	for _, d := range doubts {
		if d.Row < 0 || d.Col < 0 {
			continue
		}
		c := l.Cell(d.Row, d.Col)
		w, in := max(1.5, 0.05*c.Width), 0.04*c.Width
		x0, y0, x1, y1 := c.X+in, c.Y+in, c.X+c.Width-in, c.Y+c.Height-in
		fill(dst, x0, y0, x1, y0+w, doubtInk)
		fill(dst, x0, y1-w, x1, y1, doubtInk)
		fill(dst, x0, y0, x0+w, y1, doubtInk)
		fill(dst, x1-w, y0, x1, y1, doubtInk)
	}
}

// fill paints a rectangle given in sub-pixel coordinates, rounded outwards to
// at least one pixel.
func fill(dst *image.NRGBA, x0, y0, x1, y1 float64, c color.NRGBA) {
	r := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	if r.Dx() == 0 {
		r.Max.X++
	}
	if r.Dy() == 0 {
		r.Max.Y++
	}
	draw.Draw(dst, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// ring draws a circle of the given radius and width, smooth at its edges.
func ring(dst *image.NRGBA, at Point, radius, width float64, c color.NRGBA) {
	for y := floor(at.Y - radius - width); y <= ceil(at.Y+radius+width); y++ {
		for x := floor(at.X - radius - width); x <= ceil(at.X+radius+width); x++ {
			if !(image.Point{X: x, Y: y}).In(dst.Rect) {
				continue
			}
			d := abs(math.Hypot(float64(x)+0.5-at.X, float64(y)+0.5-at.Y)-radius) - width/2
			if cover := min(1, max(0, 0.5-d)); cover > 0 {
				k := c
				k.A = uint8(float64(c.A)*cover + 0.5)
				draw.Draw(dst, image.Rect(x, y, x+1, y+1), image.NewUniform(k), image.Point{}, draw.Over)
			}
		}
	}
}

var labelFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// plate writes text on a light plate with its top left corner at x, y. The
// height of the letters is size pixels.
func plate(dst *image.NRGBA, x, y, size float64, text string) {
	f, err := labelFont()
	if err != nil {
		return // the font is carried in the program; its own test reads it
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: max(6, size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return
	}
	defer face.Close()
	width := float64(font.MeasureString(face, text)) / 64
	m := face.Metrics()
	height := float64(m.Ascent+m.Descent) / 64
	fill(dst, x-1, y, x+width+2, y+height, plateInk)
	d := font.Drawer{
		Dst: dst, Src: image.NewUniform(letterInk), Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(x*64 + 32)), Y: fixed.Int26_6(math.Round(y*64)) + m.Ascent},
	}
	d.DrawString(text)
}

// wrap breaks text into lines of at most width letters at blanks.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// String describes a lattice as "8 x 8 at 12.0,30.5, cells of 48.9 x 48.9".
func (l Lattice) String() string {
	return fmt.Sprintf("%d x %d at %.1f,%.1f, cells of %.1f x %.1f", l.Size, l.Size, l.X, l.Y, l.PitchX, l.PitchY)
}
