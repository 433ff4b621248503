package boardfile_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/solver"
	"autoqueens/solver/games"
)

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
	found := boardfile.InPicture(t.Context(), dump.Subject{Name: "two", Picture: img}, boardfile.Wanted{All: true})
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
	found := boardfile.InPicture(ctx, dump.Subject{Name: "many", Picture: img}, boardfile.Wanted{All: true})
	if len(found) != 1 || found[0].Fault != stopped || found[0].Reading != nil {
		t.Errorf("found %+v, want the end of the context", found)
	}
}

// FuzzInput gives dump and solve a file of anything: pictures of every format they
// take, boards as text and JSON, and neither. Each comes to a board, or to a failure
// in words.
func FuzzInput(f *testing.F) {
	b, _, err := solver.Generate(5, 1)
	if err != nil {
		f.Fatal(err)
	}
	img := drawing.Board(b)
	for _, format := range []string{"png", "jpeg", "gif", "webp", "bmp", "tiff"} {
		var data bytes.Buffer
		if err := picture.Encode(&data, img, format); err != nil {
			f.Fatal(err)
		}
		f.Add(data.Bytes(), uint32(0), []byte(nil))
		for _, at := range []int{8, 20, 40, 100, data.Len() / 2, data.Len() - 20} {
			f.Add(data.Bytes(), uint32(at), []byte{0xff, 0xfe})
		}
	}
	f.Add([]byte(b.String()), uint32(0), []byte(nil))
	f.Add([]byte(`{"regions":["ab","ab"]}`), uint32(12), []byte("{"))
	f.Add([]byte(nil), uint32(0), []byte(nil))
	f.Fuzz(func(t *testing.T, data []byte, at uint32, with []byte) {
		data = bytes.Clone(data)
		if int(at) < len(data) {
			copy(data[at:], with)
		}
		// Reading a large picture takes long, and is tried elsewhere.
		const most = 1 << 18
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && float64(c.Width)*float64(c.Height) > most {
			if _, err := picture.Decode(t.Context(), data[:min(len(data), 64)], "-"); err == nil {
				t.Error("64 bytes are a large picture")
			}
			return
		}
		subjects := boardfile.Subjects(t.Context(), "-", bytes.NewReader(data), boardfile.Wanted{All: true})
		if len(subjects) == 0 {
			t.Error("nothing is said of the input")
		}
		for _, s := range subjects {
			if s.Reading == nil {
				checkWords(t, s.Fault)
			} else if err := s.Reading.Board.Validate(); err != nil {
				t.Errorf("a board that is none: %v", err)
			}
			if err := dump.NewLine(s).Write(io.Discard); err != nil {
				t.Error(err)
			}
		}
		boards, err := boardfile.Boards(t.Context(), "-", bytes.NewReader(data))
		if err == nil && len(boards) == 0 {
			t.Error("neither a board nor a failure")
		}
		if err != nil {
			f, _ := errors.AsType[*fault.Error](err)
			checkWords(t, f)
		}
	})
}

// checkWords checks that a failure says what is wrong and what to do.
func checkWords(t *testing.T, f *fault.Error) {
	t.Helper()
	if f == nil || f.What == "" || f.Advice == "" || f.Kind == "" {
		t.Errorf("a failure without words: %#v", f)
	}
}

// TestHalf says of half a board of any game that a board was seen, and of none that none was.
func TestHalf(t *testing.T) {
	for _, g := range games.All() {
		p, _, err := g.Generate(g.Usual, 1)
		if err != nil {
			t.Fatal(err)
		}
		whole := drawing.Puzzle(p)
		b := whole.Bounds()
		for name, part := range map[string]image.Rectangle{
			"upper": image.Rect(0, 0, b.Dx(), b.Dy()/2), "lower": image.Rect(0, b.Dy()/2, b.Dx(), b.Dy()),
			"left": image.Rect(0, 0, b.Dx()*6/10, b.Dy()), "right": image.Rect(b.Dx()*4/10, 0, b.Dx(), b.Dy()),
		} {
			found := boardfile.InPicture(t.Context(), dump.Subject{Name: name, Picture: whole.SubImage(part)}, boardfile.Wanted{})
			if f := found[0].Fault; f == nil || f.Kind != fault.Uncertain {
				t.Errorf("the %s half of a board of %s: %v", name, g.Title, f)
			}
		}
	}
	nothing := dump.Subject{Name: "paper", Picture: image.NewGray(image.Rect(0, 0, 400, 300))}
	if f := boardfile.InPicture(t.Context(), nothing, boardfile.Wanted{})[0].Fault; f == nil || f.Kind != fault.NoBoard {
		t.Errorf("a blank page: %v", f)
	}
}
