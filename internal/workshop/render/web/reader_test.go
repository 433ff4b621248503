package web_test

import (
	"cmp"
	"path/filepath"
	"slices"
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

// TestReader has a browser draw a hundred and twenty pictures, looks whether they show
// what they are said to, and has the reader read them; and those that once were hard. All
// are drawn in one pass, as each display scale takes a browser of its own. The whole run
// is "make vision-report".
func TestReader(t *testing.T) {
	b := web.OpenFor(t)
	const pictures = 120
	type picture struct {
		seed   uint64
		number int
		why    string // it was hard
	}
	var all []picture
	for k := range pictures {
		all = append(all, picture{seed: 2026, number: k})
	}
	for _, c := range hard {
		all = append(all, picture(c))
	}
	scale := func(p picture) float64 { return web.Scale(p.seed, p.number, b.Emoji()) }
	slices.SortStableFunc(all, func(p, q picture) int { return cmp.Compare(scale(p), scale(q)) })
	looked := 0
	r := visionreport.Run(t.Context(), visionreport.Options{Seed: 2026, Keep: 20, More: func(yield func(render.Picture) bool) {
		for _, c := range all {
			p, err := b.Draw(c.seed, c.number)
			if err != nil {
				t.Error(err)
				return
			}
			if c.why != "" {
				if v := visionreport.Judge(p); v.Class > visionreport.Excused {
					t.Errorf("%s: %s: %s (%s)", p.Name, v.Class, v.Words, c.why)
				}
				continue
			}
			if web.CheckTruth(t, p, b.Emoji()) {
				looked++
			}
			if !yield(p) {
				return
			}
		}
	}})
	if r.Total() != pictures || looked < pictures*2/3 {
		t.Errorf("%d pictures were drawn, want %d; %d were looked at", r.Total(), pictures, looked)
	}
	t.Logf("%.1f %% right, %d wrong", 100*r.Rate(), r.Counts[visionreport.Wrong])
	if err := r.Floor(leastRight, mostWrong, filepath.Join("testdata", "failed", "report")); err != nil {
		t.Error(err)
	}
}
