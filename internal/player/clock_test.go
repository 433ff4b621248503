package player

import (
	"strings"
	"testing"
)

// TestSystemClock: times between two moments do not depend on what the clock on the
// wall is set to meanwhile.
func TestSystemClock(t *testing.T) {
	if now := (SystemClock{}).Now().String(); !strings.Contains(now, " m=") {
		t.Errorf("%s has no reading of the clock that is never set", now)
	}
}
