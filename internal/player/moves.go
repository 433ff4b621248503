package player

import (
	"cmp"
	"slices"

	"autoqueens/input"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// act is one thing that the hand does: a click on a cell, which a key may follow, or a drag
// through the middles of several.
type act struct {
	cells []puzzle.Cell
	key   input.Key // 0 for none
	// refuge is a cell, clicked before it where there is time, in which the key does no harm; nil
	// where none is needed or there is none.
	refuge *puzzle.Cell
	// path tells a drag that draws a path from one that draws a rectangle between its ends.
	path  bool
	hasty bool // what is seen before it breaks a rule
	back  int  // how many of its first steps lead back along a path that is drawn already
}

// Way is a way to make the moves of a game.
type Way string

// The ways of those games that have several.
const (
	ByDrag Way = "drag" // Zip: a drag along the path
	ByKeys Way = "keys" // Zip: arrows; Sudoku: digits
	ByPad  Way = "pad"  // Sudoku: the buttons that the person has shown
)

// ways are the ways of each such game, the usual one first.
var ways = map[string][]Way{zip.Name: {ByDrag, ByKeys}, sudoku.Name: {ByKeys, ByPad}}

// arrows are the keys that lead from a cell to the one beside it, by the rows and columns between.
var arrows = map[puzzle.Cell]input.Key{
	{Row: -1}: input.KeyUp, {Row: 1}: input.KeyDown, {Col: -1}: input.KeyLeft, {Col: 1}: input.KeyRight,
}

func click(at puzzle.Cell) act { return act{cells: []puzzle.Cell{at}} }

// moves are, by game, the acts that turn what is seen into the answer, in their order. Where
// nothing is left to be done there are none.
var moves = map[string]func(seen puzzle.Puzzle, answer puzzle.Solution) []act{
	tango.Name: turns,
	zip.Name: func(seen puzzle.Puzzle, answer puzzle.Solution) []act {
		has, want := seen.(*zip.Puzzle).Path, answer.(zip.Solution).Path
		right := 0
		for right < len(has) && right < len(want) && has[right] == want[right] {
			right++
		}
		// Back to where it is right, and on from there. The last step is one by itself.
		var way []puzzle.Cell
		for i := len(has) - 1; i >= max(right, 1); i-- {
			way = append(way, has[i])
		}
		back := len(way)
		way = append(way, want[max(right-1, 0):]...)
		switch {
		case len(way) < 2:
			return nil
		case len(way) == 2:
			return []act{{cells: way, path: true, back: back}}
		}
		return []act{{cells: way[:len(way)-1], path: true, back: back}, {cells: way[len(way)-2:], path: true}}
	},
	sudoku.Name: entries,
	patches.Name: func(seen puzzle.Puzzle, answer puzzle.Solution) (acts []act) {
		p, want := seen.(*patches.Puzzle), answer.(patches.Solution).Rects
		drawn := map[patches.Rect]bool{}
		for _, r := range p.Rects {
			drawn[r] = true
		}
		wanted := map[patches.Rect]bool{}
		for _, r := range want {
			wanted[r] = true
		}
		for _, r := range p.Rects {
			if !wanted[r] { // a click takes a rectangle away: in its cell nearest to the middle, farthest from what is beside the board
				acts = append(acts, click(puzzle.Cell{Row: min(max(p.Rows/2, r.R0), r.R1), Col: min(max(p.Cols/2, r.C0), r.C1)}))
			}
		}
		for _, r := range want {
			switch from, to := (puzzle.Cell{Row: r.R0, Col: r.C0}), (puzzle.Cell{Row: r.R1, Col: r.C1}); {
			case drawn[r]:
			case from == to:
				acts = append(acts, click(from))
			default:
				acts = append(acts, act{cells: []puzzle.Cell{from, to}})
			}
		}
		return acts
	},
}

// turns are the clicks on a Tango board. Each takes a cell from nothing to a sun, to a moon, to
// nothing. On the way to a moon a cell holds a sun, which may break a rule, and pages lay stripes
// over what has done so for a while: as many cells are on their way at once as break none, and
// then those that take one click follow, before the last of which all is right. Two clicks on one
// cell have others between them where that can be, as pages lose the second of two that have none.
func turns(seen puzzle.Puzzle, answer puzzle.Solution) (acts []act) {
	const cycle = 3
	p, want := seen.(*tango.Puzzle), answer.(tango.Solution).Cells
	cells := slices.Clone(p.Cells)
	next := func(cell int) tango.Symbol { return (cells[cell] + 1) % cycle }
	turn := func(cell int) {
		a := click(puzzle.Cell{Row: cell / p.Cols, Col: cell % p.Cols})
		a.hasty = p.Broken(cells) != nil
		acts = append(acts, a)
		cells[cell] = next(cell)
	}
	fits := func(cell int) bool { // tells whether no rule is broken after a click on it
		then := slices.Clone(cells)
		then[cell] = next(cell)
		return p.Broken(then) == nil
	}
	var twice, once, begun []int // cells, by the clicks that they take
	for cell, has := range cells {
		switch clicks := (int(want[cell]) - int(has) + cycle) % cycle; {
		case p.Given(cell) != tango.Empty:
		case clicks == 1:
			once = append(once, cell)
		case clicks == 2:
			twice = append(twice, cell)
		}
	}
	for len(twice)+len(begun) > 0 {
		if i := slices.IndexFunc(twice, fits); i >= 0 {
			turn(twice[i])
			begun = append(begun, twice[i])
			twice = slices.Delete(twice, i, i+1)
			continue
		}
		if len(begun) == 0 { // what breaks a rule does so for one click
			turn(twice[0])
			begun, twice = append(begun, twice[0]), twice[1:]
		}
		i := max(slices.IndexFunc(begun, fits), 0)
		turn(begun[i])
		begun = slices.Delete(begun, i, i+1)
	}
	for _, cell := range once {
		turn(cell)
	}
	return acts
}

// entries are the digits that are left to be entered in a Sudoku, digit by digit. Pages enter a
// digit in the cell that was clicked last of those clicks that they have not lost: before the first
// of each digit that is a cell which shows it already. A digit that the board shows nowhere, of which
// a puzzle with one solution has one at most, comes first, when nothing was clicked before; on a board
// that was begun a cell that shows another one is, which if it was given takes none.
func entries(seen puzzle.Puzzle, answer puzzle.Solution) (acts []act) {
	p, want := seen.(*sudoku.Puzzle), answer.(sudoku.Solution).Cells
	at := func(cell int) puzzle.Cell { return puzzle.Cell{Row: cell / p.Size, Col: cell % p.Size} }
	for digit := uint8(1); int(digit) <= p.Size; digit++ {
		var refuge, filled *puzzle.Cell
		var of []act
		for cell, has := range p.Cells {
			if has != 0 && filled == nil {
				c := at(cell)
				filled = &c
			}
			switch {
			case want[cell] != digit:
			case has == digit:
				c := at(cell)
				refuge = &c
			default:
				a := click(at(cell))
				a.key = input.Key('0' + rune(digit))
				of = append(of, a)
			}
		}
		if len(of) > 0 {
			of[0].refuge = cmp.Or(refuge, filled)
		}
		if refuge == nil {
			acts = slices.Concat(of, acts)
		} else {
			acts = append(acts, of...)
		}
	}
	return acts
}
