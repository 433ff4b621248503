// Package tango reads Tango boards: suns and moons in a grid, some of them locked, and signs
// between cells that tell equal from opposite ones.
//
//	raster -> lattice -> outline -> vision -> [tango] -> games
//
// A symbol is told twice, by its shape and by its colour beside the others'; a sign by what
// it shows and by the line that it interrupts. There is no list of colours. A puzzle that has
// not exactly one solution was misread, and is refused.
package tango
