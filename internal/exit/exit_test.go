package exit

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"autoqueens/internal/fault"
)

func TestStatusOf(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want Status
	}{
		{nil, OK},
		{io.EOF, Failed},
		{fault.Plain("no such file", "give another"), Failed},
		{fault.New(fault.NoBoard, "no board", "open one"), NoBoard},
		{fault.New(fault.Uncertain, "perhaps a board", "zoom in"), Uncertain},
		{fault.New(fault.NoSolution, "no solution", "look again"), NoSolution},
		{fault.New(fault.Unverified, "not seen", "look again"), Unverified},
		{fault.New(fault.Unseen, "gone", "look"), Unseen},
		{fmt.Errorf("while looking: %w", fault.New(fault.NoAccess, "no display", "start one")), NoAccess},
		{errors.Join(io.EOF, fault.Newf(fault.Stopped, "go on", "stopped after %d clicks", 3)), Stopped},
	} {
		if got := StatusOf(tt.err); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.err, got, tt.want)
		}
	}
}

func TestKind(t *testing.T) {
	for kind, status := range statuses {
		if got := status.Kind(); got != kind {
			t.Errorf("%d: %q, want %q", status, got, kind)
		}
	}
	if got := Status(2).Kind(); got != fault.Failed {
		t.Errorf("2: %q", got)
	}
}
