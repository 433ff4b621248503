// Package labelling tells which cells of a board belong together.
//
//	raster -> lattice -> cellcolor -> gridline, marks -> [labelling] -> vision
//
// [Propose] lists the ways in which colours and lines could cut the cells into as many
// regions as there are rows; [Rank] measures each, and what each could be mistaken for, and
// gives every one a log-likelihood: the sum of its [Features], each times a weight that was
// fitted to drawn pictures (see internal/workshop/fit). The probability of a hypothesis is its
// likelihood as a share of that of all of them and of none being right.
package labelling
