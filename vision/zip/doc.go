// Package zip reads Zip boards: numbers, walls between cells, and the path so far.
//
//	raster -> lattice -> outline, digit -> [zip] -> games
//
// There is no list of what these look like. A number is ink that one colour surrounds, be that a badge
// of whatever shape and colour or the cell, and badges are as large as each other. A wall is what lies along
// a side, be it dashed, and is much heavier than the lines. The path is a band that runs across a side. Numbers
// have to run from 1 without a gap, the path from the first one through numbers in their order and through all
// cells that show it, and the puzzle has to have one solution; anything else is a misreading and is refused.
package zip
