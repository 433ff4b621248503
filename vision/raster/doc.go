// Package raster holds the pixels of a picture and what is told of them before anything is
// looked for: which stretches of a row or column have one colour, where there is noise, and
// what the picture looks like with it taken away.
//
//	[raster] -> lattice -> cellcolor -> gridline -> extent, marks -> labelling -> vision
//
// It knows nothing of grids or puzzles. Pixels count from the picture's upper left corner,
// x to the right and y down, whatever the bounds of the image were. Everything may be used
// from several goroutines at once, as long as nobody changes the picture.
package raster
