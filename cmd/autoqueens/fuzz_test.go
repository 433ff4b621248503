package main

import (
	"bytes"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/solver"
)

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
		if err := encodePicture(&data, img, format); err != nil {
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
		subjects := load(t.Context(), "-", bytes.NewReader(data), true)
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
		boards, err := loadBoards(t.Context(), "-", bytes.NewReader(data))
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
	if f == nil || f.What == "" || f.Advice == "" || exit.StatusOf(f) == exit.OK {
		t.Errorf("a failure without words: %#v", f)
	}
}

// FuzzTurn reads any file of the days that daily has done, and writes a new day into
// it.
func FuzzTurn(f *testing.F) {
	for _, s := range []string{"", "null", "{}", "[]", `{"default":null}`, `{"default":{"day":"2026-11-21","words":"won"}}`, `{"default":{"day":7}}`, "{"} {
		f.Add([]byte(s))
	}
	base := filepath.Join(f.TempDir(), "daily")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(base+".json", data, 0o600); err != nil {
			t.Fatal(err)
		}
		turn, err := takeTurn(base, "")
		if err != nil {
			t.Fatal(err)
		}
		turn.Done()
		if err := errors.Join(turn.Finish("2026-11-22", "won"), turn.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := takeTurn(base, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Done(); got.Day != "2026-11-22" || got.Words != "won" {
			t.Errorf("it remembers %+v", got)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
