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
	kind kind
	held bool // nothing is fitted to it
	font *opentype.Font
	size float64 // of the font, of which a digit is one pixel high
}

// kind is what sort of font a typeface is of.
type kind int

const (
	sans    kind = iota // upright, as nearly all pages have it
	serif               // upright: newspapers', and those that look handwritten or typed
	slanted             // italic or oblique, of either
	kinds
)

var kindNames = [kinds]string{"sans", "serif", "slanted"}

// The families to draw with, by how their files are called, and those that nothing is fitted to.
var (
	sansFamilies  = regexp.MustCompile(`^(Cabin|Cantarell|Dosis|Inter|InterDisplay|Junction|LeagueSpartan|Mplus1|Mplus2|Play|NimbusSans|NimbusSansNarrow|URWGothic|ClearSans|Comfortaa|Carlito|DejaVuSans|DejaVuSansCondensed|FreeSans|Karla|Lato|LiberationSans|LiberationSansNarrow|Manrope|manrope|OpenSans|Quicksand|Roboto|RobotoCondensed|NotoSans|NotoSansDisplay|Go|Hack|JetBrainsMono)` + ending)
	serifFamilies = regexp.MustCompile(`^(Arapey|AveriaSerifGWF|C059|Caladea|CharisSIL|ComicNeue|Courier Prime|DejaVuSerif|DejaVuSerifCondensed|EBGaramond08|EBGaramond12|FreeSerif|GFSArtemisia|GFSDidot|Gentium|GoudyBookletter1911|LiberationSerif|LinLibertine|LindenHill|NimbusRoman|NotoSerif|NotoSerifDisplay|OldStandard|P052|RobotoSlab|URWBookman|Vollkorn)` + ending)
	heldFamilies  = regexp.MustCompile(`^(Inter|InterDisplay|OpenSans|Carlito|Cabin|DejaVuSans|ClearSans|Mplus2|NimbusSansNarrow|LiberationSerif|Caladea|LinLibertine|ComicNeue|Courier Prime|P052|AveriaSerifGWF)([- ._]|Bold|Italic)`)
	odd           = regexp.MustCompile(`(?i)thin|hairline|extralight|display\.|_(DR|M|RZ|RZI)\.|[0-9]{3}-`)
	leaning       = regexp.MustCompile(`(?i)italic|oblique|slanted|BdIta|-I\.|It\.|_R?B?I\.`)
)

// ending is how the name of a file goes on after that of the family.
const ending = `([-_ ](\w| )+)?((Bold)?(Italic|It|Oblique)?)?\.(ttf|otf)$`

// fonts returns those of the families that lie below a folder, in the order of their names.
func fonts(folder string) (out []typeface, err error) {
	seen := make(map[string]bool)
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := filepath.Base(path)
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		f := typeface{name: name, held: heldFamilies.MatchString(name)}
		switch {
		case seen[stem] || odd.MatchString(name):
			return nil
		case sansFamilies.MatchString(name):
		case serifFamilies.MatchString(name):
			f.kind = serif
		default:
			return nil
		}
		if leaning.MatchString(name) {
			f.kind = slanted
		}
		seen[stem] = true
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if f.font, err = opentype.Parse(data); err != nil {
			return nil // a format that is not drawn with
		}
		face, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: 100, DPI: 72})
		if err != nil {
			return nil
		}
		b, _, ok := face.GlyphBounds('8')
		if !ok || b.Max.Y <= b.Min.Y {
			return nil
		}
		f.size = 100 / (float64(b.Max.Y-b.Min.Y) / 64)
		out = append(out, f)
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
	kind      kind // of the typeface
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
		out = append(out, sample{glyph: g, class: class, kind: f.kind, face: f.name, text: text, how: how})
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
