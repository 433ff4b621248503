package games_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/zip"
)

// zipTruth reads "1@2,2 2@3,0 | V(2,2) H(2,3)": numbers with their cells, then walls right of
// cells and below them. A board that
// nobody has played has its path at the first number.
func zipTruth(text string, size int) puzzle.Puzzle {
	p := &zip.Puzzle{Rows: size, Cols: size}
	numbers, walls, _ := strings.Cut(text, "|")
	for _, f := range strings.Fields(numbers) {
		var n zip.Number
		scan(f, "%d@%d,%d", &n.K, &n.Row, &n.Col)
		p.Numbers = append(p.Numbers, n)
	}
	for _, f := range strings.Fields(strings.TrimPrefix(strings.TrimSpace(walls), "no walls")) {
		var e puzzle.Edge
		scan(f[1:], "(%d,%d)", &e.A.Row, &e.A.Col)
		e.B = e.A
		if f[0] == 'V' {
			e.B.Col++
		} else {
			e.B.Row++
		}
		p.Walls = append(p.Walls, e)
	}
	p.Path = []puzzle.Cell{p.Numbers[0].Cell}
	return ordered(p)
}

// ordered puts the walls of a Zip board in one order.
func ordered(p *zip.Puzzle) *zip.Puzzle {
	slices.SortFunc(p.Walls, func(a, b puzzle.Edge) int {
		return cmp.Or(a.A.Row-b.A.Row, a.A.Col-b.A.Col, a.B.Row-b.B.Row, a.B.Col-b.B.Col)
	})
	return p
}

// patchesTruth reads "0,1:tall4 2,5:wide": cells with the shape and, where there is one, the
// number of their clue.
func patchesTruth(text string, size int) puzzle.Puzzle {
	p := &patches.Puzzle{Rows: size, Cols: size}
	for _, f := range strings.Fields(text) {
		var c patches.Clue
		at, what, _ := strings.Cut(f, ":")
		scan(at, "%d,%d", &c.Row, &c.Col)
		name := strings.TrimRight(what, "0123456789")
		if what != name {
			scan(what[len(name):], "%d", &c.Size)
		}
		if err := c.Shape.UnmarshalText([]byte(name)); err != nil {
			panic(err)
		}
		p.Clues = append(p.Clues, c)
	}
	return p
}

func scan(text, format string, to ...any) {
	if _, err := fmt.Sscanf(text, format, to...); err != nil {
		panic(fmt.Sprintf("%q: %v", text, err))
	}
}
