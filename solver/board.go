// Package solver owns the puzzle as data and its answer. It knows no pixels
// and does no I/O: boards come in as values or as text, placements go out.
//
//	screen -> vision -> [solver] -> input
//
// A puzzle is an N x N board cut into N coloured regions. A placement puts one
// queen in every row, every column and every region so that no two queens
// touch, not even at a corner.
package solver

// MaxSize is the largest board the solver takes.
const MaxSize = 32

// Mark is what a player has put on a cell.
type Mark uint8

// The marks a cell can carry.
const (
	Empty Mark = iota
	Cross      // the player rules the cell out; the solver ignores it
	Queen      // a queen, right or wrong
)

// Board is a puzzle: its size, the region of every cell, and the marks on it.
// The slices are row-major and Size*Size long. Region ids run from 0 to
// Size-1. A nil Marks means that every cell is empty.
type Board struct {
	Size    int
	Regions []uint8
	Marks   []Mark
}

// Region returns the region id of a cell; row and col count from 0.
func (b *Board) Region(row, col int) uint8 { return b.Regions[row*b.Size+col] }

// Mark returns the mark on a cell; row and col count from 0.
func (b *Board) Mark(row, col int) Mark {
	if b.Marks == nil {
		return Empty
	}
	return b.Marks[row*b.Size+col]
}

// Placement is an answer: the column of the queen in each row, from 0.
type Placement []int
