package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/internal/term"
	"autoqueens/solver/explain"
)

// generatePictures writes a picture of each board: to a file, to a folder, or
// to standard output where that is one picture and nobody looks at the bytes.
func generatePictures(ctx context.Context, to io.Writer, opts generateOptions, grade explain.Grade) error {
	info, err := os.Stat(opts.out)
	folder := opts.out != "" && (opts.count > 1 || err == nil && info.IsDir())
	switch {
	case opts.out == "" && opts.count > 1:
		return fault.Newf(fault.Failed, "name a folder for them with --out", "%d pictures do not fit one output", opts.count)
	case opts.out == "" && term.Is(to):
		return fault.Newf(fault.Failed, "name a file with --out, or send the output to one", "a terminal does not show a %s", opts.format)
	case folder:
		if err := os.MkdirAll(opts.out, 0o755); err != nil {
			return fault.Unwritable(opts.out, err)
		}
	}
	return findBoards(ctx, opts, grade, func(g generated) error {
		img := drawing.Board(g.board)
		// Whole, so that a picture is never half written to a pipe.
		var data bytes.Buffer
		if err := encodePicture(&data, img, opts.format); err != nil {
			return fault.Wrap(err, fault.Failed, fmt.Sprintf("the %s cannot be made: %v", opts.format, err), "choose another format")
		}
		write := func(w io.Writer) error {
			_, err := w.Write(data.Bytes())
			return err
		}
		switch {
		case folder:
			return writeFile(filepath.Join(opts.out, fmt.Sprintf("seed-%d.%s", g.seed, opts.format)), atomicfile.Public, write)
		case opts.out != "":
			return writeFile(opts.out, atomicfile.Public, write)
		}
		return fault.Unwritable("the picture", write(to))
	})
}

// encodePicture writes img in one of pictureFormats.
func encodePicture(w io.Writer, img image.Image, format string) error {
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
