package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/disintegration/imaging"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"autoqueens/vision/digit"
	"autoqueens/vision/raster"
)

// typeface is a font file to draw with.
type typeface struct {
	name string
	held bool // nothing is fitted to it
	font *opentype.Font
	size float64 // of the font, of which a digit is one pixel high
}

// families are the upright sans fonts to draw with, by how their files are called, and those
// that nothing is fitted to.
var (
	families = regexp.MustCompile(`^(Cabin|Cantarell|Dosis|Inter|InterDisplay|Junction|LeagueSpartan|Mplus1|Mplus2|Play|NimbusSans|NimbusSansNarrow|URWGothic|ClearSans|Comfortaa|Carlito|DejaVuSans|DejaVuSansCondensed|FreeSans|Karla|Lato|LiberationSans|LiberationSansNarrow|Manrope|manrope|OpenSans|Quicksand|Roboto|RobotoCondensed|NotoSans|NotoSansDisplay|Go|Hack|JetBrainsMono)(-(\w+))?(Bold)?\.(ttf|otf)$`)
	held     = regexp.MustCompile(`^(Inter|InterDisplay|OpenSans|Carlito|Cabin|DejaVuSans|ClearSans|Mplus2|NimbusSansNarrow)(-|\.|Bold)`)
	odd      = regexp.MustCompile(`(?i)italic|oblique|thin|hairline|extralight|slanted|[0-9]{3}`)
)

// fonts returns those of the families that this machine has, in the order of their names.
func fonts() (out []typeface, err error) {
	seen := make(map[string]bool)
	err = filepath.WalkDir("/usr/share/fonts", func(path string, d fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || d.IsDir() || seen[name] || !families.MatchString(name) || odd.MatchString(strings.TrimSuffix(name, filepath.Ext(name))) {
			return err
		}
		seen[name] = true
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := opentype.Parse(data)
		if err != nil {
			return nil // a format that is not drawn with
		}
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 100, DPI: 72})
		if err != nil {
			return nil
		}
		b, _, ok := face.GlyphBounds('8')
		if !ok || b.Max.Y <= b.Min.Y {
			return nil
		}
		out = append(out, typeface{name: name, held: held.MatchString(name), font: f, size: 100 / (float64(b.Max.Y-b.Min.Y) / 64)})
		return nil
	})
	slices.SortFunc(out, func(a, b typeface) int { return strings.Compare(a.name, b.name) })
	if err == nil && len(out) == 0 {
		err = errors.New("no font to draw with: run scripts/need fonts")
	}
	return out, err
}

// sample is a glyph that was drawn, and what it is.
type sample struct {
	glyph     digit.Glyph
	class     int
	face      string
	text, how string
}

// letters are those that nobody takes for a digit, and signs.
const letters = "ACEFGHJKLMNPRTUVWXYacdefhjkmnprtuvwxy?+#&@%=$<>^~*/"

// drawn draws each digit so many times in each font, and half as many other things. The same
// seed gives the same.
func drawn(seed, stream uint64, faces []typeface, n int) []sample {
	parts := make([][]sample, len(faces))
	var wait sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for f := range faces {
		wait.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			rng := rand.New(rand.NewPCG(seed, stream<<32+uint64(f)))
			for range n {
				for d := range 10 {
					parts[f] = append(parts[f], glyphs(rng, &faces[f], string(rune('0'+d)))...)
				}
				parts[f] = append(parts[f], glyphs(rng, &faces[f], fmt.Sprint(10+rng.IntN(90)))...)
				for range 5 {
					parts[f] = append(parts[f], glyphs(rng, &faces[f], string(letters[rng.IntN(len(letters))]))...)
				}
			}
		})
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// glyphs draws a text and returns what is measured of it: digits, or something else.
func glyphs(rng *rand.Rand, f *typeface, text string) (out []sample) {
	height := 7 * math.Pow(60.0/7, rng.Float64())
	if rng.IntN(2) == 0 {
		height = 7 + 10*rng.Float64() // small ones are the harder
	}
	img, ground, how := picture(rng, f, text, height)
	p, err := raster.New(img)
	if err != nil {
		return nil
	}
	area := raster.Rect{X: 1, Y: 1, Width: float64(p.W - 2), Height: float64(p.H - 2)}
	got := digit.Measure(p, area, ground)
	if len(got) != len(text) {
		return nil
	}
	for i, g := range got {
		class := digit.Classes - 1
		if c := text[i]; c >= '0' && c <= '9' {
			class = int(c - '0')
		}
		out = append(out, sample{glyph: g, class: class, face: f.name, text: text, how: how})
	}
	return out
}

// picture draws a text of a height in pixels in the middle of a cell, and changes it as
// screens, scaling and compression do.
func picture(rng *rand.Rand, f *typeface, text string, height float64) (image.Image, raster.RGB, string) {
	scale := 1.0
	if rng.IntN(2) == 0 {
		scale = 0.5 + rng.Float64()*1.5 // drawn larger or smaller than shown
	}
	size := height / scale * f.size
	face, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // a size that is a number
	}
	defer face.Close()
	ink, ground := colors(rng)
	b, _ := font.BoundString(face, text)
	side := int(2.4*height/scale) + 4
	w := max(side, (b.Max.X-b.Min.X).Ceil()+side/2)
	img := image.NewRGBA(image.Rect(0, 0, w, side))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	dot := fixed.Point26_6{
		X: fixed.I(w)/2 - (b.Min.X+b.Max.X)/2 + fixed.Int26_6(rng.IntN(64)),
		Y: fixed.I(side)/2 - (b.Min.Y+b.Max.Y)/2 + fixed.Int26_6(rng.IntN(64)),
	}
	if rng.IntN(2) == 0 {
		dot.Y = fixed.I(dot.Y.Round()) // as browsers put text
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: dot}
	d.DrawString(text)
	how := fmt.Sprintf("x%.2f", scale)
	var out image.Image = img
	if scale != 1 {
		filters := []imaging.ResampleFilter{imaging.Box, imaging.Linear, imaging.CatmullRom, imaging.Lanczos}
		out = imaging.Resize(img, max(int(float64(w)*scale), 4), max(int(float64(side)*scale), 4), filters[rng.IntN(len(filters))])
	}
	if rng.IntN(4) == 0 {
		sigma := 0.3 + 0.5*rng.Float64()
		out = imaging.Blur(out, sigma)
		how += fmt.Sprintf(" blur %.1f", sigma)
	}
	if rng.IntN(3) == 0 {
		q := 60 + rng.IntN(36)
		var file bytes.Buffer
		if jpeg.Encode(&file, out, &jpeg.Options{Quality: q}) == nil {
			if rough, err := jpeg.Decode(&file); err == nil {
				out = rough
			}
		}
		how += fmt.Sprintf(" jpeg %d", q)
	}
	return out, raster.RGB{ground.R, ground.G, ground.B}, how
}

// colors returns an ink and a ground that can be told apart: mostly grey, either of them the
// lighter.
func colors(rng *rand.Rand) (ink, ground color.RGBA) {
	pick := func() color.RGBA {
		v := uint8(rng.IntN(256))
		c := color.RGBA{v, v, v, 255}
		switch rng.IntN(4) {
		case 0:
			c = color.RGBA{uint8(rng.IntN(256)), uint8(rng.IntN(256)), uint8(rng.IntN(256)), 255}
		case 1:
			c = color.RGBA{255, 255, 255, 255}
		}
		return c
	}
	for {
		ink, ground = pick(), pick()
		const told = 90 // of 255
		if raster.Chebyshev(raster.RGB{ink.R, ink.G, ink.B}, raster.RGB{ground.R, ground.G, ground.B}) >= told {
			return ink, ground
		}
	}
}
