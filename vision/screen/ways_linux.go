package screen

// waylandWays are the ways to capture in a Wayland session, in the order in which they are tried.
var waylandWays = []waylandWay{
	{name: byWlroots, open: openWlroots}, {name: byPortal, open: openPortal}, {name: byCast, open: openCast, named: true},
}
