//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/solver"
)

// trouble is one kind of thing that goes wrong while a board is played.
type trouble struct {
	name    string
	page    func(o *practice.Options, dice *rand.Rand) // what the page does
	pace    time.Duration                              // between clicks, so that there is a middle of a board
	human   bool
	happens func(r *round) error // what happens at a random instant after the first press
	person  bool                 // it is a person who wants it to stop, within stopWithin
}

// stopWithin is what a person who takes over may wait for the hand.
const stopWithin = 50 * time.Millisecond

// lasting is how long one of these boards is clicked at its pace, about: the
// instants at which things happen are spread over it.
const lasting = 600 * time.Millisecond

func troubles() []trouble {
	const paced = 40 * time.Millisecond
	every := func(o *practice.Options, _ *rand.Rand) {}
	nudge := func(r *round) error {
		return r.person.nudge([]int{-30, -6, 9, 60}[r.dice.IntN(4)], []int{-40, 7, 5, 25}[r.dice.IntN(4)])
	}
	return []trouble{
		{name: "the mouse is moved", pace: paced, person: true, happens: nudge},
		{name: "the mouse is moved, at a human pace", human: true, person: true, happens: nudge},
		{name: "the mouse is moved, at full speed", person: true, happens: nudge},
		{name: "a button is held", pace: paced, person: true, happens: func(r *round) error {
			defer r.later(300*time.Millisecond, func() { _ = r.person.button(false) })
			return r.person.button(true)
		}},
		{name: "Esc is pressed", pace: paced, person: true, happens: func(r *round) error { return r.person.strike(keyEscape) }},
		{name: "the window is moved", pace: paced, happens: func(r *round) error {
			return r.person.move([]int{-180, -70, 60, 150}[r.dice.IntN(4)], []int{-30, 50}[r.dice.IntN(2)])
		}},
		{name: "the window is moved, at a human pace", human: true, happens: func(r *round) error { return r.person.move(120, 40) }},
		{name: "the page scrolls", pace: paced, page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.ShiftAfter, o.Trouble.ShiftY = 1+dice.IntN(12), []int{-90, -20, 30, 100}[dice.IntN(4)]
		}},
		{name: "a pop-up covers it for 1 s", pace: paced, page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.CoverAfter, o.Trouble.CoverFor = 1+dice.IntN(12), time.Second
		}},
		{name: "a pop-up stays", pace: paced, page: func(o *practice.Options, dice *rand.Rand) { o.Trouble.CoverAfter = 1 + dice.IntN(12) }},
		{name: "the screen is locked for 1 s", pace: paced, happens: func(r *round) error {
			defer r.later(time.Second, func() { _ = r.person.uncover() })
			return r.person.cover()
		}},
		{name: "the screen stays locked", pace: paced, happens: func(r *round) error { return r.person.cover() }},
		{name: "the page is loaded again", pace: paced, page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.ReloadAt = time.Duration(1 + dice.IntN(int(lasting)))
		}},
		{name: "the browser is killed", pace: paced, happens: func(r *round) error { r.table.browser.Kill(); return nil }},
		{name: "10 % of clicks are dropped", page: func(o *practice.Options, _ *rand.Rand) { o.Trouble.DropClicks = 0.1 }},
		{name: "the first click is eaten", page: func(o *practice.Options, _ *rand.Rand) { o.Trouble.EatFirst = true }},
		{name: "300 ms for every click", page: func(o *practice.Options, _ *rand.Rand) { o.Trouble.BusyPerClick = 300 * time.Millisecond }},
		{name: "double clicks within 200 ms swallowed", page: func(o *practice.Options, _ *rand.Rand) { o.Trouble.SwallowSecond = 200 * time.Millisecond }},
		{name: "crosses are filled in", page: func(o *practice.Options, _ *rand.Rand) { o.AutoX = true }},
		{name: "it opens with wrong marks", page: func(o *practice.Options, dice *rand.Rand) { o.Opening = wrongMarks(dice) }},
		{name: "nothing", page: every},
	}
}

// wrongMarks opens a board with marks of all kinds, right and wrong.
func wrongMarks(dice *rand.Rand) func(*solver.Board, solver.Placement) []solver.Mark {
	return func(b *solver.Board, _ solver.Placement) []solver.Mark {
		marks := make([]solver.Mark, b.Size*b.Size)
		for range b.Size {
			marks[dice.IntN(len(marks))] = []solver.Mark{solver.Cross, solver.Cross, solver.Queen}[dice.IntN(3)]
		}
		return marks
	}
}

// round is one board with one kind of trouble.
type round struct {
	table  *table
	person person
	dice   *rand.Rand

	failed error     // how the player ended, nil where it says it has won
	ended  time.Time // when
	caught int       // presses that the sheet caught

	mu       sync.Mutex
	clicks   []time.Time // when the hand's clicks began
	happened time.Time   // when it was asked for
	arrived  time.Time   // when the server had taken it
	stopped  time.Time   // when the hand knew that the person took over
	timers   []*time.Timer
	over     bool // nothing may happen any more
}

// later does something after the round has gone on for d.
func (r *round) later(d time.Duration, do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.timers = append(r.timers, time.AfterFunc(d, do))
}

// watchedHand notes when the hand clicks and when it is stopped.
type watchedHand struct {
	*input.Hand
	r *round
}

func (h watchedHand) Click(ctx context.Context, p image.Point) error {
	began := time.Now()
	err := h.Hand.Click(ctx, p)
	if err == nil {
		h.r.mu.Lock()
		h.r.clicks = append(h.r.clicks, began)
		h.r.mu.Unlock()
	}
	return err
}

func (h watchedHand) Watch(ctx context.Context) (context.Context, func()) {
	watched, stop := h.Hand.Watch(ctx)
	ended := context.AfterFunc(watched, func() {
		h.r.mu.Lock()
		h.r.stopped = time.Now()
		h.r.mu.Unlock()
	})
	return watched, func() { ended(); stop() }
}

// tally is what became of the boards of one kind.
type tally struct {
	won, further, beside int
	stops                map[string]int
	slowest              time.Duration
	quiet                int // boards that were over before it happened
}

// series plays n boards with each kind of trouble and prints what became of
// them. It fails where a board was neither won nor refused with a reason, where
// anything beside the board was clicked, or where a person had to wait.
func (a *arena) series(ctx context.Context, n int, seed uint64, only string) error {
	who, err := a.newPerson(ctx)
	if err != nil {
		return err
	}
	defer who.close()
	const line = "%-38s %6v %5v %12v %6v %12s  %s\n"
	fmt.Printf(line, "what happens", "boards", "won", "clicks after", "beside", "slowest stop", "otherwise")
	bad := 0
	for k, tr := range troubles() {
		if !strings.Contains(tr.name, only) {
			continue
		}
		sum := tally{stops: map[string]int{}}
		for i := range n {
			if err := a.troubled(ctx, who, tr, seed+uint64(1000*k+i), &sum); err != nil {
				return fmt.Errorf("%s, board %d: %w", tr.name, i+1, err)
			}
		}
		var ends []string
		for _, what := range slices.Sorted(maps.Keys(sum.stops)) {
			ends = append(ends, fmt.Sprintf("%d: %s", sum.stops[what], what))
		}
		slowest := "-"
		if sum.slowest > 0 {
			slowest = fmt.Sprintf("%.1f ms", float64(sum.slowest.Microseconds())/1000)
		}
		if sum.quiet > 0 {
			ends = append(ends, fmt.Sprintf("(%d over before it happened)", sum.quiet))
		}
		fmt.Printf(line, tr.name, n, sum.won, sum.further, sum.beside, slowest, strings.Join(ends, "; "))
		if sum.beside > 0 || tr.person && (sum.further > 0 || sum.slowest > stopWithin) {
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d kinds of trouble went wrong", bad)
	}
	return nil
}

// play plays one board to which something happens, in a window that can be moved, and
// waits until what was sent has arrived. Whoever gets the round closes its table.
func (a *arena) play(ctx context.Context, who person, tr trouble, o practice.Options, dice *rand.Rand) (_ *round, err error) {
	if tr.page != nil {
		tr.page(&o, dice)
	}
	game, err := practice.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	browser, err := a.desk.OpenBrowser(ctx, game.URL(), desk.BrowserOptions{Position: image.Pt(200, 40), Size: image.Pt(1000, 980)})
	if err != nil {
		_ = game.Close()
		return nil, err
	}
	r := &round{table: &table{game, browser}, person: who, dice: dice}
	defer func() {
		if err != nil {
			r.table.close()
		}
	}()
	ready, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	if err := game.WaitReady(ready); err != nil {
		return nil, err
	}
	if tr.happens != nil {
		go r.strike(tr, time.Duration(dice.Int64N(int64(lastingOf(tr)))))
	}
	caught := who.caught()
	p := a.player(player.Options{Timeout: 20 * time.Second, Pause: tr.pace})
	p.Hand = watchedHand{a.hand, r}
	if *why {
		p.Why = func(line string) { fmt.Printf("%s: %s\n", tr.name, line) }
	}
	a.hand.SetPace(input.Fast)
	if tr.human {
		a.hand.SetPace(input.Human)
	}
	_, r.failed = p.Run(ctx)
	r.ended = time.Now()
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	time.Sleep(150 * time.Millisecond) // what was sent has to arrive
	_ = who.uncover()
	r.caught = who.caught() - caught
	return r, context.Cause(ctx)
}

// troubled plays one board.
func (a *arena) troubled(ctx context.Context, who person, tr trouble, seed uint64, sum *tally) error {
	dice := rand.New(rand.NewPCG(seed, seed))
	o := practice.Options{Size: 8, Seed: seed, AutoStart: true}
	r, err := a.play(ctx, who, tr, o, dice)
	if err != nil {
		return err
	}
	defer r.table.close()
	game := r.table.game
	err = r.failed

	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.timers {
		if t.Stop() { // it would have let go of a button
			_ = who.button(false)
		}
	}
	sum.beside += r.caught
	for _, e := range game.Log() {
		if e.Kind == practice.Down && e.Button == 0 && e.Cell < 0 {
			sum.beside++
		}
	}
	wait, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	if err == nil {
		if _, lost := game.WaitWon(wait); lost != nil {
			return fmt.Errorf("the player says it is won, the game does not: %w", lost)
		}
		sum.won++
	} else {
		f, ok := errors.AsType[*fault.Error](err)
		if !ok {
			return err
		}
		sum.stops[words(f.What)]++
	}
	switch {
	case tr.happens == nil:
	case r.happened.IsZero() || r.happened.After(r.ended):
		sum.quiet++
	case tr.person:
		for _, at := range r.clicks {
			if !r.arrived.IsZero() && at.After(r.arrived) { // not one that was under way
				sum.further++
			}
		}
		if err != nil {
			sum.slowest = max(sum.slowest, r.stopped.Sub(r.happened))
		}
	}
	return nil
}

// lastingOf returns over how long the instants are spread.
func lastingOf(tr trouble) time.Duration {
	switch {
	case tr.human:
		return 4 * time.Second
	case tr.pace == 0:
		return 15 * time.Millisecond
	}
	return lasting
}

// strike makes it happen, some time after the first press.
func (r *round) strike(tr trouble, after time.Duration) {
	for e := range r.table.game.Events() {
		if e.Kind != practice.Down {
			continue
		}
		time.Sleep(after)
		r.mu.Lock()
		over := r.over
		r.happened = time.Now()
		r.mu.Unlock()
		if over {
			return
		}
		if err := tr.happens(r); err != nil {
			fmt.Fprintln(os.Stderr, "playbench:", tr.name, err)
		}
		r.mu.Lock()
		r.arrived = time.Now()
		r.mu.Unlock()
		return
	}
}

// words leaves the numbers out of a reason, so that alike ones are counted
// together.
func words(s string) string {
	var kept []string
	for f := range strings.FieldsSeq(s) {
		if strings.ContainsAny(f, "0123456789") {
			f = "#"
		}
		kept = append(kept, f)
	}
	return strings.NewReplacer("# clicks", "# click", "# queens", "# queen").Replace(strings.Join(kept, " "))
}
