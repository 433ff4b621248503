//go:build linux

package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/desk"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/vision"
)

const (
	// between lies between a win and the next board: long enough for the
	// crowns to have turned gold and for the player to wait at rest.
	between = 2500 * time.Millisecond
	// betweenSlowly is the same where a picture of the screen takes a tenth of a second and more.
	betweenSlowly = 4 * between
	// atRest is when a turn begins, before the board appears.
	atRest = 700 * time.Millisecond
	// turn is how long a board may take to come.
	turn = 20 * time.Second
)

// row is a line of the table: a stage, and its length on each board.
type row struct {
	name string
	ms   []float64
}

// time plays boards in turns, the player one and the reference one, and prints
// how long each stage took.
func (a *arena) time(ctx context.Context, n, size int, seed uint64) error {
	between := between
	if a.real != nil {
		between = betweenSlowly
	}
	t, err := a.serve(ctx, practice.Options{Size: size, Seed: seed, AutoNext: between})
	if err != nil {
		return err
	}
	defer t.close()
	ref, err := a.reference(ctx)
	if err != nil {
		return err
	}
	defer ref.close()
	ready, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	if err := t.game.WaitReady(ready); err != nil {
		return err
	}
	// The first board warms everything up, and is nobody's.
	s := t.game.State()
	off, err := a.misplaced(ctx, s)
	if err != nil {
		return err
	}
	if err := playBy(ref, places(s.Geometry, size, off), s.Solution); err != nil {
		return err
	}
	p := a.player(player.Options{Timeout: turn})
	stages := []row{{name: "board painted -> capture that shows it"}, {name: "  -> seen (read, still, hand at rest)"}, {name: "  -> solved"}, {name: "  -> first press"}, {name: "  -> won"}}
	capture2press := row{name: "capture -> first press"}
	press2won := row{name: "first press -> won"}
	hand := row{name: "  of which the hand clicks"}
	held := row{name: "    and waits before its last click"}
	rest := row{name: "  last press -> won"}
	whole := row{name: "board painted -> won"}
	refPress := row{name: "reference: first press -> won"}
	refHand := row{name: "  of which the reference clicks"}
	refRest := row{name: "  last press -> won"}
	refWhole := row{name: "reference: board painted -> won"}
	for i := range 2 * n {
		limited, cancel := context.WithTimeout(ctx, turn)
		old, err := t.game.WaitWon(limited)
		cancel()
		if err != nil {
			return fmt.Errorf("board %d: %w", i, err)
		}
		p.Skip(&vision.Reading{Board: *old.Board})
		// The player looks on at a board that it has won, as one that plays board after board does.
		p.Options.Timeout, p.Options.DryRun = between-atRest, true
		if _, err := p.Run(ctx); err != nil && !player.Passable(err) {
			return fmt.Errorf("after board %d: %w", i, err)
		}
		p.Options.Timeout, p.Options.DryRun = turn, false
		if i%2 == 0 {
			w := newStopwatch(p)
			if _, err := p.Run(ctx); err != nil {
				return err
			}
			m, err := t.moments(ctx, old.Session+1)
			if err != nil {
				return err
			}
			offset := w.offset(m.downs)
			at := []float64{w.capture - offset, w.seen - offset, w.solved - offset, m.firstDown, m.won}
			last := m.painted
			for k := range stages {
				stages[k].ms = append(stages[k].ms, at[k]-last)
				last = at[k]
			}
			capture2press.ms = append(capture2press.ms, m.firstDown-at[0])
			press2won.ms = append(press2won.ms, m.won-m.firstDown)
			hand.ms = append(hand.ms, w.last-w.first)
			held.ms = append(held.ms, w.held())
			rest.ms = append(rest.ms, m.won-m.lastDown)
			whole.ms = append(whole.ms, m.won-m.painted)
			w.restore(p)
			continue
		}
		if err := t.game.WaitNext(ctx, old.Session); err != nil {
			return err
		}
		s := t.game.State()
		began := time.Now()
		if err := playBy(ref, places(s.Geometry, size, off), s.Solution); err != nil {
			return err
		}
		refHand.ms = append(refHand.ms, float64(time.Since(began).Microseconds())/1000)
		m, err := t.moments(ctx, s.Session)
		if err != nil {
			return err
		}
		refRest.ms = append(refRest.ms, m.won-m.lastDown)
		refPress.ms = append(refPress.ms, m.won-m.firstDown)
		refWhole.ms = append(refWhole.ms, m.won-m.painted)
	}
	fmt.Printf("%d boards of %d x %d each, ms, captured by %s\n\n", n, size, size, a.eye.Method())
	printTable(append(stages, capture2press, press2won, hand, held, rest, whole, refPress, refHand, refRest, refWhole))
	fmt.Printf("\nfirst press -> won: %.2f times the reference, without that wait %.2f; the whole: %.2f times\n",
		median(press2won.ms)/median(refPress.ms), (median(press2won.ms)-median(held.ms))/median(refPress.ms), median(whole.ms)/median(refWhole.ms))
	return nil
}

// reference returns the reference for the desktop.
func (a *arena) reference(ctx context.Context) (clicker, error) {
	if a.real != nil && a.real.Kind != desk.Sway {
		return byEI{a.real.Mouse()}, nil
	}
	if a.desk.Display() == "" {
		return newWaylandReference(ctx, a.screen.Bounds)
	}
	return newReference()
}

// misplaced returns how far the page is from where it tells: nowhere, but where the browser is
// not told where its window lies.
func (a *arena) misplaced(ctx context.Context, s practice.State) (off image.Point, err error) {
	if a.real == nil {
		return off, nil
	}
	r, err := a.read(ctx)
	if err != nil {
		return off, err
	}
	seen := calibrate.FromDisplay(a.screen).Point(r.Lattice.Center(0, 0))
	return seen.Sub(places(s.Geometry, len(s.Solution), off)(0, 0)), nil
}

// moments waits until the page has reported the win of a session.
func (t *table) moments(ctx context.Context, session int) (moments, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := t.game.WaitPhase(ctx, practice.Solved); err != nil {
		return moments{}, errLost
	}
	return momentsOf(t.game.Log(), session)
}

func printTable(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "stage\tmedian\tworst\t")
	for _, r := range rows {
		if len(r.ms) > 0 {
			fmt.Fprintf(w, "%s\t%.1f\t%.1f\t\n", r.name, median(r.ms), slices.Max(r.ms))
		}
	}
	w.Flush()
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// stopwatch sits between a player and the world and notes when things happen,
// in ms since it was made.
type stopwatch struct {
	player.Eye
	player.Reader
	player.Hand
	began time.Time

	asked, frame                  float64 // when that picture was asked for, see capture
	read                          float64 // how long reading it took
	latest, capture, seen, solved float64
	first, last                   float64   // when the first click began, and the last one ended
	clicks                        []float64 // the middle of each
	ends                          []float64 // and its end
	latestBegan                   float64   // when the latest click began
	report                        func(player.Event)
}

func newStopwatch(p *player.Player) *stopwatch {
	w := &stopwatch{Eye: p.Eye, Reader: p.Reader, Hand: p.Hand, began: time.Now(), report: p.Report}
	p.Eye, p.Reader, p.Hand = w, w, w
	p.Report = func(e player.Event) {
		switch e.Kind {
		case player.Seen:
			w.seen = w.now()
		case player.Solved:
			w.solved = w.now()
		}
	}
	return w
}

func (w *stopwatch) restore(p *player.Player) {
	p.Eye, p.Reader, p.Hand, p.Report = w.Eye, w.Reader, w.Hand, w.report
}

func (w *stopwatch) now() float64 { return float64(time.Since(w.began).Microseconds()) / 1000 }

func (w *stopwatch) Capture(r image.Rectangle) (*image.RGBA, error) {
	w.asked = w.now()
	img, err := w.Eye.Capture(r)
	w.latest = w.now()
	return img, err
}

func (w *stopwatch) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	return w.Eye.(player.Waiter).Wait(ctx, atMost)
}

// Read is called on pictures in which a board is looked for; the last one
// before a board is seen is the one that shows it.
func (w *stopwatch) Read(img image.Image) (*vision.Reading, error) {
	if w.seen == 0 {
		w.capture, w.frame = w.latest, w.asked
	}
	began := w.now()
	defer func() {
		if w.seen == 0 {
			w.read = w.now() - began
		}
	}()
	return w.Reader.Read(img)
}

func (w *stopwatch) Click(ctx context.Context, p image.Point) error {
	began := w.now()
	err := w.Hand.Click(ctx, p)
	if len(w.clicks) == 0 {
		w.first = began
	}
	w.last, w.latestBegan = w.now(), began
	w.ends = append(w.ends, w.last)
	w.clicks = append(w.clicks, (began+w.last)/2)
	return err
}

// held returns how long it was from the end of the last click but one to the last.
func (w *stopwatch) held() float64 {
	if len(w.ends) < 2 {
		return 0
	}
	return w.latestBegan - w.ends[len(w.ends)-2]
}

// offset returns what to subtract from a time of the stopwatch to get the
// page's, from the clicks that both have seen.
func (w *stopwatch) offset(downs []float64) float64 {
	var d []float64
	for i := range min(len(downs), len(w.clicks)) {
		d = append(d, w.clicks[i]-downs[i])
	}
	return median(d)
}
