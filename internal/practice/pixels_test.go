package practice

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"testing"

	"github.com/chromedp/chromedp"

	"autoqueens/internal/workshop/browsertest"
)

// shot returns what the page looks like, in device pixels.
func (p *table) shot() image.Image {
	p.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.Fatal(err)
	}
	return img
}

func hex(img image.Image, x, y float64) string {
	r, g, b, _ := img.At(int(x), int(y)).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// resize asks the page for a board of another size, as a person does in its settings.
func (p *table) resize(size int) {
	p.Helper()
	s := p.server.State()
	if s.Size == size {
		return
	}
	eval[bool](p, fmt.Sprintf(`(() => {
		const choice = document.getElementById("size");
		choice.value = %d;
		return choice.dispatchEvent(new Event("change"));
	})()`, size))
	if err := p.server.WaitNext(p.ctx, s.Session); err != nil {
		p.Fatal(err)
	}
}

// black counts the black pixels on the way from one place to another, right or
// down.
func black(img image.Image, x0, y0, x1, y1 float64) (n int) {
	for y := int(y0); y <= int(y1); y++ {
		for x := int(x0); x <= int(x1); x++ {
			if hex(img, float64(x), float64(y)) == "#000000" {
				n++
			}
		}
	}
	return n
}

// The board looks as the server holds it to look, at every size and zoom: each
// cell in its region's colour, thick lines between regions and thin ones
// within, a frame around, all in whole pixels, and the lattice where the page
// says.
func TestPixels(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dpr                float64
		thin, thick, frame int // of a line, and of the frame with the line of the outer cells
	}{
		{0.8, 2, 4, 4}, {1, 2, 4, 5}, {1.25, 2, 4, 6}, {1.5, 2, 6, 7}, {2, 4, 8, 10},
	} {
		// The scale of the display takes the way through the page that zoom takes.
		ctx := browsertest.New(t, chromedp.Flag("force-device-scale-factor", fmt.Sprint(test.dpr)))
		all := &table{T: t, ctx: ctx, server: start(t, Options{Size: MinSize, Seed: 1, AutoStart: true})}
		all.run(chromedp.Navigate(all.server.URL()))
		all.ready()
		for size := MinSize; size <= MaxSize; size++ {
			if test.dpr != 1 && size%3 != 1 {
				continue // 7, 10 and 13 do for the other zooms
			}
			all.resize(size)
			t.Run(fmt.Sprintf("%d at %v", size, test.dpr), func(t *testing.T) {
				p := &table{T: t, ctx: ctx, server: all.server}
				img := p.shot()
				s := p.server.State()
				if math.Abs(s.Geometry.DPR-test.dpr) > 1e-6 {
					t.Fatalf("the page has %v device pixels a pixel, want %v", s.Geometry.DPR, test.dpr)
				}
				if got := s.Geometry.Board.Width; math.Abs(got-398) > 0.7 {
					t.Errorf("the board is %v wide, want 398", got)
				}
				colors := p.server.game.colors
				at := func(row, col float64) (x, y float64) {
					l := s.Geometry.Lattice
					return (l.X + col*l.Width/float64(size)) * test.dpr, (l.Y + row*l.Height/float64(size)) * test.dpr
				}
				for row := range size {
					for col := range size {
						r, c := float64(row)+0.5, float64(col)+0.5
						x, y := at(r, c)
						if got, want := hex(img, x, y), colors[s.Board.Region(row, col)]; got != want {
							t.Fatalf("cell %d, %d is %s, want %s", row, col, got, want)
						}
						width := func(row2, col2 int) int {
							if s.Board.Region(row2, col2) == s.Board.Region(row, col) {
								return test.thin
							}
							return test.thick
						}
						if col+1 < size {
							x2, _ := at(r, c+1)
							if got, want := black(img, x, y, x2, y), width(row, col+1); got != want {
								t.Errorf("the line right of cell %d, %d is %d wide, want %d", row, col, got, want)
							}
						}
						if row+1 < size {
							_, y2 := at(r+1, c)
							if got, want := black(img, x, y, x, y2), width(row+1, col); got != want {
								t.Errorf("the line below cell %d, %d is %d wide, want %d", row, col, got, want)
							}
						}
					}
				}
				b := s.Geometry.Board
				x, y := at(0.5, 0.5)
				if got := black(img, b.X*test.dpr-2, y, x, y); got != test.frame {
					t.Errorf("the frame is %d wide, want %d", got, test.frame)
				}
			})
		}
	}
}

// The cell under the mouse is darkened as the real page darkens it, and a mark
// covers the share of a cell that it covers there.
func TestHoverAndMarks(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 8, Seed: 3})
	p.click(9, 18, 18)
	x, y := p.center(27)
	p.run(chromedp.MouseEvent("mouseMoved", x, y))
	img := p.shot()
	s := p.server.State()
	var was, is [3]int
	if _, err := fmt.Sscanf(p.server.game.colors[s.Board.Regions[27]], "#%02x%02x%02x", &was[0], &was[1], &was[2]); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(hex(img, x, y), "#%02x%02x%02x", &is[0], &is[1], &is[2]); err != nil {
		t.Fatal(err)
	}
	for i := range is {
		if f := float64(is[i]) / float64(was[i]); f < 0.75 || f > 0.80 {
			t.Errorf("the cell under the mouse went from %v to %v", was, is)
			break
		}
	}
	for cell, limits := range map[int][2]float64{9: {0.02, 0.05}, 18: {0.17, 0.56}} {
		x, y := p.center(cell)
		ground := p.server.game.colors[s.Board.Regions[cell]]
		half := s.Geometry.Lattice.Width / 8 * 0.3
		n, all := 0, 0
		for dy := -half; dy < half; dy++ {
			for dx := -half; dx < half; dx++ {
				all++
				// Half-covered pixels at the edge of a mark count as half.
				if got := hex(img, x+dx, y+dy); got != ground {
					n++
				}
			}
		}
		if share := float64(n) / float64(all); share < limits[0] || share > limits[1]*1.6 {
			t.Errorf("the mark on cell %d covers %.3f of its inner part, want %v", cell, share, limits)
		} else {
			t.Logf("cell %d: %.3f", cell, share)
		}
	}
}
