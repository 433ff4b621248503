package input

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/ei"
	"autoqueens/internal/ei/eitest"
	"autoqueens/internal/portal"
	"autoqueens/internal/portal/portaltest"
)

// lender is a desktop that lends its mouse: a portal and a server for input on a real
// message bus, and the witness of both the hand's and the person's doings.
type lender struct {
	portal *portaltest.Portal
	server *eitest.Server

	mu     sync.Mutex
	got    []eitest.Event
	last   time.Time     // the latest use
	late   time.Duration // after which the hand's own doing is told of
	silent bool          // it never is
	onGot  func(eitest.Event)
}

func (l *lender) hear(e eitest.Event) {
	l.mu.Lock()
	l.got = append(l.got, e)
	late, onGot := l.late, l.onGot
	l.mu.Unlock()
	if onGot != nil {
		onGot(e)
	}
	if late == 0 {
		l.use()
	} else {
		time.AfterFunc(late, l.use)
	}
}

// use is any use of mouse or keyboard.
func (l *lender) use() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.silent {
		l.last = time.Now()
	}
}

func (l *lender) input() *eitest.Server {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.server
}

func (l *lender) events() []eitest.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]eitest.Event(nil), l.got...)
}

// IdleMonitor is GNOME's, as the desktop exports it.
type idleMonitor struct{ l *lender }

// GetIdletime is the method of the interface.
func (m idleMonitor) GetIdletime() (uint64, *dbus.Error) {
	m.l.mu.Lock()
	defer m.l.mu.Unlock()
	return uint64(time.Since(m.l.last).Milliseconds()), nil
}

// borrow returns a hand that borrows the mouse of a desktop.
func borrow(t *testing.T) (*Hand, *lender) {
	t.Helper()
	bus := portaltest.OnBus(t)
	l := &lender{last: time.Now().Add(-time.Hour)}
	var err error
	l.portal, err = portaltest.StartRemote(bus.Address(), 0, nil, &portaltest.Remote{Version: 2, Types: 3,
		Dialog: func(d portaltest.Dialog) { d.Share(3, "t") },
		Input: func() (*os.File, error) {
			file, server, err := eitest.File(eitest.Options{Regions: []image.Rectangle{image.Rect(0, 0, 800, 600)}, Got: l.hear, Keyboard: true, Keymap: someKeys})
			l.mu.Lock()
			defer l.mu.Unlock()
			l.server = server
			return file, err
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.portal.Close() })
	conn, err := dbus.Connect(bus.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	const mutter = "org.gnome.Mutter.IdleMonitor"
	if err := conn.Export(idleMonitor{l}, "/org/gnome/Mutter/IdleMonitor/Core", mutter); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(mutter, 0); err != nil {
		t.Fatal(err)
	}
	d := &portalMouse{}
	if d.leave, err = portal.OpenRemote(t.Context(), portal.Options{Token: filepath.Join(t.TempDir(), "token")}); err != nil {
		t.Fatal(err)
	}
	if d.sender, err = ei.New(t.Context(), d.leave.Input(), "a test"); err != nil {
		t.Fatal(err)
	}
	monitor, err := portal.OpenIdleMonitor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.witness, d.regions, d.known = mutterWitness{monitor}, d.places(), time.Now()
	h := New(d)
	t.Cleanup(func() { h.Close() })
	h.Fence(image.Rect(100, 100, 400, 400))
	return h, l
}

// clickAt is what a desktop gets of a click.
func clickAt(p image.Point) []eitest.Event {
	return []eitest.Event{
		{Kind: "move", At: p},
		{Kind: "button", At: p, Code: ei.ButtonLeft, Down: true},
		{Kind: "button", At: p, Code: ei.ButtonLeft},
	}
}

// TestPortalClicks: clicks arrive, each whole and in its order, and none passes for the
// person's, whenever the desktop tells of it; none goes outside the fence.
func TestPortalClicks(t *testing.T) {
	for _, late := range []time.Duration{0, 5 * time.Millisecond, 60 * time.Millisecond} {
		t.Run(late.String(), func(t *testing.T) {
			h, l := borrow(t)
			l.late = late
			ctx, stop := h.Watch(t.Context())
			defer stop()
			var want []eitest.Event
			for i := range 5 {
				p := image.Pt(150+20*i, 200)
				if err := h.Click(ctx, p); err != nil {
					t.Fatal(err)
				}
				want = append(want, clickAt(p)...)
			}
			if err := h.Click(ctx, image.Pt(50, 200)); err == nil {
				t.Error("clicked outside the fence")
			}
			if got := l.events(); !reflect.DeepEqual(got, want) {
				t.Errorf("it got %v", got)
			}
			if err := context.Cause(ctx); err != nil {
				t.Errorf("stopped by itself: %v", err)
			}
			if _, err := h.Position(); err != nil {
				t.Errorf("the place of the latest click is not known: %v", err)
			}
		})
	}
}

// TestPortalFirstClick: where the session has no mouse but ours, programs are told of it before the
// caller looks for the last time, and not between that and the click; nor does it leave the fence.
func TestPortalFirstClick(t *testing.T) {
	h, l := borrow(t)
	d := h.driver.(*portalMouse)
	d.alone, d.offered = true, func() bool { return len(l.events()) > 0 }
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Aim(ctx, image.Pt(50, 200)); err == nil || len(l.events()) > 0 {
		t.Errorf("aimed outside the fence: %v, %v", err, l.events())
	}
	p := image.Pt(150, 200)
	if err := h.Aim(ctx, p); err != nil {
		t.Fatal(err)
	}
	if got := l.events(); d.alone || !reflect.DeepEqual(got, clickAt(p)[:1]) {
		t.Errorf("aiming did %v", got)
	}
	if err := h.Click(ctx, p); err != nil {
		t.Fatal(err)
	}
	if got, want := l.events(), append(clickAt(p)[:1], clickAt(p)...); !reflect.DeepEqual(got, want) {
		t.Errorf("it got %v", got)
	}
}

// TestPortalPerson: the person's use stops the hand at once, between clicks and while it
// only watches, and nothing is pressed from then on.
func TestPortalPerson(t *testing.T) {
	h, l := borrow(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Click(ctx, image.Pt(150, 200)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * mutterWitness{}.doubt())
	l.use()
	if err := h.Click(ctx, image.Pt(170, 200)); !errors.Is(err, ErrPersonUsed) {
		t.Errorf("error %v", err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("not stopped")
	}
	if err := context.Cause(ctx); !errors.Is(err, ErrPersonUsed) {
		t.Errorf("cause %v", err)
	}
	if n := len(l.events()); n != 3 {
		t.Errorf("it got %v", l.events())
	}
	if _, err := h.Position(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("the place of the pointer is told after the person has moved it: %v", err)
	}
}

// TestPortalDoubt: what is used right after a click, when it may be the click's own doing, is no
// stop by itself, but it is listened on, and what follows it is the person's.
func TestPortalDoubt(t *testing.T) {
	h, l := borrow(t)
	for _, follows := range []bool{false, true} {
		for tries := 0; ; tries++ {
			ctx, stop := h.Watch(t.Context())
			if err := h.Click(ctx, image.Pt(150, 200)); err != nil {
				t.Fatal(err)
			}
			clicked, before := time.Now(), len(l.events())
			time.Sleep(4 * time.Millisecond) // what is told sooner is told as one
			l.use()
			used := time.Now()
			inTime := used.Sub(clicked) < mutterWitness{}.doubt()
			done := make(chan struct{})
			go func() {
				defer close(done)
				if follows {
					time.Sleep(listening / 2)
					l.use()
					inTime = inTime && time.Since(used) < listening*3/4
				}
			}()
			err := h.Click(ctx, image.Pt(170, 200))
			<-done
			stop()
			if !inTime { // the machine let the person act later than that
				if tries == 20 {
					t.Skip("this machine is too busy for it")
				}
				continue
			}
			if !follows && errors.Is(err, ErrPersonUsed) && tries < 20 {
				continue // the hand was let hear of it too late to take it for its own
			}
			if errors.Is(err, ErrPersonUsed) != follows {
				t.Errorf("something follows: %v; error %v", follows, err)
			}
			if got := l.events()[before:]; err != nil && len(got) != 0 {
				t.Errorf("it got %v", got)
			}
			break
		}
	}
}

// TestPortalDrag: a drag goes through its points with the button down, and the person who
// comes lets it up.
func TestPortalDrag(t *testing.T) {
	path := []image.Point{{150, 150}, {200, 150}, {200, 200}, {250, 200}}
	t.Run("whole", func(t *testing.T) {
		h, l := borrow(t)
		if err := h.Drag(t.Context(), path, Stroke{}); err != nil {
			t.Fatal(err)
		}
		got := l.events()
		if last := got[len(got)-1]; last.Down || last.At != path[3] || last.Kind != "button" {
			t.Errorf("it got %v", got)
		}
		down := 0
		for _, e := range got {
			if e.Down {
				down++
				if e.At != path[0] {
					t.Errorf("pressed at %v", e.At)
				}
			}
		}
		if down != 1 {
			t.Errorf("pressed %d times", down)
		}
	})
	t.Run("the person comes", func(t *testing.T) {
		h, l := borrow(t)
		l.mu.Lock()
		l.onGot = func(e eitest.Event) {
			if e.Kind == "move" && e.At == path[2] {
				go func() { // as a mouse does that is moved
					for range 100 {
						time.Sleep(8 * time.Millisecond)
						l.use()
					}
				}()
			}
		}
		l.mu.Unlock()
		if err := h.Drag(t.Context(), path, Stroke{}); !errors.Is(err, ErrPersonUsed) {
			t.Errorf("error %v", err)
		}
		got := l.events()
		if last := got[len(got)-1]; last.Kind != "button" || last.Down || last.At == path[3] {
			t.Errorf("it got %v", got)
		}
	})
}

// someKeys is a keymap on which 1 is typed by itself and 2 is not.
const someKeys = `<AE01> = 10; <AE02> = 11; <BKSP> = 22; key <AE01> { [ 1, exclam ] }; key <AE02> { [ eacute, 2 ] }; key <BKSP> { [ BackSpace ] };`

// TestPortalKeys: keys go by what they type on the person's keyboard, and are not typed
// where they would type something else, or before the board was clicked.
func TestPortalKeys(t *testing.T) {
	h, l := borrow(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Type(ctx, '1'); err == nil {
		t.Error("typed before a click")
	}
	p := image.Pt(150, 200)
	if err := errors.Join(h.Click(ctx, p), h.Type(ctx, '1'), h.Type(ctx, KeyBackspace)); err != nil {
		t.Fatal(err)
	}
	want := append(clickAt(p),
		eitest.Event{Kind: "key", At: p, Code: 2, Down: true}, eitest.Event{Kind: "key", At: p, Code: 2},
		eitest.Event{Kind: "key", At: p, Code: 14, Down: true}, eitest.Event{Kind: "key", At: p, Code: 14})
	if err := h.Type(ctx, '2'); err == nil {
		t.Error("typed what no key types by itself")
	}
	l.input().Modifiers(1)
	time.Sleep(20 * time.Millisecond) // it comes by itself
	if err := h.Type(ctx, '1'); !errors.Is(err, ErrPersonTyped) {
		t.Errorf("with Shift held: %v", err)
	}
	if got := l.events(); !reflect.DeepEqual(got, want) {
		t.Errorf("it got %v, want %v", got, want)
	}
}

// TestPortalTrouble: a desktop that does not say when it is used, takes nothing just now,
// or wants its mouse back ends it in words.
func TestPortalTrouble(t *testing.T) {
	p := image.Pt(150, 200)
	for _, tt := range []struct {
		name string
		do   func(*lender)
		want error
	}{
		{"silent", func(l *lender) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.silent = true
		}, errSilent},
		{"paused", func(l *lender) { l.input().Pause() }, ErrGrabbed},
		{"the person ends it", func(l *lender) { l.portal.EndSession() }, errTakenBack},
		{"the desktop goes", func(l *lender) { l.input().Disconnect("bye") }, errTakenBack},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, l := borrow(t)
			ctx, stop := h.Watch(t.Context())
			defer stop()
			tt.do(l)
			time.Sleep(20 * time.Millisecond) // it comes by itself
			if err := h.Click(ctx, p); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// TestPortalAsks: without leave to ask nothing is asked, and the failure says how to.
func TestPortalAsks(t *testing.T) {
	for _, before := range []bool{false, true} {
		if err := wouldAsk(before); !errors.Is(err, ErrWouldAsk) {
			t.Errorf("error %v", err)
		}
	}
}
