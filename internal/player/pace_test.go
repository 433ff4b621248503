package player

import (
	"context"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
)

// TestTargetTime: the last click is made when the time is up, the others are
// spread before it, and a time that is too short hurries nobody.
func TestTargetTime(t *testing.T) {
	for _, target := range []time.Duration{time.Millisecond, 300 * time.Millisecond, time.Second, 20 * time.Second} {
		w := newWorld(t, 8)
		var at []time.Duration
		w.onClick = func(int, Cell) bool { at = append(at, w.now.Sub(epoch)); return false }
		p, _ := w.player(Options{Timeout: time.Minute, TargetTime: target})
		if _, err := p.Run(t.Context()); err != nil || !w.won() {
			t.Fatalf("%v: %v", target, err)
		}
		last := at[len(at)-1]
		if last > max(target, 50*time.Millisecond)+50*time.Millisecond || target > 50*time.Millisecond && last < target {
			t.Errorf("target %v: the last of %d clicks was made after %v", target, len(at), last)
		}
		for i := range at[1:] {
			if gap := at[i+1] - at[i]; gap > last/8+25*time.Millisecond {
				t.Errorf("target %v: %v between two clicks", target, gap)
			}
		}
	}
}

// TestLearn: a game that swallows the second of two clicks that come too soon teaches a pause, and the next
// board needs no repair, also where a slow hand has some of them come late enough. Single lost clicks teach nothing.
func TestLearn(t *testing.T) {
	for name, tt := range map[string]struct {
		within time.Duration             // so soon after the first it is swallowed
		takes  func(n int) time.Duration // click n, from 1
	}{
		"all come too soon": {200 * time.Millisecond, func(int) time.Duration { return 0 }},
		"three come too soon": {250 * time.Millisecond, func(n int) time.Duration {
			if n <= 8 {
				return 40 * time.Millisecond
			}
			return 20 * time.Millisecond // the second pass catches up with the first
		}},
	} {
		w := newWorld(t, 8)
		last := map[Cell]time.Time{}
		w.onClick = func(n int, c Cell) bool {
			w.pass(tt.takes(n))
			before, clicked := last[c]
			if clicked && w.now.Sub(before) < tt.within {
				return true
			}
			last[c] = w.now
			w.after(time.Millisecond, func() {
				if w.won() {
					w.after(2*time.Second, func() {
						w.board, w.answer, _ = solver.Generate(8, 77)
						w.board.Marks = make([]solver.Mark, 64)
					})
				}
			})
			return false
		}
		p, _ := w.player(Options{Timeout: time.Minute, Repeat: 1})
		out, err := p.Run(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		if out[0].Repairs == 0 || out[0].Pause < 25*time.Millisecond || out[0].Pause > 100*time.Millisecond {
			t.Errorf("%s: the first board: %d repairs, learned %v", name, out[0].Repairs, out[0].Pause)
		}
		if out[1].Repairs != 0 || p.Options.Pause != out[0].Pause {
			t.Errorf("%s: the second board: %d repairs at a pause of %v", name, out[1].Repairs, p.Options.Pause)
		}
	}

	w := newWorld(t, 8)
	w.onClick = func(n int, c Cell) bool { return n%7 == 0 }
	p, _ := w.player(Options{Timeout: time.Minute})
	if out, err := p.Run(t.Context()); err != nil || out[0].Pause != 0 {
		t.Errorf("single lost clicks taught %v: %v", out[0].Pause, err)
	}
}

// TestEndless goes on after a board that cannot be played, and ends when it is
// stopped.
func TestEndless(t *testing.T) {
	w := newWorld(t, 8)
	good, answer := w.board, w.answer
	w.board = unsolvable()
	w.lattice.Size = 4
	w.after(3*time.Second, func() { w.board, w.answer, w.lattice.Size = good, answer, 8 })
	ctx, cancel := context.WithCancelCause(t.Context())
	w.after(30*time.Second, func() { cancel(fault.New(fault.Stopped, "stopped by Ctrl-C", "-")) })
	p, events := w.player(Options{Timeout: time.Hour, Endless: true})
	_, err := p.Run(ctx)
	if fault.KindOf(err) != fault.Stopped || !w.won() {
		t.Errorf("%v, won %v", err, w.won())
	}
	if got, want := kinds(*events), "seen stopped seen solved clicked verified done stopped"; got != want {
		t.Errorf("events %q, want %q", got, want)
	}
}

// TestAnotherWindow: a click that finds another window over the board is made
// when the board is seen again, and not for ever.
func TestAnotherWindow(t *testing.T) {
	for over, want := range map[int]fault.Kind{1: "", 2: "", 99: fault.Unverified} {
		w := newWorld(t, 8)
		w.onClick = func(n int, _ Cell) bool {
			if n == 5 {
				w.over = over
			}
			return false
		}
		p, _ := w.player(Options{Timeout: time.Second})
		_, err := p.Run(t.Context())
		if fault.KindOf(err) != want || w.won() != (err == nil) {
			t.Errorf("%d times: %v, won %v", over, err, w.won())
		}
	}
}
