// Package gridline measures the lines between the cells of a lattice: how wide each is, to a
// fraction of a pixel, and of what colour; whether they come in two widths; and where the
// lattice lies.
//
//	raster -> lattice -> cellcolor -> [gridline] -> extent, marks -> labelling -> vision
//
// The border of two cells is cut across a few times, and what departs there from both
// colours is added up. The lattice itself runs in the middle between where cells end.
// Nothing here depends on the puzzle.
package gridline
