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

// TestArrows holds what each package knows nothing of against the table of docs/architecture.md.
func TestArrows(t *testing.T) {
	const module = "autoqueens/"
	var reader []string
	for _, path := range list(t, module+"vision/...") {
		if path != module+"vision/screen" {
			reader = append(reader, path)
		}
	}
	for _, tt := range []struct {
		of     []string // packages, with all that they need
		unless []string // below any of these
	}{
		{reader, []string{"vision/screen", "input", "calibrate", "internal/x11", "internal/picture", "internal/player"}},
		{[]string{module + "solver/..."}, []string{"vision", "input", "calibrate", "internal/picture", "internal/player"}},
		{[]string{module + "vision/screen"}, []string{"solver", "vision/lattice", "input", "calibrate", "internal/player"}},
		{[]string{module + "input"}, []string{"solver", "vision", "calibrate", "internal/player"}},
		{[]string{module + "calibrate"}, []string{"input", "internal/player"}},
	} {
		for _, path := range list(t, append([]string{"-deps"}, tt.of...)...) {
			for _, other := range tt.unless {
				if below(path, module+other) {
					t.Errorf("%s need %s", strings.Join(tt.of, ", "), path)
				}
			}
		}
	}
	for imported := range strings.FieldsSeq(list(t, "-f", `{{join .Imports " "}}`, module+"internal/player")[0]) {
		for _, other := range []string{"vision/screen", "calibrate", "internal/exit", "internal/x11", "internal/picture"} {
			if below(imported, module+other) || imported == "os" {
				t.Errorf("the player imports %s", imported)
			}
		}
	}
}

// below tells whether a package is another one or lies below it.
func below(path, other string) bool { return path == other || strings.HasPrefix(path, other+"/") }

// TestLibraries holds that the libraries know no exit statuses, nor the command and
// what it is made of.
func TestLibraries(t *testing.T) {
	for _, path := range list(t, "-deps", "autoqueens/solver/...", "autoqueens/vision/...", "autoqueens/calibrate/...", "autoqueens/input/...") {
		for _, above := range []string{"internal/exit", "internal/player", "internal/record", "internal/history", "cmd"} {
			if below(path, "autoqueens/"+above) {
				t.Errorf("the libraries need %s", path)
			}
		}
	}
}
