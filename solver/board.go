// Package solver owns the puzzle as data and its answer. It knows no pixels
// and does no I/O: boards come in as values or as text, placements go out.
//
//	screen -> vision -> [solver] -> input
//
// A puzzle is an N x N board cut into N coloured regions. A placement puts one
// queen in every row, every column and every region so that no two queens
// touch, not even at a corner.
//
// Functions never change a board they are given, and keep no state: all of
// them may be called from several goroutines at once.
package solver

import (
	"fmt"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

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

// Queens returns the cells that carry a queen, as row*Size+col, in ascending
// order.
func (b *Board) Queens() (cells []int) {
	for cell, m := range b.Marks {
		if m == Queen {
			cells = append(cells, cell)
		}
	}
	return cells
}

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	return &Board{Size: b.Size, Regions: slices.Clone(b.Regions), Marks: slices.Clone(b.Marks)}
}

// Cleared returns a copy without marks.
func (b *Board) Cleared() *Board {
	return &Board{Size: b.Size, Regions: slices.Clone(b.Regions)}
}

// Canonical returns a copy whose region ids are given in order of first
// appearance, reading row by row. Two boards cut the same way have the same
// canonical ids, whatever their colours were called. The board must be valid.
func (b *Board) Canonical() *Board {
	c := b.Clone()
	var renamed [MaxSize]uint8 // new id + 1, 0 while the region is unseen
	next := uint8(0)
	for cell, id := range c.Regions {
		if renamed[id] == 0 {
			next++
			renamed[id] = next
		}
		c.Regions[cell] = renamed[id] - 1
	}
	return c
}

const adviceShape = "a board has as many regions as rows, and a region id for each of its cells"

// Validate reports what keeps b from being a puzzle: a size outside 1 to
// MaxSize, slices of the wrong length, a region id out of range or without a
// cell, an unknown mark. Whether the puzzle has a solution is another
// question; Solve answers it. The error is a [fault.Error].
func (b *Board) Validate() error {
	if b == nil || b.Size < 1 || b.Size > MaxSize {
		size := 0
		if b != nil {
			size = b.Size
		}
		return fault.Plainf(fmt.Sprintf("boards have from 1 to %d rows", MaxSize), "a board of size %d cannot be solved", size)
	}
	cells := b.Size * b.Size
	if len(b.Regions) != cells {
		return fault.Plainf(adviceShape, "a board of size %d has %s, but %d regions are given", b.Size, printable.Count(cells, "cell"), len(b.Regions))
	}
	if b.Marks != nil && len(b.Marks) != cells {
		return fault.Plainf(adviceShape, "a board of size %d has %s, but %d marks are given", b.Size, printable.Count(cells, "cell"), len(b.Marks))
	}
	var used uint64
	for cell, id := range b.Regions {
		if int(id) >= b.Size {
			return fault.Plainf(adviceShape, "row %d column %d has region %d, but a board of size %d has regions 0 to %d",
				cell/b.Size+1, cell%b.Size+1, id, b.Size, b.Size-1)
		}
		used |= 1 << id
	}
	if used != 1<<b.Size-1 {
		for id := range b.Size {
			if used>>id&1 == 0 {
				return fault.Plainf(adviceShape, "region %d has no cell", id)
			}
		}
	}
	for cell, m := range b.Marks {
		if m > Queen {
			return fault.Plainf("a cell is empty or carries a cross or a queen", "row %d column %d carries the unknown mark %d", cell/b.Size+1, cell%b.Size+1, m)
		}
	}
	return nil
}
