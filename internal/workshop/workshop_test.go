package workshop_test

import (
	"os/exec"
	"strings"
	"testing"
)

const roof = "autoqueens/internal/workshop"

// list returns the lines that `go list` prints.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestProduct holds the program apart from the workshop: what a person runs does not
// carry it, and no package outside imports it but for its tests.
func TestProduct(t *testing.T) {
	for _, path := range list(t, "-deps", "autoqueens/cmd/autoqueens") {
		if strings.HasPrefix(path, roof) {
			t.Errorf("the program carries %s", path)
		}
	}
	for _, line := range list(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "autoqueens/...") {
		path, imports, _ := strings.Cut(line, " ")
		// Packages named after the one whose tests they serve, as httptest is.
		if strings.HasPrefix(path, roof) || strings.HasSuffix(path, "test") {
			continue
		}
		for imported := range strings.FieldsSeq(imports) {
			if strings.HasPrefix(imported, roof) {
				t.Errorf("%s imports %s: what both need belongs outside the workshop", path, imported)
			}
		}
	}
}

// TestLibraries holds that the libraries know no exit statuses, nor the command and
// what it is made of.
func TestLibraries(t *testing.T) {
	for _, path := range list(t, "-deps", "autoqueens/solver/...", "autoqueens/vision/...", "autoqueens/calibrate/...", "autoqueens/input/...") {
		for _, above := range []string{"internal/exit", "internal/player", "internal/record", "internal/history", "cmd"} {
			if path == "autoqueens/"+above || strings.HasPrefix(path, "autoqueens/"+above+"/") {
				t.Errorf("the libraries need %s", path)
			}
		}
	}
}
