package practice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"autoqueens/internal/fault"
	"autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// rules is what the server has to know of a game beside Queens: how the page writes what a
// player has done, as text. Everything else it knows through package puzzle.
type rules struct {
	// opening is the text of a puzzle on which nothing was done, and text that of a solved one.
	opening func(p puzzle.Puzzle) string
	text    func(p puzzle.Puzzle, s puzzle.Solution) string
	// read returns the answer that a text is; it may break the rules.
	read     func(p puzzle.Puzzle, text string) (puzzle.Solution, error)
	cellwise bool // whether the text has a letter for each cell
}

// contests are the games beside Queens, by name.
var contests = map[string]rules{
	tango.Name: {
		cellwise: true,
		opening: func(p puzzle.Puzzle) string {
			q := p.(*tango.Puzzle)
			return letters(len(q.Cells), func(cell int) int { return int(q.Given(cell)) }, ".SM")
		},
		text: func(_ puzzle.Puzzle, s puzzle.Solution) string {
			cells := s.(tango.Solution).Cells
			return letters(len(cells), func(cell int) int { return int(cells[cell]) }, ".SM")
		},
		read: func(p puzzle.Puzzle, text string) (puzzle.Solution, error) {
			q := p.(*tango.Puzzle)
			s := tango.Solution{Rows: q.Rows, Cols: q.Cols, Cells: make([]tango.Symbol, len(q.Cells))}
			err := numbers(text, len(q.Cells), ".SM", func(cell, n int) { s.Cells[cell] = tango.Symbol(n) })
			return s, err
		},
	},
	zip.Name: {
		opening: func(p puzzle.Puzzle) string {
			for _, n := range p.(*zip.Puzzle).Numbers {
				if n.K == 1 {
					return places(n.Row, n.Col)
				}
			}
			return ""
		},
		text: func(_ puzzle.Puzzle, s puzzle.Solution) string {
			var text string
			for _, c := range s.(zip.Solution).Path {
				text += places(c.Row, c.Col)
			}
			return text
		},
		read: func(p puzzle.Puzzle, text string) (puzzle.Solution, error) {
			q := p.(*zip.Puzzle)
			s := zip.Solution{Rows: q.Rows, Cols: q.Cols}
			err := groups(text, 2, func(at []int) { s.Path = append(s.Path, puzzle.Cell{Row: at[0], Col: at[1]}) })
			return s, err
		},
	},
	sudoku.Name: {
		cellwise: true,
		opening: func(p puzzle.Puzzle) string {
			q := p.(*sudoku.Puzzle)
			return letters(len(q.Cells), func(cell int) int { return int(q.Cells[cell]) }, digits)
		},
		text: func(_ puzzle.Puzzle, s puzzle.Solution) string {
			cells := s.(sudoku.Solution).Cells
			return letters(len(cells), func(cell int) int { return int(cells[cell]) }, digits)
		},
		read: func(p puzzle.Puzzle, text string) (puzzle.Solution, error) {
			q := p.(*sudoku.Puzzle)
			s := sudoku.Solution{Size: q.Size, Cells: make([]uint8, len(q.Cells))}
			err := numbers(text, len(q.Cells), digits, func(cell, n int) { s.Cells[cell] = uint8(n) })
			return s, err
		},
	},
	patches.Name: {
		opening: func(puzzle.Puzzle) string { return "" },
		text: func(_ puzzle.Puzzle, s puzzle.Solution) string {
			var text string
			for _, r := range s.(patches.Solution).Rects {
				text += places(r.R0, r.C0, r.R1, r.C1)
			}
			return text
		},
		read: func(p puzzle.Puzzle, text string) (puzzle.Solution, error) {
			q := p.(*patches.Puzzle)
			var drawn []patches.Rect
			if err := groups(text, 4, func(at []int) { drawn = append(drawn, patches.Rect{R0: at[0], C0: at[1], R1: at[2], C1: at[3]}) }); err != nil {
				return nil, err
			}
			s := patches.Solution{Rows: q.Rows, Cols: q.Cols}
			for _, c := range q.Clues { // an answer has them in the order of the clues
				for _, r := range drawn {
					if r.Contains(c.Row, c.Col) {
						s.Rects = append(s.Rects, r)
						break
					}
				}
			}
			return s, nil
		},
	},
}

const digits = ".123456789"

// letters writes a letter of the alphabet for the number of each cell.
func letters(cells int, number func(cell int) int, alphabet string) string {
	text := make([]byte, cells)
	for cell := range text {
		text[cell] = alphabet[number(cell)]
	}
	return string(text)
}

// numbers reads what letters writes.
func numbers(text string, cells int, alphabet string, put func(cell, n int)) error {
	if len(text) != cells {
		return fmt.Errorf("%d cells of %d are told of", len(text), cells)
	}
	for cell := range len(text) {
		n := -1
		for i := range len(alphabet) {
			if alphabet[i] == text[cell] {
				n = i
			}
		}
		if n < 0 {
			return fmt.Errorf("%q is no letter of this game", text[cell])
		}
		put(cell, n)
	}
	return nil
}

// places writes rows and columns, a letter each.
func places(at ...int) string {
	var text string
	for _, n := range at {
		text += strconv.FormatInt(int64(n), 36)
	}
	return text
}

// groups reads what places writes, so many letters at a time.
func groups(text string, of int, put func(at []int)) error {
	if len(text)%of != 0 {
		return errors.New("a place is told of in part")
	}
	for ; text != ""; text = text[of:] {
		at := make([]int, of)
		for i := range at {
			n, err := strconv.ParseUint(text[i:i+1], 36, 8)
			if err != nil {
				return fmt.Errorf("%q is no row or column", text[i])
			}
			at[i] = int(n)
		}
		put(at)
	}
	return nil
}

// contest is a board of a game beside Queens.
type contest struct {
	rules
	puzzle  puzzle.Puzzle
	answer  puzzle.Solution
	opening string // what the board opens with
	state   string // what the page reported last
}

// newContest makes a board of a game.
func (o *Options) newContest(game string, size int, seed uint64) (*contest, error) {
	r := contests[game]
	make := o.Puzzles
	if make == nil {
		make = generate
	}
	p, err := make(game, size, seed)
	if err != nil {
		return nil, err
	}
	if rows, cols := p.Dims(); p.Game() != game || rows != size || cols != size {
		return nil, fmt.Errorf("a %s board of %d x %d was made, not %s of size %d", p.Game(), rows, cols, game, size)
	}
	answer, err := p.Solve(context.Background())
	if err != nil {
		return nil, err
	}
	c := &contest{rules: r, puzzle: p, answer: answer, opening: r.opening(p)}
	if o.Begun != nil {
		c.opening = o.Begun(p, c.opening, r.text(p, answer))
	}
	c.state = c.opening
	return c, nil
}

// verdict judges by the rules what the page reported.
func (c *contest) verdict() error {
	s, err := c.read(c.puzzle, c.state)
	if err != nil {
		return err
	}
	return c.puzzle.Check(s)
}

// untouched returns what the page writes of a board on which nothing was done.
func (c *contest) untouched() string { return c.rules.opening(c.puzzle) }

// solved returns what it writes of the solved board.
func (c *contest) solved() string { return c.text(c.puzzle, c.answer) }

// hint points at the first cell that is wrong, or else at one that is still to be filled.
func (c *contest) hint() (hint, bool) {
	if !c.cellwise {
		return hint{}, false
	}
	want, missing := c.solved(), -1
	for cell := range len(want) {
		switch have := c.state[cell]; {
		case have == want[cell]:
		case have != '.':
			return hint{cell, "wrong"}, true
		case missing < 0:
			missing = cell
		}
	}
	return hint{missing, "next"}, missing >= 0
}

// generate makes a puzzle by the generator of its game.
func generate(game string, size int, seed uint64) (puzzle.Puzzle, error) {
	g, err := games.Find(game)
	if err != nil {
		return nil, err
	}
	p, _, err := g.Generate(size, seed)
	return p, err
}

// checkSize reports a game or a size that there is not. Size 0 is the usual one, which it
// returns.
func checkSize(game string, size int) (int, error) {
	g, err := games.Find(game)
	if err != nil {
		return 0, err
	}
	size = cmp.Or(size, g.Usual)
	if sizes := Sizes(g); !slices.Contains(sizes, size) {
		return 0, fault.Plainf("choose one of those sizes", "the practice game has %s boards of size %s, not %d", g.Title, puzzle.SizeWords(sizes), size)
	}
	return size, nil
}

// Sizes returns the sizes that the page can show of a game.
func Sizes(g games.Game) []int {
	if g.Name == games.Queens {
		return puzzle.Sizes(MinSize, MaxSize, 1)
	}
	return g.Sizes
}

// puzzleJSON returns a puzzle as the page takes it.
func (c *contest) puzzleJSON() json.RawMessage {
	data, err := c.puzzle.MarshalJSON()
	if err != nil {
		return nil // cannot be: it was solved
	}
	return data
}
