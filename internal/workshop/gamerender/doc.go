// Package gamerender draws boards of the games besides Queens, with what they show.
//
//	solver/... -> [gamerender] -> vision/games -> gamereport
//
// A drawing stands on a page or alone, light or dark, at any zoom, and is then changed as
// screens, scaling and compression do. Each game has styles; those that are held out are for
// measuring alone: nothing of the reader is to be tuned to them. Where a player broke a rule, some
// drawings show the stripes that pages mark it with. The same seed and number give the same
// drawing.
package gamerender
