package screen

import "autoqueens/internal/portal"

// waylandWays are the ways to capture in a Wayland session, in the order in which they are tried.
// Casts are tried where they were seen to come.
var waylandWays = []waylandWay{
	{name: ByWlroots, open: openWlroots},
	{name: ByCast, open: openCast, here: func() bool { return portal.OnGNOME() || portal.OnKDE() }},
	{name: ByPortal, open: openPortal},
}
