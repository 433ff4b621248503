package games_test

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"strings"
	"testing"

	"github.com/disintegration/imaging"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/render"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// moved returns a picture of the same size with its contents elsewhere.
func moved(img image.Image, by image.Point) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(b)
	draw.Draw(out, b, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, b.Add(by), img, b.Min, draw.Src)
	return out
}

// TestReadAt reads boards again: where they were, moved a little, moved away, and gone.
func TestReadAt(t *testing.T) {
	for _, g := range gamerender.Games {
		var d gamerender.Drawing
		var first *vision.Reading
		for number := 0; first == nil; number++ {
			if number == 20 {
				t.Fatalf("%s: no board is read", g.Name)
			}
			d = g.Draw(&g.Styles[0], 5, number)
			first, _ = games.Read(d.Image)
		}
		for name, at := range map[string]struct {
			img  image.Image
			same bool
		}{
			"the same":   {d.Image, true},
			"by a pixel": {moved(d.Image, image.Pt(1, -1)), true},
			"by a cell":  {moved(d.Image, image.Pt(int(d.Lattice.PitchX), 0)), false},
			"gone":       {image.NewRGBA(d.Image.Bounds()), false},
			"elsewhere":  {image.NewRGBA(image.Rect(-90, -90, -1, -1)), false},
		} {
			r, err := games.ReadAt(at.img, first)
			if (err == nil) != at.same {
				t.Errorf("%s, %s: %v", g.Name, name, err)
			}
			if err == nil && text(t, r.Puzzle) != text(t, first.Puzzle) {
				t.Errorf("%s, %s: another puzzle", g.Name, name)
			}
			var no *vision.Refusal
			if err != nil && (!errors.As(err, &no) || no.What == "" || no.Advice == "") {
				t.Errorf("%s, %s: %#v", g.Name, name, err)
			}
		}
	}
}

// oneOfEach returns a picture with a board of each game, by its name.
func oneOfEach() map[string]image.Image {
	board, _ := render.Desktops(2026)
	shown := map[string]image.Image{vision.Queens: board}
	for _, g := range gamerender.Games {
		shown[g.Name] = g.Draw(&g.Styles[0], 5, 0).Image
	}
	return shown
}

// cutOut returns the picture of a board with a little of what is around it, enlarged or not such that the
// board is so many pixels wide.
func cutOut(img image.Image, l vision.Lattice, side float64) image.Image {
	around := l.Inflated(0.4)
	width := int(side * around.Width / (l.PitchX * float64(l.Size)))
	return imaging.Resize(imaging.Crop(img, around.Image()), width, 0, imaging.CatmullRom)
}

// TestInsisted asks for each game where a board of one is in sight: it is read as that one, and
// for all others there is none.
func TestInsisted(t *testing.T) {
	t.Parallel()
	shown := oneOfEach()
	for name, img := range shown {
		for want := range shown {
			r, err := games.Reader{Game: want}.Read(img)
			if (err == nil) != (want == name) || err == nil && games.Name(r) != name {
				t.Errorf("a board of %s where one of %s is asked for: read with %v", name, want, err)
			}
			if all := (games.Reader{Game: want}).ReadAll(img); (len(all) > 0) != (want == name) {
				t.Errorf("a board of %s where those of %s are asked for: %d", name, want, len(all))
			}
		}
	}
}

// TestBeside puts boards of two games side by side, as large: which of them is the game nobody can
// tell, unless it is named.
func TestBeside(t *testing.T) {
	t.Parallel()
	const side = 420 // of a board, pixels
	shown := oneOfEach()
	alone := make(map[string]image.Image)
	for name, img := range shown {
		r, err := games.Read(img)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		alone[name] = cutOut(img, r.Lattice, side)
	}
	for left, a := range alone {
		for right, b := range alone {
			both := imaging.New(1200, 600, color.White)
			both = imaging.Paste(both, a, image.Pt(40, 40))
			both = imaging.Paste(both, b, image.Pt(640, 60))
			var no *vision.Refusal
			if _, err := games.Read(both); !errors.As(err, &no) || no.Reason != vision.Undecided {
				t.Errorf("%s beside %s: %v", left, right, err)
			}
			if left == right {
				continue
			}
			for _, want := range []string{left, right} {
				if r, err := (games.Reader{Game: want}).Read(both); err != nil || games.Name(r) != want {
					t.Errorf("%s beside %s where %s is asked for: %v", left, right, want, err)
				}
			}
		}
	}
}

// TestLarger covers a cell of a board and puts a whole board, less than half as wide, beside it, of the same
// game or another: that may be an example, and is not played in its stead.
func TestLarger(t *testing.T) {
	t.Parallel()
	shown := oneOfEach()
	whole, covered := make(map[string]image.Image), make(map[string]image.Image) // the latter on a page
	for name, img := range shown {
		r, err := games.Read(img)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		whole[name] = cutOut(img, r.Lattice, 200)
		cell := r.Lattice.Cell(r.Lattice.Size/2, r.Lattice.Size/2)
		over := cell.Image()
		corner := over
		corner.Max = over.Max.Add(image.Pt(int(0.7*cell.Width), int(0.7*cell.Height)))
		for _, over := range []image.Rectangle{corner, over.Inset(int(0.15 * cell.Width))} {
			half := image.NewRGBA(img.Bounds())
			draw.Draw(half, half.Rect, img, half.Rect.Min, draw.Src)
			draw.Draw(half, over, image.NewUniform(color.NRGBA{90, 60, 140, 255}), image.Point{}, draw.Src)
			page := imaging.Paste(imaging.New(1200, 660, color.White), cutOut(half, r.Lattice, 500), image.Pt(30, 30))
			var no *vision.Refusal
			if _, err := games.Read(page); errors.As(err, &no) && no.BoardSeen() {
				covered[name] = page
				break
			}
		}
	}
	if len(covered) != len(shown) {
		t.Fatalf("%d covered boards are known by their games, want %d", len(covered), len(shown))
	}
	for large, a := range covered {
		for small, b := range whole {
			page := imaging.Paste(a, b, image.Pt(700, 50))
			if r, err := games.Read(page); err == nil {
				t.Errorf("beside a covered board of %s one of %s is played, at %.0f, %.0f", large, small, r.Lattice.X, r.Lattice.Y)
			}
		}
	}
}

// TestQueensStay reads pictures of Queens boards, and of none, as if they could show any game:
// what is said of them is what the reader of Queens says.
func TestQueensStay(t *testing.T) {
	var paths []string
	for _, dir := range []string{"golden", "not-a-board"} {
		found, err := filepath.Glob(filepath.Join("..", "testdata", dir, "*.png"))
		if err != nil || len(found) == 0 {
			t.Fatal(dir, err)
		}
		paths = append(paths, found...)
	}
	real, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "boards", "*.png"))
	for i, path := range real {
		if i%8 == 0 { // all of them take a minute
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".png"), func(t *testing.T) {
			t.Parallel()
			img := load(t, path)
			r, err := games.Read(img)
			want, wantErr := vision.Read(img)
			switch {
			case (err == nil) != (wantErr == nil):
				t.Errorf("read with %v, by the reader of Queens alone with %v", err, wantErr)
			case err == nil && (r.Puzzle != nil || r.Lattice != want.Lattice):
				t.Errorf("read as a board of %s at %v", games.Name(r), r.Lattice)
			}
		})
	}
}
