//go:build !(linux || freebsd || openbsd || netbsd)

package doctor

// wayland tells of a session that this system does not have.
func wayland() bool { return false }

// askServer has no X server to ask.
func askServer() X11Facts { return X11Facts{} }
