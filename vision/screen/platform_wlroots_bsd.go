//go:build freebsd || openbsd || netbsd

package screen

import (
	"context"
	"errors"
)

// openWlroots serves Linux alone: memory is shared with the compositor by its means.
func openWlroots(context.Context) (platform, error) { return nil, errors.ErrUnsupported }

// openCast serves Linux alone as well.
func openCast(context.Context) (platform, error) { return nil, errors.ErrUnsupported }
