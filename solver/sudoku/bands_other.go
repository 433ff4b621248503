//go:build !amd64

package sudoku

const fast = false

func assignVector(next, node *grid, digit, at int) outcome {
	return assignPlain(next, node, digit, at)
}

func choosePair(node *grid) (at, digit, other int) { return choosePairPlain(node) }
