package screen

import (
	"context"
	"image"

	"autoqueens/internal/wayland"
)

// layout follows where the monitors of a Wayland session lie for the pointer, as its
// compositor tells. The methods of a nil one know of none.
type layout struct {
	conn    *wayland.Conn
	outputs *wayland.Outputs
}

// followLayout returns nil where no compositor tells.
func followLayout(ctx context.Context) *layout {
	conn, err := wayland.Dial(ctx)
	if err != nil {
		return nil
	}
	outputs, known, err := conn.FollowOutputs(ctx)
	if err != nil || !known {
		_ = conn.Close() // it was only asked
		return nil
	}
	return &layout{conn, outputs}
}

// bounds returns the rectangle that encloses the monitors, points.
func (l *layout) bounds() image.Rectangle {
	if l == nil {
		return image.Rectangle{}
	}
	return l.outputs.Layout()
}

func (l *layout) close() error {
	if l == nil {
		return nil
	}
	return l.conn.Close()
}
