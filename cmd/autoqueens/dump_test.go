package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"autoqueens/internal/dump"
	"autoqueens/internal/dump/dumptest"
	"autoqueens/internal/fault"
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
