package games_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/testneeds"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/raster"
)

// TestDrawn reads a few drawn boards of each style of each game: none is read wrong, and few are
// refused. The command internal/workshop/gamereport reads as many as are asked for.
func TestDrawn(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	const each = 3
	for _, g := range gamerender.Games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			read, all := 0, 0
			for i := range g.Styles {
				for number := range each {
					d := g.Draw(&g.Styles[i], 77, number)
					all++
					r, err := games.Read(d.Image)
					if err != nil {
						t.Logf("%s, %s, %s: %v", d.Name, d.State, d.Variant, err)
						continue
					}
					read++
					if games.Name(r) != g.Name {
						t.Errorf("%s: read as a board of %s", d.Name, games.Name(r))
					} else if got, want := text(t, r.Puzzle), text(t, d.Puzzle); got != want {
						t.Errorf("%s, %s, %s: read as\n%s, is\n%s", d.Name, d.State, d.Variant, got, want)
					}
				}
			}
			if least := all * 3 / 4; read < least {
				t.Errorf("%d of %d boards are read", read, all)
			}
		})
	}
}

// TestEntered reads Sudokus with digits that a player entered and that clash, which are told as they stand,
// with a doubt about each that is wrong, be they shown in the colour of the others or in red.
func TestEntered(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		if g.Name != sudoku.Name {
			continue
		}
		told := map[bool]int{}
		for number := range 12 {
			for _, red := range [...]bool{false, true} {
				d := g.Draw(&g.Styles[0], 79, number)
				is := d.Puzzle.(*sudoku.Puzzle)
				given, err := games.Read(d.Image)
				if err != nil || is.Entered == nil {
					continue
				}
				wrong, img := 0, moved(d.Image, image.Point{})
				for i, v := range given.Answer.(sudoku.Solution).Cells {
					if is.Cells[i] == 0 || is.Cells[i] == v {
						continue
					}
					if wrong++; red {
						redden(img.(draw.Image), d.Lattice.Cell(i/is.Size, i%is.Size).Image().Add(img.Bounds().Min))
					}
				}
				r, err := games.Read(img)
				if err != nil {
					t.Errorf("%s, red %v: %v", d.Name, red, err)
					continue
				}
				if told[red && wrong > 0]++; text(t, r.Puzzle) != text(t, is) || len(r.Doubts) != wrong {
					t.Errorf("%s, red %v: read as\n%s with %v, is\n%s", d.Name, red, text(t, r.Puzzle), r.Doubts, text(t, is))
				}
			}
		}
		if len(told) != 2 {
			t.Errorf("boards with digits in red and without: %v", told)
		}
	}
}

// TestGivenOrEntered reads, or refuses, a Sudoku most of whose entries are wrong and which, without the digits that were given, is
// another puzzle: what was given is not told by what comes out.
func TestGivenOrEntered(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		if g.Name != sudoku.Name {
			continue
		}
		d := g.Draw(&g.Styles[0], 17000001, 6)
		if is := d.Puzzle.(*sudoku.Puzzle); is.Entered == nil {
			t.Fatalf("nothing is entered in %s", d.Name)
		}
		if r, err := games.Read(d.Image); err == nil && text(t, r.Puzzle) != text(t, d.Puzzle) {
			t.Errorf("read as\n%s, is\n%s", text(t, r.Puzzle), text(t, d.Puzzle))
		}
	}
}

// redden shows what is dark in a part of a picture in red.
func redden(img draw.Image, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			c.R += (255 - c.R) / 8 * 7
			img.Set(x, y, c)
		}
	}
}

// TestCovered lays something opaque over boards: none is read as another board than it is.
func TestCovered(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	judge := func(t *testing.T, name, state string, img image.Image, is puzzle.Puzzle) {
		r, err := games.Read(img)
		if err != nil {
			return
		}
		got := r.Puzzle
		if got == nil {
			got = &puzzles.Board{Board: r.Board}
		}
		if text(t, got) != text(t, is) {
			t.Errorf("%s under a %s: read as a board of %s\n%s, is\n%s", name, state, games.Name(r), text(t, got), text(t, is))
		}
	}
	for _, g := range gamerender.Games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			for i := range g.Styles {
				if strings.HasSuffix(g.Styles[i].Name, "pale") {
					continue // what hardly stands out from a cell, nobody sees there
				}
				for number := range 3 {
					d := g.Draw(g.Styles[i].Covered(), 78, number)
					judge(t, d.Name, d.State, d.Image, d.Puzzle)
				}
			}
		})
	}
	t.Run(puzzles.Queens, func(t *testing.T) {
		t.Parallel()
		const size, boards = 8, 40
		queens, err := puzzles.Find(puzzles.Queens)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 9))
		for seed := range uint64(boards) {
			p, _, err := queens.Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			img := drawing.Puzzle(p)
			l := vision.Lattice{X: drawing.Margin, Y: drawing.Margin, PitchX: drawing.Pitch, PitchY: drawing.Pitch, Size: size}
			state := gamerender.Cover(rng, img, l, color.White, true)
			judge(t, fmt.Sprintf("board %d", seed), state, img, p)
		}
	})
}

// TestCut cuts boards off at a side, or lays a card in a colour of the page over it: of what is left
// there may be one solution too, but it is no board by itself.
func TestCut(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, 11))
			for number := range 2 * len(g.Styles) {
				style := &g.Styles[number%len(g.Styles)]
				d := g.Draw(style, 93, number)
				b, l := d.Image.Bounds(), d.Lattice
				gone := (0.3 + 1.9*rng.Float64()) * l.Pitch()
				left, top := b.Min.X+int(l.X+gone), b.Min.Y+int(l.Y+gone)
				right, bottom := b.Min.X+int(l.Bounds().X+l.Bounds().Width-gone), b.Min.Y+int(l.Bounds().Y+l.Bounds().Height-gone)
				rest := []image.Rectangle{
					image.Rect(left, b.Min.Y, b.Max.X, b.Max.Y), image.Rect(b.Min.X, top, b.Max.X, b.Max.Y),
					image.Rect(b.Min.X, b.Min.Y, right, b.Max.Y), image.Rect(b.Min.X, b.Min.Y, b.Max.X, bottom),
				}[rng.IntN(4)]
				cut := image.NewRGBA(rest)
				draw.Draw(cut, rest, d.Image, rest.Min, draw.Src)
				covered := image.NewRGBA(b)
				draw.Draw(covered, b, image.NewUniform(gamerender.Pick(rng, color.Color(style.Card), d.Image.At(b.Min.X+2, b.Min.Y+2))), image.Point{}, draw.Src)
				draw.Draw(covered, rest, d.Image, rest.Min, draw.Src)
				for how, img := range map[string]image.Image{"cut": cut, "covered": covered} {
					r, err := games.Read(img)
					if err == nil && (r.Puzzle == nil || text(t, r.Puzzle) != text(t, d.Puzzle)) {
						t.Errorf("%s, %s, %s %s but for %v: read as a board of %s of %d columns", d.Name, d.State, d.Variant, how, rest, games.Name(r), r.Lattice.Size)
					}
				}
			}
		})
	}
}

// TestCutAtSpots: of a half-played Patches board of which two columns are out of the picture, the rest
// is found by what stands in its cells, and a rectangle's border passes for the edge.
func TestCutAtSpots(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		if g.Name != "patches" {
			continue
		}
		d := g.Draw(&g.Styles[0], 640311, 0)
		rest := d.Image.Bounds()
		rest.Min.X += int(d.Lattice.X + 2*d.Lattice.PitchX)
		cut := image.NewRGBA(rest)
		draw.Draw(cut, rest, d.Image, rest.Min, draw.Src)
		if r, err := games.Read(cut); err == nil {
			t.Errorf("%s: read as a board of %d columns", d.Name, r.Lattice.Size)
		}
	}
}

// TestHalfCovered covers half of a cell, whose rest still shows, in the colour of its corner: a
// digit of which a half is left is no note, and half a symbol none at all. Where such a board is
// read, its answer is that of the whole one.
func TestHalfCovered(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(10, 10))
			read := 0
			const boards = 24
			for number := range boards {
				d := g.Draw(&g.Styles[number%len(g.Styles)], 80, number)
				cell := d.Lattice.Cell(rng.IntN(d.Lattice.Size), rng.IntN(d.Lattice.Size))
				b := d.Image.Bounds()
				img := image.NewRGBA(b)
				draw.Draw(img, b, d.Image, b.Min, draw.Src)
				const inset = 0.12 // of a cell: lines keep outside
				half := raster.Rect{X: cell.X + inset*cell.Width, Y: cell.Y + inset*cell.Height, Width: (1 - 2*inset) * cell.Width, Height: (1 - 2*inset) * cell.Height}
				ground := img.At(b.Min.X+int(half.X), b.Min.Y+int(half.Y))
				switch rng.IntN(4) {
				case 0:
					half.Width /= 2
				case 1:
					half.Height /= 2
				case 2:
					half.X, half.Width = half.X+half.Width/2, half.Width/2
				case 3:
					half.Y, half.Height = half.Y+half.Height/2, half.Height/2
				}
				draw.Draw(img, half.Image().Add(b.Min), image.NewUniform(ground), image.Point{}, draw.Src)
				r, err := games.Read(img)
				if err != nil {
					continue
				}
				read++
				// A board with wrong entries has no answer but that of its givens.
				if r.Puzzle == nil || d.Puzzle.Check(r.Answer) != nil && text(t, r.Puzzle) != text(t, d.Puzzle) {
					t.Errorf("%s, %s, %s with %v covered: read as a board of %s with another answer:\n%s", d.Name, d.State, d.Variant, half, games.Name(r), text(t, d.Puzzle))
				}
			}
			t.Logf("%d of %d are read", read, boards)
		})
	}
}

// TestWipedOut wipes a given symbol of Tango out in the colour of its cell: an empty cell with the ground of
// locked ones is no reason to go on as if nothing had stood there, even where no other cell is empty.
func TestWipedOut(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		if g.Name != tango.Name {
			continue
		}
		const boards = 3
		for i := range g.Styles {
			for number := range boards {
				d := g.Draw(&g.Styles[i], 84, number)
				p, b := d.Puzzle.(*tango.Puzzle), d.Image.Bounds()
				locked := slices.Index(p.Locked, true)
				if locked < 0 {
					continue
				}
				cell := d.Lattice.Cell(locked/p.Cols, locked%p.Cols)
				const inset = 0.2 // of a cell: signs keep outside
				inner := raster.Rect{X: cell.X + inset*cell.Width, Y: cell.Y + inset*cell.Height, Width: (1 - 2*inset) * cell.Width, Height: (1 - 2*inset) * cell.Height}.Image().Add(b.Min)
				img := image.NewRGBA(b)
				draw.Draw(img, b, d.Image, b.Min, draw.Src)
				draw.Draw(img, inner, image.NewUniform(img.At(inner.Min.X, inner.Min.Y)), image.Point{}, draw.Src)
				if r, err := games.Read(img); err == nil {
					t.Errorf("%s, %s, %s without what was given in cell %d: read as\n%s", d.Name, d.State, d.Variant, locked, text(t, r.Puzzle))
				}
			}
		}
	}
}

// TestSolvedZip: of a page that shows the path and the discs alone it is said that the board is solved.
func TestSolvedZip(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	told, all := 0, 0
	for number := range 3 {
		for _, d := range gamerender.SolvedZip(97, number) {
			all++
			r, err := games.Read(d.Image)
			var no *vision.Refusal
			switch {
			case err == nil:
				t.Errorf("%s: read as a board of %s", d.Name, games.Name(r))
			case errors.As(err, &no) && no.Game == zip.Name && no.Reason == vision.NoGrid:
				told++
			default:
				t.Logf("%s, %s: %v", d.Name, d.Variant, err)
			}
		}
	}
	if told < all*3/4 {
		t.Errorf("of %d of %d it is said that they are solved", told, all)
	}
}

// TestPaleTint paints the only cell of a path in the colour of the others, as what is too bright for
// a screen becomes white: its lines still have another, so that it is not taken for a cell without
// a path.
func TestPaleTint(t *testing.T) {
	for _, g := range gamerender.Games {
		if g.Name != zip.Name {
			continue
		}
		style, tried := &g.Styles[0], 0
		for number := 0; number < 100 && tried < 3; number++ {
			d := g.Draw(style, 95, number)
			p := d.Puzzle.(*zip.Puzzle)
			if d.State != "fresh" || d.Variant != "as drawn" {
				continue
			}
			tried++
			first, l, b := p.Numbers[0], d.Lattice, d.Image.Bounds()
			tint := d.Image.At(b.Min.X+int(l.X+(float64(first.Col)+0.2)*l.PitchX), b.Min.Y+int(l.Y+(float64(first.Row)+0.2)*l.PitchY))
			img := image.NewRGBA(b)
			draw.Draw(img, b, d.Image, b.Min, draw.Src)
			for y := b.Min.Y; y < b.Max.Y; y++ {
				for x := b.Min.X; x < b.Max.X; x++ {
					if d.Image.At(x, y) == tint {
						img.Set(x, y, style.Card)
					}
				}
			}
			if r, err := games.Read(img); err == nil && text(t, r.Puzzle) != text(t, p) {
				t.Errorf("%s: read as\n%s, is\n%s", d.Name, text(t, r.Puzzle), text(t, p))
			}
		}
	}
}

// TestStripesOverEnds reads a board whose stripes lie over the translucent ends of a marker of any shape: without
// them, those are hatched, and the marker looks square.
func TestStripesOverEnds(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	for _, g := range gamerender.Games {
		for i := range g.Styles {
			if g.Name != patches.Name || g.Styles[i].Name != "held-pale" {
				continue
			}
			d := g.Draw(&g.Styles[i], 5200002, 21)
			if d.State != "with stripes" {
				t.Fatalf("%s is %s: another board is to be found for this", d.Name, d.State)
			}
			if r, err := games.Read(d.Image); err == nil && text(t, r.Puzzle) != text(t, d.Puzzle) {
				t.Errorf("%s: read as\n%s, is\n%s", d.Name, text(t, r.Puzzle), text(t, d.Puzzle))
			}
			return
		}
	}
	t.Fatal("there is no such style")
}

// FuzzRead changes drawn boards: nothing panics, and what is read is a puzzle with one solution.
func FuzzRead(f *testing.F) {
	var seeds []gamerender.Drawing
	for _, g := range gamerender.Games {
		seeds = append(seeds, g.Draw(&g.Styles[0], 79, 1))
	}
	f.Add(uint8(0), []byte{})
	f.Add(uint8(1), []byte{3, 40, 40, 30, 30, 255, 0, 0})
	f.Add(uint8(2), []byte{9, 0, 90, 10, 200, 0, 0, 0})
	f.Add(uint8(3), []byte{120, 7, 60, 60, 60, 128, 0, 9})
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		d := seeds[int(which)%len(seeds)]
		b := d.Image.Bounds()
		img := image.NewRGBA(b)
		draw.Draw(img, b, d.Image, b.Min, draw.Src)
		for ; len(data) >= 8; data = data[8:] {
			at := b.Min.Add(image.Pt(int(data[0])*b.Dx()/256, int(data[1])*b.Dy()/256))
			r := image.Rectangle{Min: at, Max: at.Add(image.Pt(int(data[2]), int(data[3])))}
			draw.Draw(img, r, image.NewUniform(color.NRGBA{data[4], data[5], data[6], 255 - data[7]/2}), image.Point{}, draw.Over)
		}
		for _, r := range games.ReadAll(img) {
			if r.Puzzle == nil {
				continue
			}
			if err := errors.Join(r.Puzzle.Validate(), r.Puzzle.Check(r.Answer)); err != nil || r.Solutions != 1 {
				t.Errorf("%d solutions, %v", r.Solutions, err)
			}
		}
	})
}
