package vision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
)

// A puzzle that was made for people has one solution. One that was misread hardly ever has:
// that proves a reading of any game.

// Seen is what the reader of a game saw on a board.
type Seen struct {
	Puzzle     puzzle.Puzzle
	Given      puzzle.Puzzle // what of it was there from the start; nil where that is all, or not known
	Lattice    Lattice
	Whole      bool    // its edge is seen all around: of a part of a puzzle there may be one solution, too
	Confidence float64 // that all of it is as it was seen, 0 to 1
	Doubts     []Doubt // what could be one thing or another; none is to be told without them
	Hidden     []int   // cells, row-major, in which stripes hide what stands there: in doubt as well
}

// Refuse says that a board of the game was found, but what of it keeps it from being read.
func (s Seen) Refuse(why Reason, but, advice string) *Refusal {
	return &Refusal{
		Reason: why, Advice: advice, Lattice: s.Lattice, Doubts: s.Doubts, but: but,
		What: fmt.Sprintf("found a %s board of %d columns and rows, but %s", games.Of(s.Puzzle).Title, s.Lattice.Size, but),
	}
}

// Closest returns what to tell of a board that the readers of several games refused, each in the words of
// its own: the refusal with the fewest doubts. Where several have as few, or the board is not whole, so that
// nobody knows what the rest of it would show, it is told which games it may be of.
func Closest(refused []*Refusal) *Refusal {
	least := slices.MinFunc(refused, func(a, b *Refusal) int { return cmp.Compare(len(a.Doubts), len(b.Doubts)) })
	var titles []string
	for _, r := range refused {
		if r.but != "" && r.Reason == least.Reason && (r.Reason == CutOff || len(r.Doubts) == len(least.Doubts)) {
			titles = append(titles, title(r.Game))
		}
	}
	if len(titles) < 2 || least.but == "" {
		return least
	}
	several := *least
	several.Game = ""
	several.What = fmt.Sprintf("found a board of %d columns and rows that may be of %s, but %s", least.Lattice.Size, strings.Join(titles, " or "), least.but)
	return &several
}

// Covered doubts each line of a board that breaks off; see [outline.Broken].
func Covered(b *outline.Board, drawn func(s outline.Side) (kind int, stands float64)) (doubts []Doubt) {
	n := b.Lattice.Size
	for _, s := range outline.Broken(b, drawn) {
		before, after := s.Cells(n)
		i := max(before, after)
		d := Doubt{Row: i / n, Col: i % n, Words: "the line there breaks off, so something may cover it"}
		if min(before, after) >= 0 {
			d.Side = [...]Side{outline.Upright: Left, outline.Level: Top}[s.Axis]
		}
		doubts = append(doubts, d)
	}
	return doubts
}

// Uncovered tells whether a board is whole, see [outline.Board.Whole], and has the doubts of [Covered].
func Uncovered(b *outline.Board, drawn func(s outline.Side) (kind int, stands float64)) (whole bool, doubts []Doubt) {
	parallel.Both(func() { whole = b.Whole(drawn) }, func() { doubts = Covered(b, drawn) })
	return whole, doubts
}

// Prove makes a reading of what was seen where the board is whole, nothing is in doubt and the
// puzzle has exactly one solution, and else says why not.
func Prove(s Seen) (*Reading, *Refusal) {
	refuse := func(but string) (*Reading, *Refusal) {
		return nil, s.Refuse(Ambiguous, but, "move the pointer off the board and see that nothing covers it, then try again")
	}
	if !s.Whole {
		return nil, s.Refuse(CutOff, "not its edge all around", "bring the whole board into view, with nothing over it")
	}
	for _, i := range s.Hidden {
		row, col := i/s.Lattice.Size, i%s.Lattice.Size
		if !slices.ContainsFunc(s.Doubts, func(d Doubt) bool { return d.Row == row && d.Col == col }) {
			s.Doubts = append(s.Doubts, Doubt{Row: row, Col: col, Words: "stripes hide what stands there"})
		}
	}
	if len(s.Doubts) > 0 {
		return nil, s.Refuse(Ambiguous, s.Doubts[0].String(), "take the pointer off the board and what else lies over it, make the board larger, and try again")
	}
	if s.Confidence < certain {
		return refuse("it is not clear enough to be certain of all of it")
	}
	given := s.Puzzle
	if s.Given != nil {
		given = s.Given
	}
	if given.Validate() != nil {
		return refuse("as it was read it is no puzzle, and part of it may be hidden")
	}
	n, err := given.Count(context.Background(), puzzle.Limit{Solutions: 2, Steps: games.Steps})
	switch {
	case errors.Is(err, puzzle.ErrGivenUp):
		return refuse("as it was read nobody could solve it, so it is hardly read right")
	case err != nil || n == 0:
		return refuse("as it was read it has no solution, and part of it may be hidden")
	case n > 1:
		return refuse("as it was read it has several solutions, so something on it was missed")
	}
	r := &Reading{Game: s.Puzzle.Game(), Puzzle: s.Puzzle, Lattice: s.Lattice, Confidence: s.Confidence, Solutions: n}
	if r.Answer, err = given.Solve(context.Background()); err != nil {
		return refuse("as it was read it has no solution, and part of it may be hidden")
	}
	return r, nil
}
