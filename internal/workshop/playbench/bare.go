//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"time"

	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/player"
	"autoqueens/solver"
	"autoqueens/vision"
)

// barePage shows the boards that it is sent on a canvas and records the presses
// on them. It does nothing else, so that what is measured is the player and the
// window system.
const barePage = `<!doctype html><meta charset="utf-8"><title>A bare page</title>
<body style="margin:0;background:#fafafa"><canvas width="420" height="420" style="position:absolute;left:320px;top:140px"></canvas>
<script type="module">
const canvas = document.querySelector("canvas"), c = canvas.getContext("2d");
const colors = ["#bba3e2", "#ffc992", "#96beff", "#b3dfa0", "#dfdfdf", "#ff7b60", "#e6f388", "#b9b29e"];
let presses = [];
addEventListener("pointerdown", (e) => presses.push(e.timeStamp));
function draw(rows) {
  c.clearRect(0, 0, 420, 420);
  const n = rows.length, p = 50;
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) {
    c.fillStyle = colors[rows[y].charCodeAt(x) - 97];
    c.fillRect(10 + x * p, 10 + y * p, p, p);
  }
  c.fillStyle = "#000";
  for (let y = 0; y <= n; y++) for (let x = 0; x <= n; x++) {
    const at = (v, u) => rows[v]?.[u];
    if (x < n) { const w = y === 0 || y === n || at(y, x) !== at(y - 1, x) ? 4 : 1; c.fillRect(10 + x * p, 10 + y * p - w / 2 | 0, p, w); }
    if (y < n) { const w = x === 0 || x === n || at(y, x) !== at(y, x - 1) ? 4 : 1; c.fillRect(10 + x * p - w / 2 | 0, 10 + y * p, w, p); }
  }
}
for (let taken = []; ; ) {
  const rows = await (await fetch("board", { method: "POST", body: JSON.stringify(taken) })).json();
  taken = presses;
  presses = [];
  draw(rows);
}
</script>`

// bareGame serves the bare page.
type bareGame struct {
	boards  chan []string // what to show next; no rows is nothing
	presses chan int      // how many there were since the last time
	closed  chan struct{}
	server  *http.Server
	url     string
}

func serveBare() (*bareGame, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g := &bareGame{boards: make(chan []string), presses: make(chan int, 1), closed: make(chan struct{}), url: "http://" + l.Addr().String() + "/"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, barePage)
	})
	mux.HandleFunc("POST /board", func(w http.ResponseWriter, r *http.Request) {
		var times []float64
		_ = json.NewDecoder(r.Body).Decode(&times)
		select {
		case g.presses <- len(times):
		case <-g.closed:
			return
		}
		select {
		case rows := <-g.boards:
			_ = json.NewEncoder(w).Encode(rows)
		case <-g.closed:
		case <-r.Context().Done():
		}
	})
	g.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = g.server.Serve(l) }() // returns when it is closed
	return g, nil
}

func (g *bareGame) close() {
	close(g.closed)
	_ = g.server.Close()
}

// show shows a board, and returns how many presses the page had taken since the
// last one.
func (g *bareGame) show(ctx context.Context, rows []string) (int, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, loading, errors.New("the bare page does not answer"))
	defer cancel()
	select {
	case g.boards <- rows:
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
	select {
	case n := <-g.presses: // with the question for the next board
		return n, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// bareClicks is how many clicks a board gets there: the last one is made only once
// the other queens are seen, and the bare page shows none.
func bareClicks(size int) int { return 2*size - 1 }

// counted is a hand that ends the run after so many clicks: the bare page never
// says that it is won.
type counted struct {
	player.Hand
	left int
	end  context.CancelFunc
}

func (c *counted) Click(ctx context.Context, p image.Point) error {
	err := c.Hand.Click(ctx, p)
	if c.left--; c.left == 0 {
		c.end()
	}
	return err
}

// bareTimes are the stages of the boards that one hand has played, from the frame
// that shows a board to the end of the last click on it.
type bareTimes struct {
	hand                       *input.Hand
	whole, read, first, clicks row
	lost                       int // presses that did not arrive
}

func newBareTimes(h *input.Hand) *bareTimes {
	return &bareTimes{
		hand:   h,
		whole:  row{name: "frame with the board -> last click but one"},
		read:   row{name: "  of which the first reading"},
		first:  row{name: "  -> first press"},
		clicks: row{name: "  -> last click but one"},
	}
}

func (t *bareTimes) print(title string) {
	fmt.Printf("\n%s\n", title)
	printTable([]row{t.whole, t.read, t.first, t.clicks})
	fmt.Printf("%d presses did not arrive\n", t.lost)
}

// bare plays boards on the bare page, by turns with the hand that serves here and
// with the library's.
func (a *arena) bare(ctx context.Context, n, size int, seed uint64) error {
	g, err := serveBare()
	if err != nil {
		return err
	}
	defer g.close()
	library, err := input.Open(ctx, "robotgo")
	if err != nil {
		return err
	}
	defer library.Close()
	browser, err := a.desk.OpenBrowser(ctx, g.url, desk.BrowserOptions{Maximized: true})
	if err != nil {
		return err
	}
	defer browser.Close()

	ours, theirs := newBareTimes(a.hand), newBareTimes(library)
	<-g.presses // the page is there now
	var last *solver.Board
	for i := range 2 * (n + 1) {
		t := []*bareTimes{ours, theirs}[i%2]
		b, _, err := solver.Generate(size, seed+uint64(i))
		if err != nil {
			return err
		}
		if err := a.bareBoard(ctx, g, t, b, last, i >= 2); err != nil { // the first of each warms up
			return fmt.Errorf("board %d: %w", i, err)
		}
		last = b
	}
	fmt.Printf("%d boards of %d x %d each on a page that only records presses, ms, captured by %s\n", n, size, size, a.eye.Method())
	ours.print("clicked as play clicks here")
	theirs.print("clicked by the library")
	return nil
}

// bareBoard plays one board. The one before it, last, may still be in sight.
func (a *arena) bareBoard(ctx context.Context, g *bareGame, t *bareTimes, b, last *solver.Board, counts bool) error {
	run, end := context.WithCancel(ctx)
	defer end()
	p := a.player(player.Options{Timeout: 20 * time.Second})
	p.Hand = &counted{t.hand, bareClicks(b.Size), end}
	if last != nil {
		p.Skip(&vision.Reading{Board: *last})
	}
	w := newStopwatch(p)
	done := make(chan error, 1)
	go func() {
		_, err := p.Run(run)
		done <- err
	}()
	time.Sleep(atRest)
	if _, err := g.show(ctx, b.RegionRows()); err != nil {
		return err
	}
	err := <-done
	if len(w.clicks) != bareClicks(b.Size) {
		return fmt.Errorf("%d clicks: %w", len(w.clicks), err)
	}
	// Off the board, where the player leaves it when it may finish.
	if err := t.hand.Park(ctx, image.Pt(100, 700)); err != nil {
		return err
	}
	time.Sleep(100 * time.Millisecond)
	taken, err := g.show(ctx, []string{})
	if err != nil || !counts {
		return err
	}
	t.lost += bareClicks(b.Size) - taken
	t.whole.ms = append(t.whole.ms, w.last-w.frame)
	t.read.ms = append(t.read.ms, w.read)
	t.first.ms = append(t.first.ms, w.first-w.frame)
	t.clicks.ms = append(t.clicks.ms, w.last-w.first)
	return nil
}
