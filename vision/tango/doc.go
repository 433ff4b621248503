// Package tango reads Tango boards: suns and moons in a grid, some of them locked, and signs
// between cells that tell equal from opposite ones.
//
//	raster -> lattice -> outline -> vision -> [tango] -> games
//
// Whatever a page draws for suns and moons: all of one kind look alike, and a crescent tells which of both
// are the moons. A sign is told by what it shows and by the line that it interrupts, or the badge
// that it stands on. There is no list of colours, and none of shapes but for a figure that is seen once. A
// puzzle that has not exactly one solution was misread, and is refused.
package tango
