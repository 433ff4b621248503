// Package proof holds what was read of a game's board against the rule that a puzzle has one
// solution.
//
//	tango, zip, sudoku, patches -> [proof] -> games
//
// A sign, wall or number that was missed or misread still leaves a puzzle, but hardly ever
// one with exactly one solution.
package proof
