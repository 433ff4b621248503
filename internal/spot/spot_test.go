package spot

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// button draws a blue button with a white bar for its word.
func button(at image.Point, ground, bar color.Color, width int) *image.RGBA {
	img := image.NewRGBA(image.Rect(-200, 0, 200, 200))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(img.Rect, color.White)
	fill(image.Rect(-60, -18, 60, 18).Add(at), ground)
	fill(image.Rect(-width/2, -5, width/2, 5).Add(at), bar)
	return img
}

func TestSeen(t *testing.T) {
	at := image.Pt(-50, 100)
	blue, white := color.RGBA{10, 102, 194, 255}, color.White
	s, err := Of(button(at, blue, white, 40), at)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		img  *image.RGBA
		want bool
	}{
		{"the same", button(at, blue, white, 40), true},
		{"a shade darker", button(at, color.RGBA{5, 97, 188, 255}, white, 40), true},
		{"another word", button(at, blue, white, 10), false},
		{"switched off", button(at, color.RGBA{190, 190, 190, 255}, white, 40), false},
		{"moved", button(at.Add(image.Pt(0, 12)), blue, white, 40), false},
		{"nothing", image.NewRGBA(image.Rect(-200, 0, 200, 200)), false},
		{"cut off", button(at, blue, white, 40).SubImage(image.Rect(-200, 0, -50, 200)).(*image.RGBA), false},
	} {
		if got := s.Seen(tt.img); got != tt.want {
			t.Errorf("%s: seen %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestOfRefuses(t *testing.T) {
	at := image.Pt(0, 100)
	if _, err := Of(button(at, color.White, color.White, 40), at); err == nil {
		t.Error("a place without anything on it was taken")
	}
	if _, err := Of(button(at, color.Black, color.White, 40), image.Pt(199, 199)); err == nil {
		t.Error("a place at the edge was taken")
	}
}

// TestBeside: a place is no button where nothing stands, though some of one be in sight beside it.
func TestBeside(t *testing.T) {
	at := image.Pt(0, 100)
	img := button(at, color.RGBA{10, 102, 194, 255}, color.White, 40)
	for _, tt := range []struct {
		name string
		off  image.Point
		want error
	}{
		{"its word", image.Pt(0, 0), nil},
		{"above it", image.Pt(0, -27), errBeside},
		{"below it", image.Pt(0, 28), errBeside},
		{"left of it", image.Pt(-76, 0), errBeside},
		{"on the rim of it", image.Pt(0, -16), nil},
	} {
		if _, err := Of(img, at.Add(tt.off)); err != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestLookText(t *testing.T) {
	at := image.Pt(3, 100)
	s, err := Of(button(at, color.Black, color.White, 40), at)
	if err != nil || s.Validate() != nil {
		t.Fatal(err, s.Validate())
	}
	text, _ := s.Look.MarshalText()
	var back Look
	if err := back.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Look, back); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"#12345", "red", "#1234567", "#12 345", "#0a66cz"} {
		if back.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q was read as colours", bad)
		}
	}
	if (Spot{Look: s.Look[:5]}).Validate() == nil || (Spot{Look: make(Look, Columns*Rows)}).Validate() == nil {
		t.Error("a look of five colours, or of one, is valid")
	}
}
