package render

import (
	"image"
	"image/color"
	"math/rand/v2"

	"autoqueens/solver"
)

// Samples are small boards of one style each, to be kept as files and looked
// at. Unlike cases, they do not change when the dealing of cases does.
func Samples() []Picture {
	var out []Picture
	for i, s := range samples {
		r := rand.New(rand.NewPCG(2026, uint64(i)))
		spec := s.spec(r)
		img := newCanvas(int(spec.X*2+spec.bounds().Width+0.5), int(spec.Y*2+spec.bounds().Height+0.5), spec.Page)
		spec.draw(img)
		t := spec.truth(spec.bounds())
		t.Demand, t.Why = demand(img, spec, t.Bounds, condition{factor: 1})
		out = append(out, Picture{Name: s.name, Image: img.RGBA, Truth: t})
	}
	return out
}

// sample is a style; fields left zero are those of the game.
type sample struct {
	name    string
	size    int
	pitch   float64
	dark    bool
	palette string
	lines   Lines
	frame   float64
	queen   string
	state   string
	pieces  bool
	hover   bool
}

var samples = []sample{
	{name: "game-light", size: 8, pitch: 30, frame: 4},
	{name: "game-dark-queens", size: 7, pitch: 34.6, dark: true, frame: 4, state: SomeQueens},
	{name: "game-solved-gold", size: 9, pitch: 27.2, frame: 4, queen: GoldCrown, state: Solved},
	{name: "game-hover-pointer", size: 7, pitch: 33.3, frame: 3, hover: true},
	{name: "game-clash", size: 8, pitch: 28, frame: 4, state: Clashing},
	{name: "close-colours", size: 8, pitch: 30.5, palette: ClosePair, frame: 4},
	{name: "one-colour-twice", size: 8, pitch: 26, palette: Twins, frame: 4},
	{name: "region-in-pieces", size: 9, pitch: 24.4, pieces: true, frame: 3},
	{name: "region-of-page-colour", size: 7, pitch: 30, palette: PageTwin, frame: 4},
	{name: "gaps-letters", size: 7, pitch: 32, dark: true, palette: Saturated, queen: LetterQ, state: SomeQueens,
		lines: Lines{Kind: Gaps, Thin: 3, Radius: 5}},
	{name: "white-lines-crosses", size: 10, pitch: 22.7, palette: Pastel, state: Crosses,
		lines: Lines{Kind: WhiteLines, Thin: 2, Thick: 2, ThinColor: white, ThickColor: white, Outer: 2}},
	{name: "borders-only", size: 6, pitch: 38, frame: 3,
		lines: Lines{Kind: BordersOnly, Thick: 3, ThickColor: black, Outer: 3, Snap: true}},
	{name: "no-lines", size: 8, pitch: 27.5, palette: Saturated, lines: Lines{Kind: NoLines}},
	{name: "grey-inner-emoji", size: 11, pitch: 21, queen: EmojiCrown, state: Solved, frame: 3,
		lines: Lines{Kind: Greyish, Thin: 1, Thick: 2, ThinColor: hex(0x8A8A8A), ThickColor: black, Outer: 2, Snap: true}},
	{name: "translucent-muted", size: 8, pitch: 26, palette: Muted, frame: 3, state: WrongQueens,
		lines: Lines{Kind: Translucent, Thin: 1, Thick: 3, ThinColor: color.NRGBA{A: 110}, ThickColor: black, Outer: 3, Snap: true}},
	{name: "smallest", size: 4, pitch: 40, frame: 4},
	{name: "largest", size: 20, pitch: 13.3, palette: Pastel, frame: 2,
		lines: Lines{Kind: ThinThick, Thin: 1, Thick: 2, ThinColor: black, ThickColor: black, Outer: 1, Snap: true}},
}

func (m sample) spec(r *rand.Rand) *Spec {
	s := &Spec{
		X: 12.3, Y: 11.6, PitchX: m.pitch, PitchY: m.pitch, Dark: m.dark, Page: themeOf(m.dark).card, Scale: 1,
		Lines: m.lines, Hover: -1, Pointer: -1, Moving: -1,
		Marks: Marks{Queen: BlackCrown, QueenWidth: 0.62, CrossWidth: 0.24, CrossPen: 0.04, CrossInk: color.NRGBA{A: 190}},
	}
	if s.Lines.Kind == "" {
		s.Lines = Lines{Kind: ThinThick, Thin: 1, Thick: 3, ThinColor: black, ThickColor: black, Outer: 1, Snap: true}
	}
	if m.frame > 0 {
		s.Frame = Frame{Width: m.frame, Radius: 6, Color: black}
	}
	if m.queen != "" {
		s.Marks.Queen = m.queen
	}
	palette := m.palette
	if palette == "" {
		palette = Live
	}
	board, solution := puzzle(r, m.size, m.pieces)
	s.Board = board
	s.Board.Marks = make([]solver.Mark, m.size*m.size)
	s.Colors = regionColors(r, palette, m.size, s.Page)
	s.mark(r, m.state, solution)
	if m.hover {
		s.Hover, s.HoverShade = 2*m.size+3, 0.78
		s.Pointer, s.PointerAt = s.Hover, point{0.3, 0.2}
	}
	return s
}

// Desktops returns a screen of 1920 x 1080 with a game in a browser, and the
// same screen without one, for measuring.
func Desktops(seed uint64) (board, none *image.RGBA) {
	m := sample{size: 9, pitch: 391.0 / 9, frame: 4}
	s := m.spec(rand.New(rand.NewPCG(seed, 0)))
	surroundings := func() canvas { return s.desktopPicture(rand.New(rand.NewPCG(seed, 1))) }
	c := surroundings()
	s.draw(c)
	n := surroundings()
	b := s.bounds()
	// The page without the game and its examples: text where they were.
	clip := n.within(b.X-24, b.Y-24, b.X+b.Width+24, float64(n.Rect.Dy())-40)
	prose(rand.New(rand.NewPCG(seed, 2)), clip, b.X-24, b.Y-24, b.X+b.Width+24, float64(n.Rect.Dy())-40)
	return c.RGBA, n.RGBA
}
