package dumptest

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/solver"
	"autoqueens/vision"
)

// FuzzCase checks a case whose text and JSON somebody may have written by hand: it
// passes, or the error says in what it does not.
func FuzzCase(f *testing.F) {
	b, _, err := solver.Generate(5, 1)
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	var picture bytes.Buffer
	if err := png.Encode(&picture, drawing.Board(b)); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"+dump.PictureSuffix), picture.Bytes(), 0o600); err != nil {
		f.Fatal(err)
	}
	text := []byte(b.String())
	reading, err := vision.Read(drawing.Board(b))
	if err != nil {
		f.Fatal(err)
	}
	var whole bytes.Buffer
	if err := dump.NewLine(dump.Subject{Name: "a", Picture: drawing.Board(b), Reading: reading}).Write(&whole); err != nil {
		f.Fatal(err)
	}
	f.Add(text, whole.Bytes())
	for _, line := range []string{
		"", "{}", "null", "[]", `{"board":{}}`, `{"refused":{}}`,
		`{"board":{"size":5,"regions":["a"],"marks":null},"crop":{"x":1}}`, `{"crop":{"x":-9223372036854775808}}`,
	} {
		f.Add(text, []byte(line))
		f.Add([]byte(nil), []byte(line))
	}
	f.Fuzz(func(t *testing.T, text, line []byte) {
		for name, data := range map[string][]byte{"a" + dump.TextSuffix: text, "a" + dump.JSONSuffix: line} {
			path := filepath.Join(dir, name)
			err := os.WriteFile(path, data, 0o600)
			if len(data) == 0 {
				err = os.Remove(path)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		cases, err := Cases(dir)
		if err != nil || len(cases) != 1 {
			t.Fatalf("%d cases, %v", len(cases), err)
		}
		if _, err := cases[0].Check(); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
	})
}
