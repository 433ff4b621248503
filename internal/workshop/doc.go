// Package workshop is the roof over what only makers of the program run: the
// generators of pictures whose truth is known, the reports on the reader, the fit of
// its weights, the benches of whole plays, the packaging, and what tests share.
// Nothing that a person runs imports anything below it; a test holds that.
//
//	pictures    render (drawn), render/web and webstyles (built as pages, photographed
//	            by the browser of headless), gamerender (of the games besides Queens),
//	            calibratepicture (for the documentation)
//	judgement   visionreport (is the reader right, and as often as it says?),
//	            gamereport (and those of the other games?),
//	            playbench (whole plays: speed, endings, trouble)
//	numbers     fit (the weights of the reader's models)
//	release     packaging (licences, lists of parts, installation)
//	tests       golden (reviewable files), testneeds (what is missing here),
//	            browsertest (a page in a browser), crosscheck (that it compiles for
//	            all systems), desktops (GNOME, KDE and Sway, with a person at them),
//	            wine, nativewindow and nativegame (Windows, and something to click in)
package workshop
