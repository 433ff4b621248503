package render

import (
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// typeface names one of the carried fonts.
type typeface int

const (
	regular typeface = iota
	bold
	mono
)

var fonts = [...]func() (*opentype.Font, error){
	regular: sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) }),
	bold:    sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) }),
	mono:    sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomono.TTF) }),
}

// face returns a font at a size in pixels, nil if it cannot be had: the fonts
// are compiled in, so only a size out of range leads there.
func face(t typeface, size float64) font.Face {
	f, err := fonts[t]()
	if err != nil {
		return nil
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return nil
	}
	return face
}

// text writes a line with its baseline's left end at x, y.
func (c canvas) text(t typeface, x, y, size float64, k color.NRGBA, line string) {
	f := face(t, size)
	if f == nil {
		return
	}
	defer f.Close()
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(k), Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(line)
}

// centered writes a line with its letters in the middle of x, y.
func (c canvas) centered(t typeface, x, y, size float64, k color.NRGBA, line string) {
	f := face(t, size)
	if f == nil {
		return
	}
	width := float64(font.MeasureString(f, line)) / 64
	f.Close()
	c.text(t, x-width/2, y+0.36*size, size, k, line)
}

var vocabulary = strings.Fields(`the a board game of every row column colour place one each day people work
new about your network message team product design engineer data open share learn more results time
group post comment like follow company jobs skills today yesterday minutes played streak friends`)

// words returns a line of n words.
func words(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.ToUpper(out[0][:1]) + strings.Join(out, " ")[1:]
}
