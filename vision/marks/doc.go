// Package marks tells what stands in the cells of a Queens board: nothing, a cross, a queen,
// or something that is no mark, as the pointer.
//
//	raster -> lattice -> cellcolor -> glyph -> [marks] -> labelling -> vision
package marks
