package web_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/render"
	"autoqueens/internal/render/web"
	"autoqueens/internal/visionreport"
)

// What the reader has reached on the pictures of TestReader, as a floor that it
// must not fall below. The goal is 0.999 and none; raise these as it nears.
// Left is a cross beside a bold line that one cell alone draws.
const (
	leastRight = 0.98
	mostWrong  = 0
)

// TestReader has a browser draw a hundred and twenty pictures and the reader
// read them. The whole run is "make vision-report".
func TestReader(t *testing.T) {
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
