//go:build !(linux || freebsd || openbsd || netbsd)

package doctor

// askServer has no X server to ask.
func askServer() X11Facts { return X11Facts{} }
