// Package docs_test holds what the project's pages say against the project: that
// what they link to is there, that the commands, targets and messages that they
// name exist. What they say of outside is checked by 'make docs-check'.
package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = ".."

// pages returns the project's pages by their path below the root, slashes
// whatever the system.
func pages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", ".github/*.md", ".github/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.ToSlash(name)] = read(t, path)
		}
	}
	if len(texts) < 5 {
		t.Fatalf("there are only %d pages", len(texts))
	}
	return texts
}

func read(t *testing.T, path string) string {
	t.Helper()
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(body), "\r\n", "\n")
}

// sources returns all Go code of the project that is not a test.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch entry.Name() {
		case ".git", "testdata", "out", "dist", "bin":
			if !entry.IsDir() { // a linked work tree's .git is a file
				return nil
			}
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			all.WriteString(read(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

var (
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	link    = regexp.MustCompile(`(?:\]\(|src(?:set)?=")([^)"\s]+)[)"]`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors are the names by which the headings of a page can be linked to, made
// the way GitHub makes them.
func anchors(page string) []string {
	var names []string
	for _, h := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
				return r
			}
			return -1
		}, strings.ToLower(h[1]))
		names = append(names, name)
	}
	return names
}

func TestLinks(t *testing.T) {
	all := pages(t)
	for name, page := range all {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue // outside the project
			}
			if target == "" {
				target = name
			} else {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(name)), filepath.FromSlash(target)))
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(all[target]), anchor) {
				t.Errorf("%s links to %s, and %s has no such heading", name, m[1], target)
			}
		}
	}
}

// TestMessages finds every failure that the page of troubles tells of in the
// code that reports it.
func TestMessages(t *testing.T) {
	code := sources(t)
	found := told(t)
	if len(found) < 40 {
		t.Fatalf("the page tells of only %d messages", len(found))
	}
	for _, m := range found {
		if !strings.Contains(code, m) {
			t.Errorf("no code says %q", m)
		}
	}
}

// told returns the parts of messages in the headings of the page of troubles.
func told(t *testing.T) []string {
	var all []string
	for _, h := range regexp.MustCompile("(?m)^### .*$").FindAllString(read(t, "troubleshooting.md"), -1) {
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(h, -1) {
			all = append(all, m[1])
		}
	}
	return all
}

func TestCommands(t *testing.T) {
	known := []string{"help", "completion"}
	for _, m := range regexp.MustCompile(`Use:\s+"([a-z]+)`).FindAllStringSubmatch(sources(t), -1) {
		known = append(known, m[1])
	}
	// In code, after a prompt or as words of their own.
	code := regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]+`")
	command := regexp.MustCompile(`(?m)(?:^|[^\w/.-])autoqueens ([a-z]+)`)
	for name, page := range pages(t) {
		for _, span := range code.FindAllString(page, -1) {
			for _, m := range command.FindAllStringSubmatch(span, -1) {
				if !slices.Contains(known, m[1]) {
					t.Errorf("%s tells of the command %q, which there is not", name, "autoqueens "+m[1])
				}
			}
		}
	}
}

func TestTargets(t *testing.T) {
	var known []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(read(t, filepath.Join(root, "Makefile")), -1) {
		known = append(known, m[1])
	}
	mention := regexp.MustCompile("(?m)(?:`|^)make ((?:[a-z0-9-]+ ?)+)")
	for name, page := range pages(t) {
		for _, m := range mention.FindAllStringSubmatch(page, -1) {
			for _, target := range strings.Fields(m[1]) {
				if !slices.Contains(known, target) {
					t.Errorf("%s tells of %q, and the Makefile has no %s", name, "make "+m[1], target)
				}
			}
		}
	}
}
