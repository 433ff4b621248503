package practice

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"autoqueens/internal/workshop/browsertest"
	"autoqueens/solver"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// table is a page in a browser with the board on it.
type table struct {
	*testing.T
	ctx    context.Context
	server *Server
}

// sit opens the page and waits for the board.
func sit(t *testing.T, opts Options, flags ...chromedp.ExecAllocatorOption) *table {
	t.Helper()
	opts.AutoStart = true
	p := &table{T: t, ctx: browsertest.New(t, flags...), server: start(t, opts)}
	p.run(chromedp.Navigate(p.server.URL()))
	p.ready()
	return p
}

func (p *table) run(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	err := chromedp.Do(p.ctx, actions...)
	for tries := 0; tries < 3 && err != nil && strings.Contains(err.Error(), "Could not find node"); tries++ {
		err = chromedp.Do(p.ctx, actions...) // it was looked up as the page went on to another
	}
	if err != nil {
		p.Fatal(err)
	}
}

func (p *table) ready() {
	p.Helper()
	if err := p.server.WaitReady(p.ctx); err != nil {
		p.Fatal(err)
	}
}

// center returns the middle of a cell in the viewport.
func (p *table) center(cell int) (x, y float64) {
	s := p.server.State()
	l, n := s.Geometry.Lattice, float64(s.Size)
	return l.X + (float64(cell%s.Size)+0.5)*l.Width/n, l.Y + (float64(cell/s.Size)+0.5)*l.Height/n
}

func (p *table) click(cells ...int) {
	p.Helper()
	for _, cell := range cells {
		x, y := p.center(cell)
		p.run(chromedp.MouseClickXY(x, y))
	}
}

// drag presses on the first cell, moves over the others, and releases.
func (p *table) drag(cells ...int) {
	p.Helper()
	x, y := p.center(cells[0])
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, browsertest.Held))
	for _, cell := range cells[1:] {
		x, y = p.center(cell)
		p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, browsertest.Held))
	}
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft))
}

// marks waits until the server has these marks, given as text with a space
// between rows.
func (p *table) marks(want string) {
	p.Helper()
	var got string
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	err := p.server.wait(ctx, func() bool {
		got = rows(p.server.game.board)
		return got == want
	})
	if err != nil {
		p.Fatalf("the board is\n%s\nnot\n%s (%v)", got, want, err)
	}
}

func rows(b *solver.Board) string {
	text := make([]byte, 0, len(b.Marks)+b.Size)
	for cell, m := range b.Marks {
		if cell > 0 && cell%b.Size == 0 {
			text = append(text, ' ')
		}
		text = append(text, ".xQ"[m])
	}
	return string(text)
}

func (p *table) win() Result {
	p.Helper()
	s := p.server.State()
	for row, col := range s.Solution {
		for m := s.Board.Mark(row, col); m != solver.Queen; m++ {
			p.click(row*s.Size + col)
		}
	}
	r, err := p.server.WaitWon(p.ctx)
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// eval returns what an expression gives in the page.
func eval[T any](p *table, expression string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// count returns how many elements match a selector.
func (p *table) count(selector string) int {
	p.Helper()
	return eval[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}
