package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestBoard reads plain boards of every size the generator makes, as they are
// drawn.
func TestBoard(t *testing.T) {
	for size := solver.MinGenerate; size <= solver.MaxGenerate; size++ {
		b, _, err := solver.Generate(size, 7)
		if err != nil {
			t.Fatal(err)
		}
		reading, err := vision.Read(render.Board(b))
		if err != nil {
			t.Errorf("size %d: %v", size, err)
			continue
		}
		if diff := cmp.Diff(b.RegionRows(), reading.Board.RegionRows()); diff != "" {
			t.Errorf("size %d (-drawn +read)\n%s", size, diff)
		}
	}
}
