package input

import (
	"context"

	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

var ways = []way{{"quartz", func(context.Context) (Driver, error) {
	library, err := quartz.Load()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "use macOS 10.15 or newer")
	}
	return openQuartz(library)
}}}
