package games_test

import (
	"image"
	"image/draw"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/render"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// BenchmarkByTurns tells how many times as long it takes to read a frame with all games as
// with Queens alone: one with a Queens board, one without a board, and one with a board of each
// game.
//
//	go test ./vision/games -run '^$' -bench ByTurns -benchtime 40x
//
// In each round all are done one after the other; the figures are the middle of the rounds.
func BenchmarkByTurns(b *testing.B) {
	board, none := render.Desktops(2026)
	frames := map[string]image.Image{"queens": board, "none": none}
	for _, g := range gamerender.Games {
		d := g.Draw(&g.Styles[0], 1, 3)
		// The board in the middle of a screen, where a browser would have it.
		full := image.NewRGBA(board.Rect)
		page := d.Image.At(d.Image.Bounds().Min.X, d.Image.Bounds().Min.Y)
		draw.Draw(full, full.Rect, image.NewUniform(page), image.Point{}, draw.Src)
		at := image.Pt((full.Rect.Dx()-d.Image.Bounds().Dx())/2, (full.Rect.Dy()-d.Image.Bounds().Dy())/2)
		draw.Draw(full, d.Image.Bounds().Add(at), d.Image, image.Point{}, draw.Src)
		frames[g.Name] = full
	}
	ratios, took := make(map[string][]float64), make(map[string][]float64)
	for b.Loop() {
		for name, img := range frames {
			start := time.Now()
			_, _ = vision.Read(img)
			alone := time.Since(start)
			start = time.Now()
			_, _ = games.Read(img)
			all := time.Since(start)
			ratios[name] = append(ratios[name], all.Seconds()/alone.Seconds())
			took[name] = append(took[name], 1000*all.Seconds())
		}
	}
	middle := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)/2]
	}
	for name := range frames {
		b.ReportMetric(middle(ratios[name]), name+"/alone")
		b.ReportMetric(middle(took[name]), name+"-ms")
	}
}
