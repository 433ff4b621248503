// Package digit reads numbers of one or two digits in a cell.
//
//	raster -> lattice -> outline -> [digit] -> zip, sudoku, patches -> games
//
// Given where to look and what the ground there is, it returns which number stands there and
// how likely that is; that nothing stands there, and that it is something else than a
// number, are answers too. It knows fonts with serifs and without, upright and slanted, bold or not, dark
// on light or light on dark, and nothing of the puzzle. Scripts and handwriting it mostly refuses.
package digit
