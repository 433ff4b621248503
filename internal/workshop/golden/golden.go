// Package golden holds what tests make against files of reviewable text. Only
// tests import it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update is a flag of every test program that imports the package.
var update = flag.Bool("update", false, "write the golden files anew")

// Check compares got with the file at path, to the byte. With -update it writes
// the file first, and makes the folder that it lies in.
func Check(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update makes it", err)
	}
	// A checkout on Windows may have other line ends.
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("%s (-want +got); if this is as it should be, run the test with -update\n%s", path, diff)
	}
}
