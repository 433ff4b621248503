package docs_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFrontPage keeps the README to what a newcomer needs.
func TestFrontPage(t *testing.T) {
	const most = 120
	if n := strings.Count(read(t, filepath.Join(root, "README.md")), "\n"); n > most {
		t.Errorf("the README has %d lines, more than %d: what is not for newcomers belongs in docs", n, most)
	}
}

// TestEveryPageIsLinked wants a way from the README to each page.
func TestEveryPageIsLinked(t *testing.T) {
	front := read(t, filepath.Join(root, "README.md"))
	for name := range pages(t) {
		if strings.HasPrefix(name, "docs/") && !strings.Contains(front, "("+name) {
			t.Errorf("the README does not link to %s", name)
		}
	}
}

// TestTour finds in each file that the tour names the names beside it, and every path.
func TestTour(t *testing.T) {
	page := read(t, "tour.md")
	paths := 0
	for _, m := range regexp.MustCompile("`((?:cmd|vision|solver|input|calibrate|internal)[a-z0-9_/.*-]*)`").FindAllStringSubmatch(page, -1) {
		paths++
		if found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil || len(found) == 0 {
			t.Errorf("there is no %s", m[1])
		}
	}
	// A list item or a row of a table names functions and types, and the files they are in.
	file := regexp.MustCompile("`([a-z][a-z/]*/[a-z_]+\\.go)`")
	symbol := regexp.MustCompile("`([A-Za-z]+)`")
	symbols := 0
	for _, item := range regexp.MustCompile(`(?m)^(?:\d+\. |\| )`).Split(page, -1) {
		var code strings.Builder
		for _, m := range file.FindAllStringSubmatch(item, -1) {
			body, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m[1])))
			if err != nil {
				continue // said above
			}
			code.Write(body)
		}
		if code.Len() == 0 {
			continue
		}
		for _, m := range symbol.FindAllStringSubmatch(item, -1) {
			if m[1] == "vision" || m[1] == "solver" {
				continue
			}
			symbols++
			if !regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |var )` + m[1] + `\b`).MatchString(code.String()) {
				t.Errorf("no file that is named beside %s has it: %s", m[1], item)
			}
		}
	}
	if paths < 20 || symbols < 15 {
		t.Errorf("the tour names only %d paths and %d functions", paths, symbols)
	}
}

// TestPackages wants every package to be named where a newcomer looks for it.
func TestPackages(t *testing.T) {
	told := read(t, "architecture.md") + read(t, "reading.md")
	out, err := exec.Command("go", "list", "autoqueens/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		name := strings.TrimPrefix(path, "autoqueens/")
		name = strings.TrimPrefix(name, "internal/workshop/") // those stand in a column of their own
		name, _, _ = strings.Cut(name, "/cmd")                // belongs to what it is in
		if name == "docs" {
			continue // holds the tests of the pages
		}
		if room, ok := strings.CutPrefix(name, "vision/"); ok && strings.Contains(told, "`"+room+"`") {
			continue
		}
		if !strings.Contains(told, name) {
			t.Errorf("docs/architecture.md does not say where %s stands", path)
		}
	}
}

// TestDependencies wants a line for each direct dependency, and none for another.
func TestDependencies(t *testing.T) {
	wanted, told := map[string]bool{}, map[string]bool{}
	direct, _, _ := strings.Cut(read(t, filepath.Join(root, "go.mod")), "// indirect")
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(direct, -1) {
		wanted[m[1]] = true
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(read(t, "dependencies.md"), -1) {
		told[m[1]] = true
	}
	if len(wanted) < 10 {
		t.Fatalf("go.mod has %d direct dependencies", len(wanted))
	}
	for _, module := range slices.Sorted(maps.Keys(wanted)) {
		if !told[module] {
			t.Errorf("dependencies.md does not tell of %s", module)
		}
	}
	for _, module := range slices.Sorted(maps.Keys(told)) {
		if !wanted[module] {
			t.Errorf("dependencies.md tells of %s, which go.mod does not have", module)
		}
	}
}
