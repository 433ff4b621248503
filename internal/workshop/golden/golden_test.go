package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// told is a test that keeps what it is told instead of failing.
type told struct {
	testing.TB
	errors []string
}

func (r *told) Helper() {}

func (r *told) Errorf(format string, args ...any) { r.errors = append(r.errors, format) }

func TestCheck(t *testing.T) {
	defer func(before bool) { *update = before }(*update)
	path := filepath.Join(t.TempDir(), "testdata", "board.golden")
	check := func(got string) int {
		r := &told{TB: t}
		Check(r, path, got)
		return len(r.errors)
	}
	*update = true
	if n := check("aab\nabb\n"); n != 0 {
		t.Errorf("%d errors for a file that was just written", n)
	}
	*update = false
	if n := check("aab\nabb\n"); n != 0 {
		t.Errorf("%d errors for what the file says", n)
	}
	for _, other := range []string{"aab\nabb", "aab\nabc\n", "aab\r\nabb\r\n", ""} {
		if n := check(other); n != 1 {
			t.Errorf("%d errors for %q", n, other)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "aab\nabb\n" {
		t.Errorf("the file holds %q (%v)", data, err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := check("aab\nabb\n"); n != 0 {
		t.Errorf("%d errors for other line ends in the file", n)
	}
}
