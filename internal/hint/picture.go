package hint

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"

	"autoqueens/internal/render"
	"autoqueens/internal/typeface"
	"autoqueens/solver"
	"autoqueens/vision"
)

// How is it drawn over the board? What does not matter is veiled. Every role
// has a shape of its own, so that nothing rests on colour: the reason is
// hatched inside a dashed line, a new queen is a crown in a double line, a cell
// to be crossed out is crossed out, a wrong mark has a warning sign. The colours
// are of the set that Okabe and Ito chose to be told apart by everybody, and
// have a white rim against grounds of any colour.

var (
	paper   = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	ink     = color.NRGBA{R: 24, G: 24, B: 32, A: 255}
	soft    = color.NRGBA{R: 90, G: 90, B: 100, A: 255}
	blue    = color.NRGBA{R: 0, G: 92, B: 168, A: 255}
	red     = color.NRGBA{R: 200, G: 72, B: 0, A: 255} // vermilion
	green   = color.NRGBA{R: 0, G: 116, B: 84, A: 255} // bluish
	dayVeil = color.NRGBA{R: 255, G: 255, B: 255, A: 150}
	dusk    = color.NRGBA{R: 12, G: 12, B: 18, A: 140}
)

// The width of a cell in a drawing, in pixels: a board that was captured smaller
// or larger is scaled to the nearer end.
const (
	leastCell = 56
	mostCell  = 96
)

// Source is the picture in which a board was found.
type Source struct {
	Picture image.Image
	Lattice vision.Lattice // where the board is in it
	Marks   []solver.Mark  // that the picture shows, row-major; nil for none
}

// Plain returns a source for a board that was text: drawn with its marks.
func Plain(b *solver.Board) Source {
	return Source{
		Picture: render.Board(b),
		Lattice: vision.Lattice{X: render.PlainMargin, Y: render.PlainMargin, PitchX: render.PlainPitch, PitchY: render.PlainPitch, Size: b.Size},
		Marks:   b.Marks,
	}
}

// Picture draws a scene over the board that src shows, which must be the scene's.
// Marks of the scene that src does not show are drawn in. Rows and columns are
// numbered, regions have their letters, and below stand the headline, unless it
// is empty, the lines and what the signs mean.
func Picture(src Source, s *Scene, headline string, lines []string) image.Image {
	p := newPicture(src, s)
	p.veil()
	p.marks()
	p.reason()
	p.conclusion()
	p.letters()
	p.numbers()
	p.caption(headline, lines)
	return p.dc.Image()
}

// picture is a drawing under way. The board's cells are cell pixels wide and
// high, and the upper left one begins at left, top.
type picture struct {
	dc        *gg.Context
	s         *Scene
	shown     []solver.Mark
	roles     []role
	n         int
	cell      float64
	left, top float64
	dark      bool // the board is more dark than light
}

func newPicture(src Source, s *Scene) *picture {
	l := src.Lattice
	n := l.Size
	cell := math.Round(min(mostCell, max(leastCell, (l.PitchX+l.PitchY)/2)))
	p := &picture{s: s, shown: src.Marks, roles: s.roles(), n: n, cell: cell, left: math.Round(0.55 * cell), top: math.Round(0.55 * cell)}
	side := int(float64(n)*cell + p.left + 0.35*cell)
	// The height below the board is not known before the words are wrapped; the
	// drawing is cut to it in the end.
	p.dc = gg.NewContext(max(side, narrowest), side+tallestCaption)
	p.left += float64(max(side, narrowest)-side) / 2
	p.dc.SetColor(paper)
	p.dc.Clear()

	// A little more than the lattice, so that the frame is seen.
	rim := 0.06
	b := l.Bounds()
	from := vision.Rect{X: b.X - rim*l.PitchX, Y: b.Y - rim*l.PitchY, Width: b.Width + 2*rim*l.PitchX, Height: b.Height + 2*rim*l.PitchY}.Image().Intersect(src.Picture.Bounds())
	at := func(x, y float64) image.Point {
		return image.Pt(int(math.Round(p.left+(x-l.X)/l.PitchX*cell)), int(math.Round(p.top+(y-l.Y)/l.PitchY*cell)))
	}
	to := image.Rectangle{Min: at(float64(from.Min.X), float64(from.Min.Y)), Max: at(float64(from.Max.X), float64(from.Max.Y))}
	dst := p.dc.Image().(draw.Image)
	draw.CatmullRom.Scale(dst, to, src.Picture, from, draw.Src, nil)
	p.dark = dark(dst, p.board())
	return p
}

// Bounds on what stands below the board, in pixels.
const (
	narrowest      = 440
	tallestCaption = 1200
)

// board returns where the board is in the drawing.
func (p *picture) board() image.Rectangle {
	x, y, side := int(p.left), int(p.top), int(float64(p.n)*p.cell)
	return image.Rect(x, y, x+side, y+side)
}

// dark tells whether a part of a picture is more dark than light.
func dark(img image.Image, r image.Rectangle) bool {
	sum, count := 0, 0
	for y := r.Min.Y; y < r.Max.Y; y += 5 {
		for x := r.Min.X; x < r.Max.X; x += 5 {
			sum += int(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
			count++
		}
	}
	return count > 0 && sum/count < 105
}

// at returns the upper left corner of a cell.
func (p *picture) at(cell int) (x, y float64) {
	return p.left + float64(cell%p.n)*p.cell, p.top + float64(cell/p.n)*p.cell
}

// center returns the middle of a cell.
func (p *picture) center(cell int) (x, y float64) {
	x, y = p.at(cell)
	return x + p.cell/2, y + p.cell/2
}

// veil fades every cell that does not matter.
func (p *picture) veil() {
	p.dc.SetColor(dayVeil)
	if p.dark {
		p.dc.SetColor(dusk)
	}
	if !slices.ContainsFunc(p.roles, func(r role) bool { return r != bystander }) {
		return
	}
	for cell, r := range p.roles {
		if r == bystander && !slices.Contains(p.s.Unit, cell) {
			x, y := p.at(cell)
			p.dc.DrawRectangle(x, y, p.cell, p.cell)
			p.dc.Fill()
		}
	}
}

// marks draws the marks that the picture does not show yet, and in the row,
// column or region that the reason is about a small cross on every cell that is
// out of the question: who counts its cells need not work that out again.
func (p *picture) marks() {
	for cell := range p.roles {
		m := p.s.Board.Marks
		shown := p.shown != nil && p.shown[cell] != solver.Empty
		x, y := p.center(cell)
		switch {
		case shown:
		case m != nil && m[cell] == solver.Queen:
			p.crown(x, y, 0.3*p.cell, ink)
		case m != nil && m[cell] == solver.Cross, slices.Contains(p.s.Unit, cell) && p.roles[cell] == bystander:
			p.cross(x, y, 0.1*p.cell, 0.03*p.cell, soft)
		}
	}
}

// reason hatches the cells of the reason and puts a dashed line around what it
// is about.
func (p *picture) reason() {
	around := p.s.Unit
	if len(around) == 0 {
		around = p.s.Reason
	}
	for _, cell := range p.s.Reason {
		if p.roles[cell] == reason {
			p.hatch(cell)
		}
	}
	p.outline(around, 0.09*p.cell, paper)
	p.dc.SetDash(0.22*p.cell, 0.14*p.cell)
	p.outline(around, 0.055*p.cell, blue)
	p.dc.SetDash()
}

// hatch fills a cell with slanted lines.
func (p *picture) hatch(cell int) {
	x, y := p.at(cell)
	p.dc.Push()
	p.dc.DrawRectangle(x+1, y+1, p.cell-2, p.cell-2)
	p.dc.Clip()
	for _, pen := range []struct {
		width float64
		ink   color.NRGBA
	}{{0.05 * p.cell, color.NRGBA{R: 255, G: 255, B: 255, A: 200}}, {0.025 * p.cell, blue}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		for d := 0.125 * p.cell; d < 2*p.cell; d += 0.25 * p.cell {
			p.dc.DrawLine(x+d, y, x+d-p.cell, y+p.cell)
			p.dc.Stroke()
		}
	}
	p.dc.ResetClip()
	p.dc.Pop()
}

// outline draws a line around a set of cells.
func (p *picture) outline(cells []int, width float64, c color.Color) {
	p.dc.SetColor(c)
	p.dc.SetLineWidth(width)
	p.dc.SetLineCapSquare()
	inside := func(row, col int) bool {
		return row >= 0 && row < p.n && col >= 0 && col < p.n && slices.Contains(cells, row*p.n+col)
	}
	for _, cell := range cells {
		row, col := cell/p.n, cell%p.n
		x, y := p.at(cell)
		for _, side := range []struct {
			beside         bool
			x0, y0, x1, y1 float64
		}{
			{inside(row-1, col), x, y, x + p.cell, y},
			{inside(row+1, col), x, y + p.cell, x + p.cell, y + p.cell},
			{inside(row, col-1), x, y, x, y + p.cell},
			{inside(row, col+1), x + p.cell, y, x + p.cell, y + p.cell},
		} {
			if !side.beside {
				p.dc.DrawLine(side.x0, side.y0, side.x1, side.y1)
				p.dc.Stroke()
			}
		}
	}
	p.dc.SetLineCapButt()
}

// conclusion draws what is to be done.
func (p *picture) conclusion() {
	for cell, r := range p.roles {
		x, y := p.at(cell)
		p.sign(r, x, y, p.cell)
	}
}

// sign draws the sign of a role on a cell that begins at x, y.
func (p *picture) sign(r role, x, y, size float64) {
	cx, cy := x+size/2, y+size/2
	switch r {
	case crossed:
		p.frame(x, y, size, 0.06, red)
		p.cross(cx, cy, 0.22*size, 0.1*size, red)
	case crowned:
		p.frame(x, y, size, 0.06, green)
		p.frame(x+0.1*size, y+0.1*size, 0.8*size, 0.04, green)
		p.crown(cx, cy, 0.27*size, green)
	case wrong:
		p.frame(x, y, size, 0.08, red)
		p.warning(x+0.76*size, y+0.25*size, 0.2*size)
	}
}

// frame draws a square line just inside a square, thick being its share.
func (p *picture) frame(x, y, size, thick float64, c color.Color) {
	w := thick * size
	for _, pen := range []struct {
		width float64
		ink   color.Color
	}{{w + 0.04*size, paper}, {w, c}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		in := w/2 + 0.03*size
		p.dc.DrawRectangle(x+in, y+in, size-2*in, size-2*in)
		p.dc.Stroke()
	}
}

// cross draws an x with arms of a length.
func (p *picture) cross(x, y, arm, width float64, c color.Color) {
	p.dc.SetLineCapRound()
	for _, pen := range []struct {
		width float64
		ink   color.Color
	}{{2 * width, paper}, {width, c}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		p.dc.DrawLine(x-arm, y-arm, x+arm, y+arm)
		p.dc.Stroke()
		p.dc.DrawLine(x-arm, y+arm, x+arm, y-arm)
		p.dc.Stroke()
	}
	p.dc.SetLineCapButt()
}

// crown draws a crown of three points, half as wide as half says.
func (p *picture) crown(x, y, half float64, c color.Color) {
	shape := func() {
		for i, at := range [][2]float64{{-0.8, 0.75}, {-1, -0.45}, {-0.45, 0.1}, {0, -0.8}, {0.45, 0.1}, {1, -0.45}, {0.8, 0.75}} {
			if i == 0 {
				p.dc.MoveTo(x+at[0]*half, y+at[1]*half)
				continue
			}
			p.dc.LineTo(x+at[0]*half, y+at[1]*half)
		}
		p.dc.ClosePath()
		for _, at := range [][2]float64{{-1, -0.5}, {0, -0.85}, {1, -0.5}} {
			p.dc.DrawCircle(x+at[0]*half, y+at[1]*half, 0.16*half)
		}
	}
	p.dc.SetLineJoinRound()
	p.dc.SetColor(paper)
	p.dc.SetLineWidth(0.36 * half)
	shape()
	p.dc.Stroke()
	p.dc.SetColor(c)
	shape()
	p.dc.Fill()
}

// warning draws a triangle with an exclamation mark.
func (p *picture) warning(x, y, half float64) {
	triangle := func(k float64) {
		p.dc.MoveTo(x, y-k*half)
		p.dc.LineTo(x+k*half, y+0.8*k*half)
		p.dc.LineTo(x-k*half, y+0.8*k*half)
		p.dc.ClosePath()
		p.dc.Fill()
	}
	p.dc.SetColor(paper)
	triangle(1.35)
	p.dc.SetColor(red)
	triangle(1)
	p.dc.SetColor(paper)
	p.dc.SetLineWidth(0.2 * half)
	p.dc.DrawLine(x, y-0.4*half, x, y+0.25*half)
	p.dc.Stroke()
	p.dc.DrawCircle(x, y+0.55*half, 0.13*half)
	p.dc.Fill()
}

// letters writes the letter of each region on its first cell, by which the
// words name it.
func (p *picture) letters() {
	seen := map[byte]bool{}
	size := max(11, 0.22*p.cell)
	for row, line := range p.s.Board.RegionRows() {
		for col := range p.n {
			if seen[line[col]] {
				continue
			}
			seen[line[col]] = true
			x, y := p.at(row*p.n + col)
			p.plate(x+0.2*p.cell, y+0.2*p.cell, size, line[col:col+1])
		}
	}
}

// plate writes a letter on a light plate.
func (p *picture) plate(x, y, size float64, text string) {
	p.dc.SetColor(color.NRGBA{R: 255, G: 255, B: 255, A: 225})
	p.dc.DrawRoundedRectangle(x-0.6*size, y-0.65*size, 1.2*size, 1.3*size, 0.25*size)
	p.dc.Fill()
	p.write(x, y, 0.5, typeface.Bold, size, ink, text)
}

// numbers writes those of rows and columns along the edges, from 1.
func (p *picture) numbers() {
	size := max(12, 0.24*p.cell)
	for i := range p.n {
		along := (float64(i) + 0.5) * p.cell
		p.write(p.left-0.32*p.cell, p.top+along, 0.5, typeface.Regular, size, soft, strconv.Itoa(i+1))
		p.write(p.left+along, p.top-0.32*p.cell, 0.5, typeface.Regular, size, soft, strconv.Itoa(i+1))
	}
}

// caption writes the words below the board and cuts the drawing off there.
func (p *picture) caption(headline string, lines []string) {
	width := float64(p.dc.Width())
	const margin = 20.0
	scale := max(1, width/640) // words as large as they are read beside a large board
	room := width - 2*margin
	y := p.top + float64(p.n)*p.cell + 0.35*p.cell
	paragraph := func(face letters, size float64, c color.Color, text string) {
		if text == "" {
			return
		}
		p.dc.SetFontFace(face(size))
		for _, line := range p.dc.WordWrap(text, room) {
			y += 1.4 * size
			p.write(margin, y-0.7*size, 0, face, size, c, line)
		}
	}
	paragraph(typeface.Bold, 21*scale, ink, capital(headline))
	y += 4
	for _, line := range lines {
		paragraph(typeface.Regular, 17*scale, ink, capital(line))
	}
	y = p.legend(margin, y, room, scale)
	height := min(p.dc.Height(), int(y+margin))
	p.dc = gg.NewContextForImage(cut(p.dc.Image(), image.Rect(0, 0, p.dc.Width(), height)))
}

// legend says below y what the signs in the drawing mean, and returns where it
// ends.
func (p *picture) legend(x, y, room, scale float64) float64 {
	size, text, gap := 24*scale, 14*scale, 8*scale
	from, end := x, y
	y += 12 * scale
	for _, item := range []struct {
		role  role
		words string
	}{{crowned, "put a queen here"}, {crossed, "cross this out"}, {wrong, "take this back"}, {reason, "the reason"}} {
		if !slices.Contains(p.roles, item.role) {
			continue
		}
		p.dc.SetFontFace(typeface.Regular(text))
		w, _ := p.dc.MeasureString(item.words)
		if x > from && x+size+gap+w > from+room {
			x, y = from, y+size+gap
		}
		p.sign(item.role, x, y, size)
		if item.role == reason {
			one := *p
			one.n, one.cell, one.left, one.top = 1, size, x, y
			one.hatch(0)
		}
		p.write(x+size+gap, y+size/2, 0, typeface.Regular, text, soft, item.words)
		x += size + gap + w + 22*scale
		end = y + size
	}
	return end
}

// letters are those of a typeface, at a size in pixels.
type letters = func(size float64) font.Face

// write writes a line around y, from x on: share of it lies left of x.
func (p *picture) write(x, y, share float64, face letters, size float64, c color.Color, text string) {
	p.dc.SetFontFace(face(size))
	p.dc.SetColor(c)
	p.dc.DrawStringAnchored(text, x, y+0.36*size, share, 0)
}

// capital returns text with a capital at its beginning.
func capital(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' || len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return text // "r3c4" stays
	}
	return string(text[0]-'a'+'A') + text[1:]
}

func cut(img image.Image, r image.Rectangle) image.Image {
	out := image.NewRGBA(r)
	draw.Draw(out, r, img, r.Min, draw.Src)
	return out
}
