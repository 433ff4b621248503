//go:build !(linux || freebsd || openbsd || netbsd)

package screen

import (
	"context"
	"errors"
)

// openPortal is not called: there is no Wayland session here.
func openPortal(context.Context) (platform, error) { return nil, errors.ErrUnsupported }
