package input

import (
	"errors"

	"autoqueens/internal/x11"
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

// ways are tried in this order: a session with a real X server is one of X11, whatever
// runs beside it.
var ways = []way{
	{"x11", openX11Protocol},
	{"robotgo", openX11Library},
	{"wlroots", openWlroots},
	{"portal", openPortal},
}

// otherThanX11 tells an X server that belongs to a Wayland session from one that does
// not serve.
func otherThanX11(err error) error {
	if errors.Is(err, x11.ErrWayland) {
		return errors.Join(errOtherSession, err)
	}
	return err
}
