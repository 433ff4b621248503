package puzzle

import (
	"errors"
	"testing"

	"autoqueens/internal/fault"
)

func TestParseGrade(t *testing.T) {
	for g := Easy; g <= Brutal; g++ {
		if got, err := ParseGrade(g.String()); got != g || err != nil {
			t.Errorf("%v: got %v, %v", g, got, err)
		}
	}
	_, err := ParseGrade("silly")
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
		t.Errorf("got %v, want a fault with advice", err)
	}
}
