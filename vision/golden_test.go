package vision_test

import (
	"errors"
	"flag"
	"image"
	_ "image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/dump/dumptest"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

var update = flag.Bool("update", false, "draw the pictures under testdata again")

// failedDir takes pictures of what went wrong; it is not kept.
const failedDir = "testdata/failed"

// TestGolden reads small boards of one style each. Beside each picture lies
// what it shows: a letter a cell, then the marks.
func TestGolden(t *testing.T) {
	dir := filepath.Join("testdata", "golden")
	if *update {
		for _, p := range render.Samples() {
			if p.Truth.Demand != render.Must {
				t.Errorf("%s cannot be told: %s", p.Name, p.Truth.Why)
			}
			writePicture(t, filepath.Join(dir, p.Name+".png"), p.Image)
			text, err := p.Truth.Board.Canonical().MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, p.Name+".golden"), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures in %s (%v); draw them with -update", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".png"), func(t *testing.T) {
			t.Parallel()
			img := loadPicture(t, file)
			want, err := os.ReadFile(strings.TrimSuffix(file, ".png") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			r, err := vision.Read(img)
			if err != nil {
				t.Fatalf("%v\nsee %s", err, keepFailure(t, file, img, nil, err))
			}
			if d := boardDiff(t, want, &r.Board); d != "" {
				t.Errorf("%s\nsee %s", d, keepFailure(t, file, img, r, nil))
			}
		})
	}
}

// TestDumped checks folders that "autoqueens dump --out" wrote and that were
// moved here as they are, or with a text corrected; see dumptest.Case.
func TestDumped(t *testing.T) {
	dir := filepath.Join("testdata", "golden")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		folders++
		cases, err := dumptest.Cases(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Error(err)
		}
		for _, c := range cases {
			t.Run(e.Name()+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				seen, err := c.Check()
				if err != nil && seen.Picture == nil {
					t.Fatal(err)
				}
				if err != nil {
					t.Errorf("%v\nsee %s", err, keepFailure(t, e.Name()+"-"+c.Name+".png", seen.Picture, seen.Reading, seen.Refusal))
				}
			})
		}
	}
	if folders == 0 {
		t.Errorf("no folder in %s", dir)
	}
}

// TestNotABoard holds pictures that must be refused.
func TestNotABoard(t *testing.T) {
	dir := filepath.Join("testdata", "not-a-board")
	if *update {
		for i, name := range render.Decoys {
			writePicture(t, filepath.Join(dir, name+".png"), render.Decoy(2026, i, name).Image)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures in %s (%v); draw them with -update", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".png"), func(t *testing.T) {
			t.Parallel()
			wantRefusal(t, file, loadPicture(t, file))
		})
	}
}

// wantRefusal fails where a picture is read, or refused without words.
func wantRefusal(t *testing.T, file string, img image.Image) {
	t.Helper()
	r, err := vision.Read(img)
	if err == nil {
		t.Fatalf("read as a board of size %d with confidence %.2f:\n%s\nsee %s",
			r.Board.Size, r.Confidence, r.Board.String(), keepFailure(t, file, img, r, nil))
	}
	var no *vision.Refusal
	if !errors.As(err, &no) || no.Reason == "" || no.What == "" || no.Advice == "" {
		t.Errorf("refused without a reason or advice: %#v", err)
	}
}

// boardDiff compares a board with the text of the one that should be, and
// returns both where they differ.
func boardDiff(t *testing.T, want []byte, got *solver.Board) string {
	t.Helper()
	w, err := solver.Parse(want)
	if err != nil {
		t.Fatal(err)
	}
	a, b := rows(w), rows(got)
	if a == b {
		return ""
	}
	return "got\n" + b + "want\n" + a
}

// rows writes regions and marks side by side.
func rows(b *solver.Board) string {
	var out strings.Builder
	marks := b.MarkRows()
	for i, r := range b.RegionRows() {
		out.WriteString(r + "  " + marks[i] + "\n")
	}
	return out.String()
}

func loadPicture(t testing.TB, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return img
}

func writePicture(t *testing.T, file string, img image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := errors.Join(encoder.Encode(f, img), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// keepFailure draws what the reader made of a picture and returns the path.
func keepFailure(t *testing.T, file string, img image.Image, r *vision.Reading, err error) string {
	t.Helper()
	drawn := img
	var no *vision.Refusal
	if r != nil {
		drawn = overlay.Annotate(img, r)
	} else if errors.As(err, &no) {
		drawn = overlay.AnnotateRefusal(img, no)
	}
	base := filepath.Base(file)
	path := filepath.Join(failedDir, strings.TrimSuffix(base, filepath.Ext(base))+".png")
	writePicture(t, path, drawn)
	abs, absErr := filepath.Abs(path)
	if absErr != nil {
		return path
	}
	return abs
}
