package proof

import (
	"context"
	"errors"
	"fmt"

	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// steps is how many the search for a second solution may take: boards of people take a small part.
const steps = 2_000_000

// Read makes a reading of a puzzle that was read, or a refusal where it has not exactly one
// solution. what names the board, "Zip board"; the cells in doubt are those that the person is
// to look at first.
func Read(p puzzle.Puzzle, at vision.Lattice, what string, doubts []vision.Doubt) (*vision.Reading, *vision.Refusal) {
	no := &vision.Refusal{
		Reason: vision.Ambiguous, Lattice: at, Doubts: doubts,
		Advice: "see that nothing covers the board, make it larger, and try again",
	}
	board := fmt.Sprintf("found a %s of %d columns and rows", what, at.Size)
	if err := p.Validate(); err != nil {
		no.What = fmt.Sprintf("%s, but as it was read %s", board, err)
		return nil, no
	}
	n, err := p.Count(context.Background(), puzzle.Limit{Solutions: 2, Steps: steps})
	switch {
	case errors.Is(err, puzzle.ErrGivenUp):
		no.What = board + ", but could not tell in time whether it has one solution"
	case n == 0:
		no.What = board + ", but as it was read it has no solution"
	case n > 1:
		no.What = board + ", but as it was read it has several solutions"
	}
	if no.What != "" {
		return nil, no
	}
	answer, err := p.Solve(context.Background())
	if err != nil {
		no.What = board + ", but as it was read it has no solution"
		return nil, no
	}
	return &vision.Reading{Lattice: at, Confidence: 1, Puzzle: p, Answer: answer, Solutions: 1, Doubts: doubts}, nil
}
