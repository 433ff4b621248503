package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"autoqueens/internal/fault"
	"autoqueens/internal/picture/picturetest"
)

// formats encode a picture in each format that is decoded.
var formats = []struct {
	name   string
	encode func(io.Writer, image.Image) error
}{
	{"png", png.Encode},
	{"jpeg", func(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, nil) }},
	{"gif", func(w io.Writer, img image.Image) error { return gif.Encode(w, img, nil) }},
	{"webp", func(w io.Writer, img image.Image) error { return nativewebp.Encode(w, img, nil) }},
	{"bmp", bmp.Encode},
	{"tiff", func(w io.Writer, img image.Image) error {
		return tiff.Encode(w, img, &tiff.Options{Compression: tiff.Deflate})
	}},
}

func encoded(t testing.TB, img image.Image, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tiles is a picture that looks like a window: areas of one colour with lines
// between them, and a part of it that is a photograph.
func tiles(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			c := color.RGBA{uint8(x / 40 * 37), uint8(y / 40 * 51), 200, 255}
			switch {
			case x%40 == 0 || y%40 == 0:
				c = color.RGBA{20, 20, 20, 255}
			case x < width/4 && y < height/4:
				c.R, c.G = uint8(x/4+random.IntN(16)), uint8(y/4+random.IntN(16))
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// TestFormats: each format is decoded to what its own decoder makes of it, and a
// piece of it is damaged.
func TestFormats(t *testing.T) {
	img := tiles(200, 150)
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			data := encoded(t, img, f.encode)
			got, err := Decode(t.Context(), data, "a")
			if err != nil {
				t.Fatal(err)
			}
			want, name, err := image.Decode(bytes.NewReader(data))
			if err != nil || name != f.name {
				t.Fatalf("it is a %s, %v", name, err)
			}
			if got.Bounds() != want.Bounds() {
				t.Fatalf("bounds %v, want %v", got.Bounds(), want.Bounds())
			}
			for y := range 150 {
				for x := range 200 {
					if got.At(x, y) != want.At(x, y) {
						t.Fatalf("%d,%d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
					}
				}
			}
			_, err = Decode(t.Context(), data[:len(data)/2], "a")
			wantFault(t, err, "the "+f.name+" picture a is damaged: ")
		})
	}
	for _, data := range []string{"", "P", "aabb\naabb\n", "\x89PNG"} {
		if _, err := Decode(t.Context(), []byte(data), "a"); !errors.Is(err, image.ErrFormat) {
			t.Errorf("%q: %v, want that it is no picture", data, err)
		}
	}
}

func wantFault(t *testing.T, err error, what string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Failed || f.Advice == "" || !strings.HasPrefix(f.What, what) {
		t.Errorf("the error is %#v, want one that says %q", err, what)
	}
}

// TestTooLarge: what would take more than the budget is refused by its head, and
// what a screen may show is not.
func TestTooLarge(t *testing.T) {
	for _, tt := range []struct {
		name  string
		data  []byte
		large bool
	}{
		{"png, five displays", picturetest.Head(5*3840, 2160, 8, 2, false), false},
		{"png, six displays", picturetest.Head(6*3840, 2160, 8, 2, false), true},
		{"png of 16 bits, a large display", picturetest.Head(6016, 3384, 16, 6, false), false},
		{"png of 16 bits", picturetest.Head(10000, 10000, 16, 6, false), true},
		{"png of 16 bits, gray", picturetest.Head(6400, 6400, 16, 0, false), true},
		{"png, wide", picturetest.Head(40000, 10, 8, 2, false), true},
		{"jpeg, progressive", picturetest.JPEG(4032, 3024, 3, 1), false},
		{"jpeg, progressive, 65535 pixels", picturetest.JPEG(65535, 16, 3, 1), true},
		{"jpeg, progressive, larger", picturetest.JPEG(5000, 5000, 3, 1), true},
		{"tiff, a display", picturetest.TIFF(3840, 2160, 8, 4, 0, 1), false},
		{"tiff, larger", picturetest.TIFF(4000, 4000, 8, 4, 0, 1), true},
		{"gif", picturetest.GIF(7000, 7000, 1), true},
		{"gif of an empty frame", picturetest.GIF(65535, 65535, 0), true},
		{"bmp", picturetest.BMP(30000, 30000, 24), true},
		{"bmp from the top", picturetest.BMP(30000, -30000, 32), true},
		{"bmp, lines without end", picturetest.BMP(1, 1<<31-1, 24), true},
		{"webp, three displays", picturetest.WebP(3*3840, 2160), false},
		{"webp", picturetest.WebP(16384, 16384), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode(t.Context(), tt.data, "a")
			if tt.large {
				wantFault(t, err, "the picture a is too large: ")
			} else if err != nil && strings.Contains(err.Error(), "large") {
				t.Error(err)
			}
		})
	}
}

// slow is a picture of 200 kB that would take half a minute and more.
func slow() []byte { return picturetest.JPEG(2048, 2048, 3, 20000) }

// TestSlow: a picture that takes too long is refused, whatever its size.
func TestSlow(t *testing.T) {
	const limit = 50 * time.Millisecond
	data, began := slow(), time.Now()
	_, err := decode(t.Context(), data, "a", limit)
	wantFault(t, err, "the jpeg picture a takes longer than 50ms to decode")
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestStops: nobody waits for the decoder once the context ended, whether it is
// between two reads or in a long stretch without one.
func TestStops(t *testing.T) {
	for name, data := range map[string][]byte{
		"jpeg": slow(), "tiff": picturetest.TIFF(500, 20000, 8, 1, 1024, 8), "webp": picturetest.WebP(5200, 5200),
	} {
		t.Run(name, func(t *testing.T) {
			enough := errors.New("enough")
			ctx, stop := context.WithCancelCause(t.Context())
			time.AfterFunc(20*time.Millisecond, func() { stop(enough) })
			began := time.Now()
			if _, err := Decode(ctx, data, "a"); err != enough {
				t.Errorf("%v, want the cause", err)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// BenchmarkDecode compares decoding a plain screenshot with what the decoder takes
// that nobody looks after.
func BenchmarkDecode(b *testing.B) {
	img := tiles(3840, 2160)
	for _, f := range formats {
		data := encoded(b, img, f.encode)
		b.Run(f.name+"/looked after", func(b *testing.B) {
			for b.Loop() {
				if _, err := Decode(b.Context(), data, "a"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(f.name+"/alone", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := image.Decode(bytes.NewReader(data)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{"a.png": "png", "b/c.JPG": "jpeg", "d.tif": "tiff", "e.png.txt": "", "png": "", "": "", "f.svg": ""} {
		if got := FormatOf(path); got != want {
			t.Errorf("%s is named as %q, want %q", path, got, want)
		}
	}
}

// TestColors encodes a picture of more colours than a GIF has: those that are there most often
// stay, and others become colours near them.
func TestColors(t *testing.T) {
	img := image.NewRGBA(image.Rect(-5, 3, 295, 43))
	for y := range 40 {
		for x := range 300 {
			c := color.RGBA{R: uint8(x * 255 / 299), G: uint8(x / 2), B: 200, A: 255}
			if y > 0 {
				c = color.RGBA{R: 10, G: 20, B: 30, A: 255}
			}
			img.Set(x-5, y+3, c)
		}
	}
	var file bytes.Buffer
	if err := Encode(&file, img, "gif"); err != nil {
		t.Fatal(err)
	}
	got, err := Decode(t.Context(), file.Bytes(), "it")
	if err != nil {
		t.Fatal(err)
	}
	for y := range 40 {
		for x := range 300 {
			want := img.RGBAAt(x-5, y+3)
			r, g, b, _ := got.At(got.Bounds().Min.X+x, got.Bounds().Min.Y+y).RGBA()
			off := max(abs(int(r>>8)-int(want.R)), abs(int(g>>8)-int(want.G)), abs(int(b>>8)-int(want.B)))
			if y > 0 && off > 0 || off > 20 {
				t.Fatalf("%d, %d: %v, want %v", x, y, got.At(x, y), want)
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }
