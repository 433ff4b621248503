package calibratepage

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"autoqueens/calibrate"
	"autoqueens/internal/workshop/browsertest"
	"autoqueens/internal/workshop/golden"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestDrawing compares drawings with what they were, as text that can be
// reviewed.
func TestDrawing(t *testing.T) {
	purple, dark := color.NRGBA{187, 163, 226, 255}, color.NRGBA{40, 50, 60, 255}
	green, red := color.NRGBA{179, 223, 160, 255}, color.NRGBA{255, 123, 96, 255}
	r := &vision.Reading{
		Board:   solver.Board{Size: 4, Regions: []uint8{0, 0, 1, 1, 0, 2, 1, 1, 2, 2, 2, 3, 2, 2, 3, 3}},
		Lattice: vision.Lattice{X: -100.5, Y: 20.25, PitchX: 40, PitchY: 39.5, Size: 4},
	}
	for _, region := range r.Board.Regions {
		r.Colors = append(r.Colors, [...]color.NRGBA{purple, dark, green, red}[region])
	}
	for name, got := range map[string]string{
		"reading.svg": drawing(r), "thumb.svg": thumb(r),
		"refused.svg": refusedDrawing(vision.Lattice{X: -3.5, Y: 10, PitchX: 20, PitchY: 20.25, Size: 4}),
	} {
		got = strings.ReplaceAll(strings.ReplaceAll(got, "M", "\nM"), "<rect", "\n<rect") + "\n"
		golden.Check(t, filepath.Join("testdata", name), got)
	}
}

// TestStill writes the page as a file and opens it in a browser.
func TestStill(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	page, err := WriteStill(t.Context(), newDesktop(), "clone")
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		Generator, "Content-Security-Policy", "autoqueens calibrate --profile clone --region 2", "proposed", "display 1 (right)", "Close this page before you play",
	} {
		if !bytes.Contains(page, []byte(words)) {
			t.Errorf("the file does not have %q", words)
		}
	}
	if found := regexp.MustCompile(`<script|https?://[^w]|ZgotmplZ`).Find(page); found != nil {
		t.Errorf("the file has %q in it", found)
	}
	path := filepath.Join(t.TempDir(), "seen.html")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
	v := &visit{T: t, ctx: browsertest.New(t)}
	v.run(chromedp.Navigate("file://"+path), chromedp.WaitVisible(chromedp.CSS(".reading")))
	if n := eval[int](v, `document.querySelectorAll("svg.shot image").length`); n != 2 {
		t.Errorf("%d pictures are shown, want 2", n)
	}
	if n := eval[int](v, `document.querySelectorAll(".reading").length`); n != 2 {
		t.Errorf("%d boards are drawn, want 2", n)
	}
	if wide := eval[float64](v, `parseFloat(getComputedStyle(document.querySelector(".wall:not(.rim)")).strokeWidth)`); wide != 2.5 {
		t.Errorf("the walls are %g wide: the drawing has no style", wide)
	}
	v.picture("still")
	for _, width := range []int64{1280, 900, 600, 1900} {
		v.run(chromedp.EmulateViewport(width, 1400))
		v.unread(fmt.Sprintf("the file, %d wide", width))
	}

	d := newDesktop()
	d.displays = nil
	if _, err := WriteStill(t.Context(), d, calibrate.DefaultName); err == nil {
		t.Error("a page of no screen was written")
	}
}
