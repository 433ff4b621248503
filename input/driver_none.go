//go:build !(linux || windows || darwin)

package input

// Supported tells whether this build can move the mouse at all.
const Supported = false

var ways []way
