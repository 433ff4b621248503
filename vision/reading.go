// Package vision reads a Queens board from a picture.
//
//	screen -> [vision] -> solver -> input
//
// It takes an image.Image and returns a Reading: the puzzle as data, where its
// lattice lies in the picture, and how sure the reader is. When it is not sure
// it returns a *Refusal that says why. It knows nothing of screens or mice and
// keeps no state: the same picture gives the same answer, always, and all
// functions may be called from several goroutines at once.
package vision

import (
	"image"
	"image/color"

	"autoqueens/solver"
)

// Point is a place in a picture in pixels, sub-pixel. A pixel's centre lies at
// half coordinates: the first pixel covers 0 to 1. Coordinates are those of
// the picture's own bounds, which need not start at zero.
type Point struct{ X, Y float64 }

// Rect is an axis-parallel rectangle in pixels of the picture, sub-pixel.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Image returns the smallest whole-pixel rectangle that covers r.
func (r Rect) Image() image.Rectangle {
	return image.Rect(floor(r.X), floor(r.Y), ceil(r.X+r.Width), ceil(r.Y+r.Height))
}

func (r Rect) area() float64 { return r.Width * r.Height }

// shared returns the area that two rectangles have in common.
func (r Rect) shared(s Rect) float64 {
	w := min(r.X+r.Width, s.X+s.Width) - max(r.X, s.X)
	h := min(r.Y+r.Height, s.Y+s.Height) - max(r.Y, s.Y)
	return max(0, w) * max(0, h)
}

// Lattice says where the cells lie: the outer left and top edge of the outer
// cells (without the frame) and the distance from one line to the next. A line
// between two cells is centred on its lattice position.
type Lattice struct {
	X, Y           float64 // outer edges of the first column and row
	PitchX, PitchY float64 // width and height of a cell, line included
	Size           int     // cells a side
}

// Bounds returns the outer edges of the outer cells. Where a picture was cut
// at the frame they can lie a few pixels outside it.
func (l Lattice) Bounds() Rect {
	n := float64(l.Size)
	return Rect{X: l.X, Y: l.Y, Width: n * l.PitchX, Height: n * l.PitchY}
}

// Center returns the middle of a cell; row and col count from 0.
func (l Lattice) Center(row, col int) Point {
	return Point{X: l.X + (float64(col)+0.5)*l.PitchX, Y: l.Y + (float64(row)+0.5)*l.PitchY}
}

// Cell returns the area of a cell up to the middle of the lines around it.
func (l Lattice) Cell(row, col int) Rect {
	return Rect{X: l.X + float64(col)*l.PitchX, Y: l.Y + float64(row)*l.PitchY, Width: l.PitchX, Height: l.PitchY}
}

// Reading is a board that was read with certainty.
type Reading struct {
	Board   solver.Board
	Lattice Lattice
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
	evidence *evidence
	proposal *proposal
	look     look // the view it was read in
}

// Reason names what kept the reader from reading a picture.
type Reason string

// The reasons for a refusal.
const (
	NoGrid    Reason = "no-grid"    // nothing that looks like a board
	CutOff    Reason = "cut-off"    // a board that the picture's edge cuts, or that something covers
	NotQueens Reason = "not-queens" // a grid that is not a Queens board
	TooSmall  Reason = "too-small"  // cells too small to tell apart
	Ambiguous Reason = "ambiguous"  // two readings are as likely, or no reading makes a puzzle
	Example   Reason = "example"    // an example, and not the game: see [NotTheGame]
	BadImage  Reason = "bad-image"  // the picture is empty or larger than the reader takes
)

// Refusal is the error Read returns when it will not vouch for a reading.
type Refusal struct {
	Reason Reason
	What   string // one line: what was seen and why it was refused
	Advice string // one line: what the person can do about it
	// Lattice is the best candidate, with Size 0 where there was none.
	Lattice Lattice
	Doubts  []Doubt

	weak   bool // see candidate
	part   bool // weak, and no square, or open
	extent Rect // of the cells that were seen, which Lattice may exceed
	// colored marks a grid with as many rows as columns and the colours of a board.
	colored bool
}

// Error returns the first line.
func (r *Refusal) Error() string { return r.What }

// BoardSeen tells a board that could not be read with certainty from a picture
// that shows none.
func (r *Refusal) BoardSeen() bool {
	return r.Reason == CutOff || r.Reason == Ambiguous || r.Reason == TooSmall
}

func floor(v float64) int {
	i := int(v)
	if float64(i) > v {
		i--
	}
	return i
}

func ceil(v float64) int { return -floor(-v) }
