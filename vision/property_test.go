package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"reflect"
	"testing"

	"github.com/disintegration/imaging"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// change is something done to a picture, and what it does to the reading.
type change struct {
	name string
	img  func(img image.Image) image.Image
	cell func(n, row, col int) (toRow, toCol int)                     // where a cell goes; nil for nowhere else
	rect func(b vision.Rect, width, height float64) (out vision.Rect) // where the lattice goes; nil for nowhere else
	// lays tells that marks come to lie on their sides, where they are marks
	// no more.
	lays bool
}

var changes = []change{
	{
		name: "cropped to another corner",
		img: func(img image.Image) image.Image {
			return imaging.Crop(img, image.Rect(4, 6, img.Bounds().Dx()-2, img.Bounds().Dy()-5))
		},
		rect: func(b vision.Rect, _, _ float64) vision.Rect { return shifted(b, -4, -6) },
	},
	{
		name: "shifted on a larger page",
		img:  func(img image.Image) image.Image { return onPage(img, 61, 37, 150, 90) },
		rect: func(b vision.Rect, _, _ float64) vision.Rect { return shifted(b, 61, 37) },
	},
	{
		name: "a sub-image with coordinates of its own",
		img: func(img image.Image) image.Image {
			page := onPage(img, 61, 37, 150, 90)
			return page.SubImage(image.Rect(58, 33, page.Rect.Dx()-70, page.Rect.Dy()-40))
		},
		rect: func(b vision.Rect, _, _ float64) vision.Rect { return shifted(b, 61, 37) },
	},
	{
		name: "twice as large",
		img: func(img image.Image) image.Image {
			return imaging.Resize(img, 2*img.Bounds().Dx(), 0, imaging.NearestNeighbor)
		},
		rect: func(b vision.Rect, _, _ float64) vision.Rect {
			return vision.Rect{X: 2 * b.X, Y: 2 * b.Y, Width: 2 * b.Width, Height: 2 * b.Height}
		},
	},
	{
		name: "larger by half, smoothed",
		img: func(img image.Image) image.Image {
			return imaging.Resize(img, img.Bounds().Dx()*3/2, img.Bounds().Dy()*3/2, imaging.Linear)
		},
		rect: func(b vision.Rect, w, h float64) vision.Rect {
			fx, fy := math.Floor(w*3/2)/w, math.Floor(h*3/2)/h
			return vision.Rect{X: fx * b.X, Y: fy * b.Y, Width: fx * b.Width, Height: fy * b.Height}
		},
	},
	{
		name: "mirrored left to right",
		img:  func(img image.Image) image.Image { return imaging.FlipH(img) },
		cell: func(n, row, col int) (int, int) { return row, n - 1 - col },
		rect: func(b vision.Rect, w, _ float64) vision.Rect {
			return vision.Rect{X: w - b.X - b.Width, Y: b.Y, Width: b.Width, Height: b.Height}
		},
	},
	{
		name: "mirrored top to bottom",
		img:  func(img image.Image) image.Image { return imaging.FlipV(img) },
		cell: func(n, row, col int) (int, int) { return n - 1 - row, col },
		rect: func(b vision.Rect, _, h float64) vision.Rect {
			return vision.Rect{X: b.X, Y: h - b.Y - b.Height, Width: b.Width, Height: b.Height}
		},
	},
	{
		name: "rows and columns exchanged",
		lays: true,
		img:  func(img image.Image) image.Image { return imaging.Transpose(img) },
		cell: func(_, row, col int) (int, int) { return col, row },
		rect: func(b vision.Rect, _, _ float64) vision.Rect {
			return vision.Rect{X: b.Y, Y: b.X, Width: b.Height, Height: b.Width}
		},
	},
	{
		name: "red, green and blue exchanged",
		img:  recolor(func(c color.NRGBA) color.NRGBA { return color.NRGBA{c.G, c.B, c.R, 255} }),
	},
	{
		name: "darker",
		img:  recolor(func(c color.NRGBA) color.NRGBA { return color.NRGBA{c.R - c.R/8, c.G - c.G/8, c.B - c.B/8, 255} }),
	},
}

// TestChanges holds the reading of a changed picture against the reading of
// the picture, changed in the same way.
func TestChanges(t *testing.T) {
	for _, p := range render.Samples() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			base, err := vision.Read(p.Image)
			if err != nil {
				t.Fatalf("the picture itself: %v", err)
			}
			for _, c := range changes {
				if c.lays && (p.Name == "game-hover-pointer" || len(base.Board.Queens()) > 0) {
					continue
				}
				img := c.img(p.Image)
				r, err := vision.Read(img)
				if err != nil {
					t.Errorf("%s: %v\nsee %s", c.name, err, keepFailure(t, p.Name+" "+c.name+".png", img, nil, err))
					continue
				}
				if got, want := rows(&r.Board), rows(movedBoard(&base.Board, c.cell)); got != want {
					t.Errorf("%s: got\n%swant\n%ssee %s", c.name, got, want, keepFailure(t, p.Name+" "+c.name+".png", img, r, nil))
				}
				size := p.Image.Bounds().Size()
				want := base.Lattice.Bounds()
				if c.rect != nil {
					want = c.rect(want, float64(size.X), float64(size.Y))
				}
				if got := r.Lattice.Bounds(); apart(got, want) > 1.5 {
					t.Errorf("%s: lattice at %.1f, want %.1f", c.name, got, want)
				}
			}
		})
	}
}

// TestPixelFormats reads the same pixels in every kind of image there is.
func TestPixelFormats(t *testing.T) {
	p := render.Samples()[0]
	want, err := vision.Read(p.Image)
	if err != nil {
		t.Fatal(err)
	}
	b := p.Image.Bounds()
	for name, img := range map[string]draw.Image{
		"RGBA":    image.NewRGBA(b),
		"NRGBA":   image.NewNRGBA(b),
		"RGBA64":  image.NewRGBA64(b),
		"NRGBA64": image.NewNRGBA64(b),
		"palette": image.NewPaletted(b, colorsOf(p.Image)),
		"unnamed": struct{ draw.Image }{image.NewRGBA(b)},
	} {
		draw.Draw(img, b, p.Image, b.Min, draw.Src)
		got, err := vision.Read(img)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want the reading of the same pixels: %v", name, got, want)
		}
	}
}

// TestSameAnswer reads a picture several times at once.
func TestSameAnswer(t *testing.T) {
	for _, p := range render.Samples()[:6] {
		want, wantErr := vision.Read(p.Image)
		for range 4 {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				if got, err := vision.Read(p.Image); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
					t.Errorf("got %v, %v and then %v, %v", want, wantErr, got, err)
				}
			})
		}
	}
}

// colorsOf returns the colours of a picture that has at most 256.
func colorsOf(img image.Image) (out color.Palette) {
	seen := make(map[color.Color]bool)
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if c := img.At(x, y); !seen[c] && len(out) < 256 {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// onPage puts a picture at x, y on a page of the colour of its corner, with
// so much room to its right and below.
func onPage(img image.Image, x, y, right, below int) *image.NRGBA {
	b := img.Bounds()
	page := imaging.New(x+b.Dx()+right, y+b.Dy()+below, color.NRGBAModel.Convert(img.At(b.Min.X, b.Min.Y)).(color.NRGBA))
	draw.Draw(page, image.Rect(x, y, x+b.Dx(), y+b.Dy()), img, b.Min, draw.Src)
	return page
}

func recolor(f func(color.NRGBA) color.NRGBA) func(image.Image) image.Image {
	return func(img image.Image) image.Image { return imaging.AdjustFunc(img, f) }
}

func shifted(b vision.Rect, dx, dy float64) vision.Rect {
	return vision.Rect{X: b.X + dx, Y: b.Y + dy, Width: b.Width, Height: b.Height}
}

// apart returns how far the edges of two rectangles lie apart at most.
func apart(a, b vision.Rect) float64 {
	return max(math.Abs(a.X-b.X), math.Abs(a.Y-b.Y), math.Abs(a.X+a.Width-b.X-b.Width), math.Abs(a.Y+a.Height-b.Y-b.Height))
}

// movedBoard returns a board with every cell moved.
func movedBoard(b *solver.Board, to func(n, row, col int) (int, int)) *solver.Board {
	if to == nil {
		return b.Canonical()
	}
	m := b.Clone()
	if m.Marks == nil {
		m.Marks = make([]solver.Mark, len(m.Regions))
	}
	for i := range b.Regions {
		row, col := to(b.Size, i/b.Size, i%b.Size)
		m.Regions[row*b.Size+col] = b.Regions[i]
		m.Marks[row*b.Size+col] = b.Mark(i/b.Size, i%b.Size)
	}
	return m.Canonical()
}
