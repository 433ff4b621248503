//go:build !linux

package desk

import (
	"context"

	"autoqueens/internal/fault"
)

func startDesk(context.Context, Options) (*Desk, error) {
	return nil, fault.New(fault.NoAccess, "a virtual desktop can only be made on Linux",
		"play on the desktop of this machine instead")
}
