// Package cellcolor measures the colour of each cell of a lattice, where marks do not reach,
// and tells which cells are alike.
//
//	raster -> lattice -> [cellcolor] -> gridline -> extent, marks -> labelling -> vision
//
// Colours are compared in CIE L*a*b*, in which equal distances look about equally far apart,
// and grouped by single linkage. No palette is known: which distances mean another group is
// read off the board. Nothing here depends on the puzzle.
package cellcolor
