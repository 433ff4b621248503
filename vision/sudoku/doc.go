// Package sudoku reads Sudokus: digits in a grid that wider lines cut into boxes.
//
//	raster -> lattice -> outline -> digit -> vision -> [sudoku] -> games
//
// Boxes are told by the widths of all lines together, digits by the two networks of package
// digit. Small digits that stand each in its own place of the cell are notes, and are passed
// over; what is neither a digit nor notes is a doubt. A puzzle that has not exactly one solution
// was misread, and is refused. A digit that is not clear enough by itself is proved by that as well:
// where any other in its place would leave none or several.
package sudoku
