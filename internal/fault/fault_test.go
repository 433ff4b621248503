package fault

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestKindOf(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want Kind
	}{
		{nil, ""},
		{io.EOF, Failed},
		{fmt.Errorf("while looking: %w", New(NoAccess, "no display", "start one")), NoAccess},
		{errors.Join(io.EOF, Newf(Stopped, "go on", "stopped after %d clicks", 3)), Stopped},
		{Wrap(New(NoBoard, "no board", "open one"), Unverified, "it is gone", "open it"), Unverified},
	} {
		if got := KindOf(tt.err); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestIs(t *testing.T) {
	err := fmt.Errorf("after a click: %w", Wrap(New(NoBoard, "no board", "open one"), Unverified, "it is gone", "open it"))
	for kind, want := range map[Kind]bool{Unverified: true, NoBoard: true, Stopped: false, Failed: false} {
		if errors.Is(err, kind) != want {
			t.Errorf("%q: %v", kind, !want)
		}
	}
}

func TestWrap(t *testing.T) {
	err := Wrap(io.EOF, Failed, "the picture ends early", "take it again")
	if err.Error() != "the picture ends early" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, unwrapped %v", err, errors.Unwrap(err))
	}
}
