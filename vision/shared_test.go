package vision_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"autoqueens/vision"
)

// sharedBoards holds real screenshots with their truth, outside the project.
var sharedBoards = filepath.Join("..", "..", "shared", "boards")

// TestSharedBoards reads real screenshots: every bNNN picture must be read
// right, every none* picture refused.
func TestSharedBoards(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(sharedBoards, "INDEX.tsv"))
	if err != nil {
		t.Skipf("the collection of real screenshots is not here: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(index)), "\n")
	for _, line := range lines[1:] {
		fields := strings.Split(strings.TrimRight(line, "\r"), "\t")
		name := fields[0]
		t.Run(strings.TrimSuffix(name, filepath.Ext(name)), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(sharedBoards, name)
			if strings.HasPrefix(name, "none") {
				wantRefusal(t, file, loadPicture(t, file))
				return
			}
			wantShared(t, file, fields[len(fields)-1])
		})
	}
}

// wantShared fails where a picture is not read as the text beside it says, or
// where the lattice lies more than 2.5 px and 6 % of a cell off: the index is exact to about a
// pixel, less so where the picture clips the outer cells.
func wantShared(t *testing.T, file, corners string) {
	t.Helper()
	img := loadPicture(t, file)
	want, err := os.ReadFile(strings.TrimSuffix(file, filepath.Ext(file)) + ".txt")
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
	at, err := parseCorners(corners)
	if err != nil {
		t.Fatal(err)
	}
	b := r.Lattice.Bounds()
	got := [4]float64{b.X, b.Y, b.X + b.Width, b.Y + b.Height}
	tolerance := max(2.5, 0.06*(at[2]-at[0])/float64(r.Board.Size))
	for i := range at {
		if math.Abs(got[i]-at[i]) > tolerance {
			t.Errorf("lattice at %.1f, want %.1f within %.1f px\nsee %s", got, at, tolerance, keepFailure(t, file, img, r, nil))
			break
		}
	}
}

func parseCorners(s string) (at [4]float64, err error) {
	fields := strings.Split(s, ",")
	if len(fields) != len(at) {
		return at, fmt.Errorf("%q is no lattice: want x0,y0,x1,y1", s)
	}
	for i, f := range fields {
		if at[i], err = strconv.ParseFloat(strings.TrimSpace(f), 64); err != nil {
			return at, err
		}
	}
	return at, nil
}
