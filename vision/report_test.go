package vision_test

import (
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/visionreport"
)

// leastRight is the share of drawn boards that must be read right where the
// truth can be told.
const leastRight = 0.999

// TestReport reads about a thousand drawn pictures, the same every time. The
// whole run is "make vision-report".
func TestReport(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a thousand pictures; not with -short")
	}
	r := visionreport.Run(t.Context(), visionreport.Options{Seed: 2026, Boards: 105, Decoys: 57, Keep: 20})
	if r.Counts[visionreport.Wrong]+r.Counts[visionreport.Broken] == 0 && r.Rate() >= leastRight {
		return
	}
	var table strings.Builder
	if err := r.Table(&table); err != nil {
		t.Fatal(err)
	}
	path, err := r.WritePage(filepath.Join(failedDir, "report"))
	if err != nil {
		t.Fatal(err)
	}
	t.Errorf("want nothing read as what it is not, and %.1f %% right\n%ssee %s", 100*leastRight, table.String(), path)
}
