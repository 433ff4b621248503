package screen

import "autoqueens/internal/portal"

// waylandWays are the ways to capture in a Wayland session, in the order in which they are tried.
// Casts are tried where they were seen to come. KDE's portal does not tell besides where a monitor
// lies, so that two alike could not be told apart.
var waylandWays = []waylandWay{
	{name: ByWlroots, open: openWlroots}, {name: ByCast, open: openCast, here: portal.OnGNOME}, {name: ByPortal, open: openPortal},
}
