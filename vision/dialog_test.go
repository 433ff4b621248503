package vision_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"autoqueens/internal/typeface"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// look is what a page is drawn in.
type look struct{ page, card, ink, soft color.Gray }

var (
	lightLook = look{page: color.Gray{Y: 0xf3}, card: color.Gray{Y: 0xff}, ink: color.Gray{Y: 0x19}, soft: color.Gray{Y: 0x5e}}
	blackLook = look{page: color.Gray{Y: 0}, card: color.Gray{Y: 0x1f}, ink: color.Gray{Y: 0xe8}, soft: color.Gray{Y: 0xa0}}
	darkLook  = look{page: color.Gray{Y: 0x1b}, card: color.Gray{Y: 0x2a}, ink: color.Gray{Y: 0xe8}, soft: color.Gray{Y: 0xa0}}
)

// sheet is a picture to draw a page on.
type sheet struct{ *image.RGBA }

func newSheet(w, h int, ground color.Color) sheet {
	s := sheet{image.NewRGBA(image.Rect(0, 0, w, h))}
	s.fill(s.Rect, ground)
	return s
}

func (s sheet) fill(r image.Rectangle, c color.Color) {
	draw.Draw(s, r, image.NewUniform(c), image.Point{}, draw.Over)
}

func (s sheet) write(x, y int, size float64, c color.Color, line string) {
	d := font.Drawer{Dst: s, Src: image.NewUniform(c), Face: typeface.Regular(size), Dot: fixed.P(x, y)}
	d.DrawString(line)
}

// site draws a page with a bar, a heading, and text on both sides of its middle.
func (s sheet) site(r image.Rectangle, k look) {
	s.fill(r, k.page)
	s.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+34), k.card)
	s.write(r.Min.X+40, r.Min.Y+23, 16, k.ink, "Queens")
	s.write(r.Max.X-120, r.Min.Y+23, 13, k.soft, "Settings")
	for y := r.Min.Y + 70; y < r.Max.Y-10; y += 24 {
		s.write(r.Min.X+30, y, 12, k.soft, "Each row and column")
		s.write(r.Max.X-160, y, 12, k.ink, "has exactly one of them")
	}
}

// dim lays a layer over a part of the picture.
func (s sheet) dim(r image.Rectangle, alpha float64) {
	s.fill(r, color.NRGBA{A: uint8(255*alpha + 0.5)})
}

// dialog draws a card with a board of n columns and rows.
func (s sheet) dialog(t *testing.T, at image.Rectangle, k look, n int) {
	t.Helper()
	s.fill(at, k.card)
	s.write(at.Min.X+20, at.Min.Y+28, 17, k.ink, "How to play Queens")
	s.game(t, image.Pt((at.Min.X+at.Max.X)/2, at.Min.Y+50), n)
	box := image.Rect(at.Min.X+30, at.Min.Y+50+n*30+16, at.Max.X-30, at.Max.Y-16)
	s.write(box.Min.X+10, box.Min.Y+24, 13, k.ink, "Your goal is to have exactly one of them")
	s.write(box.Min.X+10, box.Min.Y+44, 13, k.soft, "in each row, column and region")
}

// game draws a board with the middle of its top at a place.
func (s sheet) game(t *testing.T, at image.Point, n int) {
	t.Helper()
	b, _, err := solver.Generate(n, 3)
	if err != nil {
		t.Fatal(err)
	}
	corner := at.Sub(image.Pt(n*15, 0))
	r := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(n*30, n*30))}
	s.fill(image.Rectangle{Min: r.Min.Sub(image.Pt(1, 1)), Max: r.Max.Add(image.Pt(2, 2))}, color.Black)
	render.Tiles(s, r, b)
}

// middle is where a dialog lies on the usual sheet of 800 x 500 pixels.
var middle = image.Rect(240, 40, 560, 400)

// explained draws a page under a layer, and a dialog over it.
func explained(t *testing.T, k look, alpha float64, n int) sheet {
	t.Helper()
	s := newSheet(800, 500, color.White)
	s.site(s.Rect, k)
	s.dim(s.Rect, alpha)
	s.dialog(t, middle, k, n)
	return s
}

// TestExamples draws dialogs over dimmed pages: what is on them is no game.
func TestExamples(t *testing.T) {
	tests := map[string]func(t *testing.T) image.Image{
		"white page": func(t *testing.T) image.Image {
			k := lightLook
			k.page = k.card
			return explained(t, k, 0.6, 5)
		},
		"more than five rows": func(t *testing.T) image.Image { return explained(t, lightLook, 0.6, 7) },
		"compressed": func(t *testing.T) image.Image {
			var file bytes.Buffer
			if err := jpeg.Encode(&file, explained(t, lightLook, 0.6, 5), &jpeg.Options{Quality: 80}); err != nil {
				t.Fatal(err)
			}
			img, err := jpeg.Decode(&file)
			if err != nil {
				t.Fatal(err)
			}
			return img
		},
		"a layer that is not quite black": func(t *testing.T) image.Image {
			s := newSheet(800, 500, color.White)
			s.site(s.Rect, lightLook)
			s.fill(s.Rect, color.NRGBA{R: 15, G: 15, B: 25, A: 150})
			s.dialog(t, middle, lightLook, 5)
			return s
		},
		"nothing on the page": func(t *testing.T) image.Image {
			s := newSheet(800, 500, lightLook.page)
			s.dim(s.Rect, 0.5)
			s.dialog(t, middle, lightLook, 5)
			return s
		},
		"a shadow around the card": func(t *testing.T) image.Image {
			s := newSheet(800, 500, color.White)
			s.site(s.Rect, lightLook)
			s.dim(s.Rect, 0.5)
			for i := range 12 {
				s.fill(middle.Inset(-2*i), color.NRGBA{A: 8})
			}
			s.dialog(t, middle, lightLook, 5)
			return s
		},
		"as wide as the picture": func(t *testing.T) image.Image {
			s := newSheet(320, 600, color.White)
			s.site(s.Rect, lightLook)
			s.dim(s.Rect, 0.6)
			s.dialog(t, image.Rect(0, 100, 320, 440), lightLook, 5)
			return s
		},
		"light browser": func(t *testing.T) image.Image {
			return browser(t, color.Gray{Y: 0xea}, color.Black)
		},
		"dark browser": func(t *testing.T) image.Image {
			return browser(t, color.Gray{Y: 0x2b}, color.White)
		},
		"over the game": func(t *testing.T) image.Image {
			s := newSheet(800, 500, color.White)
			s.site(s.Rect, lightLook)
			s.game(t, image.Pt(400, 100), 9)
			s.dim(s.Rect, 0.6)
			s.dialog(t, middle, lightLook, 5)
			return s
		},
	}
	for _, l := range []struct {
		name  string
		look  look
		alpha []float64
	}{
		{"light", lightLook, []float64{0.3, 0.45, 0.5, 0.6, 0.65, 0.75, 0.8}},
		// What a lighter layer leaves of a dark page can be read: it may be one that is
		// not dimmed.
		{"dark", darkLook, []float64{0.5, 0.6, 0.65, 0.75}},
		{"black", blackLook, []float64{0.5, 0.6, 0.65, 0.75}},
	} {
		for _, alpha := range l.alpha {
			tests[l.name+", "+percent(alpha)] = func(t *testing.T) image.Image { return explained(t, l.look, alpha, 5) }
		}
	}
	for name, draw := range tests {
		t.Run(name, func(t *testing.T) {
			img := draw(t)
			r, err := vision.Read(img)
			if err != nil {
				t.Fatalf("%v\nsee %s", err, keepFailure(t, name, img, nil, err))
			}
			if !r.Example {
				t.Errorf("taken for the game\nsee %s", keepFailure(t, name, img, r, nil))
			}
			for _, r := range vision.ReadAll(img) {
				if r.Board.Size < 9 && !r.Example {
					t.Error("among all boards, taken for the game")
				}
			}
		})
	}
}

func percent(share float64) string {
	return string([]byte{'0' + byte(share*10+0.01), '0' + byte(int(share*100+0.5)%10)}) + " %"
}

// browser draws a window's bar and a scroll bar beside a page under a dialog.
func browser(t *testing.T, bar, ink color.Color) sheet {
	t.Helper()
	s := newSheet(900, 640, bar)
	s.write(30, 30, 13, ink, "Queens - how to play")
	s.write(30, 65, 13, ink, "www.example.org/games/queens")
	view := image.Rect(0, 80, 886, 640)
	s.site(view, lightLook)
	s.fill(image.Rect(886, 80, 900, 640), color.Gray{Y: 0xf1})
	s.fill(image.Rect(888, 90, 898, 300), color.Gray{Y: 0xc1})
	s.dim(view, 0.6)
	s.dialog(t, image.Rect(280, 130, 600, 500), lightLook, 5)
	return s
}

// TestNoExamples draws games on cards and in windows: none is taken for an example.
func TestNoExamples(t *testing.T) {
	desktop := func(ground color.Color) sheet {
		s := newSheet(1200, 800, ground)
		window := image.Rect(300, 60, 900, 740)
		s.fill(window, color.Gray{Y: 0xe4})
		s.write(320, 80, 13, color.Black, "Queens")
		s.site(image.Rect(300, 90, 900, 740), lightLook)
		s.dialog(t, image.Rect(440, 150, 760, 620), lightLook, 8)
		return s
	}
	terminal := func(s sheet, r image.Rectangle, ground, ink uint8) {
		s.fill(r, color.Gray{Y: ground})
		for y := r.Min.Y + 20; y < r.Max.Y; y += 18 {
			s.write(r.Min.X+8, y, 12, color.Gray{Y: ink}, "$ go test ./vision")
		}
	}
	onCard := func(page, card, bar look, n int) sheet {
		s := newSheet(800, 500, page.page)
		s.site(s.Rect, page)
		s.fill(image.Rect(0, 0, 800, 34), bar.card)
		s.write(40, 23, 16, bar.ink, "Queens")
		s.dialog(t, middle, card, n)
		return s
	}
	gray := look{page: color.Gray{Y: 0x66}, card: color.Gray{Y: 0x66}, ink: color.Gray{Y: 0xff}, soft: color.Gray{Y: 0xd0}}
	for name, img := range map[string]image.Image{
		"light card, light page": onCard(lightLook, lightLook, lightLook, 5),
		"dark card, dark page":   onCard(darkLook, darkLook, darkLook, 5),
		"light card, dark page":  onCard(darkLook, lightLook, darkLook, 5),
		"light card, grey page":  onCard(gray, lightLook, gray, 5),
		"dark card, black page": func() image.Image {
			k := darkLook
			k.page = color.Gray{}
			return onCard(k, darkLook, darkLook, 7)
		}(),
		"dimmed all over": func() image.Image {
			s := onCard(lightLook, lightLook, lightLook, 5)
			s.dim(s.Rect, 0.5)
			return s
		}(),
		"a dark page dimmed all over": func() image.Image {
			s := onCard(darkLook, darkLook, darkLook, 5)
			s.dim(s.Rect, 0.3)
			return s
		}(),
		"a card on a plain grey page": func() image.Image {
			s := newSheet(800, 500, color.Gray{Y: 0x70})
			s.dialog(t, middle, lightLook, 7)
			return s
		}(),
		"the same, with a heading": func() image.Image {
			s := newSheet(800, 500, color.Gray{Y: 0x70})
			s.write(300, 26, 18, color.White, "Queens")
			s.dialog(t, middle, lightLook, 5)
			return s
		}(),
		"a card on a plain dark page": func() image.Image {
			s := newSheet(800, 500, color.Gray{Y: 0x22})
			s.dialog(t, middle, lightLook, 5)
			return s
		}(),
		"a card on a blue page": func() image.Image {
			s := newSheet(800, 500, color.NRGBA{R: 30, G: 80, B: 150, A: 255})
			s.dialog(t, middle, lightLook, 5)
			return s
		}(),
		"a window on a black desktop": desktop(color.Black),
		"a window on a grey desktop":  desktop(color.Gray{Y: 0x5a}),
		"a window on a desktop with a panel": func() image.Image {
			s := desktop(color.Gray{Y: 0x5a})
			s.fill(image.Rect(0, 0, 1200, 26), color.Gray{Y: 0x11})
			s.write(580, 18, 13, color.White, "12:48")
			return s
		}(),
		"a window over a terminal": func() image.Image {
			s := desktop(color.Gray{Y: 0x30})
			terminal(s, image.Rect(0, 0, 290, 800), 0x1e, 0xc8)
			terminal(s, image.Rect(910, 0, 1200, 800), 0x1e, 0xc8)
			return s
		}(),
		"a bare window over grey terminals": func() image.Image {
			s := newSheet(1200, 800, color.Gray{Y: 0x5a})
			terminal(s, image.Rect(0, 0, 1200, 800), 0x48, 0xa0)
			s.dialog(t, image.Rect(300, 60, 900, 740), lightLook, 8)
			return s
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			all := vision.ReadAll(img)
			if len(all) == 0 {
				_, err := vision.Read(img)
				t.Fatalf("nothing was read: %v\nsee %s", err, keepFailure(t, name, img, nil, err))
			}
			for _, r := range all {
				if r.Example {
					t.Errorf("the game is taken for an example\nsee %s", keepFailure(t, name, img, r, nil))
				}
			}
		})
	}
}

// TestSharedExamples wants the frames of the how-to dialog refused or told from the
// game, and no game of all other real and drawn pages taken for an example.
func TestSharedExamples(t *testing.T) {
	pages := filepath.Join("..", "..", "shared", "pages")
	if _, err := os.Stat(pages); err != nil {
		t.Skipf("the collection of pages is not here: %v", err)
	}
	dialogs := map[string]bool{"p074.png": true, "p075.png": true, "p076.png": true}
	var files []string
	for _, dir := range []string{pages, sharedBoards} {
		found, err := filepath.Glob(filepath.Join(dir, "*.[jp][pn]g"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no pictures in %s: %v", dir, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, filepath.Ext(name)), func(t *testing.T) {
			t.Parallel()
			img := loadPicture(t, file)
			r, err := vision.Read(img)
			switch {
			case err != nil:
			case dialogs[name] && !r.Example:
				t.Errorf("an example is taken for the game\nsee %s", keepFailure(t, file, img, r, nil))
			case !dialogs[name] && r.Example:
				t.Errorf("the game is taken for an example\nsee %s", keepFailure(t, file, img, r, nil))
			}
		})
	}
}

// TestStartPage reads a small board on pages of one colour: on a strong one it is an
// ornament, and a board of the game's size is the game wherever it stands.
func TestStartPage(t *testing.T) {
	for _, tt := range []struct {
		name    string
		page    color.Color
		size    int
		example bool
	}{
		{"purple", color.RGBA{0xa6, 0x85, 0xdd, 255}, 5, true},
		{"orange", color.RGBA{0xee, 0x5b, 0x14, 255}, 5, true},
		{"dark purple", color.RGBA{0x4c, 0x33, 0x84, 255}, 5, true},
		{"cream", color.RGBA{0xf4, 0xf2, 0xee, 255}, 5, false},
		{"pale blue", color.RGBA{0xd8, 0xe6, 0xff, 255}, 5, false},
		{"purple, a board of 8", color.RGBA{0xa6, 0x85, 0xdd, 255}, 8, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSheet(900, 700, tt.page)
			s.write(380, 110, 28, color.White, "Queens")
			s.fill(image.Rect(340, 520, 560, 570), color.White)
			s.game(t, image.Pt(340, 200), tt.size)
			r, err := vision.Read(s.RGBA)
			if err != nil {
				t.Fatal(err)
			}
			if r.Example != tt.example {
				t.Errorf("example %v, want %v", r.Example, tt.example)
			}
		})
	}
}
