package render

import (
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"slices"
	"testing"

	"autoqueens/solver/solvertest"
)

// pixels returns what a picture looks like, whatever its type.
func pixels(img image.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(b)
	draw.Draw(out, b, img, b.Min, draw.Src)
	return out
}

func TestCasesFollowFromTheirSeed(t *testing.T) {
	for k := range 4 {
		for p := range Pictures(7, k) {
			again, err := Draw(7, k, p.Kinds.Variant)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(p.Truth, again.Truth) || p.Name != again.Name {
				t.Errorf("%s: drawn alone its truth is %+v, was %+v", p.Name, again.Truth, p.Truth)
			}
			if !slices.Equal(pixels(p.Image).Pix, pixels(again.Image).Pix) {
				t.Errorf("%s: drawn alone it looks otherwise", p.Name)
			}
		}
	}
	for i, name := range Decoys {
		a, b := Decoy(7, i, name), Decoy(7, i, name)
		if !slices.Equal(pixels(a.Image).Pix, pixels(b.Image).Pix) {
			t.Errorf("%s looks otherwise the second time", name)
		}
	}
}

func TestNames(t *testing.T) {
	seed, number, variant, err := Parse(Name(12, 345, JPEG))
	if err != nil || seed != 12 || number != 345 || variant != JPEG {
		t.Errorf("got %d, %d, %q, %v", seed, number, variant, err)
	}
	for _, bad := range []string{"", "s1", "s1-k2", "k1-s2-plain"} {
		if _, _, _, err := Parse(bad); err == nil {
			t.Errorf("%q was taken for a name", bad)
		}
	}
	if _, err := Draw(1, 1, "upside down"); err == nil {
		t.Error("a variant that is none was drawn")
	}
}

// TestTruth looks at the pixels: where the truth says that a cell lies, its
// region's colour is found.
func TestTruth(t *testing.T) {
	for k := range 40 {
		scene := []string{Crop, Page, Phone, Desktop}[k%4]
		s, _ := newSpec(generator(11, k, 0), scene)
		img := s.picture(generator(11, k, 1), scene)
		b := s.truth(s.bounds()).Bounds
		n := float64(s.size())
		if !(image.Rect(int(b.X), int(b.Y), int(b.X+b.Width), int(b.Y+b.Height)).In(img.Rect)) {
			t.Errorf("case %d (%s): the lattice %v is not within %v", k, scene, b, img.Rect)
			continue
		}
		for cell := range s.Board.Regions {
			row, col := cell/s.size(), cell%s.size()
			x := int(b.X + (float64(col)+0.5)*b.Width/n)
			y := int(b.Y + (float64(row)+0.15)*b.Height/n)
			got := img.RGBAAt(x, y)
			if apart(s.ground(cell), color.NRGBA{R: got.R, G: got.G, B: got.B, A: 255}) > 3 {
				t.Errorf("case %d (%s): cell %d,%d is %v at %d,%d, want %v", k, scene, row, col, got, x, y, s.ground(cell))
				break
			}
		}
		if err := s.Board.Validate(); err != nil {
			t.Errorf("case %d: %v", k, err)
		}
		if solvertest.Count(s.Board.Cleared(), 1) == 0 {
			t.Errorf("case %d: the board has no solution", k)
		}
	}
}

func TestSamplesCanBeTold(t *testing.T) {
	for _, p := range Samples() {
		if p.Truth.Demand != Must {
			t.Errorf("%s: %s", p.Name, p.Truth.Why)
		}
	}
}

// TestDemand checks the rules by which a reader is excused.
func TestDemand(t *testing.T) {
	base := func() *Spec {
		b := solvertest.Board(t, []string{"aabb", "aabb", "ccdd", "ccdd"}, nil)
		return &Spec{
			Board: b, Colors: livePalette[:4], X: 10, Y: 10, PitchX: 30, PitchY: 30, Page: white, Scale: 1,
			Lines: Lines{Kind: ThinThick, Thin: 1, Thick: 3, ThinColor: black, ThickColor: black, Outer: 3, Snap: true},
			Marks: Marks{Queen: BlackCrown, QueenWidth: 0.6, CrossWidth: 0.2, CrossPen: 0.04},
			Hover: -1, Pointer: -1, Moving: -1,
		}
	}
	for name, c := range map[string]struct {
		change func(*Spec)
		cond   condition
		want   Demand
	}{
		"a plain board":                   {want: Must},
		"tiny cells":                      {change: func(s *Spec) { s.PitchX, s.PitchY = 11, 11 }, want: May},
		"twins with lines":                {change: func(s *Spec) { s.Colors = slices.Clone(s.Colors); s.Colors[1] = s.Colors[0] }, want: Must},
		"twins without lines":             {change: func(s *Spec) { s.Colors = slices.Clone(s.Colors); s.Colors[1] = s.Colors[0]; s.Lines.Kind = BlackLines }, want: May},
		"lines too faint after shrinking": {change: func(s *Spec) { s.Colors = slices.Clone(s.Colors); s.Colors[1] = s.Colors[0] }, cond: condition{factor: 0.3}, want: May},
		"an edge of the page's colour":    {change: func(s *Spec) { s.Page = s.Colors[0]; s.Lines.Kind = NoLines; s.Lines.Outer = 0 }, want: May},
		"cut deeper than the frame":       {cond: condition{factor: 1, clipped: 0.15}, want: May},
		"cut at the frame":                {cond: condition{factor: 1, clipped: 0.05}, want: Must},
		"shaded, a neighbour darkened as well": {change: func(s *Spec) {
			s.Lines.Kind = BlackLines
			s.Colors = hexes(0xFFC992, 0xF0B884, 0x96BEFF, 0xB3DFA0)
			s.Hover = 1
			s.HoverShade = 0.8
		}, want: May},
		"shaded, no other of that hue around":   {change: func(s *Spec) { s.Lines.Kind = BlackLines; s.Hover = 0; s.HoverShade = 0.8 }, want: Must},
		"a tinted cell where only colour tells": {change: func(s *Spec) { s.Lines.Kind = BlackLines; s.Clash = []int{0, 3}; s.ClashTint = 0.4 }, want: May},
	} {
		t.Run(name, func(t *testing.T) {
			s := base()
			if c.change != nil {
				c.change(s)
			}
			if c.cond.factor == 0 {
				c.cond.factor = 1
			}
			img := newCanvas(150, 150, s.Page)
			s.draw(img)
			if got, why := demand(img.RGBA, s, s.bounds(), c.cond); got != c.want || (got == May) != (why != "") {
				t.Errorf("demand is %v (%s), want %v", got, why, c.want)
			}
		})
	}
}

func TestConnected(t *testing.T) {
	for _, c := range []struct {
		rows []string
		want bool
	}{
		{[]string{"aabb", "aabb", "ccdd", "ccdd"}, true},
		{[]string{"aabb", "aabb", "ccda", "ccdd"}, false},
	} {
		b := solvertest.Board(t, c.rows, nil)
		if got := Connected(b); got != c.want {
			t.Errorf("Connected(%v) = %v", c.rows, got)
		}
	}
}
