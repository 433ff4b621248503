// Package testneeds says what becomes of a test on a machine that lacks what it
// takes. Only tests import it.
package testneeds

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// Programs skips a test on a machine without the programs it takes, or fails it
// where AUTOQUEENS_REQUIRE_DISPLAY=1 asks for a run that leaves nothing out. An
// empty name needs nothing.
func Programs(tb testing.TB, names ...string) {
	tb.Helper()
	for _, name := range names {
		if name == "" {
			continue
		}
		if _, err := exec.LookPath(name); err != nil {
			Met(tb, fmt.Errorf("needs the program %s, which is not on this machine", name))
		}
	}
}

// Met is Programs for what was found to be missing otherwise, and nil where
// nothing is.
func Met(tb testing.TB, missing error) {
	tb.Helper()
	switch {
	case missing == nil:
	case os.Getenv("AUTOQUEENS_REQUIRE_DISPLAY") == "1":
		tb.Fatalf("%v, and AUTOQUEENS_REQUIRE_DISPLAY=1 asks for it", missing)
	default:
		tb.Skip(missing)
	}
}

// Count returns how often a test does what it does: as a variable of the environment says, or as usual.
func Count(tb testing.TB, variable string, usual int) int {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		tb.Fatalf("%s: %v", variable, err)
	}
	return n
}
