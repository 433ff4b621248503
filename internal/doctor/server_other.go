//go:build !(linux || freebsd || openbsd || netbsd)

package doctor

// onWayland tells of a session that this system does not have.
func onWayland() bool { return false }

// askServer has no X server to ask.
func askServer() X11Facts { return X11Facts{} }
