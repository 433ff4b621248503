package vision

import (
	"testing"

	"autoqueens/internal/workshop/render"
)

// TestBoldLines reads boards with lines too bold for the search at full size.
func TestBoldLines(t *testing.T) {
	for _, number := range []int{30, 431, 439} {
		for _, variant := range []string{render.Plain, render.Resized} {
			pic, err := render.Draw(51, number, variant)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Read(pic.Image); err != nil {
				t.Errorf("%s: %v", pic.Name, err)
			}
		}
	}
}
