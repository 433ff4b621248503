package input

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"autoqueens/internal/fault"
)

var board = image.Rect(100, 100, 500, 500)

func newHand(m *mouse) *Hand { return fenced(m) }

func fenced(d Driver) *Hand {
	h := New(d)
	h.Fence(board)
	return h
}

// onBothHands runs a test with drivers of both kinds.
func onBothHands(t *testing.T, test func(t *testing.T, newHand func(*mouse) *Hand)) {
	for name, driver := range fakes {
		t.Run(name, func(t *testing.T) { test(t, func(m *mouse) *Hand { return fenced(driver(m)) }) })
	}
}

func TestClick(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		errBroken := errors.New("broken")
		moved := func(m *mouse) { m.at = m.at.Add(image.Pt(40, 0)) }
		tests := []struct {
			name  string
			mouse *mouse
			fence image.Rectangle
			at    image.Point
			want  string // what the mouse was told
			err   error  // errors.Is
			words string // in the error
		}{
			{name: "plain", at: image.Pt(200, 300), want: "move 200,300 down up"},
			{name: "already there", mouse: &mouse{at: image.Pt(200, 300)}, at: image.Pt(200, 300), want: "down up"},
			{name: "slow server", mouse: &mouse{delay: 30}, at: image.Pt(200, 300), want: "move 200,300 down up"},
			{name: "first corner", at: board.Min, want: "move 100,100 down up"},
			{name: "last corner", at: board.Max.Sub(image.Pt(1, 1)), want: "move 499,499 down up"},
			{name: "beyond the edge", at: board.Max, want: "", words: "outside the board"},
			{name: "far outside", at: image.Pt(-5, 900), want: "", words: "outside the board"},
			{name: "empty fence", fence: image.Rect(5, 5, 5, 9), at: image.Pt(5, 5), want: "", words: "no area was set"},
			{name: "a button is held", mouse: &mouse{other: true}, at: image.Pt(200, 300), want: "", err: ErrPersonMoved},
			{name: "moved while moving", mouse: &mouse{onMove: moved}, at: image.Pt(200, 300), want: "move 200,300 move 200,300 move 200,300 move 200,300", words: "does not get to 200,300"},
			{name: "nudged while moving", mouse: &mouse{onMove: nudged(image.Pt(40, 0))}, at: image.Pt(200, 300), want: "move 200,300 move 200,300", err: ErrPersonMoved},
			{name: "nudged alike twice", mouse: &mouse{onMove: nudged(image.Pt(15, 6), image.Pt(15, 6))}, at: image.Pt(200, 300), want: "move 200,300 move 200,300 move 200,300", err: ErrPersonMoved},
			{name: "nudged a little further", mouse: &mouse{onMove: nudged(image.Pt(15, 6), image.Pt(25, 6))}, at: image.Pt(200, 300), want: "move 200,300 move 200,300", err: ErrPersonMoved},
			{name: "moved while pressing", mouse: &mouse{onPress: moved}, at: image.Pt(200, 300), want: "move 200,300 down up", err: ErrPersonMoved},
			{name: "off the screen", mouse: &mouse{screen: image.Rect(0, 0, 300, 300)}, at: image.Pt(400, 200), want: "move 400,200 move 400,200 move 400,200 move 400,200", words: "came to 299,200"},
			{name: "frozen pointer", mouse: &mouse{stuck: true}, at: image.Pt(200, 300), want: "move 200,300", words: "does not move"},
			{name: "swallowed press", mouse: &mouse{onPress: func(m *mouse) { m.left = false }}, at: image.Pt(200, 300), want: "move 200,300 down up", words: "did not arrive"},
			{name: "another button while pressing", mouse: &mouse{onPress: func(m *mouse) { m.left, m.other = false, true }}, at: image.Pt(200, 300), want: "move 200,300 down up", err: ErrPersonMoved},
			{name: "wheel turned while pressing", mouse: &mouse{onPress: func(m *mouse) { m.left, m.uses = false, 1 }}, at: image.Pt(200, 300), want: "move 200,300 down up", err: ErrPersonMoved},
			{name: "press fails", mouse: &mouse{failing: map[string]error{"press": errBroken}}, at: image.Pt(200, 300), want: "move 200,300 down up", err: errBroken},
			{name: "release fails", mouse: &mouse{failing: map[string]error{"release": errBroken}}, at: image.Pt(200, 300), want: "move 200,300 down up up", err: errBroken},
			{name: "move fails", mouse: &mouse{failing: map[string]error{"move": errBroken}}, at: image.Pt(200, 300), want: "move 200,300", err: errBroken},
			{name: "server gone", mouse: &mouse{failing: map[string]error{"state": errBroken}}, at: image.Pt(200, 300), want: "", err: errBroken},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { // so that patience takes no time
					m := tt.mouse
					if m == nil {
						m = &mouse{}
					}
					h := newHand(m)
					if tt.fence != (image.Rectangle{}) {
						h.Fence(tt.fence)
					}
					err := h.Click(t.Context(), tt.at)
					if got := m.log(); got != tt.want {
						t.Errorf("the mouse was told %q, want %q", got, tt.want)
					}
					switch {
					case tt.err == nil && tt.words == "" && err != nil:
						t.Errorf("Click: %v", err)
					case tt.err != nil && !errors.Is(err, tt.err):
						t.Errorf("Click: %v, want %v", err, tt.err)
					case tt.words != "" && (err == nil || !strings.Contains(err.Error(), tt.words)):
						t.Errorf("Click: %v, want it to say %q", err, tt.words)
					}
					if m.left {
						t.Error("the button stayed down")
					}
				})
			})
		}
	})
}

// nudged returns what a person does who nudges the mouse by each of these after a
// move, and then lets it be.
func nudged(by ...image.Point) func(*mouse) {
	return func(m *mouse) {
		if len(by) > 0 {
			m.at = m.at.Add(by[0])
			by = by[1:]
		}
	}
}

// TestNudgeEndsTheWatch: a person whom the hand notices on its way ends the watch too, even
// where the mouse rests afterwards.
func TestNudgeEndsTheWatch(t *testing.T) {
	for _, by := range []image.Point{{X: 40}, {X: 15, Y: 6}} {
		synctest.Test(t, func(t *testing.T) {
			m := &mouse{}
			h := newHand(m)
			ctx, stop := h.Watch(t.Context())
			defer stop()
			m.onMove = nudged(by)
			if err := h.Click(ctx, image.Pt(200, 300)); !errors.Is(err, ErrPersonMoved) {
				t.Errorf("Click: %v", err)
			}
			time.Sleep(2 * watchEvery)
			if got := context.Cause(ctx); !errors.Is(got, ErrPersonMoved) {
				t.Errorf("nudged by %v, the watch has ended with %v", by, got)
			}
		})
	}
}

func TestClickNeedsAFence(t *testing.T) {
	m := &mouse{}
	if err := New(m).Click(t.Context(), image.Pt(1, 1)); err == nil {
		t.Error("it clicked without a fence")
	}
	if got := m.log(); got != "" {
		t.Errorf("the mouse was told %q", got)
	}
}

func TestPersonMovesBetweenClicks(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		for _, tt := range []struct {
			by   image.Point
			wait time.Duration // before the next click
			stop bool
		}{
			{image.Pt(0, 0), 0, false},
			{image.Pt(0, 0), time.Second, false},
			{image.Pt(Tolerance, -Tolerance), 0, false},
			{image.Pt(Tolerance, -Tolerance), time.Second, false},
			{image.Pt(Tolerance+1, 0), 0, true},
			{image.Pt(0, -Tolerance-1), 0, true},
			{image.Pt(0, -Tolerance-1), current, true},
		} {
			synctest.Test(t, func(t *testing.T) {
				m := &mouse{}
				h := newHand(m)
				if err := h.Click(t.Context(), image.Pt(200, 200)); err != nil {
					t.Fatal(err)
				}
				m.with(func() { m.at = m.at.Add(tt.by); m.did = nil })
				time.Sleep(tt.wait)
				began := time.Now()
				err := h.Click(t.Context(), image.Pt(300, 300))
				if got := errors.Is(err, ErrPersonMoved); got != tt.stop || time.Since(began) > 0 {
					t.Errorf("moved by %v: %v after %v", tt.by, err, time.Since(began))
				}
				// A move may be under way when the person moves, a press may not.
				if told := m.log(); tt.stop && (strings.Contains(told, "down") || tt.wait >= current && told != "") {
					t.Errorf("moved by %v: the mouse was told %q afterwards", tt.by, told)
				}
				for name, f := range map[string]func() error{
					"Move": func() error { return h.Move(t.Context(), image.Pt(1, 1)) },
					"Park": func() error { return h.Park(t.Context(), image.Pt(1, 1)) },
				} {
					if err := f(); tt.stop != errors.Is(err, ErrPersonMoved) {
						t.Errorf("moved by %v: %s: %v", tt.by, name, err)
					}
					if !tt.stop {
						break
					}
				}
			})
		}
	})
}

// TestAnotherWindow: while the hand is watched, no press goes to another window
// than the first one did.
func TestAnotherWindow(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		synctest.Test(t, func(t *testing.T) {
			m := &mouse{over: 7}
			h := newHand(m)
			press := func(over uint64, x int) (bool, error) {
				t.Helper()
				m.mu.Lock()
				m.over, m.did = over, nil
				m.mu.Unlock()
				err := h.Click(t.Context(), image.Pt(x, 300))
				m.mu.Lock()
				defer m.mu.Unlock()
				return strings.Contains(strings.Join(m.did, " "), "down"), err
			}
			for round, own := range []uint64{7, 9} {
				_, stop := h.Watch(t.Context())
				for i, over := range []uint64{own, own, 8, 0, own} {
					pressed, err := press(over, 200+20*round+i)
					if want := over == own; pressed != want || want != (err == nil) || !want && !errors.Is(err, ErrCovered) {
						t.Errorf("click %d, over window %d: pressed %v, %v", i+1, over, pressed, err)
					}
				}
				stop()
			}
			if pressed, err := press(3, 300); !pressed || err != nil {
				t.Errorf("unwatched: pressed %v, %v", pressed, err)
			}
		})
	})
}

// TestGrabbed: nothing is pressed while a program has the mouse to itself. What may be
// its answer to the click before is waited for.
func TestGrabbed(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		synctest.Test(t, func(t *testing.T) {
			m := &mouse{grabbed: true}
			h := newHand(m)
			ctx := t.Context() // a watch would wait for the hand by a lock, which stops the clock here
			clicked := func(want error) {
				t.Helper()
				before := strings.Count(m.log(), "down")
				err := h.Click(ctx, image.Pt(200+len(m.log()), 300))
				if pressed := strings.Count(m.log(), "down") > before; !errors.Is(err, want) || pressed != (want == nil) {
					t.Errorf("pressed %v, %v; want %v", pressed, err, want)
				}
			}
			settled := func(want error) {
				t.Helper()
				if err := h.Settle(ctx, 10*time.Millisecond); !errors.Is(err, want) {
					t.Errorf("settled: %v, want %v", err, want)
				}
			}
			clicked(ErrGrabbed)
			settled(ErrGrabbed)
			clicked(ErrGrabbed)
			m.with(func() { m.grabbed = false })
			settled(nil)
			clicked(nil)
			// A browser takes the mouse for an instant when it is clicked. A program that
			// keeps it gets nothing, however soon after a click it takes it.
			m.with(func() { m.grabbed = true })
			time.AfterFunc(answering/2, func() { m.with(func() { m.grabbed = false }) })
			clicked(nil)
			m.with(func() { m.grabbed = true })
			clicked(ErrGrabbed)
			settled(ErrGrabbed)
			m.with(func() { m.grabbed = false })
			clicked(nil)
			// A browser takes the mouse for an instant when the person clicks.
			time.Sleep(answering)
			m.with(func() { m.grabbed = true })
			time.AfterFunc(answering/2, func() { m.with(func() { m.grabbed = false }) })
			began := time.Now()
			settled(nil)
			if took := time.Since(began); took < answering/2 {
				t.Errorf("settled after %v", took)
			}
		})
	})
}

func TestCancelledBetweenPressAndRelease(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		m := &mouse{delay: 3, onPress: func(*mouse) { cancel(why) }}
		if err := newHand(m).Click(ctx, image.Pt(200, 200)); !errors.Is(err, why) {
			t.Errorf("Click: %v, want the cause", err)
		}
		if got := m.log(); got != "move 200,200 down up" {
			t.Errorf("the mouse was told %q", got)
		}
	})
}

func TestPanicReleases(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		m := &mouse{onPress: func(*mouse) { panic("a bug in the driver") }}
		h := newHand(m)
		func() {
			defer func() { _ = recover() }()
			_ = h.Click(t.Context(), image.Pt(200, 200))
			t.Error("the panic was swallowed")
		}()
		if got := m.log(); got != "move 200,200 down up" {
			t.Errorf("the mouse was told %q", got)
		}
		if err := h.Close(); err != nil { // and nothing is locked
			t.Error(err)
		}
	})
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(ErrEscape)
	m := &mouse{}
	h := newHand(m)
	for name, err := range map[string]error{
		"Click": h.Click(ctx, image.Pt(200, 200)),
		"Move":  h.Move(ctx, image.Pt(200, 200)),
	} {
		if !errors.Is(err, ErrEscape) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := m.log(); got != "" {
		t.Errorf("the mouse was told %q", got)
	}
}

func TestParkOutsideTheFence(t *testing.T) {
	m := &mouse{}
	if err := newHand(m).Park(t.Context(), image.Pt(5, 5)); err != nil {
		t.Fatal(err)
	}
	if got := m.log(); got != "move 5,5" {
		t.Errorf("the mouse was told %q", got)
	}
}

func TestClose(t *testing.T) {
	m := &mouse{}
	h := newHand(m)
	if err := errors.Join(h.Close(), h.Close()); err != nil {
		t.Error(err)
	}
	if got := m.log(); got != "close" {
		t.Errorf("the mouse was told %q", got)
	}
	if err := h.Click(t.Context(), image.Pt(200, 200)); err == nil {
		t.Error("a closed hand clicked")
	}
	if _, err := h.Position(); err == nil {
		t.Error("a closed hand knows its position")
	}
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if ctx.Err() == nil {
		t.Error("a closed hand watches")
	}
}

func TestWatch(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		tests := []struct {
			name   string
			person func(m *mouse)
			want   error // nil: nothing happens
		}{
			{"nothing", func(m *mouse) {}, nil},
			{"trembles", func(m *mouse) { m.at.X += Tolerance }, nil},
			{"moves", func(m *mouse) { m.at.Y += 20 }, ErrPersonMoved},
			{"presses", func(m *mouse) { m.other = true }, ErrPersonMoved},
			{"presses Esc", func(m *mouse) { m.escape() }, ErrEscape},
			{"the server goes", func(m *mouse) { m.failing = map[string]error{"state": errGone} }, errGone},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := &mouse{at: image.Pt(50, 50)}
					h := newHand(m)
					ctx, stop := h.Watch(t.Context())
					defer stop()
					for i := range 20 { // the hand's own doings end nothing
						if err := h.Click(ctx, image.Pt(150+10*i, 300)); err != nil {
							t.Fatal(err)
						}
						time.Sleep(watchEvery)
					}
					m.with(func() { tt.person(m) })
					select {
					case <-ctx.Done():
					case <-time.After(time.Second):
					}
					if got := context.Cause(ctx); !errors.Is(got, tt.want) {
						t.Errorf("the context ended with %v, want %v", got, tt.want)
					}
					err := h.Click(ctx, image.Pt(200, 200))
					if !errors.Is(err, tt.want) {
						t.Errorf("the click after it: %v, want %v", err, tt.want)
					}
					stop()
					if m.escape != nil {
						t.Error("Esc is still watched")
					}
				})
			})
		}
	})
}

var errGone = errors.New("gone")

func TestWatchBeginsAnew(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		synctest.Test(t, func(t *testing.T) {
			m := &mouse{}
			h := newHand(m)
			_, stop := h.Watch(t.Context())
			if err := h.Click(t.Context(), image.Pt(200, 200)); err != nil {
				t.Fatal(err)
			}
			stop()
			stop()
			// Between two turns the mouse is the person's.
			m.with(func() { m.at = image.Pt(900, 900) })
			ctx, stop := h.Watch(t.Context())
			defer stop()
			if err := h.Click(ctx, image.Pt(300, 300)); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Second)
			if ctx.Err() != nil {
				t.Error(context.Cause(ctx))
			}
		})
	})
}

func TestWatchWithoutTheKey(t *testing.T) {
	m := &mouse{failing: map[string]error{"escape": errors.New("taken")}}
	ctx, stop := newHand(m).Watch(t.Context())
	defer stop()
	if err := ctx.Err(); err != nil {
		t.Errorf("a key that is taken ended the watch: %v", err)
	}
}

// TestReady: the key is taken ahead of the watch, which finds it pressed, and given
// back where no watch comes.
func TestReady(t *testing.T) {
	watched := func(m *mouse) (is bool) {
		m.with(func() { is = m.escape != nil })
		return is
	}
	synctest.Test(t, func(t *testing.T) {
		m := &mouse{}
		h := newHand(m)
		for range 3 { // boards that do not come to rest
			h.Ready()
			time.Sleep(readyFor / 2)
			if !watched(m) {
				t.Fatal("the key was given back too soon")
			}
		}
		time.Sleep(readyFor)
		if watched(m) {
			t.Error("no watch came, and the key is still taken")
		}

		h.Ready()
		ctx, stop := h.Watch(t.Context())
		time.Sleep(2 * readyFor)
		if ctx.Err() != nil || !watched(m) {
			t.Errorf("a watch for which the key was taken: %v, taken %v", context.Cause(ctx), watched(m))
		}
		m.escape()
		<-ctx.Done()
		if err := context.Cause(ctx); !errors.Is(err, ErrEscape) {
			t.Errorf("Esc ended the watch with %v", err)
		}
		stop()
		if watched(m) {
			t.Error("the key is still taken after the watch")
		}

		h.Ready()
		m.escape() // before there is a watch
		ctx, stop = h.Watch(t.Context())
		if err := context.Cause(ctx); !errors.Is(err, ErrEscape) {
			t.Errorf("a watch after Esc ended with %v", err)
		}
		stop()

		h.Ready()
		if err := h.Close(); err != nil || watched(m) {
			t.Errorf("Close: %v, the key is still taken: %v", err, watched(m))
		}
	})
}

func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mouse{}
		h := newHand(m)
		start := time.Now()
		time.AfterFunc(100*time.Millisecond, func() { m.with(func() { m.at.X = 30; m.other = true }) })
		time.AfterFunc(400*time.Millisecond, func() { m.with(func() { m.other = false }) })
		if err := h.Settle(t.Context(), 200*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 590*time.Millisecond || took > 650*time.Millisecond {
			t.Errorf("it settled after %v, want about 600ms", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m.with(func() { m.other = true })
		if err := h.Settle(ctx, time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a button held: %v", err)
		}
	})
}

func TestStopErrors(t *testing.T) {
	for _, err := range []error{ErrPersonMoved, ErrEscape} {
		if fault.KindOf(err) != fault.Stopped {
			t.Errorf("%v has kind %q", err, fault.KindOf(err))
		}
	}
}

// TestPersonDrifts: a person who moves the mouse by little from one click to the next stops the hand, and one whose hand
// trembles, or moves it once in a while, does not.
func TestPersonDrifts(t *testing.T) {
	onBothHands(t, func(t *testing.T, newHand func(*mouse) *Hand) {
		for _, tt := range []struct {
			name string
			by   func(click int) image.Point
			wait time.Duration
			stop bool
		}{
			{"a point at each", func(int) image.Point { return image.Pt(1, 0) }, 60 * time.Millisecond, true},
			{"aslant", func(int) image.Point { return image.Pt(-1, 1) }, 100 * time.Millisecond, true},
			{"as far as is borne, at each", func(int) image.Point { return image.Pt(0, Tolerance) }, 130 * time.Millisecond, true},
			{"to and fro", func(i int) image.Point { return image.Pt(i%2*2-1, 0) }, 60 * time.Millisecond, false},
			{"now and then", func(int) image.Point { return image.Pt(Tolerance, 0) }, rested, false},
		} {
			synctest.Test(t, func(t *testing.T) {
				m := &mouse{}
				h := newHand(m)
				const clicks = 12
				var err error
				n := 0
				for ; n < clicks && err == nil; n++ {
					err = h.Click(t.Context(), image.Pt(100+20*n, 200))
					m.with(func() { m.at = m.at.Add(tt.by(n)) })
					time.Sleep(tt.wait)
				}
				if stopped := errors.Is(err, ErrPersonMoved); stopped != tt.stop || err != nil && !stopped {
					t.Errorf("%s: %v after %d clicks", tt.name, err, n)
				}
				if tt.stop && n > Tolerance+3 {
					t.Errorf("%s: only after %d clicks", tt.name, n)
				}
			})
		}
	})
}
