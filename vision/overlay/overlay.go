package overlay

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/disintegration/imaging"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"autoqueens/solver"
	"autoqueens/vision"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// How is it drawn? The reading over the picture it was read from, so that a
// person sees at a glance what was taken for what, and what was in doubt.

// The colours of the drawings. They stand out from any board's; what is drawn
// on a ground that may have any colour has a rim of white.
var (
	latticeInk = color.NRGBA{R: 200, G: 0, B: 170, A: 255}
	thinInk    = color.NRGBA{R: 200, G: 0, B: 170, A: 150}
	doubtInk   = color.NRGBA{R: 230, G: 20, B: 20, A: 255}
	queenInk   = color.NRGBA{R: 0, G: 120, B: 60, A: 255}
	letterInk  = color.NRGBA{R: 20, G: 20, B: 30, A: 255}
	plateInk   = color.NRGBA{R: 255, G: 255, B: 255, A: 225}
	rimInk     = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

const (
	// readable is the width of a cell, in pixels, from which letters in it can
	// be read. Pictures with smaller cells are enlarged by a whole factor.
	readable = 56
	// mostDrawn bounds the pixels of an enlarged drawing: a whole screen that
	// holds a small board stays as it is.
	mostDrawn = 6_000_000
	// mostDoubts is how many doubts are listed below a drawing.
	mostDoubts = 12
)

// Annotate draws a reading over the picture it was read from: the lattice, with
// wide lines between regions; for each cell a swatch of its measured colour
// with the letter of its region, and x or Q for a mark that was seen; a ring
// where the solution puts a queen; and in red what was in doubt: corners around
// a cell, a piece of line where a line says otherwise than the colours. The
// doubts are listed below in words.
//
// Where cells are too small for letters the drawing is the picture enlarged by
// a whole factor. Its bounds are those of the picture times that factor, and
// the words below them.
func Annotate(img image.Image, r *vision.Reading) *image.NRGBA {
	s := newSketch(canvas(img), r.Lattice)
	s.reading(r)
	return s.withWords(doubtWords(r.Doubts))
}

// AnnotateRefusal draws what a refusal was about over the picture: the grid
// that was found, if there was one, and in red what was in doubt. The reason and the
// advice stand below. The bounds are as for Annotate.
func AnnotateRefusal(img image.Image, r *vision.Refusal) *image.NRGBA {
	s := newSketch(canvas(img), r.Lattice)
	s.refusal(r)
	return s.withWords(append([]string{"refused: " + r.What, r.Advice}, doubtWords(r.Doubts)...))
}

// Layer returns what Annotate lays over a picture with the given bounds, on
// nothing and without the words: to be shown over the picture and taken away.
func Layer(bounds image.Rectangle, r *vision.Reading) *image.NRGBA {
	s := newSketch(blank(bounds), r.Lattice)
	s.reading(r)
	return s.dst
}

// LayerRefusal is Overlay for a refusal.
func LayerRefusal(bounds image.Rectangle, r *vision.Refusal) *image.NRGBA {
	s := newSketch(blank(bounds), r.Lattice)
	s.refusal(r)
	return s.dst
}

// canvas returns a copy of img to draw on. Of a picture that is larger than the
// reader takes there is none.
func canvas(img image.Image) *image.NRGBA {
	if img == nil {
		return blank(image.Rectangle{})
	}
	if p, ok := img.(*image.Paletted); ok {
		img = raster.SafePalette(p)
	}
	out := blank(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

func blank(b image.Rectangle) *image.NRGBA {
	if raster.TooLarge(b) {
		b = image.Rectangle{}
	}
	return image.NewNRGBA(b)
}

// sketch is a drawing over one lattice, or over none.
type sketch struct {
	dst     *image.NRGBA
	lattice lattice.Lattice // in pixels of dst
	cell    float64         // the shorter side of its cells
	faces   map[float64]font.Face
}

func newSketch(img *image.NRGBA, l lattice.Lattice) *sketch {
	k := enlargement(img.Rect, l)
	f := float64(k)
	l = lattice.Lattice{X: f * l.X, Y: f * l.Y, PitchX: f * l.PitchX, PitchY: f * l.PitchY, Size: l.Size}
	return &sketch{dst: enlarged(img, k), lattice: l, cell: l.Pitch(), faces: make(map[float64]font.Face)}
}

// enlargement returns the factor by which a picture is drawn larger.
func enlargement(b image.Rectangle, l lattice.Lattice) int {
	if b.Empty() {
		return 1
	}
	const legible = 360 // pixels across that leave room for words
	factor := math.Ceil(legible / float64(b.Dx()))
	if l.Size > 0 {
		factor = math.Ceil(readable / max(1, l.Pitch()))
	}
	most := math.Sqrt(mostDrawn / (float64(b.Dx()) * float64(b.Dy())))
	return int(max(1, min(factor, math.Floor(most))))
}

// enlarged returns img with every pixel k times as wide and high.
func enlarged(img *image.NRGBA, k int) *image.NRGBA {
	out := imaging.Resize(img, k*img.Rect.Dx(), k*img.Rect.Dy(), imaging.NearestNeighbor)
	out.Rect = out.Rect.Add(img.Rect.Min.Mul(k))
	return out
}

func (s *sketch) reading(r *vision.Reading) {
	if r.Puzzle != nil {
		s.puzzle(r)
		return
	}
	n := s.lattice.Size
	s.lines(r)
	s.numbers()
	letters := r.Board.RegionRows()
	for row := range n {
		for col := range n {
			if r.Solution != nil && r.Solution[row] == col {
				s.ring(s.lattice.Center(row, col))
			}
			c := s.lattice.Cell(row, col)
			x, y, height := c.X+0.12*c.Width, c.Y+0.12*c.Height, s.chip()
			s.swatch(x, y, height, letters[row][col:col+1], r.Colors[row*n+col])
			if m := r.Board.Mark(row, col); m != solver.Empty {
				label := "x"
				if m == solver.Queen {
					label = "Q"
				}
				w := s.width(0.8*height, label) + 0.4*height
				s.plate(c.X+0.88*c.Width-w, y, height, w, label)
			}
		}
	}
	s.doubts(r.Doubts)
}

func (s *sketch) refusal(r *vision.Refusal) {
	l := s.lattice
	if l.Size == 0 {
		return
	}
	b := l.Bounds()
	wide := max(2, 0.03*s.cell)
	for _, pen := range []struct {
		ink  color.NRGBA
		half float64
	}{{rimInk, wide/2 + 1}, {latticeInk, wide / 2}} {
		for i := 0; i <= l.Size; i++ {
			x, y := l.X+float64(i)*l.PitchX, l.Y+float64(i)*l.PitchY
			fill(s.dst, x-pen.half, b.Y-pen.half, x+pen.half, b.Y+b.Height+pen.half, pen.ink)
			fill(s.dst, b.X-pen.half, y-pen.half, b.X+b.Width+pen.half, y+pen.half, pen.ink)
		}
	}
	s.doubts(r.Doubts)
}

// lines draws the lattice of a reading, wide where two regions meet.
func (s *sketch) lines(r *vision.Reading) {
	n := s.lattice.Size
	wide := max(2, 0.05*s.cell)
	for row := range n + 1 {
		for col := range n + 1 {
			c := s.lattice.Cell(row, col)
			if row < n {
				apart := col == 0 || col == n || r.Board.Region(row, col) != r.Board.Region(row, col-1)
				s.stroke(c.X, c.Y, c.X, c.Y+c.Height, wide, apart)
			}
			if col < n {
				apart := row == 0 || row == n || r.Board.Region(row, col) != r.Board.Region(row-1, col)
				s.stroke(c.X, c.Y, c.X+c.Width, c.Y, wide, apart)
			}
		}
	}
}

func (s *sketch) stroke(x0, y0, x1, y1, wide float64, apart bool) {
	if !apart {
		fill(s.dst, x0-0.5, y0-0.5, x1+0.5, y1+0.5, thinInk)
		return
	}
	fill(s.dst, x0-wide/2, y0-wide/2, x1+wide/2, y1+wide/2, latticeInk)
}

// numbers writes the numbers of rows and columns, from 1, where the picture
// leaves room for them outside the board.
func (s *sketch) numbers() {
	l, height := s.lattice, s.chip()
	away := 0.22*s.cell + height/2
	inside := func(x, y float64) bool {
		return image.Rect(num.Floor(x-height), num.Floor(y-height/2), num.Ceil(x+height), num.Ceil(y+height/2)).In(s.dst.Rect)
	}
	for i := range l.Size {
		label := strconv.Itoa(i + 1)
		w := s.width(0.8*height, label) + 0.4*height
		for _, at := range []raster.Point{
			{X: l.X - away, Y: l.Y + (float64(i)+0.5)*l.PitchY},
			{X: l.X + (float64(i)+0.5)*l.PitchX, Y: l.Y - away},
		} {
			if inside(at.X, at.Y) {
				s.plate(at.X-w/2, at.Y-height/2, height, w, label)
			}
		}
	}
}

func (s *sketch) doubts(doubts []vision.Doubt) {
	if s.lattice.Size == 0 {
		return
	}
	for _, d := range doubts { // the lines first: their rims are wider
		if _, _, ok := d.Other(); !ok {
			continue
		}
		c := s.lattice.Cell(d.Row, d.Col)
		x1, y1 := c.X, c.Y+c.Height
		if d.Side == vision.Top {
			x1, y1 = c.X+c.Width, c.Y
		}
		half := max(2, 0.055*s.cell)
		fill(s.dst, c.X-half-2, c.Y-half-2, x1+half+2, y1+half+2, rimInk)
		fill(s.dst, c.X-half, c.Y-half, x1+half, y1+half, doubtInk)
	}
	for _, d := range doubts {
		if _, _, ok := d.Other(); !ok && d.Row >= 0 && d.Col >= 0 {
			s.corners(s.lattice.Cell(d.Row, d.Col))
		}
	}
}

// corners draws a red angle in each corner of a cell.
func (s *sketch) corners(c raster.Rect) {
	in, w, long := 0.025*s.cell, max(2, 0.05*s.cell), 0.3*s.cell
	x0, y0, x1, y1 := c.X+in, c.Y+in, c.X+c.Width-in, c.Y+c.Height-in
	for _, pen := range []struct {
		ink  color.NRGBA
		more float64
	}{{rimInk, 1}, {doubtInk, 0}} {
		for _, y := range []float64{y0, y1 - w} {
			fill(s.dst, x0-pen.more, y-pen.more, x0+long+pen.more, y+w+pen.more, pen.ink)
			fill(s.dst, x1-long-pen.more, y-pen.more, x1+pen.more, y+w+pen.more, pen.ink)
		}
		for _, x := range []float64{x0, x1 - w} {
			fill(s.dst, x-pen.more, y0-pen.more, x+w+pen.more, y0+long+pen.more, pen.ink)
			fill(s.dst, x-pen.more, y1-long-pen.more, x+w+pen.more, y1+pen.more, pen.ink)
		}
	}
}

// ring marks where the solution puts a queen.
func (s *sketch) ring(at raster.Point) {
	w := max(2, 0.06*s.cell)
	ring(s.dst, at, 0.25*s.cell, w+2, rimInk)
	ring(s.dst, at, 0.25*s.cell, w, queenInk)
}

// chip returns the height of the labels in the cells.
func (s *sketch) chip() float64 { return math.Round(min(96, max(12, 0.25*s.cell))) }

// swatch draws a label on a ground of the measured colour, rimmed so that it
// can be told from what lies around it.
func (s *sketch) swatch(x, y, height float64, label string, c color.NRGBA) {
	c.A = 255
	w := max(height, s.width(0.8*height, label)+0.4*height)
	fill(s.dst, x-2, y-2, x+w+2, y+height+2, rimInk)
	fill(s.dst, x-1, y-1, x+w+1, y+height+1, letterInk)
	fill(s.dst, x, y, x+w, y+height, c)
	ink := letterInk
	if (raster.RGB{c.R, c.G, c.B}).Luma() < 115 {
		ink = rimInk
	}
	s.write(x+w/2, y+height/2, 0.8*height, label, ink)
}

// plate writes a label on a light plate.
func (s *sketch) plate(x, y, height, width float64, label string) {
	fill(s.dst, x, y, x+width, y+height, plateInk)
	s.write(x+width/2, y+height/2, 0.8*height, label, letterInk)
}

// write writes text around a point; size is that of the font in pixels.
func (s *sketch) write(x, y, size float64, text string, ink color.NRGBA) {
	face := s.face(size)
	if face == nil {
		return
	}
	bounds, _ := font.BoundString(face, "H")
	half := float64(bounds.Max.Y-bounds.Min.Y) / 128
	d := font.Drawer{Dst: s.dst, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6(math.Round(64 * (x - s.width(size, text)/2))),
		Y: fixed.I(int(math.Round(y + half))),
	}}
	d.DrawString(text)
}

// width returns how wide text is, in pixels.
func (s *sketch) width(size float64, text string) float64 {
	face := s.face(size)
	if face == nil {
		return 0
	}
	return float64(font.MeasureString(face, text)) / 64
}

var labelFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// face returns the font at a size, or nil where there is none: it is carried in
// the program.
func (s *sketch) face(size float64) font.Face {
	if face, ok := s.faces[size]; ok {
		return face
	}
	f, err := labelFont()
	if err != nil {
		return nil
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: max(6, size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil
	}
	s.faces[size] = face
	return face
}

// withWords returns the drawing with lines of text below it.
func (s *sketch) withWords(lines []string) *image.NRGBA {
	b := s.dst.Rect
	if len(lines) == 0 || b.Empty() {
		return s.dst
	}
	size := math.Round(min(22, max(12, float64(b.Dx())/45)))
	var wrapped []string
	for _, line := range lines {
		wrapped = append(wrapped, wrap(line, max(12, int(float64(b.Dx())/(0.58*size))))...)
	}
	step := math.Round(1.45 * size)
	tall := b
	tall.Max.Y += int(step*float64(len(wrapped)) + size)
	out := image.NewNRGBA(tall)
	draw.Draw(out, b, s.dst, b.Min, draw.Src)
	draw.Draw(out, image.Rect(b.Min.X, b.Max.Y, b.Max.X, tall.Max.Y), image.NewUniform(rimInk), image.Point{}, draw.Src)
	s.dst = out
	for i, text := range wrapped {
		x := float64(b.Min.X) + size/2 + s.width(size, text)/2
		s.write(x, float64(b.Max.Y)+size/2+step*(float64(i)+0.5), size, text, letterInk)
	}
	return out
}

// doubtWords lists doubts for below a drawing.
func doubtWords(doubts []vision.Doubt) (lines []string) {
	for i, d := range doubts {
		if i == mostDoubts && len(doubts) > mostDoubts+1 {
			return append(lines, fmt.Sprintf("doubt: and %d more", len(doubts)-i))
		}
		lines = append(lines, "doubt: "+d.String())
	}
	return lines
}

// fill paints a rectangle given in sub-pixel coordinates, rounded to whole
// pixels and at least one wide.
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
func ring(dst *image.NRGBA, at raster.Point, radius, width float64, c color.NRGBA) {
	for y := num.Floor(at.Y - radius - width); y <= num.Ceil(at.Y+radius+width); y++ {
		for x := num.Floor(at.X - radius - width); x <= num.Ceil(at.X+radius+width); x++ {
			if !(image.Point{X: x, Y: y}).In(dst.Rect) {
				continue
			}
			d := math.Abs(math.Hypot(float64(x)+0.5-at.X, float64(y)+0.5-at.Y)-radius) - width/2
			if cover := min(1, max(0, 0.5-d)); cover > 0 {
				k := c
				k.A = uint8(float64(c.A)*cover + 0.5)
				draw.Draw(dst, image.Rect(x, y, x+1, y+1), image.NewUniform(k), image.Point{}, draw.Over)
			}
		}
	}
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
