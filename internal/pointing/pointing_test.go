package pointing

import (
	"context"
	"errors"
	"image"
	"io"
	"strings"
	"testing"

	"autoqueens/internal/fault"
)

// TestAtEnter ends where there will be no Enter, and with the command.
func TestAtEnter(t *testing.T) {
	if _, err := AtEnter(t.Context(), nil, Enters(strings.NewReader(""))); !errors.Is(err, io.EOF) || fault.KindOf(err) != fault.Failed {
		t.Errorf("without input: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	over := fault.New(fault.Stopped, "stopped", "run it again")
	cancel(over)
	never, writer := io.Pipe()
	defer writer.Close()
	if at, err := AtEnter(ctx, nil, Enters(never)); err != over || at != (image.Point{}) {
		t.Errorf("after the end of the command: %v, %v", at, err)
	}
}
