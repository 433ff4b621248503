// Package marks tells what stands in the cells of a Queens board: nothing, a cross, a queen,
// or something that is no mark, as the pointer.
//
//	raster -> lattice -> cellcolor -> glyph -> [marks] -> labelling -> vision
//
// It has no list of what marks look like. What departs from a cell's background, the
// foreground (observe.go), is measured in a few features (features.go) and held against what
// else stands on the board, since a game draws all its queens alike and all its crosses
// (compare.go, agree.go). A multinomial logistic regression (model.go), whose weights are fitted to
// boards whose truth is known (weights.go), says how likely each kind is, and what is not
// clear is said to be so (marks.go).
package marks
