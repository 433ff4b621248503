package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/headless"
	"autoqueens/solver"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// zooms are those at which the practice page is shown.
var zooms = []float64{0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75}

// state is in which a board is shown.
type state string

const (
	fresh    state = "fresh"
	half     state = "half played"
	last     state = "all but one" // move
	mistaken state = "with mistakes"
	full     state = "full"
)

// pages has boards of the practice page read, at every zoom, light and dark. Each board has a seed
// of its own.
func (f *flags) pages(t *tabwriter.Writer) error {
	ctx := context.Background()
	b, err := headless.Open(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	seed := f.seed
	for _, zoom := range zooms { // each starts the browser anew
		for _, game := range puzzles.Names() {
			for _, theme := range [...]string{"light", "dark"} {
				style := fmt.Sprintf("%s %.0f %%", theme, 100*zoom)
				if f.game != "" && game != f.game || !strings.Contains(style, f.style) {
					continue
				}
				judged := f.series()
				for range f.n {
					d, err := show(ctx, b, page{game, theme, seed, zoom})
					if err != nil {
						return fmt.Errorf("%s, %s, seed %d: %w", game, style, seed, err)
					}
					judged.add(func() gamerender.Drawing { return d })
					seed++
				}
				row(t, game, style, judged.end())
			}
		}
	}
	return nil
}

// page is one to show.
type page struct {
	game, theme string
	seed        uint64
	zoom        float64
}

// settle is run in the page: it waits until the board is painted. With picked it presses on a cell
// first, as a player does before a digit. What is focused has a ring, as where the keys are used. With
// late it waits, in milliseconds, until the page shows mistakes.
const settle = `(async (picked, focused, late) => {
	await document.fonts.ready;
	while (!document.querySelector(".board .cell")?.offsetWidth) await new Promise(requestAnimationFrame);
	const cell = document.querySelector('.cell[data-cell="' + picked + '"]');
	if (cell) for (const kind of ["pointerdown", "pointerup"])
		cell.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 0 }));
	document.querySelector('.cell[data-cell="' + focused + '"]')?.focus({ focusVisible: true });
	await new Promise((done) => setTimeout(done, late));
	for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
	return true;
})(%d, %d, %d)`

// show has the browser show a board and returns the picture and what it shows.
func show(ctx context.Context, b *headless.Browser, p page) (d gamerender.Drawing, err error) {
	r := rand.New(rand.NewPCG(p.seed, uint64(1000*p.zoom)))
	g, err := puzzles.Find(p.game)
	if err != nil {
		return d, err
	}
	size := g.Usual + gamerender.Pick(r, -1, 0, 0, 0, 1)
	if !slices.Contains(g.Sizes, size) {
		size = g.Usual
	}
	in, dark := gamerender.Pick(r, fresh, half, last, mistaken, mistaken), p.theme == "dark"
	s, err := practice.Start(ctx, practice.Options{
		Game: p.game, Size: size, Seed: p.seed, Dark: &dark, AutoStart: true,
		Opening: func(b *solver.Board, solution solver.Placement) []solver.Mark { return in.queens(r, b, solution) },
		Begun: func(of puzzle.Puzzle, untouched, solved string) string {
			return in.begun(r, of, untouched, solved)
		},
	})
	if err != nil {
		return d, err
	}
	defer s.Close()
	picked := -1
	if p.game == sudoku.Name && r.IntN(2) == 0 {
		picked = r.IntN(size * size)
	}
	focused := -1
	if r.IntN(2) == 0 {
		focused = r.IntN(size * size)
	}
	late := 0
	if in == mistaken {
		late = 1100 // the page waits for 900
	}
	const width, height = 1280, 930 // device pixels: a window that fills a small screen
	show := headless.Page{URL: s.URL(), Width: int(max(width/p.zoom, 560)), Height: int(max(height/p.zoom, 860)), Scale: p.zoom}
	shot, _, err := headless.Photograph[bool](b, show, fmt.Sprintf(settle, picked, focused, late))
	if err == nil {
		err = s.WaitReady(ctx)
	}
	if err == nil {
		d.Image, err = headless.Decode(shot)
	}
	if err != nil {
		return d, err
	}
	now := s.State()
	l, dpr := now.Geometry.Lattice, now.Geometry.DPR
	d.Lattice = vision.Lattice{X: l.X * dpr, Y: l.Y * dpr, PitchX: l.Width * dpr / float64(size), PitchY: l.Height * dpr / float64(size), Size: size}
	d.Name = fmt.Sprintf("%s/%s/%d", p.game, p.theme, p.seed)
	d.State, d.Variant = string(in), fmt.Sprintf("%.0f %%", 100*p.zoom)
	if focused >= 0 {
		d.Variant += ", a cell focused"
	}
	d.Puzzle = shown(now)
	return d, nil
}

// queens returns the marks of a board of Queens in a state.
func (in state) queens(r *rand.Rand, b *solver.Board, solution solver.Placement) []solver.Mark {
	marks := make([]solver.Mark, b.Size*b.Size)
	spared := r.IntN(b.Size)
	for row, col := range solution {
		if in == mistaken && row == spared {
			col = (col + 1 + r.IntN(b.Size-1)) % b.Size
		} else if !in.takes(r, row == spared) {
			continue
		}
		marks[row*b.Size+col] = solver.Queen
	}
	return marks
}

// takes tells whether a move has been made: one is spared where it is the last.
func (in state) takes(r *rand.Rand, spared bool) bool {
	return in == last && !spared || (in == half || in == mistaken) && r.IntN(2) == 0
}

// begun returns the text of a board of another game in a state: so many of the moves that solve it.
func (in state) begun(r *rand.Rand, of puzzle.Puzzle, untouched, solved string) string {
	if in == fresh {
		return untouched
	}
	game := of.Game()
	if game == zip.Name {
		steps := len(solved) / 2
		if in == last {
			return solved[:2*(steps-1)]
		}
		return solved[:2*(1+r.IntN(steps-1))]
	}
	letters := 1 // of a move
	if game == patches.Name {
		letters = 4
	}
	var moves []int
	for at := 0; at < len(solved); at += letters {
		if letters > 1 || untouched[at] != solved[at] {
			moves = append(moves, at)
		}
	}
	if len(moves) == 0 {
		return untouched
	}
	spared := gamerender.Pick(r, moves...)
	text := []byte(untouched)
	for _, at := range moves {
		move := []byte(solved[at : at+letters])
		if in == mistaken && at == spared {
			mistake(r, of, move, untouched+solved)
		} else if !in.takes(r, at == spared) {
			continue
		}
		if letters > 1 {
			text = append(text, move...)
		} else {
			text[at] = move[0]
		}
	}
	return string(text)
}

// mistake makes another move of one: a rectangle that lacks its first or last row or column, one in which its clue does not
// stand, where it has such; or another of the letters that are on the board.
func mistake(r *rand.Rand, of puzzle.Puzzle, move []byte, letters string) {
	p, ok := of.(*patches.Puzzle)
	if !ok {
		for was := move[0]; move[0] == was || move[0] == '.'; {
			move[0] = letters[r.IntN(len(letters))]
		}
		return
	}
	in := rectOf(string(move))
	for _, c := range p.Clues {
		switch {
		case !in.Contains(c.Row, c.Col):
		case c.Row > in.R0:
			move[0]++
		case c.Row < in.R1:
			move[2]--
		case c.Col > in.C0:
			move[1]++
		case c.Col < in.C1:
			move[3]--
		}
	}
}

// digit is what a letter of a page's text stands for.
func digit(letter byte) int {
	n, _ := strconv.ParseInt(string(letter), 36, 0)
	return int(n)
}

// rectOf returns the rectangle of four such letters.
func rectOf(text string) patches.Rect {
	return patches.Rect{R0: digit(text[0]), C0: digit(text[1]), R1: digit(text[2]), C1: digit(text[3])}
}

// shown returns the puzzle that the page shows, with what was done on it, in the order of the
// reader's.
func shown(s practice.State) puzzle.Puzzle {
	switch p := ordered(s.Puzzle).(type) {
	case *tango.Puzzle:
		for i := range p.Cells {
			p.Cells[i] = tango.Symbol(strings.IndexByte(".SM", s.Text[i]))
		}
		return p
	case *sudoku.Puzzle:
		for i := range p.Cells {
			p.Cells[i] = uint8(max(strings.IndexByte(".123456789", s.Text[i]), 0))
		}
		if n, err := p.Count(context.Background(), puzzle.Limit{Solutions: 2}); err == nil && n == 1 {
			return p
		}
		p.Entered = make([]bool, len(p.Cells))
		for i, v := range s.Puzzle.(*sudoku.Puzzle).Cells {
			p.Entered[i] = v != p.Cells[i]
		}
		return p
	case *zip.Puzzle:
		p.Path = nil
		for at := 0; at < len(s.Text); at += 2 {
			p.Path = append(p.Path, puzzle.Cell{Row: digit(s.Text[at]), Col: digit(s.Text[at+1])})
		}
		return p
	case *patches.Puzzle:
		p.Rects = nil
		for at := 0; at < len(s.Text); at += 4 {
			p.Rects = append(p.Rects, rectOf(s.Text[at:]))
		}
		slices.SortFunc(p.Rects, func(a, b patches.Rect) int { return cmp.Or(a.R0-b.R0, a.C0-b.C0) })
		return p
	}
	return &puzzles.Board{Board: *s.Board}
}

// ordered returns a puzzle with what it holds in the order of the reader's.
func ordered(q puzzle.Puzzle) puzzle.Puzzle {
	switch q := q.(type) {
	case *tango.Puzzle:
		p := *q
		p.Cells, p.Signs, p.Locked = slices.Clone(q.Cells), slices.Clone(q.Signs), make([]bool, len(q.Cells))
		for i := range p.Locked {
			p.Locked[i] = q.Given(i) != tango.Empty
		}
		slices.SortFunc(p.Signs, func(a, b tango.Sign) int { return cmp.Or(a.B.Row-b.B.Row, a.B.Col-b.B.Col, b.A.Row-a.A.Row) })
		return &p
	case *sudoku.Puzzle:
		p := *q
		p.Cells = slices.Clone(q.Cells)
		return &p
	case *zip.Puzzle:
		p := *q
		p.Walls = slices.Clone(q.Walls)
		slices.SortFunc(p.Walls, func(a, b puzzle.Edge) int {
			return cmp.Or(a.A.Row-b.A.Row, a.A.Col-b.A.Col, a.B.Row-b.B.Row, a.B.Col-b.B.Col)
		})
		return &p
	case *patches.Puzzle:
		p := *q
		p.Clues = slices.Clone(q.Clues)
		slices.SortFunc(p.Clues, func(a, b patches.Clue) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
		return &p
	}
	return q
}
