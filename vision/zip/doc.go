// Package zip reads Zip boards: numbers on discs, walls between cells, and the path so far.
//
//	raster -> lattice -> outline, digit -> [zip] -> games
//
// What is drawn is told by where it stands in a cell and along its sides, in shares of the
// cell, and by the colour of the discs, which is whatever most of them have. Numbers have to
// run from 1 without a gap, the path has to be where cells are tinted, and the puzzle has to
// have one solution; anything else is a misreading and is refused.
package zip
