//go:build !linux

package doctor

import (
	"context"

	"autoqueens/vision/screen"
)

// unseen: there is no way here that shows some of the monitors only.
func unseen(context.Context, []screen.Display) []screen.Display { return nil }
