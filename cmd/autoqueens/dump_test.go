package main

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/internal/dump/dumptest"
	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestDumpIsAGoldenCase dumps pictures as a person does and moves what was
// written to another folder: there it passes as a case of the golden test.
func TestDumpIsAGoldenCase(t *testing.T) {
	testdata := filepath.Join("..", "..", "vision", "testdata")
	boards, _ := filepath.Glob(filepath.Join(testdata, "golden", "*.png"))
	others, _ := filepath.Glob(filepath.Join(testdata, "not-a-board", "*.png"))
	if len(boards) == 0 || len(others) == 0 {
		t.Fatal("the drawn boards are gone")
	}
	pictures := slices.Concat(boards, others)
	if real, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "boards", "*.[jp][pn]g")); len(real) > 0 {
		for i := 0; i < len(real); i += 5 { // a few are enough here, and large ones take long
			pictures = append(pictures, real[i])
		}
	} else {
		t.Log("without real pictures: the folder of them is not beside the project")
	}
	written := filepath.Join(t.TempDir(), "seen")
	root := newRootCommand()
	var stderr bytes.Buffer
	root.SetOut(new(bytes.Buffer))
	root.SetErr(&stderr)
	// Some are refused, so it ends with their status.
	run(t.Context(), root, append([]string{"dump", "--out", written}, pictures...))
	moved := filepath.Join(t.TempDir(), "case")
	if err := os.Rename(written, moved); err != nil {
		t.Fatal(err, stderr.String())
	}
	cases, err := dumptest.Cases(moved)
	if err != nil || len(cases) != len(pictures) {
		t.Fatalf("%d cases of %d pictures, %v\n%s", len(cases), len(pictures), err, stderr.String())
	}
	for _, c := range cases {
		if _, err := c.Check(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	// It is a check: with another board's text it fails.
	text, err := os.ReadFile(filepath.Join(moved, "smallest.txt"))
	if err == nil {
		err = os.WriteFile(filepath.Join(moved, "game-light.txt"), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(cases, func(c dumptest.Case) bool { return c.Name == "game-light" })
	if _, err := cases[at].Check(); err == nil {
		t.Error("a case with the text of another board passes")
	}
}

// TestBoardsEachOnce lists a board and a larger one without lines, which only a
// search finds that is not made once a board is there: each once, the one in play
// first.
func TestBoardsEachOnce(t *testing.T) {
	lined, _, err := solver.Generate(7, 1)
	if err != nil {
		t.Fatal(err)
	}
	bare, _, err := solver.Generate(8, 2)
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, 1000, 560))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	small := drawing.Board(lined)
	draw.Draw(img, small.Bounds(), small, image.Point{}, draw.Src)
	colors := []uint32{0xBBA3E2, 0xFFC992, 0x96BEFF, 0xB3DFA0, 0x909090, 0xFF7B60, 0xE6F388, 0x62EFEA}
	const x, y, pitch = 420, 40, 60
	for i, id := range bare.Regions {
		at := image.Pt(x+i%8*pitch, y+i/8*pitch)
		c := colors[id]
		ground := image.NewUniform(color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255})
		draw.Draw(img, image.Rectangle{Min: at, Max: at.Add(image.Pt(pitch, pitch))}, ground, image.Point{}, draw.Src)
	}
	found := boards(t.Context(), dump.Subject{Name: "two", Picture: img}, true)
	sizes := []int{}
	for _, s := range found {
		if s.Reading != nil {
			sizes = append(sizes, s.Reading.Board.Size)
		}
	}
	if !slices.Equal(sizes, []int{7, 8}) {
		t.Errorf("listed boards of the sizes %v, want 7 and 8", sizes)
	}
}

// TestSeen tells a board that was shown in another view from one that was not.
func TestSeen(t *testing.T) {
	at := func(x, y float64) dump.Subject {
		return dump.Subject{Reading: &vision.Reading{Lattice: vision.Lattice{X: x, Y: y, PitchX: 20, PitchY: 20, Size: 5}}}
	}
	shown := []dump.Subject{{Fault: fault.New(fault.NoBoard, "none", "look elsewhere")}, at(100, 100)}
	for _, tt := range []struct {
		s    dump.Subject
		want bool
	}{{at(101, 99), true}, {at(100, 220), false}, {at(-1820, 100), false}, {shown[0], false}} {
		if got := seen(tt.s, shown); got != tt.want {
			t.Errorf("%+v: seen is %t", tt.s.Reading, got)
		}
	}
}

// TestBoardsStop reads a picture that takes seconds, as it is full of what looks like
// boards, and does not wait for it.
func TestBoardsStop(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 6000, 6000))
	for y := range 6000 {
		for x := range 6000 {
			if x%13 > 1 && y%13 > 1 {
				img.Pix[y*img.Stride+x] = 255
			}
		}
	}
	stopped := fault.New(fault.Stopped, "enough", "go on")
	ctx, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { stop(stopped) })
	found := boards(ctx, dump.Subject{Name: "many", Picture: img}, true)
	if len(found) != 1 || found[0].Fault != stopped || found[0].Reading != nil {
		t.Errorf("found %+v, want the end of the context", found)
	}
}
