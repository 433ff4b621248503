// Package extent tells whether a grid is a whole board in sight: not cut off by the picture's
// edge, not covered, and no part of a larger one.
//
//	raster -> lattice -> cellcolor -> gridline, marks -> [extent] -> vision
//
// Lines or colours that go on outside the grid show that there are more cells than were
// found, a side without any edge that too many were.
package extent
