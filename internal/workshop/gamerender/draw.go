package gamerender

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"git.sr.ht/~sbinet/gg"
	"github.com/disintegration/imaging"

	"autoqueens/internal/typeface"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// Style is a way to draw a game.
type Style struct {
	Name string
	Held bool // held out
	Dark bool
	Card color.NRGBA // what lies around the board
	// Draw draws a board and returns what it shows, and in which state it is: "fresh", "half
	// played" or "full".
	Draw func(d *Deal) (puzzle.Puzzle, string)

	zip     zipLook // where it is one of Zip
	covered bool
	pale    float64 // all is mixed with Card by such a share, as on a screen that is washed out
}

// Deal is what a board is drawn with: its place in device pixels.
type Deal struct {
	*gg.Context
	R     *rand.Rand
	Late  *rand.Rand // of what is laid over a board that is drawn
	Style *Style
	Size  int     // cells a side
	X, Y  float64 // the upper left corner of the first cell
	Pitch float64
	Zoom  float64 // device pixels to a CSS pixel
}

// Drawing is a picture and what it shows.
type Drawing struct {
	Name    string
	Image   image.Image
	Puzzle  puzzle.Puzzle
	Lattice vision.Lattice
	// Style, State and Variant are for the rows of a report.
	Style          *Style
	State, Variant string
}

// Game is a game that can be drawn.
type Game struct {
	Name   string
	Sizes  []int // cells a side; one named twice is dealt twice as often
	Pitch  float64
	Styles []Style
}

// Games lists the games that can be drawn.
var Games = []Game{tangoGame, zipGame, sudokuGame, patchesGame}

// Draw draws a board in a style.
func (g *Game) Draw(style *Style, seed uint64, number int) Drawing {
	stream := fnv.New32()
	_, _ = stream.Write([]byte(style.Name))
	r := rand.New(rand.NewPCG(seed, uint64(stream.Sum32())<<32|uint64(number)))
	d := &Deal{R: r, Late: rand.New(rand.NewPCG(^seed, uint64(number))), Style: style, Size: Pick(r, g.Sizes...)}
	v := dealVariant(r)
	const smallest = 31 // pixels: the least pitch that is asked of the reader
	d.Zoom = Pick(r, 0.67, 0.8, 0.9, 1, 1, 1, 1.1, 1.25, 1.5, 1.75, 2)
	// Boards are of about one width, so that more cells are smaller ones.
	css := g.Pitch * 6 / float64(d.Size) * (0.9 + 0.3*r.Float64())
	d.Pitch = max(css*d.Zoom, smallest/v.scale)
	d.Zoom = d.Pitch / css
	if r.IntN(2) == 0 {
		d.Pitch = math.Round(d.Pitch)
	}
	board := d.Pitch * float64(d.Size)
	page := r.IntN(3) > 0
	left, right, top, bottom := 4+r.Float64()*12, 4+r.Float64()*12, 4+r.Float64()*12, 4+r.Float64()*12
	if page {
		left, right = d.Zoom*(60+r.Float64()*300), d.Zoom*(60+r.Float64()*300)
		top, bottom = d.Zoom*(110+r.Float64()*60), d.Zoom*(160+r.Float64()*120)
	}
	d.X, d.Y = left, top
	if r.IntN(2) == 0 {
		d.X, d.Y = math.Round(d.X), math.Round(d.Y)
	}
	d.Context = gg.NewContext(int(left+board+right), int(top+board+bottom))
	d.SetColor(style.Card)
	d.Clear()
	if page {
		d.page(board)
	}
	p, state := style.Draw(d)
	drawn := vision.Lattice{X: d.X, Y: d.Y, PitchX: d.Pitch, PitchY: d.Pitch, Size: d.Size}
	if img := d.Image().(*image.RGBA); style.pale > 0 {
		draw.DrawMask(img, img.Rect, image.NewUniform(style.Card), image.Point{}, image.NewUniform(color.Alpha16{uint16(0xffff * style.pale)}), image.Point{}, draw.Over)
	}
	if style.covered {
		state = Cover(d.Late, d.Image().(draw.Image), drawn, style.Card, false)
	}
	out := Drawing{
		Name: fmt.Sprintf("%s/%s/%d-%d", g.Name, style.Name, seed, number), Puzzle: p, Style: style, State: state, Variant: v.name,
		Lattice: drawn,
	}
	var fx, fy float64
	out.Image, fx, fy = v.apply(d.Image())
	out.Lattice = out.Lattice.Scaled(fx, fy)
	return out
}

// made makes a puzzle of the size that is dealt, and its solution.
func made[P puzzle.Puzzle, S puzzle.Solution](d *Deal, generate func(size int, seed uint64) (P, S, error)) (P, S) {
	p, s, err := generate(d.Size, d.R.Uint64())
	if err != nil {
		panic(err) // the sizes that are dealt are ones that are made
	}
	return p, s
}

// page draws what stands around a board: a header, a card, buttons, text.
func (d *Deal) page(board float64) {
	w, h := float64(d.Width()), float64(d.Height())
	ground, bar, ink, edge := Hex(0xF4F2EE), Hex(0xFFFFFF), Hex(0x191919), Hex(0xD0D0D0)
	if d.Style.Dark {
		ground, bar, ink, edge = Hex(0x0E1113), Hex(0x1B1F23), Hex(0xE6E6E6), Hex(0x44505A)
	}
	d.SetColor(ground)
	d.Clear()
	m := 20 * d.Zoom
	d.Rounded(d.X-m, d.Y-m, board+2*m, h, 0, d.Style.Card)
	d.Rect(0, 0, w, 56*d.Zoom, bar)
	d.Text(24*d.Zoom, 28*d.Zoom, 18*d.Zoom, true, "Puzzle of the day", ink)
	y := d.Y + board + 16*d.Zoom
	for i := range 2 {
		x, bw := d.X+float64(i)*(board/2+4*d.Zoom), board/2-8*d.Zoom
		d.Rounded(x, y, bw, 32*d.Zoom, 16*d.Zoom, edge)
		d.Rounded(x+1, y+1, bw-2, 32*d.Zoom-2, 15*d.Zoom, d.Style.Card)
		d.Text(x+bw/2-16*d.Zoom, y+16*d.Zoom, 14*d.Zoom, true, [...]string{"Undo", "Hint"}[i], ink)
	}
	for i := range 3 {
		d.Text(d.X, y+(56+22*float64(i))*d.Zoom, 13*d.Zoom, false, [...]string{"How to play", "Fill the grid by the rules below.", "Each row and column has its own."}[i], ink)
	}
}

// Rect fills a rectangle, pixels that it covers in part in part.
func (d *Deal) Rect(x, y, w, h float64, c color.Color) {
	d.DrawRectangle(x, y, w, h)
	d.SetColor(c)
	d.Fill()
}

// Rounded fills a rectangle with round corners.
func (d *Deal) Rounded(x, y, w, h, radius float64, c color.Color) {
	d.DrawRoundedRectangle(x, y, w, h, radius)
	d.SetColor(c)
	d.Fill()
}

// Text writes a line whose middle lies at y.
func (d *Deal) Text(x, y, size float64, bold bool, text string, c color.Color) {
	face := typeface.Regular(size)
	if bold {
		face = typeface.Bold(size)
	}
	d.SetFontFace(face)
	d.SetColor(c)
	d.DrawStringAnchored(text, x, y, 0, 0.35)
}

// Line fills a straight line of a width in device pixels about a place across it: on whole
// pixels where crisp, as browsers draw borders.
func (d *Deal) Line(upright bool, at, from, to, width float64, crisp bool, c color.Color) {
	low := at - width/2
	if crisp {
		width = max(math.Floor(width), 1)
		low = math.Round(at - width/2)
	}
	if upright {
		d.Rect(low, from, width, to-from, c)
	} else {
		d.Rect(from, low, to-from, width, c)
	}
}

// Middle returns the middle of a cell.
func (d *Deal) Middle(row, col int) (x, y float64) {
	return d.X + (float64(col)+0.5)*d.Pitch, d.Y + (float64(row)+0.5)*d.Pitch
}

// Hex returns an opaque colour from 0xRRGGBB.
func Hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Pick returns one of the values, each as likely.
func Pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// variant is what happens to a picture on its way to the reader.
type variant struct {
	name    string
	scale   float64
	filter  imaging.ResampleFilter
	quality int // of JPEG, 0 for none
	warm    bool
}

func dealVariant(r *rand.Rand) variant {
	v := variant{name: "as drawn", scale: 1}
	switch r.IntN(8) {
	case 0, 1, 2:
	case 3:
		v.name, v.quality = "JPEG", 60+r.IntN(36)
	case 4, 5:
		v.name, v.scale = "scaled", 0.55+r.Float64()
		v.filter = Pick(r, imaging.Box, imaging.Linear, imaging.CatmullRom, imaging.Lanczos)
	case 6:
		v.name, v.scale, v.filter, v.quality = "video", 0.6+0.3*r.Float64(), imaging.Linear, 60+r.IntN(30)
	case 7:
		v.name, v.warm = "night filter", true
	}
	return v
}

// apply returns the picture changed, and by which factors it was scaled.
func (v variant) apply(img image.Image) (out image.Image, fx, fy float64) {
	out, fx, fy = img, 1, 1
	if v.scale != 1 {
		b := img.Bounds()
		w, h := int(math.Round(float64(b.Dx())*v.scale)), int(math.Round(float64(b.Dy())*v.scale))
		out, fx, fy = imaging.Resize(img, w, h, v.filter), float64(w)/float64(b.Dx()), float64(h)/float64(b.Dy())
	}
	if v.warm {
		out = imaging.AdjustFunc(out, func(c color.NRGBA) color.NRGBA {
			return color.NRGBA{R: c.R, G: uint8(0.88 * float64(c.G)), B: uint8(0.62 * float64(c.B)), A: 255}
		})
	}
	if v.quality > 0 {
		var file bytes.Buffer
		if jpeg.Encode(&file, out, &jpeg.Options{Quality: v.quality}) == nil {
			if rough, err := jpeg.Decode(&file); err == nil {
				out = rough
			}
		}
	}
	return out, fx, fy
}
