//go:build !linux

package place

import (
	"context"

	"autoqueens/vision/screen"
)

// monitorsBeside: there is no way here that shows some of the monitors only.
func monitorsBeside(context.Context, []screen.Display) []screen.Display { return nil }
