package visionreport

import (
	"bytes"
	"image"
	"image/color"
	"iter"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/webstyles"
)

// TestRims looks at what is left beside covers.
func TestRims(t *testing.T) {
	page := image.NewRGBA(image.Rect(0, 0, 60, 60)) // transparent black
	cell, white := image.Rect(20, 20, 40, 40), color.NRGBA{255, 255, 255, 255}
	for _, test := range []struct {
		rim  string
		want [8]uint8 // how opaque it is from the cell's left edge on, pixel by pixel outward
	}{
		{"sharp", [8]uint8{255, 255, 255}},
		{"soft", [8]uint8{255, 255, 255, 128}},
		{"softer", [8]uint8{255, 255, 204, 153, 102, 51}},
	} {
		for _, r := range rims {
			if r.name != test.rim {
				continue
			}
			img := r.over(page, cell, white)
			for k, want := range test.want {
				_, _, _, got := img.At(cell.Min.X-1-k, 30).RGBA()
				if d := int(got>>8) - int(want); max(d, -d) > 2 {
					t.Errorf("%s: pixel %d is %d, not %d", r.name, k, got>>8, want)
				}
			}
		}
	}
}

// TestCovered covers cells of one page.
func TestCovered(t *testing.T) {
	p := render.Samples()[0]
	pages := iter.Seq2[webstyles.Picture, error](func(yield func(webstyles.Picture, error) bool) {
		yield(webstyles.Picture{Name: "sample", Style: "table", Image: p.Image, Truth: p.Truth}, nil)
	})
	dir := t.TempDir()
	if _, err := webstyles.Write(dir, 1, pages, nil); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Covered(t.Context(), dir, 3, dir, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if got := strings.Fields(lines[len(lines)-1]); strings.Join(got, " ") != "all 3 0 0" {
		t.Errorf("prints\n%s", out.String())
	}
}
