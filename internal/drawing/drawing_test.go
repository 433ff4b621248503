package drawing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/drawing"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestBoard reads boards of every size the generator makes, as they are drawn: without
// marks, and with a queen in each row of the answer but one and crosses around.
func TestBoard(t *testing.T) {
	for size := solver.MinGenerate; size <= solver.MaxGenerate; size++ {
		b, answer, err := solver.Generate(size, 7)
		if err != nil {
			t.Fatal(err)
		}
		marked := b.Clone()
		marked.Marks = make([]solver.Mark, size*size)
		for row, col := range answer[:size-1] {
			marked.Marks[row*size+col] = solver.Queen
			if other := (col + 2) % size; other != col {
				marked.Marks[row*size+other] = solver.Cross
			}
		}
		for _, b := range []*solver.Board{b, marked} {
			img := drawing.Board(b)
			reading, err := vision.Read(img)
			if err != nil {
				t.Errorf("size %d: %v", size, err)
				continue
			}
			if diff := cmp.Diff(b.RegionRows(), reading.Board.RegionRows()); diff != "" {
				t.Errorf("size %d (-drawn +read)\n%s", size, diff)
			}
			for cell := range size * size {
				if want, got := b.Mark(cell/size, cell%size), reading.Board.Mark(cell/size, cell%size); got != want {
					t.Errorf("size %d: cell %d has mark %v, read as %v", size, cell, want, got)
				}
			}
			at := reading.Lattice.Bounds().Image()
			if inner := img.Bounds().Inset(drawing.Margin); at.Intersect(inner) != inner {
				t.Errorf("size %d: read at %v, drawn at %v", size, at, inner)
			}
		}
	}
}
