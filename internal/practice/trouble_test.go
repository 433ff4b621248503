package practice

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"autoqueens/solver"
)

// troubles returns what trouble was made so far, once the server knows of the
// last press, and the cells it concerned.
func (p *table) troubles() (what []string, cells []int) {
	p.Helper()
	p.run(chromedp.MouseClickXY(3, 700)) // ordered behind all before it
	err := p.server.wait(p.ctx, func() bool {
		events := p.server.log.events
		last := events[len(events)-1]
		return last.Kind == Click && last.Cell < 0
	})
	if err != nil {
		p.Fatal(err)
	}
	for _, e := range p.server.Log() {
		if e.Kind == Troubled {
			what = append(what, e.Cause)
			cells = append(cells, e.Cell)
		}
	}
	return what, cells
}

func TestDropClicks(t *testing.T) {
	t.Parallel()
	played := func() (string, int) {
		p := sit(t, Options{Size: 5, Supply: bands, Seed: 9, Trouble: Trouble{DropClicks: 0.5}})
		for cell := range 25 {
			p.click(cell)
		}
		what, _ := p.troubles()
		return rows(p.server.State().Board), len(what)
	}
	board, dropped := played()
	if dropped < 5 || dropped > 20 {
		t.Errorf("%d of 25 clicks were dropped, want about half", dropped)
	}
	crosses := 0
	for _, c := range board {
		if c == 'x' {
			crosses++
		}
	}
	if crosses+dropped != 25 {
		t.Errorf("%d crosses and %d dropped clicks do not make 25", crosses, dropped)
	}
	if again, _ := played(); again != board {
		t.Errorf("the same seed dropped other clicks: %s, %s", board, again)
	}
}

func TestSwallowSecond(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{SwallowSecond: time.Minute}})
	p.click(7, 7, 7, 8, 7)
	p.marks("..... ..xx. ..... ..... .....")
	if what, cells := p.troubles(); len(what) != 3 || what[0] != "swallowed" || cells[2] != 7 {
		t.Errorf("trouble %v on %v", what, cells)
	}
}

func TestEatFirst(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{EatFirst: true}})
	p.click(7, 7, 8)
	p.marks("..... ..xx. ..... ..... .....")
	if what, cells := p.troubles(); len(what) != 1 || what[0] != "eaten" || cells[0] != 7 {
		t.Errorf("trouble %v on %v", what, cells)
	}
}

func TestBusyPerClick(t *testing.T) {
	t.Parallel()
	const busy = 80 * time.Millisecond
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{BusyPerClick: busy}})
	p.click(0, 1, 2)
	p.marks("xxx.. ..... ..... ..... .....")
	log := p.server.Log()
	for i, e := range log {
		if e.Kind == Marked && e.Time-log[i-1].Time < float64(busy/time.Millisecond) {
			t.Errorf("the page took %v ms for a click", e.Time-log[i-1].Time)
		}
	}
}

func TestCover(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{CoverAfter: 2}})
	p.click(0, 1, 12) // the third click lands on what covers the board
	p.marks("xx... ..... ..... ..... .....")
	if err := p.server.wait(p.ctx, func() bool {
		return slices.ContainsFunc(p.server.log.events, func(e Event) bool { return e.Cause == "cover-painted" })
	}); err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.WaitVisible(chromedp.CSS("#cover")), chromedp.Click(chromedp.CSS("#uncover")))
	p.click(12)
	p.marks("xx... ..... ..x.. ..... .....")
	if what, _ := p.troubles(); !slices.Equal(what, []string{"covered", "cover-painted", "uncovered"}) {
		t.Errorf("trouble %v", what)
	}
}

func TestCoverGoesByItself(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{CoverAfter: 1, CoverFor: 50 * time.Millisecond}})
	p.click(0)
	p.run(chromedp.WaitNotVisible(chromedp.CSS("#cover")))
	p.click(12)
	p.marks("x.... ..... ..x.. ..... .....")
}

func TestShift(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{ShiftAfter: 1, ShiftX: 30, ShiftY: -20}})
	before := p.server.State().Geometry.Board
	x, y := p.center(0)
	p.click(0)
	p.marks("x.... ..... ..... ..... .....")
	p.troubles()
	after := p.server.State().Geometry.Board
	if after.X != before.X+30 || after.Y != before.Y-20 {
		t.Errorf("the board went from %+v to %+v", before, after)
	}
	if nx, ny := p.center(0); nx != x+30 || ny != y-20 {
		t.Errorf("the lattice went from %v, %v to %v, %v", x, y, nx, ny)
	}
	p.click(6) // where it is now
	p.marks("x.... .x... ..... ..... .....")
}

func TestOpening(t *testing.T) {
	t.Parallel()
	// A queen on a wrong cell and a cross on the solution, to be put right.
	opening := func(b *solver.Board, p solver.Placement) []solver.Mark {
		marks := make([]solver.Mark, b.Size*b.Size)
		marks[p[0]] = solver.Cross
		marks[(p[0]+2)%b.Size] = solver.Queen
		return marks
	}
	p := sit(t, Options{Size: 6, Seed: 4, Opening: opening, Locked: 0})
	s := p.server.State()
	if p.count("#board .cross") != 1 || p.count("#board .queen") != 1 {
		t.Error("the page does not show the opening")
	}
	p.click((s.Solution[0] + 2) % 6)
	p.run(chromedp.WaitNotPresent(chromedp.CSS("#board .queen")))
	p.troubles()
	if r := p.win(); r.Problem != "" {
		t.Error(r.Problem)
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 7, Seed: 8, Locked: 2})
	s := p.server.State()
	given := rows(s.Board)
	for row := range 2 {
		p.click(row*7+s.Solution[row], row*7+s.Solution[row])
	}
	p.drag(s.Solution[0], s.Solution[0]) // nor by a line
	p.marks(given)
	if p.count("#clear[disabled]") != 1 {
		t.Error("the given queens can be cleared")
	}
	if r := p.win(); r.Clicks != 2*5+2*2+1 {
		t.Errorf("%d clicks", r.Clicks)
	}
}
