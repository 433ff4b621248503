package visionreport

import (
	"errors"
	"image"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/webstyles"
)

// pagesOf yields samples as if they were pages, and then an error where one is
// given.
func pagesOf(failure error) iter.Seq2[webstyles.Picture, error] {
	return func(yield func(webstyles.Picture, error) bool) {
		page := func(name, style, spoiling string, img image.Image, t render.Truth) bool {
			return yield(webstyles.Picture{Name: name, Style: style, Fold: webstyles.Fold(style), Spoiling: spoiling, Image: img, Truth: t}, nil)
		}
		s := render.Samples()[0]
		wrong := s.Truth
		wrong.Bounds.X += 20
		blank := image.NewGray(image.Rect(0, 0, 300, 200))
		hidden := render.Truth{Demand: render.Refuse, Why: "a menu hides cells"}
		if page("right", "svg", webstyles.Clean, s.Image, s.Truth) &&
			page("astray", "svg", webstyles.Clean, s.Image, wrong) &&
			page("taken", "table", webstyles.Covered, s.Image, hidden) &&
			page("missed", "table", webstyles.JPEG, blank, s.Truth) &&
			page("refused", "sudoku", webstyles.Clean, blank, hidden) && failure != nil {
			yield(webstyles.Picture{}, failure)
		}
	}
}

func TestStylesAreJudged(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "earlier.png")
	if err := os.WriteFile(old, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := RunStyles(t.Context(), StylesOptions{Dir: dir, Workers: 2, Keep: 1}, pagesOf(nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Counts{Right: 2, Missed: 1, Wrong: 2}); r.Counts != want {
		t.Errorf("counts %v, want %v", r.Counts, want)
	}
	if c := *r.ByStyle["svg"]; c[Right] != 1 || c[Wrong] != 1 {
		t.Errorf("svg: %v", c)
	}
	if c := *r.BySpoiling[webstyles.JPEG]; c[Missed] != 1 || c.Total() != 1 {
		t.Errorf("jpeg: %v", c)
	}
	if r.ByFold[webstyles.Fold("svg")][Wrong] != 1 || r.Faults["lattice"] != 1 || r.Faults["read, but a menu hides cells"] != 1 {
		t.Errorf("folds %v, faults %v", r.ByFold, r.Faults)
	}
	if all := r.Calibration.Total(); all.Read != 3 || all.Right != 1 {
		t.Errorf("%d of %d readings are right, want 1 of 3", all.Right, all.Read)
	}
	path, err := r.WritePage(dir)
	if err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"astray", "taken", "missed-read.png", "calibration.png", "spoiled by", "[0.99, 0.999)"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, f := range []string{"astray.png", "astray-read.png", "taken-read.png", "missed.png", "calibration.png"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("a picture of an earlier run was left")
	}
}

func TestStylesEndWithTheFirstError(t *testing.T) {
	want := errors.New("the browser hangs")
	r, err := RunStyles(t.Context(), StylesOptions{Dir: t.TempDir()}, pagesOf(want))
	if !errors.Is(err, want) || r.Counts.Total() != 5 {
		t.Errorf("%d pages and %v, want 5 and %v", r.Counts.Total(), err, want)
	}
}

func TestCalibration(t *testing.T) {
	var c Calibration
	for range 9 {
		c.Add(0.9, true)
	}
	c.Add(0.9, false)
	for confidence, bin := range map[float64]int{0.5: 0, 0.95: 2, 0.989: 2, 0.99: 3, 0.9989: 3, 0.999: 4, 1: 4} {
		before := c.Bins[bin].Read
		c.Add(confidence, true)
		if c.Bins[bin].Read != before+1 {
			t.Errorf("%v did not come to %s", confidence, binName(bin))
		}
	}
	if b := c.Bins[1]; b.Read != 10 || b.Right != 9 {
		t.Errorf("%+v, want 9 of 10", b)
	}
	share, lo, hi := c.Bins[1].Share()
	if share != 0.9 || math.Abs(lo-0.5958) > 0.001 || math.Abs(hi-0.9821) > 0.001 { // Wilson's for 9 of 10
		t.Errorf("%.4f from %.4f to %.4f", share, lo, hi)
	}
	var sure Calibration
	if sure.Error() != 0 || sure.Brier() != 0 {
		t.Error("no readings have an error")
	}
	sure.Add(1, true)
	sure.Add(1, false)
	if sure.Error() != 0.5 || sure.Brier() != 0.5 {
		t.Errorf("one of two wrong, both held for certain: error %v, score %v", sure.Error(), sure.Brier())
	}
	if b := c.Diagram().Bounds(); b.Dx() < 400 || b.Dy() < 300 {
		t.Errorf("the diagram is %v", b)
	}
}
