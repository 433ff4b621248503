package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"autoqueens/internal/dump/dumptest"
)

// TestDumpIsAGoldenCase dumps pictures as a person does and moves what was
// written to another folder: there it passes as a case of the golden test.
func TestDumpIsAGoldenCase(t *testing.T) {
	t.Parallel()
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
