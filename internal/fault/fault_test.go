package fault

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestStatusOf(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want Status
	}{
		{nil, OK},
		{io.EOF, Failed},
		{New(NoBoard, "no board", "open one"), NoBoard},
		{fmt.Errorf("while looking: %w", New(NoAccess, "no display", "start one")), NoAccess},
		{errors.Join(io.EOF, Newf(Stopped, "go on", "stopped after %d clicks", 3)), Stopped},
	} {
		if got := StatusOf(tt.err); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.err, got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	err := Wrap(io.EOF, Failed, "the picture ends early", "take it again")
	if err.Error() != "the picture ends early" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, unwrapped %v", err, errors.Unwrap(err))
	}
}
