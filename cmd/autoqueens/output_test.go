package main

import (
	"context"
	"errors"
	"io"
	"syscall"
	"testing"

	"autoqueens/internal/fault"
)

// full is a place where nothing can be written any more.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

// TestOutputEnds: a command ends where its answers cannot be written, and goes on where only remarks are lost, but for
// those that nobody reads.
func TestOutputEnds(t *testing.T) {
	for _, tt := range []struct {
		err     error
		answers bool
		want    error
	}{
		{syscall.ENOSPC, true, fault.Failed},
		{syscall.ENOSPC, false, nil},
		{syscall.EPIPE, true, fault.Stopped},
		{syscall.EPIPE, false, fault.Stopped},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		o := &output{w: full{tt.err}, gone: cancel, answers: tt.answers}
		_, _ = io.WriteString(o, "Looking for a board")
		if cause := context.Cause(ctx); !errors.Is(cause, tt.want) {
			t.Errorf("%v, answers: %v; it ends with %v, want %v", tt.err, tt.answers, cause, tt.want)
		}
		cancel(nil)
	}
}
