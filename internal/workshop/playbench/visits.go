//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/vision"
)

// A visit is what a page does around a game, and what it shows when that is won;
// losses are what may happen to a board instead. Every board that was won is to be
// told as won, and no other.

// ending is one way in which a page ends a game that was won.
type ending struct {
	name  string
	visit practice.Visit
	// unseen tells that the win may never be on the screen, or be there too late to be
	// told from something else: it is shown in the table and no failure.
	unseen bool
}

// endings returns the ways in which a page ends a game.
func endings() []ending {
	const ms = time.Millisecond
	var all []ending
	for _, e := range []struct {
		name  string
		end   practice.End
		after []time.Duration
	}{
		{"gold, then a card", practice.EndGold, []time.Duration{0}},
		{"a card over the board", practice.EndCard, []time.Duration{0, 16 * ms, 100 * ms, 1000 * ms}},
		{"a card smaller than the board", practice.EndSmall, []time.Duration{0, 100 * ms}},
		{"a card larger than the board", practice.EndLarge, []time.Duration{0, 16 * ms, 100 * ms}},
		{"a card, the page dimmed", practice.EndDimPage, []time.Duration{0, 100 * ms}},
		{"a card, the board dimmed", practice.EndDimBoard, []time.Duration{0, 100 * ms}},
		{"a card that shines through", practice.EndGlass, []time.Duration{0, 100 * ms}},
		{"a full page", practice.EndPage, []time.Duration{0, 16 * ms, 100 * ms, 1000 * ms}},
		{"another page", practice.EndElsewhere, []time.Duration{0, 16 * ms, 100 * ms}},
		{"gold at once, then a card", practice.EndGoldCard, []time.Duration{0, 100 * ms}},
		{"confetti", practice.EndConfetti, []time.Duration{0}},
		{"nothing", practice.EndNothing, []time.Duration{0}},
	} {
		for _, after := range e.after {
			name := e.name
			if len(e.after) > 1 {
				name = fmt.Sprintf("%s, %d ms", e.name, after.Milliseconds())
			}
			all = append(all, ending{name, practice.Visit{End: e.end, EndAfter: after}, e.end == practice.EndElsewhere && after == 0})
		}
	}
	for _, slow := range []practice.End{practice.EndCard, practice.EndNothing} {
		// A card in the frame of the last queen is told by when it comes, which such a page may not let tell.
		all = append(all, ending{"painted every 200 ms: " + cmp.Or(string(slow), "gold"), practice.Visit{End: slow, PaintEvery: 200 * ms}, slow == practice.EndCard})
	}
	// The ways to the board take turns with the ways it ends.
	before := []func(*practice.Visit){
		func(*practice.Visit) {},
		func(v *practice.Visit) { v.StartPage, v.StartBoard = 600*ms, true },
		func(v *practice.Visit) { v.Loader = 500 * ms },
		func(v *practice.Visit) { v.HowTo = 2500 * ms },
		func(v *practice.Visit) { v.Tooltip, v.Prompt = true, 300*ms },
	}
	for i := range all {
		before[i%len(before)](&all[i].visit)
	}
	return all
}

// seen is what became of the boards of one kind.
type seen struct {
	boards, won  int
	told, missed int // wins told, and not
	claimed      int // losses told as wins
	beside       int // clicks beside the board
	verdicts     []float64
	ends         map[string]int
}

// dealOf returns board number i of the series: all ways and sizes, light and dark.
func dealOf(all []ending, number int, dice *rand.Rand) practice.Deal {
	dark := dice.IntN(2) == 1
	return practice.Deal{
		Size: practice.MinSize + dice.IntN(practice.MaxSize-practice.MinSize+1), Dark: &dark,
		Visit: all[number%len(all)].visit,
	}
}

// afterWin lies between a win and the next board of a series of visits, at the least: long
// enough for what comes a second after it.
const afterWin = 1700 * time.Millisecond

// visits plays n boards over all the ways a visit can go, then losses of them to
// which something happens, and prints a table. It fails where a win was not told, a
// loss was told as a win, or anything beside the board was clicked. A win that was
// covered that instant by something else may be told as one that was not seen.
func (a *arena) visits(ctx context.Context, n, losses int, seed uint64, only string) error {
	const line = "%-42s %6v %5v %5v %7v %8v %7v  %9s %9s  %s\n"
	fmt.Printf(line, "how it ends", "boards", "won", "told", "missed", "claimed", "beside", "median ms", "worst ms", "otherwise")
	var total seen
	missed := 0 // of the boards to which nothing happened
	show := func(name string, s *seen) {
		var ends []string
		for _, what := range slices.Sorted(maps.Keys(s.ends)) {
			ends = append(ends, fmt.Sprintf("%d: %s", s.ends[what], what))
		}
		m, worst := "-", "-"
		if len(s.verdicts) > 0 {
			m, worst = fmt.Sprintf("%.0f", median(s.verdicts)), fmt.Sprintf("%.0f", slices.Max(s.verdicts))
		}
		fmt.Printf(line, name, s.boards, s.won, s.told, s.missed, s.claimed, s.beside, m, worst, strings.Join(ends, "; "))
		total.boards += s.boards
		total.won += s.won
		total.told += s.told
		total.missed += s.missed
		total.claimed += s.claimed
		total.beside += s.beside
		total.verdicts = append(total.verdicts, s.verdicts...)
	}
	all := slices.DeleteFunc(endings(), func(e ending) bool { return !strings.Contains(e.name, only) })
	if len(all) > 0 && n > 0 {
		sums, err := a.wins(ctx, all, n, seed)
		for i, e := range all {
			show(e.name, &sums[i])
			if !e.unseen {
				missed += sums[i].missed + sums[i].boards - sums[i].won // each of them can be won
			}
		}
		if err != nil {
			return err
		}
	}
	if losses > 0 {
		kinds := slices.DeleteFunc(lossesOf(), func(t trouble) bool { return !strings.Contains(t.name, only) })
		who, err := a.newPerson(ctx)
		if err != nil {
			return err
		}
		defer who.close()
		for k, tr := range kinds {
			sum := seen{ends: map[string]int{}}
			for i := range (losses + len(kinds) - 1 - k) / len(kinds) {
				if err := a.visited(ctx, who, tr, seed+uint64(1000*k+i), &sum); err != nil {
					return fmt.Errorf("%s, board %d: %w", tr.name, i+1, err)
				}
			}
			show(tr.name, &sum)
		}
	}
	fmt.Printf("\n%d boards, %d won: %d told, %d not told; losses told as wins: %d; clicks beside the board: %d; verdict after the page shows the win: median %.0f ms\n",
		total.boards, total.won, total.told, total.missed, total.claimed, total.beside, median(total.verdicts))
	if missed > 0 || total.claimed > 0 || total.beside > 0 {
		return errVerdict
	}
	return nil
}

var errVerdict = errors.New("a verdict was wrong")

// wins plays n boards that all end in one of the ways, in one browser.
func (a *arena) wins(ctx context.Context, all []ending, n int, seed uint64) ([]seen, error) {
	sums := make([]seen, len(all))
	for i := range sums {
		sums[i].ends = map[string]int{}
	}
	o := practice.Options{Seed: seed, AutoNext: afterWin, Hold: true, AutoStart: true, Deal: func(number int) practice.Deal {
		return dealOf(all, number, rand.New(rand.NewPCG(seed, uint64(number))))
	}}
	t, err := a.serve(ctx, o)
	if err != nil {
		return sums, err
	}
	defer func() { t.close() }()
	session, first := 0, 0 // first is the board with which the browser was opened
	var known []*vision.Reading
	for i := range n {
		// Every visit is one of another page, of which nothing is known.
		p := a.player(player.Options{Timeout: 30 * time.Second})
		p.Skip(known...)
		s := &sums[i%len(all)]
		s.boards++
		if *why {
			p.Why = func(line string) { fmt.Printf("%s: %s\n", all[i%len(all)].name, line) }
		}
		var told time.Time
		p.Report = func(e player.Event) {
			if e.Kind == player.Verified || e.Kind == player.Ended {
				told = time.Now()
			}
		}
		_, failed := p.Run(ctx)
		if ctx.Err() != nil {
			return sums, context.Cause(ctx)
		}
		t.game.GoOn(i - first) // on a busy machine a verdict takes longer than any page waits
		wait, cancel := context.WithTimeout(ctx, 3*time.Second)
		result, lost := t.game.WaitWon(wait)
		cancel()
		won := lost == nil
		if won {
			s.won++
			session = result.Session
		}
		a.judge(s, won, failed)
		newest := t.game.State().Session
		s.beside += pressedBeside(slices.DeleteFunc(t.game.Log(), func(e practice.Event) bool { return e.Session != newest }))
		if !won {
			// It would stay for ever.
			t.close()
			next := o
			next.Deal = func(number int) practice.Deal { return o.Deal(number + i + 1) }
			next.Seed = seed + uint64(i) + 1 // or it would deal boards that are known by now
			if t, err = a.serve(ctx, next); err != nil {
				return sums, err
			}
			first = i + 1
			continue
		}
		known = append(known, &vision.Reading{Board: *result.Board})
		if failed == nil {
			if shown, ok := t.shownAt(ctx, session); ok {
				s.verdicts = append(s.verdicts, float64(told.UnixMicro())/1000-shown)
			}
		}
	}
	return sums, nil
}

// judge counts what was told of a board.
func (a *arena) judge(s *seen, won bool, failed error) {
	switch {
	case won && failed == nil:
		s.told++
	case won:
		s.missed++
	case failed == nil:
		s.claimed++
	}
	if f, ok := errors.AsType[*fault.Error](failed); ok {
		s.ends[words(f.What)]++
	} else if failed != nil {
		s.ends[failed.Error()]++
	}
}

// shownAt returns when the page had painted the win of a session, in ms since the
// Unix epoch, once it has said so.
func (t *table) shownAt(ctx context.Context, session int) (float64, bool) {
	ctx, cancel := context.WithTimeout(ctx, afterWin/2)
	defer cancel()
	origin := 0.0
	for events := t.game.Events(); ; {
		select {
		case <-ctx.Done():
			return 0, false
		case e, ok := <-events:
			switch {
			case !ok:
				return 0, false
			case e.Session != session:
			case e.Kind == practice.Opened:
				origin = e.Origin
			case e.Kind == practice.Shown:
				return origin + e.Time, origin > 0
			}
		}
	}
}

// lossesOf returns what may happen to a board that is not won by it.
func lossesOf() []trouble {
	const paced = 40 * time.Millisecond
	cover := func(o *practice.Options, dice *rand.Rand) {
		o.Trouble.CoverAt = time.Duration(1 + dice.IntN(int(lasting)))
	}
	brisk := func(o *practice.Options, dice *rand.Rand) {
		o.Trouble.CoverAt = time.Duration(1 + dice.IntN(int(60*time.Millisecond)))
	}
	after := func(o *practice.Options, dice *rand.Rand) int { return 1 + dice.IntN(2*o.Size) }
	return []trouble{
		{name: "a pop-up after any click", page: func(o *practice.Options, dice *rand.Rand) { o.Trouble.CoverAfter = after(o, dice) }},
		{name: "a pop-up over the whole board after any click", page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.CoverAfter, o.Trouble.CoverWhole = after(o, dice), true
		}},
		{name: "a pop-up at any instant", page: brisk},
		{name: "a pop-up at any instant, paced", pace: paced, page: cover},
		{name: "another board after any click", page: func(o *practice.Options, dice *rand.Rand) { o.Trouble.ReplaceAfter = min(after(o, dice), 2*o.Size-1) }},
		{name: "the page leaves after any click", page: func(o *practice.Options, dice *rand.Rand) { o.Trouble.LeaveAfter = after(o, dice) }},
		{name: "the page leaves at any instant", pace: paced, page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.LeaveAt = time.Duration(1 + dice.IntN(int(lasting)))
		}},
		{name: "clicks dropped from one on", page: func(o *practice.Options, dice *rand.Rand) { o.Trouble.DropFrom = after(o, dice) }},
		{name: "the last click dropped, then a pop-up over the whole board", page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.DropFrom, o.Trouble.CoverWhole = 2*o.Size, true
			o.Trouble.CoverAt = 300*time.Millisecond + time.Duration(dice.IntN(int(lasting)))
		}},
		{name: "the last click dropped, then a pop-up", page: func(o *practice.Options, dice *rand.Rand) {
			o.Trouble.DropFrom = 2 * o.Size
			o.Trouble.CoverAt = 300*time.Millisecond + time.Duration(dice.IntN(int(lasting)))
		}},
		{name: "the screen is locked at any instant", pace: paced, happens: func(r *round) error { return r.person.cover() }},
		{name: "the screen is locked at any instant, full speed", happens: func(r *round) error { return r.person.cover() }},
		{name: "the browser is killed", pace: paced, happens: func(r *round) error { r.table.browser.Kill(); return nil }},
		{name: "the browser is killed, full speed", happens: func(r *round) error { r.table.browser.Kill(); return nil }},
		{name: "the page is loaded again", pace: paced, happens: func(r *round) error { return r.person.strike(keyF5) }},
		{name: "the tab is switched", pace: paced, happens: func(r *round) error { return r.person.strike(keyControl, keyT) }},
		{name: "the tab is switched, full speed", happens: func(r *round) error { return r.person.strike(keyControl, keyT) }},
		{name: "the window is closed", pace: paced, happens: func(r *round) error { return r.person.strike(keyControl, keyW) }},
	}
}

// visited plays one board to which something happens, in a browser of its own.
func (a *arena) visited(ctx context.Context, who person, tr trouble, seed uint64, sum *seen) error {
	dice := rand.New(rand.NewPCG(seed, seed))
	o := practice.Options{Size: practice.MinSize + dice.IntN(practice.MaxSize-practice.MinSize+1), Seed: seed, AutoStart: true}
	o.Visit = practice.Visit{End: practice.EndCard}
	r, err := a.play(ctx, who, tr, o, dice)
	if err != nil {
		return err
	}
	defer r.table.close()
	game := r.table.game
	wait, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	_, lost := game.WaitWon(wait)
	sum.boards++
	if lost == nil {
		sum.won++
	}
	a.judge(sum, lost == nil, r.failed)
	if r.caught > 0 {
		sum.ends["(a press was caught by what came over the window that instant)"] += r.caught
	}
	sum.beside += pressedBeside(game.Log())
	return nil
}

// pressedBeside counts the presses that lay outside the board, as it lay then. What
// covers the board may get some: a page shows it later than it is there.
func pressedBeside(events []practice.Event) int {
	n := 0
	var board practice.Rect
	for _, e := range events {
		if e.Geometry != nil {
			board = e.Geometry.Board
		}
		if e.Kind == practice.Down && e.Button == 0 && e.Cell < 0 &&
			(e.X < board.X || e.Y < board.Y || e.X >= board.X+board.Width || e.Y >= board.Y+board.Height) {
			n++
		}
	}
	return n
}
