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
	there := map[string]bool{}
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
		case d.IsDir():
			there[filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(read(t, filepath.Join(root, "SECURITY.md"))) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[3], "`") {
			continue
		}
		rows++
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1) {
			if !there[m[1]] && !strings.HasPrefix(m[1], "make ") {
				t.Errorf("%s is no test: %s", m[1], line)
			}
		}
	}
	if rows < 10 {
		t.Errorf("%d promises name their tests", rows)
	}
}
