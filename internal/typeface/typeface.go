// Package typeface has the letters that drawings are written with: the Go fonts,
// which are carried in the program. Its functions may be called from several
// goroutines at once; a face is used by one.
package typeface

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// Regular returns upright letters; size is that of the font in pixels.
func Regular(size float64) font.Face { return face(regular, size) }

// Bold returns bold letters; size is that of the font in pixels.
func Bold(size float64) font.Face { return face(bold, size) }

// face does not fail: the fonts are in the program, and every size has a face.
func face(load func() (*opentype.Font, error), size float64) font.Face {
	f, err := load()
	if err == nil {
		var face font.Face
		if face, err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull}); err == nil {
			return face
		}
	}
	panic("typeface: a font in the program cannot be used: " + err.Error())
}
