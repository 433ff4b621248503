package main

import (
	"fmt"
	"image"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/internal/printable"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// Hints and explanations of other games than Queens.

// puzzle tells the hint for a board of another game.
func (f *hintFlags) puzzle(cmd *cobra.Command, board *studied) error {
	p := board.puzzle
	h, err := p.Hint(cmd.Context())
	if err != nil {
		return stoppedBy(cmd.Context(), err)
	}
	if board.picture == nil && (f.out != "" || f.open) {
		return fault.Newf(fault.Failed, "give a picture of the board, or leave out --out and --open", "there is no picture of the %s puzzle to draw on", games.Of(p).Title)
	}
	if f.json {
		var line []byte
		if line, err = puzzleHintLine(board, h); err == nil {
			_, err = cmd.OutOrStdout().Write(append(line, '\n'))
		}
	} else {
		err = tellPuzzle(cmd.OutOrStdout(), board, h)
	}
	if err != nil {
		return fault.Unwritable("the output", err)
	}
	if board.picture == nil || f.json && f.out == "" && !f.open {
		return nil
	}
	return f.keep(cmd, func() image.Image {
		headline, why := hint.PuzzleWords(h)
		return hint.Picture(board.seen(), hint.PuzzleScene(board.reading.Lattice.Size, h), headline, why)
	})
}

// tellPuzzle prints the hint for people.
func tellPuzzle(w io.Writer, board *studied, h *puzzle.Hint) error {
	p := board.puzzle
	rows, cols := p.Dims()
	printable.Fprintf(w, "Seen      a board of %s, %d x %d, on %s\n", games.Of(p).Title, rows, cols, board.name)
	headline, why := hint.PuzzleWords(h)
	tellWords(w, len(h.Slips) > 0, len(h.Steps) == 0, headline, why)
	if err := hint.PuzzleGrid(w, p, h); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// puzzleHintLine returns the hint as a line of JSON: the puzzle, and the hint in the fields that
// Queens' has.
func puzzleHintLine(board *studied, h *puzzle.Hint) ([]byte, error) {
	headline, _ := hint.PuzzleWords(h)
	fields := []field{{"picture", board.name}, {"hint", "solved"}, {"words", headline}}
	switch {
	case len(h.Slips) > 0:
		fields[1].value = "wrong"
		type slip struct {
			What  string        `json:"what"`
			Cells []puzzle.Cell `json:"cells"`
		}
		var wrong []slip
		for _, s := range h.Slips {
			wrong = append(wrong, slip{s.What, s.Cells})
		}
		fields = append(fields, field{"wrong", wrong})
	case len(h.Steps) > 0:
		fields[1].value = "step"
		fields = append(fields, field{"steps", stepLines(h.Steps)})
	}
	return jsonWith(board.puzzle, fields...)
}

// explainPuzzle walks through a board of another game. It returns false when the person has seen
// enough.
func (f *explainFlags) explainPuzzle(cmd *cobra.Command, board *studied, keys *keyboard) (bool, error) {
	if f.fromMarks {
		return false, fault.Newf(fault.Failed, "leave it out; 'autoqueens hint' goes on from what is done", "--from-marks is for boards of Queens, and this is one of %s", games.Of(board.puzzle).Title)
	}
	if f.out != "" {
		return false, fault.Newf(fault.Failed, "leave it out; the steps are printed", "--out writes the steps of boards of Queens, and this is one of %s", games.Of(board.puzzle).Title)
	}
	e, err := board.puzzle.Explain(cmd.Context())
	if err != nil {
		return false, stoppedBy(cmd.Context(), err)
	}
	var steps []explained
	now := board.puzzle
	for i := range e.Steps {
		s, before := &e.Steps[i], now
		steps = append(steps, explained{hint.PuzzleStep(s), func(w io.Writer) error {
			return hint.PuzzleGrid(w, before, &puzzle.Hint{Steps: e.Steps[i : i+1]})
		}})
		now = s.Board
	}
	return walk(cmd, steps, puzzleGradeWords(e), keys)
}
