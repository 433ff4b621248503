package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromises wants every test that SECURITY.md names to be there: a promise that
// nothing tests is none.
func TestPromises(t *testing.T) {
	tests := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)`)
	targets := regexp.MustCompile(`(?m)^([a-z-]+):`)
	there := map[string]bool{}
	for _, m := range targets.FindAllStringSubmatch(read(t, filepath.Join(root, "Makefile")), -1) {
		there["make "+m[1]] = true
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			for _, m := range tests.FindAllSubmatch(text, -1) {
				there[string(m[1])] = true
			}
			return err
		case strings.HasSuffix(path, ".txtar"):
			there[d.Name()] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	names := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(read(t, filepath.Join(root, "SECURITY.md"))) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		if rows++; rows <= 2 {
			continue // the head
		}
		named := names.FindAllStringSubmatch(cells[3], -1)
		if len(named) == 0 {
			t.Errorf("nothing tests: %s", line)
		}
		for _, m := range named {
			if !there[m[1]] {
				t.Errorf("%s is no test: %s", m[1], line)
			}
		}
	}
	if rows < 12 {
		t.Errorf("there are %d rows of promises", rows)
	}
}
