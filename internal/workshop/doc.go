// Package workshop is the roof over what only makers of the program run: the
// generators of pictures whose truth is known, the reports on the reader, the fit of
// its weights, the benches of whole plays, the packaging, and what tests share.
// Nothing that a person runs imports anything below it; a test holds that.
//
//	pictures    render (drawn), render/web and webstyles (built as pages, photographed
//	            by the browser of headless), calibratepicture (for the documentation)
//	judgement   visionreport (is the reader right, and as often as it says?),
//	            playbench (whole plays: speed, endings, trouble)
//	numbers     fit (the weights of the reader's models)
//	release     packaging (licences, lists of parts, installation)
//	tests       golden (reviewable files), testneeds (what is missing here),
//	            browsertest (a page in a browser)
package workshop
