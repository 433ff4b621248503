package place

import (
	"context"
	"slices"

	"autoqueens/internal/wayland"
	"autoqueens/vision/screen"
)

// monitorsBeside returns the monitors of a Wayland session that none of the displays shows.
func monitorsBeside(ctx context.Context, displays []screen.Display) (hidden []screen.Display) {
	c, err := wayland.Dial(ctx)
	if err != nil {
		return nil
	}
	defer c.Close()
	outputs, known, err := c.FollowOutputs(ctx)
	if err != nil || !known {
		return nil
	}
	for _, o := range outputs.List() {
		shows := func(d screen.Display) bool { return d.Points.Empty() || o.Points.In(d.Points) }
		if !slices.ContainsFunc(displays, shows) {
			hidden = append(hidden, screen.Display{Name: o.Name, Points: o.Points})
		}
	}
	return hidden
}
