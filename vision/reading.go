// Package vision reads a Queens board from a picture.
//
//	screen -> [vision] -> solver -> input
//
// It takes an [image.Image] and returns a [Reading]: the puzzle as data, where its
// lattice lies in the picture, and how sure the reader is. When it is not sure
// it returns a [*Refusal] that says why. It knows nothing of screens or mice and
// keeps no state: the same picture gives the same answer, always, and all
// functions may be called from several goroutines at once.
package vision

import (
	"image/color"

	"autoqueens/solver"
	"autoqueens/solver/puzzle"
	"autoqueens/vision/labelling"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// Queens is the name of the game whose boards this package reads itself.
const Queens = "queens"

// Reading is a board that was read with certainty.
type Reading struct {
	// Game is the name of the game, "" for Queens. Of the fields below, Board, Colors, Solution,
	// Kept and Example are those of Queens alone.
	Game string
	// Puzzle is what was read of another game: a *Puzzle of the package below solver that is
	// named after it. It is nil for Queens.
	Puzzle puzzle.Puzzle
	// Answer is a solution of Puzzle, a Solution of the same package; nil where there is none.
	Answer  puzzle.Solution
	Board   solver.Board
	Lattice lattice.Lattice
	// Colors is the measured ground colour of each cell, row-major.
	Colors []color.NRGBA
	// Confidence runs from 0 to 1; see Read for what it takes to pass.
	Confidence float64
	// Solutions counts the placements of the board up to 2, with the queens
	// already on it kept where that is possible.
	Solutions int
	// Solution is the first placement found, nil where there is none.
	Solution solver.Placement
	// Kept tells whether Solution keeps every queen that is on the board.
	Kept bool
	// Doubts lists what the witnesses did not agree on, for people to see.
	Doubts []Doubt
	// Example tells that the board stands in a dialog over a dimmed page, or is an
	// ornament of a start page: an example, and not the game. Read and ReadAll tell;
	// ReadAt does not look for it.
	Example bool

	// What it was read from, for Testimony; nil in a reading made by hand.
	evidence *labelling.Observations
	proposal *labelling.Hypothesis
	view     raster.View // it was read in
}

// Reason names what kept the reader from reading a picture.
type Reason string

// The reasons for a refusal.
const (
	NoGrid    Reason = "no-grid"    // nothing that looks like a board
	CutOff    Reason = "cut-off"    // a board that the picture's edge cuts, or that something covers
	Partial   Reason = "partial"    // a grid that can be no board, but a part of one
	NotQueens Reason = "not-queens" // a grid that is not a Queens board
	TooSmall  Reason = "too-small"  // cells too small to tell apart
	Ambiguous Reason = "ambiguous"  // no reading is likely enough
	Undecided Reason = "undecided"  // boards that are each certain, and no telling which is the game: see [Several]
	Example   Reason = "example"    // an example, and not the game: see [NotTheGame]
	BadImage  Reason = "bad-image"  // the picture is empty or larger than the reader takes
)

// Refusal is the error that [Read] returns when it will not vouch for a reading.
type Refusal struct {
	Game   string // the game whose board was seen, "" for Queens or where that is not known
	Reason Reason
	What   string // one line: what was seen and why it was refused
	Advice string // one line: what the person can do about it
	// Lattice is the best candidate, with Size 0 where there was none.
	Lattice lattice.Lattice
	// Regions are those of a board that would have been read but for marks that could be
	// one thing or another, numbered as in [Reading.Board]; nil with any other refusal.
	Regions []uint8
	Doubts  []Doubt

	but    string      // what kept a board of another game than Queens from being read, which What says too
	weak   bool        // see lattice.Candidate
	part   bool        // weak, and no square, or open
	extent raster.Rect // of the cells that were seen, which Lattice may exceed
	// colored marks a grid with as many rows as columns and the colours of a board.
	colored bool
	likely  []int       // see marks.Set
	view    raster.View // it was seen in
	// unsettled tells that where its lattice lies could not be told.
	unsettled bool
	// covered tells that lines around a cell are missing: what lies there hides as much in all other views.
	covered bool
}

// Error returns the first line.
func (r *Refusal) Error() string { return r.What }

// BoardSeen tells a board that could not be read with certainty from a picture
// that shows none.
func (r *Refusal) BoardSeen() bool {
	return r.Reason == CutOff || r.Reason == Ambiguous || r.Reason == Undecided || r.Reason == TooSmall
}

// Closer tells whether a refusal came closer to a board than another, nil for none.
func (r *Refusal) Closer(other *Refusal) bool {
	return other == nil || r.closeness() > other.closeness()
}

func (r *Refusal) closeness() int {
	switch {
	case r.BoardSeen():
		return 2
	case r.Reason == NoGrid, r.Reason == BadImage:
		return 0
	}
	return 1 // something with cells
}

// BoardOrPart tells a board, or what can be a part of one, from a picture that shows none.
func (r *Refusal) BoardOrPart() bool { return r.BoardSeen() || r.Reason == Partial }
