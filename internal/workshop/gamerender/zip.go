package gamerender

import (
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"golang.org/x/image/font"

	"autoqueens/internal/typeface"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/zip"
)

// zipGame draws Zip boards.
var zipGame = Game{Name: zip.Name, Sizes: []int{6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 5}, Pitch: 66, Styles: zipStyles()}

// zipTheme is the colours of a path: of the cells it goes through, and from its beginning to its
// head.
type zipTheme struct{ tint, from, to color.NRGBA }

// zipLook is how Zip is drawn. Lengths where no share of a cell is named are in units that a board
// is zipBoard wide: the page draws all of a larger board larger.
type zipLook struct {
	cell, line, ink, digit color.NRGBA
	themes                 []zipTheme
	thin, disc, wall       float64
	stroke, corner         float64 // width of the path and radius of the board's corners, shares of a cell
	size                   float64 // of the digits, a share of the disc
	face                   func(size float64) font.Face
}

const zipBoard = 398

func zipStyles() []Style {
	theme := func(tint, from, to uint32) zipTheme { return zipTheme{Hex(tint), Hex(from), Hex(to)} }
	site := zipLook{
		cell: Hex(0xF9FAFB), line: Hex(0xA3A19C), ink: Hex(0x070707), digit: Hex(0xFFFFFF), thin: 2, disc: 36, wall: 12, stroke: 0.626, corner: 0.5, size: 0.5,
		themes: []zipTheme{
			theme(0xF5C3BC, 0xE0442E, 0xF08A6A), theme(0xF6CAB5, 0xF27B0B, 0xF69B01), theme(0xC4DBB9, 0x3E8E2F, 0x8FBF4A), theme(0xA9CEBA, 0x0E8A55, 0x2FA98C),
			theme(0xABDEEC, 0x0A8FB8, 0x27B7D6), theme(0xAEC0E5, 0x2F5BD0, 0x6A7FE8), theme(0xE6BEE3, 0xBF339F, 0xEA3537),
		},
		face: typeface.Bold,
	}
	bold := site
	bold.face, bold.size = dejavu, 0.42
	dark := site
	dark.cell, dark.line, dark.ink, dark.digit = Hex(0x1D2226), Hex(0x5E6A75), Hex(0xF3F2F0), Hex(0x111417)
	dark.themes = []zipTheme{theme(0x54301F, 0xD06010, 0xE08A20), theme(0x1F4536, 0x138A5A, 0x2FA98C), theme(0x23406B, 0x2F5BD0, 0x6A7FE8), theme(0x552A55, 0xB0309A, 0xD83A50)}
	thick := site
	thick.thin, thick.wall, thick.disc = 3, 13, 38
	held := site
	held.cell, held.line, held.ink = Hex(0xFFFFFF), Hex(0xB9B4AA), Hex(0x1A1A2E)
	held.disc, held.wall, held.stroke, held.corner, held.thin = 34, 10.5, 0.58, 0.3, 1.5
	held.themes = []zipTheme{theme(0xFCE0A8, 0xC98A00, 0xE8B020), theme(0xD6E8A0, 0x6A8A10, 0x9AB830), theme(0xC8D8F0, 0x3A5A9A, 0x6A8ACA)}
	held.face, held.size = inter, 0.52
	heldDark := dark
	heldDark.cell, heldDark.line, heldDark.ink = Hex(0x14171A), Hex(0x4B5560), Hex(0xD8DCE0)
	heldDark.disc, heldDark.wall, heldDark.corner = 35, 11, 0.25
	heldDark.face = openSans
	heldWarm := site
	heldWarm.cell, heldWarm.line, heldWarm.ink = Hex(0xF6F1E7), Hex(0x8E8778), Hex(0x2B1D0E)
	heldWarm.themes = []zipTheme{theme(0xD9C2F0, 0x7030B0, 0xA060D0), theme(0xBCE4D8, 0x108070, 0x40B0A0)}
	heldWarm.face, heldWarm.size = carlito, 0.6
	heldCool := site
	heldCool.cell, heldCool.line, heldCool.ink = Hex(0xF2F6FA), Hex(0x93A1B0), Hex(0x10233A)
	heldCool.disc, heldCool.wall, heldCool.stroke, heldCool.corner = 37, 11.5, 0.6, 0.4
	heldCool.themes = []zipTheme{theme(0xBFE3E0, 0x0B7C8C, 0x4FB0A6), theme(0xF3C9D6, 0xC2185B, 0xF06292), theme(0xD7CCE8, 0x5E35B1, 0x9575CD)}
	heldCool.face = lato
	style := func(name string, held, dark bool, look zipLook) Style {
		return Style{Name: name, Held: held, Dark: dark, Card: look.cell, Draw: look.draw, zip: look}
	}
	pale := style("held-pale", true, false, site)
	pale.pale = 0.45
	return []Style{
		style("site", false, false, site), style("bold", false, false, bold), style("dark", false, true, dark), style("thick", false, false, thick),
		style("held-site", true, false, held), style("held-dark", true, true, heldDark), style("held-warm", true, false, heldWarm),
		style("held-cool", true, false, heldCool),
		pale,
	}
}

// SolvedZip draws a board that is solved in each style: pages then show the path and the discs alone, so
// that no reader can tell what the walls were.
func SolvedZip(seed uint64, number int) (all []Drawing) {
	for _, s := range zipGame.Styles {
		s.Draw = s.zip.solved
		all = append(all, zipGame.Draw(&s, seed, number))
	}
	return all
}

// solved draws a board that is solved.
func (look zipLook) solved(d *Deal) (puzzle.Puzzle, string) {
	p, s := made(d, zip.Generate)
	p.Path = s.Path
	look.played(d, p, Pick(d.R, look.themes...), d.Pitch*float64(d.Size)/zipBoard)
	return p, "solved"
}

// draw draws one.
func (look zipLook) draw(d *Deal) (puzzle.Puzzle, string) {
	p, s := made(d, zip.Generate)
	way := s.Path
	sortEdges(p.Walls)
	state := Pick(d.R, "fresh", "half played")
	p.Path = way[:1]
	if state == "half played" {
		p.Path = way[:1+d.R.IntN(len(way)-2)]
		if d.R.IntN(3) == 0 {
			p.Path = astray(d.R, p, way[0])
		}
	}
	n := d.Size
	theme := Pick(d.R, look.themes...)
	board := d.Pitch * float64(n)
	unit := board / zipBoard
	line, crisp := look.thin*unit, d.R.IntN(3) > 0
	d.SetColor(look.line)
	d.SetLineWidth(line)
	d.DrawRoundedRectangle(d.X, d.Y, board, board, look.corner*d.Pitch)
	d.Stroke()
	for k := 1; k < n; k++ {
		d.Line(true, d.X+float64(k)*d.Pitch, d.Y, d.Y+board, line, crisp, look.line)
		d.Line(false, d.Y+float64(k)*d.Pitch, d.X, d.X+board, line, crisp, look.line)
	}
	dark := mix(theme.tint, theme.from, 0.3)
	for _, c := range p.Path {
		x, y := d.X+float64(c.Col)*d.Pitch, d.Y+float64(c.Row)*d.Pitch
		corner := c.Row%(n-1) == 0 && c.Col%(n-1) == 0
		if corner {
			d.DrawRoundedRectangle(d.X, d.Y, board, board, look.corner*d.Pitch)
			d.Clip()
		}
		d.Rect(x, y, d.Pitch, d.Pitch, theme.tint)
		d.ResetClip()
		for k := range 2 {
			d.Line(true, x+float64(k)*d.Pitch, y, y+d.Pitch, line, crisp, dark)
			d.Line(false, y+float64(k)*d.Pitch, x, x+d.Pitch, line, crisp, dark)
		}
	}
	wall := look.wall * unit
	d.SetColor(look.ink)
	for _, w := range p.Walls {
		x, y := d.X+float64(w.B.Col)*d.Pitch, d.Y+float64(w.B.Row)*d.Pitch
		if w.A.Row == w.B.Row {
			d.DrawRectangle(x-wall/2, y-wall/2, wall, d.Pitch+wall)
		} else {
			d.DrawRectangle(x-wall/2, y-wall/2, d.Pitch+wall, wall)
		}
		d.Fill()
	}
	look.played(d, p, theme, unit)
	return p, state
}

// played draws the path and the discs.
func (look zipLook) played(d *Deal, p *zip.Puzzle, theme zipTheme, unit float64) {
	look.path(d, p.Path, theme)
	face := look.face(look.size * look.disc * unit)
	for _, k := range p.Numbers {
		x, y := d.Middle(k.Row, k.Col)
		d.SetColor(look.ink)
		d.DrawCircle(x, y, look.disc*unit/2)
		d.Fill()
		d.SetColor(look.digit)
		d.SetFontFace(face)
		d.center(face, strconv.Itoa(k.K), x, y)
	}
}

// path draws the path, its colour going over from one end to the other.
func (look zipLook) path(d *Deal, path []puzzle.Cell, theme zipTheme) {
	const pieces = 8 // a step
	width := look.stroke * d.Pitch
	x, y := d.Middle(path[0].Row, path[0].Col)
	d.SetColor(theme.from)
	d.DrawCircle(x, y, width/2)
	d.Fill()
	steps := pieces * (len(path) - 1)
	for k := 1; k <= steps; k++ {
		a, b := path[(k-1)/pieces], path[(k-1)/pieces+1]
		t := float64((k-1)%pieces+1) / pieces
		x0, y0 := d.Middle(a.Row, a.Col)
		x1, y1 := d.Middle(b.Row, b.Col)
		d.SetColor(mix(theme.from, theme.to, float64(k)/float64(steps)))
		d.DrawCircle(x0+(x1-x0)*t, y0+(y1-y0)*t, width/2)
		d.Fill()
	}
}

// mix returns a colour between two.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	v := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return color.NRGBA{v(a.R, b.R), v(a.G, b.G), v(a.B, b.B), 255}
}

// astray returns a path as somebody may have drawn it who does not know the solution.
func astray(r *rand.Rand, p *zip.Puzzle, from puzzle.Cell) []puzzle.Cell {
	path := []puzzle.Cell{from}
	next := 2
	for range r.IntN(p.Rows * p.Cols) {
		here := path[len(path)-1]
		step := Pick(r, [2]int{0, 1}, [2]int{0, -1}, [2]int{1, 0}, [2]int{-1, 0})
		to := puzzle.Cell{Row: here.Row + step[0], Col: here.Col + step[1]}
		number := slices.IndexFunc(p.Numbers, func(k zip.Number) bool { return k.Cell == to })
		blocked := slices.ContainsFunc(p.Walls, func(w puzzle.Edge) bool {
			return w == puzzle.Edge{A: here, B: to}.Ordered()
		})
		if !to.In(p.Rows, p.Cols) || slices.Contains(path, to) || blocked || number >= 0 && p.Numbers[number].K != next {
			continue
		}
		if number >= 0 {
			next++
		}
		path = append(path, to)
	}
	return path
}

// sortEdges puts edges in the order of the cells left of them or above them.
func sortEdges(edges []puzzle.Edge) {
	slices.SortFunc(edges, func(a, b puzzle.Edge) int {
		return 1000000*(a.A.Row-b.A.Row) + 10000*(a.A.Col-b.A.Col) + 100*(a.B.Row-b.B.Row) + a.B.Col - b.B.Col
	})
}
