package vision_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

// FuzzRead reads pictures of every type, size, stride and bounds, with pixels
// from a damaged board or from nowhere. Whatever comes in, either a sound
// reading or a refusal in words comes out, and ReadAt, ReadAll and the
// drawings hold as well. Its inputs are pictures, which take long to minimise:
//
//	go test ./vision -run '^$' -fuzz FuzzRead -fuzztime 1m -fuzzminimizetime 5x
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.png"))
	if err != nil {
		f.Fatal(err)
	}
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(i), int16(-7*i), int16(3*i), uint16(300), uint16(280), []byte{1, 2, 3})
	}
	f.Add([]byte(nil), uint8(0), int16(0), int16(0), uint16(1), uint16(1), []byte{0})
	f.Add([]byte(nil), uint8(1), int16(32000), int16(-32000), uint16(0), uint16(9), []byte{255, 0})
	f.Add([]byte(nil), uint8(2), int16(5), int16(5), uint16(400), uint16(13), []byte{200, 100, 0, 255})
	f.Fuzz(func(t *testing.T, board []byte, kind uint8, x, y int16, w, h uint16, pixels []byte) {
		bounds := image.Rect(0, 0, int(w%512), int(h%512)).Add(image.Pt(int(x), int(y)))
		img := newImage(kind, bounds)
		if n := len(pixels); n > 0 {
			for i := range bounds.Dx() * bounds.Dy() {
				k := func(d int) uint8 { return pixels[(4*i+d)%n] ^ uint8(i>>8) }
				img.Set(bounds.Min.X+i%bounds.Dx(), bounds.Min.Y+i/bounds.Dx(), color.NRGBA{k(0), k(1), k(2), k(3)})
			}
		}
		if b, ok := decodeSmall(board); ok {
			draw.Draw(img, bounds, b, b.Bounds().Min, draw.Over)
		}
		checkRead(t, img)
		if s, ok := img.(interface {
			SubImage(image.Rectangle) image.Image
		}); ok {
			checkRead(t, s.SubImage(bounds.Inset(int(kind)/8)))
		}
	})
}

// decodeSmall decodes a picture that is no larger than the fuzz target's own.
func decodeSmall(data []byte) (image.Image, bool) {
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width > 512 || c.Height > 512 {
		return nil, false
	}
	img, err := png.Decode(bytes.NewReader(data))
	return img, err == nil
}

// newImage returns an image of one of the standard types.
func newImage(kind uint8, r image.Rectangle) draw.Image {
	switch kind % 10 {
	case 0:
		return image.NewRGBA(r)
	case 1:
		return image.NewNRGBA(r)
	case 2:
		return image.NewRGBA64(r)
	case 3:
		return image.NewNRGBA64(r)
	case 4:
		return image.NewGray(r)
	case 5:
		return image.NewGray16(r)
	case 6:
		return image.NewPaletted(r, palette.Plan9)
	case 7:
		return image.NewCMYK(r)
	case 8:
		return image.NewAlpha(r)
	default:
		// Rows that are longer than they need be.
		wide := image.NewRGBA(image.Rectangle{Min: r.Min, Max: r.Max.Add(image.Pt(17, 0))})
		return wide.SubImage(r).(*image.RGBA)
	}
}

// checkRead fails where what comes out of the reader is not sound.
func checkRead(t *testing.T, img image.Image) {
	t.Helper()
	r, err := vision.Read(img)
	var no *vision.Refusal
	switch {
	case err != nil && !errors.As(err, &no):
		t.Fatalf("the error is a %T, not a refusal", err)
	case err != nil && (r != nil || no.What == "" || no.Advice == "" || no.Reason == ""):
		t.Fatalf("a refusal with a reading, or without words: %+v", no)
	case err != nil:
		overlay.AnnotateRefusal(img, no)
		return
	}
	checkReading(t, img, r)
	overlay.Annotate(img, r)
	for _, other := range vision.ReadAll(img) {
		checkReading(t, img, other)
	}
	if again, err := vision.ReadAt(img, r.Lattice); err == nil {
		checkReading(t, img, again)
	}
}

func checkReading(t *testing.T, img image.Image, r *vision.Reading) {
	t.Helper()
	if err := r.Board.Validate(); err != nil {
		t.Fatalf("the board read is none: %v", err)
	}
	if r.Lattice.Size != r.Board.Size || len(r.Colors) != r.Board.Size*r.Board.Size {
		t.Fatalf("a board of size %d, a lattice of %d, %d colours", r.Board.Size, r.Lattice.Size, len(r.Colors))
	}
	if !(r.Confidence > 0 && r.Confidence <= 1) {
		t.Fatalf("confidence %v", r.Confidence)
	}
	for i := range r.Colors {
		c := r.Lattice.Center(i/r.Board.Size, i%r.Board.Size)
		if !(image.Point{X: int(c.X), Y: int(c.Y)}).In(img.Bounds()) {
			t.Fatalf("the middle of cell %d lies at %v, outside %v", i, c, img.Bounds())
		}
	}
	if r.Solution != nil {
		board := &r.Board
		if !r.Kept {
			board = r.Board.Cleared()
		}
		if err := r.Solution.Check(board); err != nil {
			t.Fatalf("the solution is none: %v", err)
		}
	}
}

// blankImage is a picture of any size that takes no memory.
type blankImage struct{ image.Rectangle }

func (b blankImage) ColorModel() color.Model { return color.RGBAModel }
func (b blankImage) Bounds() image.Rectangle { return b.Rectangle }
func (b blankImage) At(x, y int) color.Color {
	return color.RGBA{uint8(x), uint8(y), uint8(x ^ y), 255}
}

// TestOddPictures has pictures read that no screen shows.
func TestOddPictures(t *testing.T) {
	for name, img := range map[string]image.Image{
		"none":             nil,
		"no pixel":         image.NewRGBA(image.Rectangle{}),
		"1 x 1":            image.NewRGBA(image.Rect(0, 0, 1, 1)),
		"1 x 3000":         image.NewRGBA(image.Rect(0, 0, 1, 3000)),
		"3000 x 1":         image.NewGray(image.Rect(-5, -5, 2995, -4)),
		"16000 x 16000":    blankImage{image.Rect(0, 0, 16000, 16000)},
		"far off":          image.NewRGBA(image.Rect(1<<40, -1<<40, 1<<40+200, -1<<40+200)),
		"one endless tint": image.NewUniform(color.White),
		"no palette":       &image.Paletted{Pix: make([]uint8, 10000), Stride: 100, Rect: image.Rect(0, 0, 100, 100)},
		"transparent":      image.NewNRGBA(image.Rect(0, 0, 200, 200)),
		"too few pixels":   &image.NRGBA{Pix: nil, Stride: 0, Rect: image.Rectangle{}},
		"black":            image.NewGray(image.Rect(0, 0, 500, 500)),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("panic: %v", r)
				}
			}()
			if r, err := vision.Read(img); err == nil {
				t.Errorf("read as a board of size %d", r.Board.Size)
			}
			if img == nil || img.Bounds().Dx() < 10000 { // a drawing has the picture's size
				checkRead(t, img)
			}
			if _, err := vision.ReadAt(img, vision.Lattice{X: 10, Y: 10, PitchX: 20, PitchY: 20, Size: 8}); err == nil {
				t.Error("read where no board is")
			}
		})
	}
}
