//go:build freebsd || openbsd || netbsd

package screen

// waylandWays are the ways to capture in a Wayland session, in the order in which they are tried.
// The others serve Linux alone: memory is shared by its means.
var waylandWays = []waylandWay{{name: ByPortal, open: openPortal}}
