package screen

import (
	"encoding/binary"
	"image"
	"image/color"
)

// Blank tells whether a capture shows one single colour, and which. That is
// what a session that may not be captured returns: black under Xwayland, with
// a locked screen or a sleeping monitor, or without permission. A picture of
// no pixels is blank and black.
func Blank(img *image.RGBA) (bool, color.RGBA) {
	if img.Rect.Empty() {
		return true, color.RGBA{A: 255}
	}
	first := img.RGBAAt(img.Rect.Min.X, img.Rect.Min.Y)
	want := binary.LittleEndian.Uint32([]byte{first.R, first.G, first.B, first.A})
	width := 4 * img.Rect.Dx()
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride : y*img.Stride+width]
		for ; len(row) >= 4; row = row[4:] {
			if binary.LittleEndian.Uint32(row) != want {
				return false, first
			}
		}
	}
	return true, first
}
