// Package games has the table of the games there are, and reads puzzles of any of them from
// text and JSON.
//
//	text, JSON ──> [games] ──> tango, zip, sudoku, patches, queens ──> puzzle
//
// A game is a line in the table and a package with its rules; all else that solves, makes and
// explains puzzles goes through the table. It knows no pixels and does no I/O.
package games

import (
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// Game is a game that there are puzzles of.
type Game struct {
	Name  string               // by which commands and JSON know it: "tango"
	Title string               // as people write it: "Tango"
	New   func() puzzle.Puzzle // returns an empty one, to read another into
	keys  []string             // of JSON: an object without a game that has one of them is a puzzle of this one
	shape string               // of its JSON, in words

	Techniques []puzzle.Technique // by which puzzles are explained, from the easiest to the hardest

	Sizes []int // in rows and columns, that Generate makes
	Usual int   // the size of most puzzles of the day
	// Generate makes a puzzle with exactly one solution and returns it with that. The same size and
	// seed give the same puzzle on every machine. The error is a [fault.Error].
	Generate func(size int, seed uint64) (puzzle.Puzzle, puzzle.Solution, error)
}

// Steps of a search for a second solution are as many as a puzzle is worth. Those of the day take
// a few hundred at most.
const Steps = 200_000

// table has the games in the order in which they are listed.
var table = []Game{
	{
		Name: Queens, Title: "Queens", New: func() puzzle.Puzzle { return new(Board) }, keys: []string{"regions"}, shape: `"regions" (a list of rows) and perhaps "marks"`,
		Techniques: queensTechniques(), Sizes: puzzle.Sizes(solver.MinGenerate, solver.MaxGenerate, 1), Usual: 8, Generate: making(generateQueens),
	},
	{
		Name: tango.Name, Title: "Tango", New: func() puzzle.Puzzle { return new(tango.Puzzle) }, keys: []string{"signs", "locked"}, shape: `"cells" and "locked" (lists of rows) and "signs" (a list of [row,column,row,column,"=" or "x"])`,
		Techniques: tango.Techniques, Sizes: tango.Sizes, Usual: 6, Generate: making(tango.Generate),
	},
	{
		Name: zip.Name, Title: "Zip", New: func() puzzle.Puzzle { return new(zip.Puzzle) }, keys: []string{"numbers", "walls"}, shape: `"rows", "cols", "numbers" (a list of [row,column,number]), "walls" (of [row,column,row,column]) and "path" (of [row,column])`,
		Techniques: zip.Techniques, Sizes: zip.Sizes, Usual: 7, Generate: making(zip.Generate),
	},
	{
		Name: sudoku.Name, Title: "Mini Sudoku", New: func() puzzle.Puzzle { return new(sudoku.Puzzle) }, keys: []string{"givens", "boxrows", "cells"}, shape: `"cells" (a list of rows) and perhaps "boxrows" and "boxcols"`,
		Techniques: sudoku.Techniques, Sizes: sudoku.Sizes, Usual: 6, Generate: making(sudoku.Generate),
	},
	{
		Name: patches.Name, Title: "Patches", New: func() puzzle.Puzzle { return new(patches.Puzzle) }, keys: []string{"clues"}, shape: `"rows", "cols", "clues" (a list of {"r","c","size","shape"}) and "rects" (of [row,column,row,column])`,
		Techniques: patches.Techniques, Sizes: patches.Sizes, Usual: 7, Generate: making(patches.Generate),
	},
}

// making returns a game's generator as the table has it.
func making[P puzzle.Puzzle, S puzzle.Solution](generate func(int, uint64) (P, S, error)) func(int, uint64) (puzzle.Puzzle, puzzle.Solution, error) {
	return func(size int, seed uint64) (puzzle.Puzzle, puzzle.Solution, error) {
		p, s, err := generate(size, seed)
		if err != nil {
			return nil, nil, err
		}
		return p, s, nil
	}
}

// Grades returns the grades that puzzles of the game can have, the easiest first.
func (g Game) Grades() (grades []puzzle.Grade) {
	for _, t := range g.Techniques {
		grades = append(grades, t.Grade)
	}
	return slices.Compact(grades)
}

// All returns the games, Queens first.
func All() []Game { return table }

// Names returns the names of the games, in the order of [All].
func Names() []string {
	names := make([]string, len(table))
	for i, g := range table {
		names[i] = g.Name
	}
	return names
}

// Find returns the game of a name, in either case. The error is a [fault.Error].
func Find(name string) (Game, error) {
	for _, g := range table {
		if strings.EqualFold(g.Name, name) {
			return g, nil
		}
	}
	return Game{}, fault.Plainf("choose one of "+strings.Join(Names(), ", "), "there is no game %q", name)
}

// Of returns the game of a puzzle.
func Of(p puzzle.Puzzle) Game {
	g, err := Find(p.Game())
	if err != nil {
		panic("games: a puzzle of no game in the table: " + p.Game())
	}
	return g
}
