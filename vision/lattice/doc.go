// Package lattice finds where grids of equal cells lie in a picture, to a fraction of a
// pixel.
//
//	raster -> [lattice] -> cellcolor -> gridline -> extent, marks -> labelling -> vision
//
// [FromSquares] looks for flat squares side by side, [FromBorders] for borders between
// colours at whole multiples of one distance. Both return candidates: whether one is a
// board is told further on. Nothing here depends on the puzzle.
package lattice
