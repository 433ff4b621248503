//go:build !linux && !darwin && !(cgo && windows)

package input

// Supported tells whether this build can move the mouse at all.
const Supported = false

var ways []way
