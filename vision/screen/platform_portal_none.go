//go:build !(linux || freebsd || openbsd || netbsd)

package screen

import (
	"context"
	"errors"
)

// waylandNames are none: there are no Wayland sessions here.
func waylandNames() []string { return nil }

func castTried() bool { return false }

func openWayland(context.Context, string) (platform, error) { return nil, errors.ErrUnsupported }
