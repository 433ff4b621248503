package ei

import (
	"testing"
	"time"
)

// PlainKeys is for tests.
var PlainKeys = plainKeys

// SetPatience sets how long the desktop may take to make room, until the test ends.
func SetPatience(t *testing.T, d time.Duration) {
	was := patience
	patience = d
	t.Cleanup(func() { patience = was })
}
