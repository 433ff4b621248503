// Package patches reads Patches boards: clues, which are markers of four shapes with or without
// a number, and the rectangles that were drawn so far.
//
//	raster -> lattice -> outline, digit -> vision -> [patches] -> games
//
// A marker's shape is told twice, by how wide and how high it is and by what its ends and
// corners show; a rectangle by the border along its sides and by the colour within. There is no
// list of colours. A puzzle that has not exactly one solution was misread, and is refused.
package patches
