package digit_test

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"autoqueens/vision/digit"
	"autoqueens/vision/raster"
)

// drawn returns a picture of side x side pixels with texts at places in it, in em of size
// pixels.
func drawn(t testing.TB, ttf []byte, size float64, side int, ink, ground color.RGBA, texts map[image.Point]string) *raster.Picture {
	t.Helper()
	f, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	for at, text := range texts {
		b, _ := font.BoundString(face, text)
		d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{X: fixed.I(at.X) - (b.Min.X+b.Max.X)/2, Y: fixed.I(at.Y) - (b.Min.Y+b.Max.Y)/2}}
		d.DrawString(text)
	}
	p, err := raster.New(img)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// whole is all of a picture.
func whole(p *raster.Picture) raster.Rect {
	return raster.Rect{Width: float64(p.W), Height: float64(p.H)}
}

var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{20, 20, 20, 255}
	grey  = color.RGBA{144, 144, 144, 255}
)

func rgb(c color.RGBA) raster.RGB { return raster.RGB{c.R, c.G, c.B} }

// TestNumbers reads every number in a font that nothing was fitted to.
func TestNumbers(t *testing.T) {
	for name, ttf := range map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF} {
		for _, size := range []float64{14, 18, 25.5, 40, 63} {
			for _, c := range [][2]color.RGBA{{black, white}, {grey, white}, {white, black}} {
				side := int(2.2 * size)
				for n := range 100 {
					p := drawn(t, ttf, size, side, c[0], c[1], map[image.Point]string{{X: side / 2, Y: side / 2}: strconv.Itoa(n)})
					a := digit.Read(p, whole(p), rgb(c[1]))
					if a.Number != n && a.Certain() {
						t.Errorf("%s, %v px: %d is read as %d, likelihood %.3f", name, size, n, a.Number, a.Likelihood)
					} else if n < 10 && a.Number != n {
						t.Errorf("%s, %v px: %d is read as %d, likelihood %.3f", name, size, n, a.Number, a.Likelihood)
					}
				}
			}
		}
	}
}

// TestNoNumbers tells what is no number.
func TestNoNumbers(t *testing.T) {
	mid := image.Pt(40, 40)
	for name, texts := range map[string]map[image.Point]string{
		"nothing": {},
		"letter":  {mid: "W"},
		"notes":   {{X: 15, Y: 20}: "1", {X: 40, Y: 20}: "2", {X: 40, Y: 60}: "5"},
		"above":   {{X: 40, Y: 20}: "3", {X: 40, Y: 60}: "4"},
		"three":   {mid: "123"},
		"apart":   {{X: 15, Y: 40}: "1", {X: 65, Y: 40}: "2"},
		"cut off": {{X: 40, Y: 1}: "8"},
	} {
		t.Run(name, func(t *testing.T) {
			p := drawn(t, goregular.TTF, 24, 80, black, white, texts)
			want := digit.Other
			if len(texts) == 0 {
				want = digit.Nothing
			}
			if a := digit.Read(p, whole(p), rgb(white)); a.Number != want {
				t.Errorf("read as %d, likelihood %.3f", a.Number, a.Likelihood)
			}
		})
	}
}

// FuzzRead reads areas of any picture: it does not panic, and gives a likelihood.
func FuzzRead(f *testing.F) {
	f.Add([]byte{1, 2, 3}, 10.0, -3.0, 40.0, 12.0)
	f.Add([]byte{255, 0}, 0.0, 0.0, 1e9, 1e9)
	f.Fuzz(func(t *testing.T, data []byte, x, y, w, h float64) {
		img := image.NewRGBA(image.Rect(0, 0, 23, 31))
		for i := range img.Pix {
			if len(data) > 0 {
				img.Pix[i] = data[i%len(data)]
			}
		}
		p, err := raster.New(img)
		if err != nil {
			t.Fatal(err)
		}
		a := digit.Read(p, raster.Rect{X: x, Y: y, Width: w, Height: h}, raster.RGB{255, 255, 255})
		if !(a.Likelihood >= 0 && a.Likelihood <= 1.0001) || a.Number < digit.Other || a.Number > 99 {
			t.Errorf("%+v", a)
		}
	})
}
