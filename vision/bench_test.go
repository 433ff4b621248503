package vision_test

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/jpeg"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/disintegration/imaging"

	"autoqueens/internal/workshop/render"
	"autoqueens/vision"
)

// desktops returns the pictures the benchmarks read: a screen of 1920 x 1080
// with a game on it, the same without a board, and two screens of four times the
// pixels: both with every pixel doubled, and four such desktops side by side,
// one of which has the board.
var desktops = sync.OnceValue(func() (d struct{ board, none, large, empty, four *image.RGBA }) {
	board, none := render.Desktops(2026)
	d.board, d.none = board, none
	d.large, d.empty = doubled(board), doubled(none)
	d.four = image.NewRGBA(d.large.Rect)
	for i, part := range []*image.RGBA{board, none, none, none} {
		at := image.Pt(i%2*1920, i/2*1080)
		draw.Draw(d.four, part.Rect.Add(at), part, image.Point{}, draw.Src)
	}
	return d
})

// doubled returns a picture with every pixel doubled, both ways.
func doubled(img *image.RGBA) *image.RGBA {
	out := imaging.Resize(img, 2*img.Rect.Dx(), 2*img.Rect.Dy(), imaging.NearestNeighbor)
	return &image.RGBA{Pix: out.Pix, Stride: out.Stride, Rect: out.Rect}
}

// compressed returns a frame as JPEG of quality 50 leaves it.
func compressed(b *testing.B, img *image.RGBA) *image.RGBA {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: 50}); err != nil {
		b.Fatal(err)
	}
	rough, err := jpeg.Decode(&file)
	if err != nil {
		b.Fatal(err)
	}
	out := image.NewRGBA(img.Rect)
	draw.Draw(out, out.Rect, rough, image.Point{}, draw.Src)
	return out
}

// sumPixels adds up all pixels of a frame: what it costs to touch them.
func sumPixels(img *image.RGBA) (sum uint64) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row := img.Pix[img.PixOffset(b.Min.X, y):img.PixOffset(b.Max.X, y)]
		for _, v := range row {
			sum += uint64(v)
		}
	}
	return sum
}

var summed uint64

// step is something that is done with a frame. It fails where that does not turn out
// as it should.
type step func() error

// summing adds up all pixels of a frame.
func summing(img *image.RGBA) step {
	return func() error {
		summed += sumPixels(img)
		return nil
	}
}

// finding reads a frame from nothing.
func finding(img *image.RGBA) step {
	return func() error {
		_, err := vision.Read(img)
		return err
	}
}

// refusing reads a frame that shows no board.
func refusing(img *image.RGBA) step {
	return func() error {
		if _, err := vision.Read(img); err == nil {
			return errors.New("a board was read where there is none")
		}
		return nil
	}
}

// readingAgain reads a frame where its board was seen.
func readingAgain(b *testing.B, img *image.RGBA) step {
	found, err := vision.Read(img)
	if err != nil {
		b.Fatal(err)
	}
	return func() error {
		_, err := vision.ReadAt(img, found.Lattice)
		return err
	}
}

// BenchmarkFrame compares what can be done with a captured frame:
//
//	go test ./vision -run '^$' -bench Frame
//
// sum is the yardstick; find reads the board from nothing, again reads it
// where it was last seen, none refuses a frame that shows no board, jpeg reads
// one from nothing that was compressed. BenchmarkByTurns tells how many times the
// sum each takes.
func BenchmarkFrame(b *testing.B) {
	d := desktops()
	for _, s := range []struct {
		name string
		do   step
	}{
		{"1920x1080/sum", summing(d.board)},
		{"1920x1080/find", finding(d.board)},
		{"1920x1080/again", readingAgain(b, d.board)},
		{"1920x1080/none", refusing(d.none)},
		{"1920x1080/jpeg", finding(compressed(b, d.board))},
		{"3840x2160/sum", summing(d.large)},
		{"3840x2160/find", finding(d.large)},
		{"3840x2160/find-in-four", finding(d.four)},
		{"3840x2160/none", refusing(d.empty)},
	} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := s.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkByTurns tells how many times as long as adding up all pixels it takes to do
// what BenchmarkFrame does, and how many times as long on four times the pixels:
//
//	go test ./vision -run '^$' -bench ByTurns -benchtime 60x
//
// In each round all are done one after the other, so that what else the machine does
// meets them alike. The figures are the middle of the rounds.
func BenchmarkByTurns(b *testing.B) {
	d := desktops()
	stages := []struct {
		of     string // what it is compared with
		name   string
		repeat int // so often that it takes about as long as the sum
		do     step
	}{
		{"", "sum", 1, summing(d.board)},
		{"sum", "find", 1, finding(d.board)},
		{"sum", "again", 10, readingAgain(b, d.board)},
		{"sum", "none", 1, refusing(d.none)},
		{"find", "find-4K", 1, finding(d.large)},
		{"find", "find-in-four-4K", 1, finding(d.four)},
		{"none", "none-4K", 1, refusing(d.empty)},
	}
	ratios := make(map[string][]float64)
	for b.Loop() {
		took := make(map[string]float64)
		for _, s := range stages {
			start := time.Now()
			for range s.repeat {
				if err := s.do(); err != nil {
					b.Fatal(err)
				}
			}
			took[s.name] = time.Since(start).Seconds() / float64(s.repeat)
			if s.of != "" {
				unit := s.name + "/" + s.of
				ratios[unit] = append(ratios[unit], took[s.name]/took[s.of])
			}
		}
	}
	for unit, all := range ratios {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2], unit)
	}
}
