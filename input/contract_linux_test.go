package input

import (
	"image"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/ei"
	"autoqueens/internal/wayland/waylandtest"
)

// goesOn calls use as a mouse does that is moved: for longer than what is used right after a click
// may be the click's own doing.
func goesOn(use func()) {
	for began := time.Now(); time.Since(began) < 2*(mutterWitness{}).doubt(); time.Sleep(4 * time.Millisecond) {
		use()
	}
}

func TestWlrootsKeepsPromises(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(640, 480)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	p := waylandtest.NewPerson(t)
	known := map[uint32]Key{}
	for k, code := range keyCodes {
		known[code] = k
	}
	clicks, keys := 0, 0
	keepsPromises(t, workplace{hand: onSway(t), area: image.Rect(0, 0, 640, 480),
		got: func(int) (got []string) {
			all, down := w.Clicks(t)
			for _, c := range all[clicks:] {
				got = append(got, pressed(c.Down), released(c.Up))
			}
			if clicks = len(all); down {
				got = append(got, "a button that stays down")
			}
			typing := w.Keys(t)
			for _, code := range typing[keys:] {
				got = append(got, typed(known[code]))
			}
			keys = len(typing)
			return got
		},
		person: func() {
			goesOn(func() {
				if err := p.Move(3, 1); err != nil {
					t.Error(err)
				}
			})
		}})
}

func TestPortalKeepsPromises(t *testing.T) {
	h, l := borrow(t)
	seen := 0
	keepsPromises(t, workplace{hand: h, area: image.Rect(100, 100, 400, 400),
		got: func(int) (got []string) {
			all := l.events()
			for _, e := range all[seen:] {
				switch {
				case e.Kind == "button" && e.Code == ei.ButtonLeft && e.Down:
					got = append(got, pressed(e.At))
				case e.Kind == "button":
					got = append(got, released(e.At))
				case e.Kind == "key" && e.Down:
					got = append(got, typed(map[uint32]Key{2: '1', 14: KeyBackspace}[e.Code]))
				}
			}
			seen = len(all)
			return got
		},
		person: func() { goesOn(l.use) }})
}

// TestPortalMonitors: when the desktop takes the pointer to other places than it did, as when
// a monitor comes or goes, nothing is clicked.
func TestPortalMonitors(t *testing.T) {
	h, l := borrow(t)
	p := image.Pt(150, 200)
	if err := h.Click(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	l.input().Remove()
	l.input().Add(image.Rect(0, 0, 1600, 1200))
	deadline := time.Now().Add(10 * time.Second)
	for h.driver.(*portalMouse).unchanged() == nil && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	before := len(l.events())
	for what, do := range map[string]func() error{
		"a click": func() error { return h.Click(t.Context(), p) },
		"a drag":  func() error { return h.Drag(t.Context(), []image.Point{p, {160, 210}}, Stroke{}) },
	} {
		if err := do(); err == nil || err.Error() != errMonitors.Error() {
			t.Errorf("%s says %v", what, err)
		}
	}
	if got := l.events()[before:]; len(got) != 0 {
		t.Errorf("it got %v", got)
	}
}
