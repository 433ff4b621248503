package daily

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/spot"
	"autoqueens/solver/games"
	"autoqueens/vision"
)

// table is a table at which boards appear in their order.
type table struct {
	press func(first bool, games ...string)
	play  func(ctx context.Context) error
}

func (tb table) Press(first bool, games ...string) { tb.press(first, games...) }
func (tb table) Play(ctx context.Context) error    { return tb.play(ctx) }

// TestRound goes through the games of the day: what appears is played once, what fails
// is left to the person, and the end says how it went.
func TestRound(t *testing.T) {
	kind := func(k fault.Kind) error { return fault.New(k, "it went wrong", "try again") }
	refused := func(game string) error {
		return fault.Wrap(&vision.Refusal{Game: game}, fault.Uncertain, "refused", "look")
	}
	var fine fault.Kind
	type board struct {
		game string // "" where none appears
		err  error
	}
	none := board{err: kind(fault.NoBoard)}
	for _, test := range []struct {
		name   string
		boards []board
		done   []string // earlier today
		words  string
		status fault.Kind // fine for none
	}{
		{"all", []board{{game: "queens"}, {game: "zip"}, {game: "tango"}, {game: "sudoku"}, {game: "patches"}}, nil,
			"5 of 5 games of the day done", fine},
		{"some", []board{{game: "zip"}, {game: "queens"}, none}, nil,
			"2 of 5 games of the day done; not seen: Tango, Mini Sudoku, Patches", fine},
		{"the rest", []board{{game: "tango"}, {game: "sudoku"}, {game: "patches"}}, []string{"queens", "zip"},
			"5 of 5 games of the day done", fine},
		{"none any more", []board{none}, []string{"queens"},
			"1 of 5 games of the day done; not seen: Tango, Zip, Mini Sudoku, Patches", fine},
		{"none at all", []board{none}, nil,
			"0 of 5 games of the day done; not seen: Queens, Tango, Zip, Mini Sudoku, Patches", fault.NoBoard},
		{"one fails", []board{{game: "tango", err: kind(fault.Unverified)}, {game: "zip"}, none}, nil,
			"1 of 5 games of the day done; not done: Tango; not seen: Queens, Mini Sudoku, Patches", fault.Unverified},
		{"one is not seen won", []board{{game: "tango", err: kind(fault.Unseen)}, {game: "zip"}, none}, nil,
			"1 of 5 games of the day done; not seen won: Tango; not seen: Queens, Mini Sudoku, Patches", fault.Unseen},
		{"only a failure", []board{{game: "tango", err: kind(fault.NoSolution)}, none}, nil,
			"0 of 5 games of the day done; not done: Tango; not seen: Queens, Zip, Mini Sudoku, Patches", fault.NoSolution},
		{"stopped in a game", []board{{game: "queens"}, {game: "zip", err: kind(fault.Stopped)}}, nil,
			"1 of 5 games of the day done; not done: Zip; not seen: Tango, Mini Sudoku, Patches", fault.Stopped},
		{"stopped in between", []board{{game: "queens"}, {err: kind(fault.Stopped)}}, nil,
			"1 of 5 games of the day done; not seen: Tango, Zip, Mini Sudoku, Patches", fault.Stopped},
		{"the screen is gone", []board{{game: "queens"}, {err: kind(fault.Failed)}}, nil,
			"1 of 5 games of the day done; not seen: Tango, Zip, Mini Sudoku, Patches", fault.Failed},
		{"a game is refused", []board{{game: "queens"}, {err: refused("zip")}}, nil,
			"1 of 5 games of the day done; not seen: Tango, Zip, Mini Sudoku, Patches", fault.Uncertain},
		{"what was won is refused", []board{{game: "zip"}, {err: refused("zip")}}, nil,
			"1 of 5 games of the day done; not seen: Queens, Tango, Mini Sudoku, Patches", fine},
		{"a card over Queens", []board{{game: "queens"}, {err: refused("")}}, nil,
			"1 of 5 games of the day done; not seen: Tango, Zip, Mini Sudoku, Patches", fine},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := NewRound(games.All(), 10*time.Minute)
			for _, name := range test.done {
				r.Pass(name)
			}
			patience := r.wait
			p := &player.Player{}
			var pressed []string // the games whose buttons may be pressed
			press := func(first bool, games ...string) {
				if pressed = games; first {
					pressed = append(pressed, "any")
				}
				p.Options.Starts = make([]spot.Spot, 1)
			}
			n, told := 0, 0
			var passed []string // those that must be passed over
			passed = append(passed, test.done...)
			failure := r.Play(t.Context(), p, table{press, func(ctx context.Context) error {
				slices.Sort(passed)
				if got := slices.Sorted(slices.Values(p.Options.Passed)); !slices.Equal(got, passed) {
					t.Errorf("board %d: it passes over %v, not %v", n, got, passed)
				}
				for _, name := range passed {
					if p.Options.Starts != nil && slices.Contains(pressed, name) {
						t.Errorf("board %d: the button of %s may be pressed", n, name)
					}
				}
				if want := 5 - len(passed); n == 0 && len(pressed) != want+1 || n > 0 && !r.any(failed) && len(pressed) != want {
					t.Errorf("board %d: the buttons of %v may be pressed", n, pressed)
				}
				if (p.Options.Starts == nil) != r.any(failed) {
					t.Errorf("board %d: after failures %v there are buttons %v", n, r.with(failed), p.Options.Starts)
				}
				if n == 0 && p.Options.Timeout != patience || n > 0 && p.Options.Timeout != nextGame {
					t.Errorf("board %d: it waits for %v", n, p.Options.Timeout)
				}
				if end, limited := ctx.Deadline(); !limited || time.Until(end) > p.Options.Timeout+playing {
					t.Errorf("board %d: it may take until %v", n, end)
				}
				b := test.boards[n]
				n++
				if b.game != "" {
					passed = append(passed, b.game)
					game := b.game
					if game == games.Queens {
						game = "" // as the player tells it
					}
					p.Report(player.Event{Kind: player.Seen, Game: game})
				}
				return b.err
			}}, func(game string, err error) error {
				if b := test.boards[n-1]; b.game != game || !errors.Is(err, b.err) && err != b.err {
					t.Errorf("told of %s with %v", game, err)
				}
				told++
				return nil
			})
			if n != len(test.boards) {
				t.Errorf("it looked for %d boards, not %d", n, len(test.boards))
			}
			if got := r.Words(); got != test.words {
				t.Errorf("it says %q, not %q", got, test.words)
			}
			if failure == nil && test.status != fine || failure != nil && fault.KindOf(failure) != test.status {
				t.Errorf("it ends with %v", failure)
			}
			if want := len(passed) - len(test.done); told != want {
				t.Errorf("it told of %d boards, not %d", told, want)
			}
		})
	}
}
