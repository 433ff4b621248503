// Package spot knows a place on the screen again by what it looks like: a button
// that opens a board is clicked only where it is seen.
//
//	calibrate keeps it -> [spot] -> player looks whether it is there
package spot

import (
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
)

// A spot is looked at in fields: Columns x Rows of them, each field x field
// pixels, with the place in their middle.
const (
	Columns = 8
	Rows    = 4
	field   = 8
)

// Spot is a place on the screen and what was seen there.
type Spot struct {
	At   image.Point // capture pixels of the desktop
	Look Look        // of the pixels around it
}

// Look is the mean colour of each field, row by row.
type Look []color.NRGBA

// Area returns the part of the desktop that is looked at around a place.
func Area(at image.Point) image.Rectangle {
	corner := at.Sub(image.Pt(Columns*field/2, Rows*field/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(Columns*field, Rows*field))}
}

// errFlat says that a place cannot be known again.
var errFlat = errors.New("everything there has the same colour, so that it could not be known again")

// errBeside says that what would be clicked is not what is known again.
var errBeside = errors.New("nothing stands at the very place, only beside it: point at the word on the button")

// Of returns the spot at a place as a picture shows it. The picture has to show
// all of Area, and something in the middle of it.
func Of(img *image.RGBA, at image.Point) (Spot, error) {
	look, ok := lookOf(img, at)
	if !ok {
		return Spot{}, fmt.Errorf("%d,%d is too near the edge of the display", at.X, at.Y)
	}
	if look.flat() {
		return Spot{}, errFlat
	}
	if look.bare() {
		return Spot{}, errBeside
	}
	return Spot{at, look}, nil
}

// Seen tells whether a picture shows the spot. Where the picture does not show
// all of Area, the answer is no.
func (s Spot) Seen(img *image.RGBA) bool {
	const (
		most = 40 // of 255, in any channel of any field
		mean = 8  // of 255, over all of them
	)
	look, ok := lookOf(img, s.At)
	if !ok || len(look) != len(s.Look) {
		return false
	}
	sum := 0
	for i, c := range look {
		d := s.Look[i]
		for _, far := range [...]int{apart(c.R, d.R), apart(c.G, d.G), apart(c.B, d.B)} {
			if far > most {
				return false
			}
			sum += far
		}
	}
	return sum <= mean*3*len(look)
}

// Validate returns an error, one line without advice, for a spot that no picture
// can show.
func (s Spot) Validate() error {
	switch {
	case len(s.Look) != Columns*Rows:
		return fmt.Errorf("its look has %d colours, not %d", len(s.Look), Columns*Rows)
	case s.Look.flat():
		return errFlat
	}
	return nil
}

func lookOf(img *image.RGBA, at image.Point) (Look, bool) {
	area := Area(at)
	if !area.In(img.Rect) {
		return nil, false
	}
	look := make(Look, 0, Columns*Rows)
	for row := range Rows {
		for col := range Columns {
			var sum [3]int
			for y := range field {
				i := img.PixOffset(area.Min.X+col*field, area.Min.Y+row*field+y)
				for p := img.Pix[i : i+4*field]; len(p) >= 4; p = p[4:] {
					for c := range sum {
						sum[c] += int(p[c])
					}
				}
			}
			const n = field * field
			look = append(look, color.NRGBA{R: uint8(sum[0] / n), G: uint8(sum[1] / n), B: uint8(sum[2] / n), A: 255})
		}
	}
	return look, true
}

// flat tells whether all fields look the same.
func (l Look) flat() bool {
	const same = 8 // of 255
	for _, c := range l {
		if max(apart(c.R, l[0].R), apart(c.G, l[0].G), apart(c.B, l[0].B)) > same {
			return false
		}
	}
	return true
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// MarshalText writes the colours as #rrggbb with spaces between.
func (l Look) MarshalText() ([]byte, error) {
	words := make([]string, len(l))
	for i, c := range l {
		words[i] = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return []byte(strings.Join(words, " ")), nil
}

// UnmarshalText reads what MarshalText writes.
func (l *Look) UnmarshalText(text []byte) error {
	var look Look
	for _, word := range strings.Fields(string(text)) {
		digits, marked := strings.CutPrefix(word, "#")
		c, err := hex.DecodeString(digits)
		if err != nil || !marked || len(c) != 3 {
			return fmt.Errorf("%.20q is no colour", word)
		}
		look = append(look, color.NRGBA{R: c[0], G: c[1], B: c[2], A: 255})
	}
	*l = look
	return nil
}

// bare tells whether the fields about the middle look like two of the corners: a place beside a button, of
// which the rim is in sight, would be known again as well.
func (l Look) bare() bool {
	const last = Columns - 1
	var middle Look
	for row := Rows/2 - 1; row <= Rows/2; row++ {
		middle = append(middle, l[row*Columns+Columns/2-1], l[row*Columns+Columns/2])
	}
	like := 0
	for _, corner := range [...]int{0, last, (Rows - 1) * Columns, (Rows-1)*Columns + last} {
		if append(middle[:len(middle):len(middle)], l[corner]).flat() {
			like++
		}
	}
	return like >= 2
}
