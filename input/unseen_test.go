package input

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"
	"testing/synctest"
	"time"
)

// unseenMouse is a mouse whose place the system does not tell, as on Wayland. It goes to a
// point and clicks there in one go.
type unseenMouse struct {
	*mouse
	uses    uint64
	onClick func(u *unseenMouse) // before a click
}

func (u *unseenMouse) State() (State, error) {
	s, err := u.mouse.State()
	u.mu.Lock()
	defer u.mu.Unlock()
	return State{Hidden: true, Held: u.other, Over: s.Over, Uses: u.uses}, err
}

func (u *unseenMouse) ClickAt(ctx context.Context, p image.Point, used, over uint64) (State, error) {
	if u.onClick != nil {
		u.onClick(u)
	}
	if err := context.Cause(ctx); err != nil {
		return State{}, err
	}
	switch s, err := u.State(); {
	case err != nil || s.Uses != used:
		return s, err
	case over != 0 && s.Over != over:
		return s, ErrCovered
	}
	u.with(func() { u.note("click %d,%d", p.X, p.Y) })
	if err := u.failing["click"]; err != nil {
		u.with(func() { u.own = true })
		return State{}, err
	}
	return u.State()
}

func (u *unseenMouse) use() { u.with(func() { u.uses++ }) }

// TestUnseenClick: where the pointer cannot be seen the hand keeps what it promises.
func TestUnseenClick(t *testing.T) {
	errBroken := errors.New("broken")
	at := image.Pt(200, 300)
	for _, tt := range []struct {
		name  string
		mouse *mouse
		click func(u *unseenMouse)
		fence image.Rectangle
		want  string
		err   error
	}{
		{name: "plain", want: "click 200,300 click 200,300"},
		{name: "outside", fence: image.Rect(0, 0, 100, 100), want: ""},
		{name: "the person uses the mouse", click: func(u *unseenMouse) { u.use() }, want: "", err: ErrPersonUsed},
		{name: "a click fails", mouse: &mouse{failing: map[string]error{"click": errBroken}}, want: "click 200,300 up", err: errBroken},
		{name: "a button is held", mouse: &mouse{other: true}, want: "", err: ErrPersonUsed},
		{name: "gone", mouse: &mouse{failing: map[string]error{"state": errBroken}}, want: "", err: errBroken},
		{name: "a window comes up while it listens", click: func(u *unseenMouse) {
			if u.log() != "" {
				u.with(func() { u.over++ })
			}
		}, mouse: &mouse{over: 1}, want: "click 200,300", err: ErrCovered},
		{name: "a window comes up", click: func(u *unseenMouse) { u.with(func() { u.over++ }) }, want: "click 200,300", err: ErrCovered},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := &unseenMouse{mouse: &mouse{}, onClick: tt.click}
			if tt.mouse != nil {
				u.mouse = tt.mouse
			}
			h := fenced(u)
			if tt.fence != (image.Rectangle{}) {
				h.Fence(tt.fence)
			}
			h.stays = true // as while Watch runs
			err := h.Click(t.Context(), at)
			if tt.name == "a window comes up" { // the first click is what brought the focus here
				u.with(func() { u.over++ })
			}
			if err == nil {
				err = h.Click(t.Context(), at)
			}
			if got := u.log(); got != tt.want {
				t.Errorf("it was told %q, want %q", got, tt.want)
			}
			if tt.err != nil && !errors.Is(err, tt.err) || tt.want == "" && err == nil {
				t.Errorf("%v, want %v", err, tt.err)
			}
		})
	}
}

// TestUnseenPlace: the place is known from the hand's own move on, until somebody uses the
// mouse.
func TestUnseenPlace(t *testing.T) {
	u := &unseenMouse{mouse: &mouse{}}
	h := fenced(u)
	known := func(want *image.Point) {
		t.Helper()
		switch p, err := h.Position(); {
		case want == nil && !errors.Is(err, errors.ErrUnsupported):
			t.Errorf("it is at %v, %v, which nobody knows", p, err)
		case want != nil && (err != nil || p != *want):
			t.Errorf("it is at %v, %v, want %v", p, err, *want)
		}
	}
	known(nil)
	at, beside := image.Pt(200, 300), image.Pt(50, 60)
	if err := h.Click(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	known(&at)
	if err := h.Park(t.Context(), beside); err != nil {
		t.Fatal(err)
	}
	known(&beside)
	u.use()
	known(nil)
	ctx, stop := h.Watch(t.Context())
	known(nil) // that the person may go on from here tells nothing of where
	if err := h.Click(ctx, at); err != nil {
		t.Fatal(err)
	}
	known(&at)
	stop()
	known(&at)
}

// TestUnseenWatch: using the mouse ends the watch soon, whatever the hand does.
func TestUnseenWatch(t *testing.T) {
	for _, pace := range []Pace{Fast, Human} {
		t.Run(fmt.Sprint(pace), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				u := &unseenMouse{mouse: &mouse{}}
				h := fenced(u)
				h.SetPace(pace)
				u.use() // before the watch it is the person's business
				ctx, stop := h.Watch(t.Context())
				defer stop()
				if err := h.Click(ctx, image.Pt(200, 300)); err != nil {
					t.Fatal(err)
				}
				u.use()
				began := time.Now()
				<-ctx.Done()
				if err := context.Cause(ctx); !errors.Is(err, ErrPersonUsed) || time.Since(began) > 2*watchEvery {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
				if err := h.Click(ctx, image.Pt(210, 310)); !errors.Is(err, ErrPersonUsed) {
					t.Errorf("a click after that: %v", err)
				}
			})
		})
	}
}

// TestUnseenSettle: the mouse rests when nobody has used it for long enough.
func TestUnseenSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := &unseenMouse{mouse: &mouse{}}
		h := fenced(u)
		began := time.Now()
		u.onState = func(*mouse, int) {
			if time.Since(began) < 100*time.Millisecond {
				u.uses++ // the caller holds its lock
			}
		}
		if err := h.Settle(t.Context(), 50*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < 145*time.Millisecond || took > 170*time.Millisecond {
			t.Errorf("it rested after %v", took)
		}
	})
}

// attentive is such a mouse that takes its time to hear the person.
type attentive struct {
	*unseenMouse
	heard int
	hears func(u *unseenMouse) // what happens meanwhile
}

func (a *attentive) Hear(ctx context.Context, _ image.Point, used uint64) (State, error) {
	a.heard++
	if a.hears != nil {
		a.hears(a.unseenMouse)
	}
	if err := context.Cause(ctx); err != nil {
		return State{}, err
	}
	return a.State()
}

// TestAimHears: the person is listened for before the last look at the board, and not after
// it.
func TestAimHears(t *testing.T) {
	a := &attentive{unseenMouse: &unseenMouse{mouse: &mouse{}}}
	a.use() // before the hand has done anything it is the person's business
	h := fenced(a)
	at := image.Pt(200, 300)
	for range 2 {
		if err := errors.Join(h.Aim(t.Context(), at), h.Click(t.Context(), at)); err != nil {
			t.Fatal(err)
		}
	}
	if a.heard != 2 || a.log() != "click 200,300 click 200,300" {
		t.Errorf("it listened %d times, and was told %q", a.heard, a.log())
	}
	a.hears = (*unseenMouse).use
	if err := h.Aim(t.Context(), at); !errors.Is(err, ErrPersonUsed) {
		t.Errorf("the person came: %v", err)
	}
	if err := h.Click(t.Context(), at); !errors.Is(err, ErrPersonUsed) || a.log() != "click 200,300 click 200,300" {
		t.Errorf("and is there: %v, %q", err, a.log())
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if err := h.Aim(ctx, at); !errors.Is(err, gone) {
		t.Errorf("Aim once it is over: %v", err)
	}
}
