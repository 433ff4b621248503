package visionreport

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"autoqueens/internal/workshop/render"
)

func TestExportedPicturesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	o := Options{Seed: 5, Boards: 3, Decoys: 2, Variants: []string{render.Plain, render.Covered}}
	if err := Export(t.Context(), o, dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []Exported
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	var files []string
	boards, none := 0, 0
	for _, e := range list {
		files = append(files, filepath.Join(dir, e.File))
		switch {
		case e.Regions == nil:
			none++
		case e.Kind == render.Plain:
			boards++
		}
	}
	if boards == 0 || none != 5 {
		t.Errorf("exported %d boards and %d pictures of none, want some and 5: %+v", boards, none, list)
	}
	var out bytes.Buffer
	if err := ReadFiles(t.Context(), files, 1, &out); err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(&out)
	for i, e := range list {
		var r Timed
		if err := lines.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.File != files[i] || !slices.Equal(r.Regions, e.Regions) || r.MS <= 0 {
			t.Errorf("%s is read as %+v, want %q", e.File, r, e.Regions)
		}
	}
}

func TestReadFilesSaysWhatItCannotDecode(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.png")
	if err := os.WriteFile(bad, []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{bad, bad + ".missing"} {
		if err := ReadFiles(t.Context(), []string{file}, 1, &bytes.Buffer{}); err == nil {
			t.Errorf("%s was read", file)
		}
	}
}
