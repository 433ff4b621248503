package render

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// The surroundings a board may have.
const (
	Crop    = "crop"    // the board and a margin
	Page    = "page"    // the game's page
	Phone   = "phone"   // a phone's whole screen
	Desktop = "desktop" // a whole desktop, 1920 x 1080
	NoBoard = "none"    // what Decoy draws: no board at all
)

// theme holds the colours of a page.
type theme struct{ page, card, ink, soft, rim color.NRGBA }

func themeOf(dark bool) theme {
	if dark {
		return theme{page: hex(0x000000), card: hex(0x1C1F23), ink: hex(0xE8E8E8), soft: hex(0xA0A4A8), rim: hex(0x3C4046)}
	}
	return theme{page: hex(0xF4F2EE), card: hex(0xF9FAFB), ink: hex(0x191919), soft: hex(0x5E6266), rim: hex(0xD5D8DB)}
}

// picture draws the board in its surroundings, and puts it there.
func (s *Spec) picture(r *rand.Rand, scene string) *image.RGBA {
	b := s.bounds()
	var c canvas
	switch scene {
	case Page:
		c = s.pagePicture(r)
	case Phone:
		c = s.phonePicture(r)
	case Desktop:
		c = s.desktopPicture(r)
	default:
		c = s.cropPicture(r, b)
	}
	s.draw(c)
	return c.RGBA
}

// place puts the board's lattice near x, y, at a fraction of a pixel unless it
// is drawn in whole ones.
func (s *Spec) place(r *rand.Rand, x, y float64) {
	s.X, s.Y = math.Round(x)+r.Float64(), math.Round(y)+r.Float64()
	if s.Lines.Snap && chance(r, 0.5) {
		s.X, s.Y = math.Round(x), math.Round(y)
	}
}

func (s *Spec) cropPicture(r *rand.Rand, b Rect) canvas {
	left, top := s.margin(r), s.margin(r)
	right, bottom := s.margin(r), s.margin(r)
	s.place(r, left, top)
	return newCanvas(int(s.X+b.Width+right+1), int(s.Y+b.Height+bottom+1), s.Page)
}

// margin returns how much page shows beside a board that was cut out: at
// least its frame.
func (s *Spec) margin(r *rand.Rand) float64 {
	least := math.Ceil(s.Frame.Width + s.Lines.Outer/2)
	if s.Frame.Width == 0 && s.Lines.Outer == 0 {
		least = 2 // else nothing would show where the outer cells end
	}
	return least + pick(r, 0, between(r, 0, 6), between(r, 0, 50))
}

// pagePicture draws the game's page: navigation, clock, card, buttons, how to
// play, and examples smaller than the game.
func (s *Spec) pagePicture(r *rand.Rand) canvas {
	b := s.bounds()
	w := b.Width + between(r, 60, 700)*s.Scale
	above, below := 130*s.Scale, pick(r, 30.0, 90, 330, 620)*s.Scale
	w, below = min(w, 2200), min(below, 1000)
	t := themeOf(s.Dark)
	c := newCanvas(int(w), int(above+b.Height+below), t.page)
	s.drawPage(r, c, 0, 0, w, above+b.Height+below, above)
	return c
}

// drawPage draws the game's page into a box and places the board on it, its
// top the given distance down.
func (s *Spec) drawPage(r *rand.Rand, c canvas, x0, y0, x1, y1, above float64) {
	t, k, b := themeOf(s.Dark), s.Scale, s.bounds()
	c.rect(x0, y0, x1, y1, t.page)
	c.rect(x0, y0, x1, y0+46*k, t.card)
	c.rect(x0, y0+46*k, x1, y0+46*k+max(1, k), t.rim)
	c.pill(x0+14*k, y0+8*k, x0+44*k, y0+38*k, 4*k, k, hex(0x0A66C2), hex(0x0A66C2))
	for i := range 5 {
		x := x1 - (40+70*float64(i))*k
		if x < x0+160*k {
			break
		}
		c.disc(point{x, y0 + 17*k}, 9*k, t.soft)
		c.centered(regular, x, y0+37*k, 10*k, t.soft, words(r, 1))
	}
	c.text(bold, x0+14*k, y0+74*k, 17*k, t.ink, "Queens")
	c.centered(bold, (x0+x1)/2, y0+70*k, 15*k, t.ink, pick(r, "0:07", "0:48", "1:32"))
	left := x0 + (x1-x0-b.Width)/2
	pad := 18 * k
	c.pill(left-pad, y0+above-pad, left+b.Width+pad, y1+20*k, 8*k, max(1, k), t.card, t.card)
	s.Page = t.card
	s.place(r, left, y0+above)
	y := s.Y + b.Height + 18*k
	half := b.Width/2 - 5*k
	for i, word := range []string{"Undo", "Hint"} {
		bx := left + float64(i)*(half+10*k)
		c.pill(bx, y, bx+half, y+32*k, 16*k, max(1, k), t.card, t.ink)
		c.centered(bold, bx+half/2, y+16*k, 14*k, t.ink, word)
	}
	y += 60 * k
	c.text(bold, left+14*k, y, 14*k, t.ink, "How to play")
	for i := range 5 {
		c.text(regular, left+14*k, y+(26+20*float64(i))*k, 12*k, t.soft, words(r, 7))
	}
	y += 150 * k
	c.text(bold, left+14*k, y, 14*k, t.ink, "Examples")
	for i := range 2 {
		s.example(r, left+(14+190*float64(i))*k, y+16*k, 172*k)(c)
	}
}

// example returns a small board of size 5 to learn on, at most half as large
// as the board itself.
func (s *Spec) example(r *rand.Rand, x, y, width float64) func(canvas) {
	width = min(width, s.bounds().Width/2)
	b, _ := puzzle(r, 5, false)
	e := &Spec{
		Board: b, Colors: livePalette[:5], X: x, Y: y, PitchX: width / 5, PitchY: width / 5,
		Lines: Lines{Kind: Greyish, Thin: max(1, s.Scale), Thick: max(1.5, 2*s.Scale), ThinColor: hex(0x777777), ThickColor: black, Outer: max(1.5, 2*s.Scale), Snap: true},
		Hover: -1, Pointer: -1, Moving: -1,
	}
	return e.draw
}

func (s *Spec) phonePicture(r *rand.Rand) canvas {
	b := s.bounds()
	w := b.Width * between(r, 1.08, 1.2)
	h := w * between(r, 1.9, 2.2)
	s.Scale = w / 412
	c := newCanvas(int(w), int(h), themeOf(s.Dark).page)
	s.drawPage(r, c, 0, 0, w, h, h*between(r, 0.16, 0.25))
	c.text(regular, 20*s.Scale, 15*s.Scale, 12*s.Scale, themeOf(s.Dark).soft, "9:41")
	return c
}

// desktopPicture draws a screen: a browser with the game, and whatever else
// people have on theirs around it.
func (s *Spec) desktopPicture(r *rand.Rand) canvas {
	const width, height = 1920, 1080
	b := s.bounds()
	c := newCanvas(width, height, hsv(r.Float64(), 0.4, 0.4))
	if chance(r, 0.5) {
		photo(r, c, 0, 0, width, height)
	}
	t := themeOf(s.Dark)
	// The browser's window leaves room at one or both sides.
	inner := b.Width + between(r, 80, 300)
	x0 := between(r, 0, width-inner)
	x1 := x0 + inner
	y0, y1 := pick(r, 0, between(r, 0, 30)), height-pick(r, 0, 40.0)
	for _, side := range [][2]float64{{0, x0}, {x1, width}} {
		clutterColumn(r, c, side[0]+10, 10, side[1]-10, height-50)
	}
	c.rect(x0, y0, x1, y1, t.page)
	c.rect(x0, y0, x1, y0+70, hex(0xDEE1E6))
	c.rounded(x0+8, y0+6, x0+200, y0+36, 8, white)
	c.text(regular, x0+20, y0+26, 13, hex(0x202124), "Queens")
	c.rounded(x0+60, y0+40, x1-60, y0+64, 12, white)
	c.text(regular, x0+80, y0+57, 13, hex(0x202124), "https://games.example/queens")
	above := min(130*s.Scale, y1-y0-70-b.Height-20)
	s.drawPage(r, c.within(x0, y0+70, x1, y1), x0, y0+70, x1, y1, max(60, above))
	c.rect(0, height-40, width, height, hex(0x202124))
	for i := range 8 {
		x := 20 + 46*float64(i)
		c.rounded(x, height-34, x+28, height-6, 5, hsv(r.Float64(), 0.6, 0.9))
	}
	return c
}

// within returns the part of the canvas inside a box, sharing its pixels.
func (c canvas) within(x0, y0, x1, y1 float64) canvas {
	return canvas{c.SubImage(image.Rect(int(x0), int(y0), int(math.Ceil(x1)), int(math.Ceil(y1)))).(*image.RGBA)}
}
