// Package outline tells where a grid of drawn lines begins and ends, and measures its lines.
//
//	raster -> lattice -> [outline] -> tango, zip, sudoku, patches -> games
//
// A search finds cells of one colour side by side, which may be a part of a board only: cells
// with symbols in them, or between faint lines, are missed. Here the grid is followed along
// its lines, as far as they go on at the same distance. From cells that a page has marked with
// stripes, since they break a rule, the stripes are taken. Nothing here depends on the puzzle.
package outline
