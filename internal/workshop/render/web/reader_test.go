package web_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/render/web"
	"autoqueens/internal/workshop/visionreport"
)

// What the reader has reached on the pictures of TestReader, as a floor that it
// must not fall below. What it refuses here has crosses in a colour of their own, as an
// emoji has, or a mark that is not clear; with the fonts of another machine there may be more.
const (
	leastRight = 0.94
	mostWrong  = 0
)

// Pictures that were once refused or read as what they are not. Another browser, or
// other fonts, may draw others.
var hard = []struct {
	seed   uint64
	number int
	why    string
}{
	{95, 88, "bold letters cover their cells but for the corners, and no line is drawn"},
	{92, 15, "the same in cells of 22 pixels, which the letters fill"},
	{92, 267, "a pointer as small as a cross"},
	{95, 109, "the same off the middle"},
	{92, 118, "crosses beside bold lines that one cell alone draws, and the lattice lies aside by half of those"},
	{97, 207, "all lines are of one width, but those around regions are brighter, and a queen's cell could be tinted"},
	{97, 4, "a crown that appears, as small as a cross"},
}

// TestHard reads each of them.
func TestHard(t *testing.T) {
	b := open(t)
	for _, c := range hard {
		t.Run(fmt.Sprintf("s%d-k%d", c.seed, c.number), func(t *testing.T) {
			p, err := b.Draw(c.seed, c.number)
			if err != nil {
				t.Fatal(err)
			}
			if v := visionreport.Judge(p); v.Class > visionreport.Excused {
				t.Errorf("%s: %s (%s)", v.Class, v.Words, c.why)
			}
		})
	}
}

// TestReader has a browser draw a hundred and twenty pictures and the reader
// read them. The whole run is "make vision-report".
func TestReader(t *testing.T) {
	b := open(t)
	const pictures = 120
	r := visionreport.Run(t.Context(), visionreport.Options{Seed: 2026, Keep: 20, More: func(yield func(render.Picture) bool) {
		for p, err := range b.Pictures(2026, 0, pictures) {
			if err != nil {
				t.Error(err)
				return
			}
			if !yield(p) {
				return
			}
		}
	}})
	if r.Total() != pictures {
		t.Errorf("%d pictures were drawn, want %d", r.Total(), pictures)
	}
	t.Logf("%.1f %% right, %d wrong", 100*r.Rate(), r.Counts[visionreport.Wrong])
	if err := r.Floor(leastRight, mostWrong, filepath.Join("testdata", "failed", "report")); err != nil {
		t.Error(err)
	}
}

// open opens a browser for a test, or has the test skipped.
func open(t *testing.T) *web.Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: nothing is drawn in a browser")
	}
	b, err := web.Open(t.Context())
	if errors.Is(err, web.ErrNoBrowser) && os.Getenv("AUTOQUEENS_REQUIRE_BROWSER") == "" {
		t.Skip("no Chromium was found: nothing is drawn in a browser")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}
