package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// Formats are those that [Encode] writes; [Decode] reads them all.
var Formats = []string{"png", "jpeg", "gif", "webp", "bmp", "tiff"}

// Encode writes img in one of [Formats]. A GIF must have no more than 256 colours.
func Encode(w io.Writer, img image.Image, format string) error {
	switch format {
	case "png":
		return png.Encode(w, img)
	case "jpeg":
		return jpeg.Encode(w, img, &jpeg.Options{Quality: 95})
	case "gif":
		// With its own colours; those that are chosen otherwise are speckled.
		return gif.Encode(w, indexed(img), nil)
	case "webp":
		return nativewebp.Encode(w, img, nil)
	case "bmp":
		return bmp.Encode(w, img)
	case "tiff":
		return tiff.Encode(w, img, &tiff.Options{Compression: tiff.Deflate})
	}
	return fmt.Errorf("no such format: %q", format)
}

// indexed returns img with the palette of its own colours. It must have no more
// than 256.
func indexed(img image.Image) *image.Paletted {
	bounds := img.Bounds()
	out := image.NewPaletted(bounds, nil)
	places := map[color.Color]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := img.At(x, y)
			place, ok := places[c]
			if !ok {
				place = uint8(len(out.Palette))
				places[c] = place
				out.Palette = append(out.Palette, c)
			}
			out.SetColorIndex(x, y, place)
		}
	}
	return out
}
