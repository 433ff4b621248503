package hint

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"git.sr.ht/~sbinet/gg"
	"github.com/disintegration/imaging"

	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
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

// SourceOf returns the picture of a board, with as much around it as a cell, and for a board that was
// text [Plain] of p.
func SourceOf(s dump.Subject, p puzzle.Puzzle) Source {
	if s.Picture == nil {
		return Plain(p)
	}
	l := s.Reading.Lattice
	area := l.Bounds()
	around := vision.Rect{X: area.X - l.PitchX, Y: area.Y - l.PitchY, Width: area.Width + 2*l.PitchX, Height: area.Height + 2*l.PitchY}
	return Source{Picture: dump.Cut(s.Picture, around.Image()), Lattice: l, Marks: s.Reading.Board.Marks}
}

// Plain returns a source for a board that was text: drawn with what is done on it.
func Plain(p puzzle.Puzzle) Source {
	s := Source{
		Picture: drawing.Puzzle(p),
		Lattice: vision.Lattice{X: drawing.Margin, Y: drawing.Margin, PitchX: drawing.Pitch, PitchY: drawing.Pitch, Size: max(p.Dims())},
	}
	if b, ok := p.(*games.Board); ok {
		s.Marks = b.Marks
	}
	return s
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
	dc         *gg.Context
	s          *Scene
	shown      []solver.Mark
	roles      []role
	rows, cols int
	cell       float64
	left, top  float64
	around     image.Rectangle // the board with its frame
	dark       bool            // the board is more dark than light
}

func newPicture(src Source, s *Scene) *picture {
	l := src.Lattice
	rows, cols := s.Puzzle.Dims()
	cell := math.Round(min(mostCell, max(leastCell, (l.PitchX+l.PitchY)/2)))
	p := &picture{s: s, shown: src.Marks, roles: s.roles(), rows: rows, cols: cols, cell: cell, left: math.Round(0.55 * cell), top: math.Round(0.55 * cell)}
	side := func(cells int) int { return int(float64(cells)*cell + p.top + 0.35*cell) }
	// The height below the board is not known before the words are wrapped; the
	// drawing is cut to it in the end.
	p.dc = gg.NewContext(max(side(cols), narrowest), side(rows)+tallestCaption)
	p.left += float64(max(side(cols), narrowest)-side(cols)) / 2
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
	enlarged := imaging.Resize(imaging.Crop(src.Picture, from), to.Dx(), to.Dy(), imaging.CatmullRom)
	draw.Draw(dst, to, enlarged, image.Point{}, draw.Src)
	p.around, p.dark = to, dark(dst, p.board())
	return p
}

// Bounds on what stands below the board, in pixels.
const (
	narrowest      = 440
	tallestCaption = 1200
)

// board returns where the board is in the drawing.
func (p *picture) board() image.Rectangle {
	x, y := int(p.left), int(p.top)
	return image.Rect(x, y, x+int(float64(p.cols)*p.cell), y+int(float64(p.rows)*p.cell))
}

// dark tells whether a part of a picture is more dark than light.
func dark(img image.Image, r image.Rectangle) bool {
	mean := 0.0
	for tone, share := range imaging.Histogram(imaging.Crop(img, r)) {
		mean += float64(tone) * share
	}
	return !r.Empty() && mean < 105
}

// at returns the upper left corner of a cell.
func (p *picture) at(cell int) (x, y float64) {
	return p.left + float64(cell%p.cols)*p.cell, p.top + float64(cell/p.cols)*p.cell
}

// center returns the middle of a cell.
func (p *picture) center(cell int) (x, y float64) {
	x, y = p.at(cell)
	return x + p.cell/2, y + p.cell/2
}

// veil fades every cell that does not matter, and what of the board's frame lies beside it.
func (p *picture) veil() {
	p.dc.SetColor(dayVeil)
	if p.dark {
		p.dc.SetColor(dusk)
	}
	if !p.s.marked() {
		return
	}
	for cell, r := range p.roles {
		if r == bystander && !slices.Contains(p.s.Unit, cell) {
			x, y := p.at(cell)
			x1, y1 := x+p.cell, y+p.cell
			if cell%p.cols == 0 {
				x = float64(p.around.Min.X)
			}
			if cell < p.cols {
				y = float64(p.around.Min.Y)
			}
			if cell%p.cols == p.cols-1 {
				x1 = float64(p.around.Max.X)
			}
			if cell >= len(p.roles)-p.cols {
				y1 = float64(p.around.Max.Y)
			}
			p.dc.DrawRectangle(x, y, x1-x, y1-y)
			p.dc.Fill()
		}
	}
}

// marks draws the marks that the picture does not show yet, and in the row,
// column or region that the reason is about a small cross on every cell that is
// out of the question: who counts its cells need not work that out again.
func (p *picture) marks() {
	b := p.s.board()
	if b == nil {
		return
	}
	for cell := range p.roles {
		m := b.Mark(cell/p.cols, cell%p.cols)
		x, y := p.center(cell)
		switch {
		case p.shown != nil && p.shown[cell] == m && m != solver.Empty:
		case m == solver.Queen:
			p.crown(x, y, 0.3*p.cell, ink)
		case m == solver.Cross, slices.Contains(p.s.Unit, cell) && p.roles[cell] == bystander:
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

// conclusion draws what is to be done.
func (p *picture) conclusion() {
	for cell, r := range p.roles {
		x, y := p.at(cell)
		p.sign(r, x, y, p.cell)
	}
}
