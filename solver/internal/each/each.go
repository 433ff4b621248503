// Package each gives every solving method the same few functions, made from
// the one thing in which the methods differ: how they walk over the placements.
package each

import (
	"context"
	"iter"
	"slices"

	"autoqueens/solver"
)

// Walk calls visit for every placement that keeps the queens on a valid board,
// until visit returns false. The placement is only lent: visit must copy what
// it keeps. The walk ends early with the cause when ctx is done, and with
// another error when the method cannot go on.
type Walk func(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) error

// Solve returns the first placement of a walk. It returns
// solver.ErrNoSolution where there is none, and the error of Validate for a
// board that is no puzzle.
func Solve(ctx context.Context, b *solver.Board, walk Walk) (solver.Placement, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	var first solver.Placement
	err := walk(ctx, b, func(p solver.Placement) bool {
		first = slices.Clone(p)
		return false
	})
	switch {
	case first != nil:
		return first, nil
	case err != nil:
		return nil, err
	}
	return nil, solver.ErrNoSolution
}

// Count returns how many placements a walk finds, and stops at limit; a limit
// of 0 or less means to count them all. With an error it returns what was
// counted before.
func Count(ctx context.Context, b *solver.Board, limit int, walk Walk) (int, error) {
	if err := b.Validate(); err != nil {
		return 0, err
	}
	n := 0
	err := walk(ctx, b, func(solver.Placement) bool {
		n++
		return n != limit
	})
	return n, err
}

// All yields every placement of a walk, each the caller's to keep, in the
// order of the method. An error is the last thing it yields.
func All(ctx context.Context, b *solver.Board, walk Walk) iter.Seq2[solver.Placement, error] {
	return func(yield func(solver.Placement, error) bool) {
		if err := b.Validate(); err != nil {
			yield(nil, err)
			return
		}
		ended := false
		err := walk(ctx, b, func(p solver.Placement) bool {
			ended = !yield(slices.Clone(p), nil)
			return !ended
		})
		if err != nil && !ended {
			yield(nil, err)
		}
	}
}

// Open tells for each cell of a valid board whether a queen may stand there as
// far as the queens on the board say: in a row with a queen, on its cell only,
// and nowhere in a row with two.
func Open(b *solver.Board) []bool {
	open := make([]bool, b.Size*b.Size)
	for row := range b.Size {
		cells := open[row*b.Size : (row+1)*b.Size]
		queens, at := 0, 0
		for col := range cells {
			if b.Mark(row, col) == solver.Queen {
				queens++
				at = col
			}
		}
		switch queens {
		case 0:
			for col := range cells {
				cells[col] = true
			}
		case 1:
			cells[at] = true
		}
	}
	return open
}
