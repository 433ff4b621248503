package player

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/golden"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
	"autoqueens/vision"
)

func kinds(events []Event) string {
	var words []string
	for _, e := range events {
		words = append(words, string(e.Kind))
	}
	return strings.Join(words, " ")
}

// TestRun plays one board in worlds that behave, misbehave or break down.
func TestRun(t *testing.T) {
	const quick = 10 * time.Second
	for _, tt := range []struct {
		name    string
		size    int
		options Options
		setup   func(w *world)
		kind    fault.Kind
		by      Evidence
		events  string
		words   string // that the error must contain
		check   func(t *testing.T, w *world, out Outcome)
	}{{
		name: "empty board", size: 8, by: QueensSeen,
		events: "seen solved clicked verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 16 || out.Repairs != 0 {
				t.Errorf("%d clicks and %d repairs, want 16 and 0", len(w.clicks), out.Repairs)
			}
			if slices.Compare(cols(w.clicks[:8]), cols(w.clicks[8:])) != 0 {
				t.Errorf("the passes differ: %v", w.clicks)
			}
			if w.pointer.In(w.fence) {
				t.Errorf("the pointer was left on the board, at %v", w.pointer)
			}
		},
	}, {
		name: "one click to a queen", size: 7, options: Options{Clicks: 1}, by: QueensSeen,
		setup:  func(w *world) { w.cycle = 2 },
		events: "seen solved clicked verified done",
	}, {
		name: "marks already there", size: 9, by: QueensSeen,
		setup: func(w *world) {
			w.set(0, w.answer[0], solver.Queen)
			w.set(1, w.answer[1], solver.Cross)
			w.set(2, (w.answer[2]+1)%9, solver.Cross)
		},
		events: "seen solved clicked verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 15 {
				t.Errorf("%d clicks, want 15: none on the queen, one on the cross", len(w.clicks))
			}
			if w.board.Mark(2, (w.answer[2]+1)%9) != solver.Cross {
				t.Error("a cross that did no harm is gone")
			}
		},
	}, {
		name: "wrong queens are cleared first", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.set(0, (w.answer[0]+1)%8, solver.Queen)
			w.set(5, (w.answer[5]+2)%8, solver.Queen)
		},
		events: "seen solved clicked clicked verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if got := w.clicks[:2]; got[0].Row != 0 || got[1].Row != 5 || len(w.clicks) != 18 {
				t.Errorf("clicks %v", w.clicks)
			}
		},
	}, {
		name: "clearing takes crosses away too", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.set(0, (w.answer[0]+1)%8, solver.Queen)
			w.set(3, w.answer[3], solver.Cross)
			w.onClick = func(n int, c Cell) bool {
				if n == 1 {
					w.set(3, w.answer[3], solver.Empty)
				}
				return false
			}
		},
		events: "seen solved clicked clicked verified done",
	}, {
		name: "already solved", size: 8, by: AlreadySolved,
		setup: func(w *world) {
			for row, col := range w.answer {
				w.set(row, col, solver.Queen)
			}
		},
		events: "seen solved verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 0 {
				t.Errorf("clicked %v on a solved board", w.clicks)
			}
		},
	}, {
		name: "dry run", size: 8, options: Options{DryRun: true},
		events: "seen solved done",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 0 || w.pointer != image.Pt(100, 100) || w.watched {
				t.Error("a dry run touched the mouse")
			}
		},
	}, {
		name: "the first click is eaten", size: 8, by: QueensSeen,
		setup:  func(w *world) { w.onClick = func(n int, c Cell) bool { return n == 1 } },
		events: "seen solved clicked repaired verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 17 || out.Repairs != 1 {
				t.Errorf("%d clicks and %d repairs, want 17 and 1", len(w.clicks), out.Repairs)
			}
		},
	}, {
		name: "every fifth click is lost", size: 11, by: QueensSeen,
		setup: func(w *world) { w.onClick = func(n int, c Cell) bool { return n%5 == 0 } },
	}, {
		name: "a slow page", size: 8, by: QueensSeen,
		setup:  func(w *world) { w.lag = 500 * time.Millisecond },
		events: "seen solved clicked verified done",
	}, {
		name: "a page that does nothing", size: 8, kind: fault.Unverified,
		setup:  func(w *world) { w.frozen = true },
		events: "seen solved clicked repaired stopped",
		words:  "does not react",
		check: func(t *testing.T, w *world, out Outcome) {
			if w.perCell() > 4 {
				t.Errorf("%d clicks on one cell of a dead page", w.perCell())
			}
		},
	}, {
		name: "a cell that cannot be filled", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool { return c.Row == 4 && w.board.Mark(c.Row, c.Col) == solver.Cross }
		},
		words: "2 queens", // the last one is not placed while another is missing
		check: func(t *testing.T, w *world, out Outcome) {
			if w.perCell() > 12 {
				t.Errorf("%d clicks on one cell", w.perCell())
			}
		},
	}, {
		name: "the board appears late", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.shown = false
			w.after(3*time.Second, func() { w.shown = true })
		},
		events: "seen solved clicked verified done",
		check: func(t *testing.T, w *world, out Outcome) {
			if out.Waited < 3*time.Second || out.Waited > 4*time.Second {
				t.Errorf("waited %v", out.Waited)
			}
		},
	}, {
		name: "no board", size: 8, options: Options{Timeout: 2 * time.Second}, kind: fault.NoBoard,
		setup: func(w *world) { w.shown = false }, events: "stopped", words: "within 2s",
	}, {
		name: "a board that is not read with certainty", size: 8, options: Options{Timeout: time.Second}, kind: fault.Uncertain,
		setup: func(w *world) {
			w.shown = false
			w.refusal = &vision.Refusal{Reason: vision.CutOff, What: "the right edge may be off the screen", Advice: "scroll"}
		},
		events: "stopped", words: "right edge",
	}, {
		name: "a board that never stands still", size: 8, options: Options{Timeout: time.Second}, kind: fault.Uncertain,
		setup: func(w *world) { w.wavering = true; w.lattice.Y = 0 },
		words: "never stood still",
	}, {
		name: "the screen cannot be captured", size: 8, kind: fault.NoAccess,
		setup:  func(w *world) { w.captureErr = fault.New(fault.NoAccess, "no permission", "grant it") },
		events: "stopped", words: "no permission",
	}, {
		name: "no solution", size: 8, kind: fault.NoSolution,
		setup:  func(w *world) { w.board = unsolvable() },
		events: "seen stopped",
	}, {
		name: "several solutions", size: 4, kind: fault.Uncertain,
		setup: func(w *world) {
			w.board = &solver.Board{Size: 4, Regions: []uint8{0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3}, Marks: make([]solver.Mark, 16)}
		},
		events: "seen stopped", words: "several solutions",
	}, {
		name: "the person moves the mouse", size: 8, kind: fault.Stopped,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 5 {
					w.takeOver()
				}
				return false
			}
		},
		events: "seen solved clicked stopped", words: "after 5 clicks",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 5 {
				t.Errorf("%d clicks after the person took over, want none", len(w.clicks)-5)
			}
		},
	}, {
		name: "the person moves after the last click", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.takeOver()
				}
				return false
			}
		},
	}, {
		name: "the board is pushed aside", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 8 {
					w.lattice.X += 200
					w.lattice.Y += 90
				}
				return false
			}
		},
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.outside) != 0 || out.Repairs != 0 {
				t.Errorf("%d clicks beside the board, %d repairs", len(w.outside), out.Repairs)
			}
		},
	}, {
		name: "the board jumps about", size: 8, kind: fault.Unverified, options: Options{Pause: 300 * time.Millisecond},
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				w.lattice.X += 40 * float64(1-2*(n%2))
				return false
			}
		},
		words: "keeps moving",
	}, {
		name: "a pop-up covers it for a while", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 8 {
					w.shown = false
					w.after(time.Second, func() { w.shown = true })
				}
				return false
			}
		},
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.outside) != 0 {
				t.Errorf("%d clicks on the pop-up", len(w.outside))
			}
		},
	}, {
		name: "something covers it for good", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool { w.shown = n < 8; return false }
		},
		words: "out of sight after 8 clicks, and what is around it stayed: 8 queens",
	}, {
		name: "another board takes its place", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 8 {
					w.board, _, _ = solver.Generate(8, 99)
					w.board.Marks = make([]solver.Mark, 64)
				}
				return false
			}
		},
		words: "another board",
	}, {
		name: "the result card hides the crowns", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.after(50*time.Millisecond, func() { w.shown = false })
				}
				return false
			}
		},
	}, {
		name: "the crowns turn as the board is won", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.unclear = true
					w.after(600*time.Millisecond, func() { w.unclear = false })
				}
				return false
			}
		},
	}, {
		name: "the crowns are never clear again", size: 8, kind: fault.Unverified, words: "could be a cross",
		setup: func(w *world) { w.onClick = func(n int, c Cell) bool { w.unclear = n == 16; return false } },
	}, {
		name: "the card comes at once after a repair", size: 8, by: BoardGone,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 17 {
					w.press(c)
					w.shown = false
				}
				return n == 1 || n == 17
			}
		},
	}, {
		name: "the card comes in the frame of the last queen", size: 8, by: BoardGone,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool { w.shown = n < 16; return false }
		},
		check: func(t *testing.T, w *world, out Outcome) {
			if out.Verified > 150*time.Millisecond {
				t.Errorf("told after %v", out.Verified)
			}
		},
	}, {
		name: "a pop-up comes with the click before the last", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool { w.shown = n < 15; return false }
		},
		words: "out of sight after 15 clicks",
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.outside) != 0 {
				t.Errorf("%d clicks on the pop-up", len(w.outside))
			}
		},
	}, {
		name: "the last click is lost and a pop-up comes later", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 17 {
					w.after(200*time.Millisecond, func() { w.shown = false })
				}
				return n == 3 || n == 17
			}
		},
		words: "1 queen still missing",
	}, {
		name: "the only click that is lost is the last, and a pop-up comes later", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.after(150*time.Millisecond, func() { w.shown = false })
				}
				return n == 16
			}
		},
		words: "1 queen still missing",
	}, {
		name: "the last click is lost at a slow pace, and a pop-up comes later", size: 8, kind: fault.Unverified,
		options: Options{Pause: 150 * time.Millisecond},
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.after(300*time.Millisecond, func() { w.shown = false })
				}
				return n == 16
			}
		},
		words: "1 queen still missing",
	}, {
		name: "another window comes up with the last click", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool { w.shown, w.elsewhere = n < 16, n == 16; return n == 16 }
		},
		words: "1 queen still missing",
	}, {
		name: "the card comes in the frame of the last queen, and nobody tells of windows", size: 8, by: BoardGone,
		setup: func(w *world) {
			w.windowless = true
			w.onClick = func(n int, c Cell) bool { w.shown = n < 16; return false }
		},
	}, {
		name: "the page goes to the next board with the last click", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.board, _, _ = solver.Generate(8, 99)
					w.board.Marks = make([]solver.Mark, 64)
				}
				return n == 16
			}
		},
		words: "another board",
	}, {
		name: "the game fills in the last queen", size: 8, by: QueensSeen,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 15 {
					last := w.clicks[7]
					w.set(last.Row, last.Col, solver.Queen)
				}
				return false
			}
		},
		check: func(t *testing.T, w *world, out Outcome) {
			if len(w.clicks) != 15 {
				t.Errorf("%d clicks, the last one on a queen", len(w.clicks))
			}
		},
	}, {
		name: "a page that is slow to show clicks covers the last one", size: 8, by: BoardGone,
		setup: func(w *world) {
			w.lag = 200 * time.Millisecond
			w.onClick = func(n int, c Cell) bool {
				if n == 16 {
					w.after(w.lag, func() { w.shown = false })
				}
				return false
			}
		},
	}, {
		name: "the window goes with the last click", size: 8, kind: fault.Unverified,
		setup: func(w *world) {
			w.onClick = func(n int, c Cell) bool {
				if n == 17 {
					w.shown, w.page = false, 30
				}
				return n == 1
			}
		},
		words: "out of sight after 17 clicks, together with what is around it: 1 queen",
	}} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.size)
			if tt.setup != nil {
				tt.setup(w)
			}
			if tt.options.Timeout == 0 {
				tt.options.Timeout = quick
			}
			p, events := w.player(tt.options)
			outs, err := p.Run(t.Context())
			out := outs[len(outs)-1]
			if got := fault.KindOf(err); got != tt.kind {
				t.Fatalf("kind %q (%v), want %q; events: %s", got, err, tt.kind, kinds(*events))
			}
			if out.By != tt.by {
				t.Errorf("by %q, want %q", out.By, tt.by)
			}
			if tt.events != "" && kinds(*events) != tt.events {
				t.Errorf("events %q, want %q", kinds(*events), tt.events)
			}
			if err != nil {
				e, ok := errors.AsType[*fault.Error](err)
				if !ok || e.What == "" || e.Advice == "" || strings.ContainsRune(e.What+e.Advice, '\n') {
					t.Errorf("the error is not two lines: %#v", err)
				}
				if !strings.Contains(err.Error(), tt.words) {
					t.Errorf("error %q, want it to say %q", err, tt.words)
				}
			} else if !tt.options.DryRun && !w.won() {
				t.Error("the player says it won, the game does not")
			}
			if w.watched {
				t.Error("the hand is still watching")
			}
			if tt.check != nil {
				tt.check(t, w, out)
			}
		})
	}
}

// TestUnseen: a board that goes away as the page answers the last click is not told to be won, whether the page took
// the click and shows its result, or lost it below a banner that came up in the same instant.
func TestUnseen(t *testing.T) {
	for _, lost := range []bool{false, true} {
		w := newWorld(t, 8)
		w.onClick = func(n int, c Cell) bool { w.shown = n < 16; return lost && n == 16 }
		p, events := w.player(Options{Timeout: time.Second})
		outs, err := p.Run(t.Context())
		if err != nil || w.won() == lost {
			t.Fatalf("lost: %v; won: %v, %v", lost, w.won(), err)
		}
		if got, want := kinds(*events), "seen solved clicked ended done"; got != want {
			t.Errorf("lost: %v; events %q, want %q", lost, got, want)
		}
		if err := Unseen(outs); !errors.Is(err, fault.Unseen) {
			t.Errorf("lost: %v; got %v, want that it was not seen", lost, err)
		}
	}
	if err := Unseen([]Outcome{{By: QueensSeen}, {By: AlreadySolved}}); err != nil {
		t.Errorf("boards that were seen solved: %v", err)
	}
}

func cols(cells []Cell) []int {
	var c []int
	for _, cell := range cells {
		c = append(c, cell.Row*100+cell.Col)
	}
	return c
}

// unsolvable returns a board whose first two regions are the first two cells.
func unsolvable() *solver.Board {
	b := &solver.Board{Size: 4, Regions: []uint8{
		0, 1, 2, 3,
		2, 2, 2, 3,
		2, 2, 2, 3,
		2, 2, 2, 3,
	}, Marks: make([]solver.Mark, 16)}
	return b
}

// TestStop ends the context, as Ctrl-C does, at every stage.
func TestStop(t *testing.T) {
	interrupted := fault.New(fault.Stopped, "stopped by Ctrl-C", "run it again")
	for _, tt := range []struct {
		name  string
		setup func(w *world, stop func())
	}{
		{"while waiting", func(w *world, stop func()) { w.shown = false; w.after(time.Second, stop) }},
		{"while clicking", func(w *world, stop func()) {
			w.onClick = func(n int, c Cell) bool {
				if n == 3 {
					stop()
				}
				return false
			}
		}},
		{"while looking again", func(w *world, stop func()) {
			w.frozen = true
			w.after(200*time.Millisecond, stop)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			ctx, cancel := context.WithCancelCause(t.Context())
			tt.setup(w, func() { cancel(interrupted) })
			p, events := w.player(Options{Timeout: time.Minute})
			_, err := p.Run(ctx)
			if fault.KindOf(err) != fault.Stopped || !strings.Contains(err.Error(), "Ctrl-C") {
				t.Errorf("error %v", err)
			}
			if last := (*events)[len(*events)-1]; last.Kind != Stopped || last.Failure != fault.Stopped {
				t.Errorf("last event %+v", last)
			}
		})
	}
}

// TestRepeat plays three boards, the next one coming a while after each win.
func TestRepeat(t *testing.T) {
	w := newWorld(t, 8)
	boards := 1
	w.onClick = func(n int, c Cell) bool {
		if n%16 == 0 && boards < 3 {
			boards++
			seed := uint64(boards)
			w.after(2*time.Second, func() {
				w.board, w.answer, _ = solver.Generate(8, seed)
				w.board.Marks = make([]solver.Mark, 64)
			})
		}
		return false
	}
	p, events := w.player(Options{Timeout: 5 * time.Second, Repeat: 2})
	outs, err := p.Run(t.Context())
	if err != nil || len(outs) != 3 || len(w.clicks) != 48 {
		t.Fatalf("%d boards, %d clicks, %v: %s", len(outs), len(w.clicks), err, kinds(*events))
	}

	// The board that was won stays: there is nothing further to play.
	p, _ = w.player(Options{Timeout: time.Second, Repeat: 1})
	outs, err = p.Run(t.Context())
	if fault.KindOf(err) != fault.NoBoard || len(outs) != 2 {
		t.Errorf("%d boards, %v", len(outs), err)
	}
}

// TestPassed passes over boards of the games that it is told to, and plays others.
func TestPassed(t *testing.T) {
	for game, plays := range map[string]bool{"queens": false, "tango": true} {
		w := newWorld(t, 5)
		p, _ := w.player(Options{Passed: []string{game}, Timeout: time.Second})
		_, err := p.Run(t.Context())
		if plays && err != nil || !plays && fault.KindOf(err) != fault.NoBoard || w.won() != plays {
			t.Errorf("%s passed over: the board is won is %v, %v", game, w.won(), err)
		}
	}
}

// TestRepeatExamples has a result card cover the game, so that the best board
// on the screen is an example below it. That is no game to be played next.
func TestRepeatExamples(t *testing.T) {
	w := newWorld(t, 8)
	example, _, _ := solver.Generate(5, 1)
	w.examples = []*vision.Reading{{Board: *example, Lattice: vision.Lattice{X: 300, Y: 700, PitchX: 30, PitchY: 30, Size: 5}}}
	w.onClick = func(n int, c Cell) bool {
		if n == 16 {
			w.after(500*time.Millisecond, func() { w.shown = false })
		}
		return false
	}
	p, events := w.player(Options{Timeout: 3 * time.Second, Repeat: 1})
	_, err := p.Run(t.Context())
	if fault.KindOf(err) != fault.NoBoard || len(w.clicks)+len(w.outside) != 16 {
		t.Errorf("%v, %d clicks: %s", err, len(w.clicks)+len(w.outside), kinds(*events))
	}
}

// TestUncover moves the pointer off a board that cannot be read because of it.
func TestUncover(t *testing.T) {
	w := newWorld(t, 8)
	center := w.lattice.Center(2, 0)
	w.pointer = image.Pt(int(center.X), int(center.Y))
	r := &hovered{world: w}
	p, _ := w.player(Options{Timeout: 5 * time.Second})
	p.Reader = r
	if _, err := p.Run(t.Context()); err != nil || !w.won() {
		t.Errorf("%v", err)
	}
	if r.refused == 0 {
		t.Error("the pointer was never in the way")
	}
}

// hovered is a reader that cannot read a board with the pointer on it, until
// it has read it once.
type hovered struct {
	*world
	refused int
	read    bool
}

func (h *hovered) Read(img image.Image) (*vision.Reading, error) {
	if !h.read && h.pointer.In(h.lattice.Bounds().Image()) {
		h.refused++
		return nil, &vision.Refusal{Reason: vision.Ambiguous, What: "a cell is darker", Advice: "move", Lattice: h.lattice}
	}
	h.read = true
	return h.world.Read(img)
}

// TestPointerOnBoard takes the pointer off a board that can be read in spite of
// it, before anything is decided, and gives way to a person who brings it back.
func TestPointerOnBoard(t *testing.T) {
	for _, tt := range []struct {
		name    string
		back    int // times that the person brings the pointer back
		options Options
		kind    fault.Kind
	}{
		{"it rests there", 0, Options{Timeout: 10 * time.Second}, ""},
		{"it comes back once", 1, Options{Timeout: 10 * time.Second}, ""},
		{"it comes back time and again", 1000, Options{Timeout: 10 * time.Second}, fault.Uncertain},
		{"a dry run leaves it there", 0, Options{Timeout: 10 * time.Second, DryRun: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			center := w.lattice.Center(2, 3)
			on := image.Pt(int(center.X), int(center.Y))
			w.pointer = on
			r := &doubting{world: w, back: tt.back, on: on}
			p, events := w.player(tt.options)
			p.Reader, p.Hand = r, r
			p.Report = func(e Event) {
				*events = append(*events, e)
				if e.Kind == Seen && doubted(e.Reading) != tt.options.DryRun {
					t.Errorf("seen with the doubts %v", e.Reading.Doubts)
				}
			}
			_, err := p.Run(t.Context())
			if fault.KindOf(err) != tt.kind {
				t.Fatalf("%v", err)
			}
			if tt.kind != "" && (len(w.clicks) > 0 || r.parked > 6) {
				t.Errorf("%d clicks; the pointer was pushed away %d times", len(w.clicks), r.parked)
			}
			if tt.options.DryRun && w.pointer != on {
				t.Error("a dry run moved the pointer")
			}
		})
	}
}

// doubting reads every board, but doubts the cell below the pointer. Its person
// brings a pointer that was taken away back.
type doubting struct {
	*world
	back, parked int
	on           image.Point
}

func (d *doubting) Park(ctx context.Context, p image.Point) error {
	d.parked++
	if d.parked <= d.back {
		d.after(15*time.Millisecond, func() { d.pointer = d.on })
	}
	return d.world.Park(ctx, p)
}

func (d *doubting) doubt(r *vision.Reading, err error) (*vision.Reading, error) {
	if err == nil && d.pointer.In(d.lattice.Bounds().Image()) {
		r.Doubts = []vision.Doubt{{Row: 2, Col: 3, Words: "darker than its region"}}
	}
	return r, err
}

func (d *doubting) Read(img image.Image) (*vision.Reading, error) {
	return d.doubt(d.world.Read(img))
}

func (d *doubting) ReadAt(img image.Image, at *vision.Reading) (*vision.Reading, error) {
	return d.doubt(d.world.ReadAt(img, at))
}

// TestViews prefers the first view that shows the board.
func TestViews(t *testing.T) {
	w := newWorld(t, 8)
	p, events := w.player(Options{Timeout: time.Second, DryRun: true})
	elsewhere := View{Name: "elsewhere", Area: image.Rect(0, 0, 90, 90), Mapping: identity{}}
	p.Views = append([]View{elsewhere}, p.Views...)
	if _, err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := (*events)[0]; got.View != "display 0" {
		t.Errorf("seen on %q", got.View)
	}
}

// TestEventJSON pins the lines that scripts read.
func TestEventJSON(t *testing.T) {
	w := newWorld(t, 4)
	w.board, w.answer = solvertest.Board(t, []string{"aaab", "aabb", "ccdb", "cddd"}, []string{"x...", "....", "....", "...."}), solver.Placement{1, 3, 0, 2}
	p, events := w.player(Options{Timeout: time.Second})
	if _, err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, e := range *events {
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	golden.Check(t, filepath.Join("testdata", "events.golden"), strings.Join(lines, "\n")+"\n")
}
