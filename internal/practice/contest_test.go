package practice

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"autoqueens/internal/workshop/browsertest"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// fixed are small puzzles with one solution each, by game.
var fixed = map[string]string{
	"tango":   `{"cells":["S...","....","...M","...."],"locked":["#...","....","...#","...."],"signs":[[0,1,0,2,"x"],[1,0,1,1,"="],[3,1,3,2,"="]]}`,
	"zip":     `{"rows":4,"cols":4,"numbers":[[0,0,1],[1,0,2],[2,3,3],[3,0,4]],"walls":[[0,0,1,0],[1,1,2,1],[1,2,2,2]]}`,
	"sudoku":  `{"boxrows":2,"boxcols":3,"cells":["12345.","4561.3","23.564","5.4231","3.2645","64.312"]}`,
	"patches": `{"rows":4,"cols":4,"clues":[{"r":0,"c":1,"size":4,"shape":"wide"},{"r":1,"c":0,"size":3,"shape":"tall"},{"r":2,"c":2,"size":0,"shape":"any"},{"r":2,"c":3,"size":3,"shape":"tall"}]}`,
}

func fixedPuzzle(game string, _ int, _ uint64) (puzzle.Puzzle, error) {
	g, err := games.Find(game)
	if err != nil {
		return nil, err
	}
	p := g.New()
	if err := json.Unmarshal([]byte(fixed[game]), p); err != nil {
		return nil, err
	}
	if n, err := p.Count(context.Background(), puzzle.Limit{Solutions: 2}); n != 1 || err != nil {
		return nil, fmt.Errorf("the %s board has %d solutions (%v)", game, n, err)
	}
	return p, nil
}

// sitAt opens the page with the fixed board of a game.
func sitAt(t *testing.T, game string) *table {
	t.Helper()
	size := 4
	if game == "sudoku" {
		size = 6
	}
	return sit(t, Options{Game: game, Size: size, Puzzles: fixedPuzzle})
}

// text waits until the server was told of this state of the board.
func (p *table) text(want string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	var got string
	if err := p.server.wait(ctx, func() bool {
		got = p.server.game.marks(false)
		return got == want
	}); err != nil {
		p.Fatalf("the board is %q, not %q (%v)", got, want, err)
	}
}

// pull drags as the page needs it: with a first movement inside the first cell.
func (p *table) pull(cells ...int) {
	p.Helper()
	x, y := p.center(cells[0])
	held := browsertest.Held
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x-5, y-5, held))
	for _, cell := range cells {
		x, y = p.center(cell)
		p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, held))
	}
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft))
}

// won waits for the win of a board, by the game's word.
func (p *table) won(game string) {
	p.Helper()
	r, err := p.server.WaitWon(p.ctx)
	if err != nil || r.Game != game {
		p.Fatalf("%+v (%v)", r, err)
	}
	if err := p.server.WaitPhase(p.ctx, Finished); err != nil {
		p.Fatal(err)
	}
}

func TestTango(t *testing.T) {
	t.Parallel()
	p := sitAt(t, "tango")
	const opening = "S..........M...."
	p.text(opening)
	p.click(1)
	p.text("SS.........M....")
	p.click(1)
	p.text("SM.........M....")
	p.click(1, 0, 11) // empty again; locked ones stay
	p.text(opening)
	p.click(1, 2)
	p.text("SSS........M....")
	// Broken rules show after a while, not at once.
	if n := p.count("#board .wrong"); n != 0 {
		t.Errorf("%d cells are striped at once", n)
	}
	p.run(chromedp.WaitVisible(chromedp.CSS("#board .wrong")))
	p.run(chromedp.Click(chromedp.CSS("#undo")))
	p.text("SS.........M....")
	p.run(chromedp.Click(chromedp.CSS("#clear")))
	p.text(opening)
	solved := p.server.State().Solved
	for cell, s := range solved {
		if opening[cell] != '.' {
			continue
		}
		p.click(cell)
		if s == 'M' {
			p.click(cell)
		}
	}
	p.won("tango")
}

func TestZip(t *testing.T) {
	t.Parallel()
	p := sitAt(t, "zip")
	p.text("00")
	// Cells that a fast pointer leaves out break the path.
	p.pull(0, 1, 3, 2)
	p.text("000102")
	p.pull(2, 1)
	p.text("0001")
	p.run(chromedp.KeyEvent(kb.ArrowRight))
	p.text("000102")
	p.run(chromedp.KeyEvent(kb.ArrowLeft))
	p.text("0001")
	p.click(0)
	p.text("00")
	p.pull(0, 4) // a wall
	p.text("00")
	p.click(3)
	p.text("00010203")
	p.run(chromedp.Click(chromedp.CSS("#undo")))
	p.text("00")
	// A press that does not move within its cell is no drag.
	x, y := p.center(0)
	x1, y1 := p.center(1)
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, browsertest.Held),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x1, y1, browsertest.Held),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x1, y1, chromedp.ButtonLeft))
	p.text("00")
	var path []int
	solved := p.server.State().Solved
	for i := 0; i < len(solved); i += 2 {
		path = append(path, int(solved[i]-'0')*4+int(solved[i+1]-'0'))
	}
	p.pull(path...)
	p.won("zip")
}

func TestMiniSudoku(t *testing.T) {
	t.Parallel()
	p := sitAt(t, "sudoku")
	opening := p.server.State().Text
	with := func(cell int, digit string) string { return opening[:cell] + digit + opening[cell+1:] }
	p.click(5)
	p.run(chromedp.KeyEvent("5"))
	p.text(with(5, "5"))
	p.run(chromedp.KeyEvent("6")) // overwrites
	p.text(with(5, "6"))
	p.run(chromedp.KeyEvent(kb.Backspace))
	p.text(opening)
	p.click(0)
	p.run(chromedp.KeyEvent("6")) // a given
	p.click(5)
	p.run(chromedp.Click(chromedp.CSS(".pad button:nth-of-type(2)")))
	p.text(with(5, "2"))
	p.run(chromedp.WaitVisible(chromedp.CSS("#board .wrong")))
	p.run(chromedp.Click(chromedp.CSS("#erase")))
	p.text(opening)
	// Notes are no digits.
	p.run(chromedp.KeyEvent("n"), chromedp.KeyEvent("6"))
	p.run(chromedp.WaitVisible(chromedp.CSS("#board .notes")))
	p.run(chromedp.KeyEvent("n"))
	p.text(opening)
	for cell, digit := range p.server.State().Solved {
		if opening[cell] == '.' {
			p.click(cell)
			p.run(chromedp.KeyEvent(string(digit)))
		}
	}
	p.won("sudoku")
}

func TestPatches(t *testing.T) {
	t.Parallel()
	p := sitAt(t, "patches")
	p.text("")
	p.pull(0, 1)
	p.text("0001")
	p.pull(0, 1, 2, 3) // takes the place of what it lies on
	p.text("0003")
	p.pull(5, 6) // no clue, no rectangle
	p.text("0003")
	p.click(2)
	p.text("")
	p.run(chromedp.Click(chromedp.CSS("#undo")))
	p.text("0003")
	p.run(chromedp.Click(chromedp.CSS("#clear")))
	p.text("")
	solved := p.server.State().Solved
	for ; solved != ""; solved = solved[4:] {
		at := func(i int) int { return int(solved[i]-'0')*4 + int(solved[i+1]-'0') }
		p.pull(at(0), at(2))
	}
	p.won("patches")
}

// TestReloadOther: a board is kept over a reload, and taken back with fresh.
func TestReloadOther(t *testing.T) {
	t.Parallel()
	p := sitAt(t, "zip")
	p.click(3)
	p.text("00010203")
	p.run(chromedp.Reload())
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	p.text("00010203")
	if got := eval[string](p, `document.querySelector(".path").getAttribute("points")`); len(strings.Fields(got)) != 4 {
		t.Errorf("the path leads over %q", got)
	}
	p.run(chromedp.Navigate(p.server.URL() + "?fresh=1"))
	if err := p.server.WaitNext(p.ctx, 2); err != nil {
		t.Fatal(err)
	}
	p.text("00")
}

// TestContestText: what the page writes of a solved board is read as its answer.
func TestContestText(t *testing.T) {
	for game := range contests {
		p, err := fixedPuzzle(game, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := p.Dims()
		o := Options{Puzzles: fixedPuzzle}
		c, err := o.newContest(game, rows, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.verdict(); err == nil {
			t.Errorf("%s: an untouched board is a win", game)
		}
		c.state = c.solved()
		if err := c.verdict(); err != nil {
			t.Errorf("%s: the solved board is no win: %v", game, err)
		}
		for _, text := range []string{"?", "0", "SSSSSSSSSSSSSSSS", "zzzz", "00000000"} {
			c.state = text
			if err := c.verdict(); err == nil {
				t.Errorf("%s: %q is a win", game, text)
			}
		}
	}
}

// TestContestOfAll: every game can be practised.
func TestContestOfAll(t *testing.T) {
	list, err := pageFiles.ReadFile("page/games.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All() {
		if c := contests[g.Name]; g.Name != games.Queens && (c.opening == nil || c.text == nil || c.read == nil) {
			t.Errorf("the practice page does not know how %s is written down", g.Title)
		}
		if !strings.Contains(string(list), g.Name) {
			t.Errorf("games.js does not list %s", g.Title)
		}
	}
}
