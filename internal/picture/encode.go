package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// Formats are those that [Encode] writes; [Decode] reads them all.
var Formats = []string{"png", "jpeg", "gif", "webp", "bmp", "tiff"}

// FormatOf returns the one of [Formats] that a file's name tells, "" where it names no picture.
func FormatOf(path string) string {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	switch ext {
	case "jpg":
		ext = "jpeg"
	case "tif":
		ext = "tiff"
	}
	if slices.Contains(Formats, ext) {
		return ext
	}
	return ""
}

// Encode writes img in one of [Formats]. A GIF of more than 256 colours gets those of a palette
// that is near them.
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

// indexed returns img with the palette of its own colours, or of the 256 that most of its pixels
// have, and for the other pixels the nearest of these.
func indexed(img image.Image) *image.Paletted {
	bounds := img.Bounds()
	pixels := map[color.Color]int{}
	var palette color.Palette
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := img.At(x, y)
			if pixels[c]++; pixels[c] == 1 {
				palette = append(palette, c)
			}
		}
	}
	slices.SortStableFunc(palette, func(a, b color.Color) int { return pixels[b] - pixels[a] })
	const most = 256
	out := image.NewPaletted(bounds, palette[:min(most, len(palette))])
	draw.Draw(out, bounds, img, bounds.Min, draw.Src)
	return out
}
