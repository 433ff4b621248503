// Package gridline measures the lines between the cells of a lattice: how wide each is, to a
// fraction of a pixel, of what colour, and where it lies; and whether they come in two widths.
//
//	raster -> lattice -> cellcolor -> [gridline] -> extent, marks -> labelling -> vision
//
// The border of two cells is cut across a few times, and what departs there from both
// colours is added up. Nothing here depends on the puzzle.
package gridline
