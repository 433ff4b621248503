package workshop_test

import (
	"os/exec"
	"strings"
	"testing"
)

const roof = "autoqueens/internal/workshop"

// TestProduct holds the program apart from the workshop: what a person runs does not
// carry it, and no package outside imports it but for its tests.
func TestProduct(t *testing.T) {
	list := func(args ...string) []string {
		out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	for _, path := range list("-deps", "autoqueens/cmd/autoqueens") {
		if strings.HasPrefix(path, roof) {
			t.Errorf("the program carries %s", path)
		}
	}
	for _, line := range list("-f", "{{.ImportPath}} {{join .Imports \" \"}}", "autoqueens/...") {
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
