package screen

// waylandWays are the ways to capture in a Wayland session, in the order in which they are tried.
var waylandWays = []waylandWay{{byWlroots, openWlroots}, {byCast, openCast}, {byPortal, openPortal}}
