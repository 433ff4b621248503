package input

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
	"autoqueens/internal/quartz/quartztest"
)

// onQuartz returns a hand whose driver posts to a library that allows some things.
func onQuartz(t *testing.T, allowed ...quartz.Permission) (*Hand, *quartztest.Library) {
	t.Helper()
	library := &quartztest.Library{Permissions: map[quartz.Permission]bool{}}
	for _, p := range allowed {
		library.Permissions[p] = true
	}
	d, err := openQuartz(library)
	if err != nil {
		t.Fatal(err)
	}
	h := New(d)
	h.Fence(image.Rect(100, 100, 200, 200))
	t.Cleanup(func() { h.Close() })
	return h, library
}

// TestQuartzClick presses and releases in the middle of the point, with a place of its own
// in each event.
func TestQuartzClick(t *testing.T) {
	h, library := onQuartz(t, quartz.Accessibility)
	for _, p := range []image.Point{{150, 160}, {199, 100}} {
		if err := h.Click(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	const want = "move 150.5,160.5; down 150.5,160.5; up 150.5,160.5; move 199.5,100.5; down 199.5,100.5; up 199.5,100.5"
	if got := library.Log(); got != want {
		t.Errorf("posted %s\nwant   %s", got, want)
	}
	if err := h.Click(t.Context(), image.Pt(200, 150)); err == nil || library.Log() != "" {
		t.Errorf("a click outside the fence: %v, posted %s", err, library.Log())
	}
}

// TestQuartzDrag moves by drags while the button is down.
func TestQuartzDrag(t *testing.T) {
	library := &quartztest.Library{Permissions: map[quartz.Permission]bool{quartz.Accessibility: true}}
	d, err := openQuartz(library)
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []func() error{
		func() error { return d.Move(image.Pt(10, 20)) }, d.Press,
		func() error { return d.Move(image.Pt(30, 20)) }, d.Release, d.Release,
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	const want = "move 10.5,20.5; down 10.5,20.5; drag 30.5,20.5; up 30.5,20.5"
	if got := library.Log(); got != want {
		t.Errorf("posted %s\nwant   %s", got, want)
	}
}

// TestQuartzPerson stops as soon as the person moves the mouse, clicks, or presses Esc.
func TestQuartzPerson(t *testing.T) {
	for _, test := range []struct {
		name    string
		allowed []quartz.Permission
		does    func(l *quartztest.Library)
		want    error
	}{
		{"moves", nil, func(l *quartztest.Library) { l.Person(quartz.Moved, quartz.Point{X: 170, Y: 150}) }, ErrPersonMoved},
		{"holds the right button", nil, func(l *quartztest.Library) { l.Person(quartz.RightDown, l.Location()) }, ErrPersonMoved},
		{"has clicked and let go", []quartz.Permission{quartz.InputMonitoring}, func(l *quartztest.Library) {
			l.Person(quartz.LeftDown, l.Location())
			l.Person(quartz.LeftUp, l.Location())
		}, ErrPersonMoved},
		{"scrolls", []quartz.Permission{quartz.InputMonitoring}, func(l *quartztest.Library) { l.Person(quartz.Scrolled, l.Location()) }, ErrPersonMoved},
		{"presses Esc", nil, func(l *quartztest.Library) { l.Key(quartzEscape, true) }, ErrEscape},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, library := onQuartz(t, append(test.allowed, quartz.Accessibility)...)
			ctx, stop := h.Watch(t.Context())
			defer stop()
			for range 3 {
				if err := h.Click(ctx, image.Pt(150, 150)); err != nil {
					t.Fatal(err)
				}
			}
			if err := context.Cause(ctx); err != nil {
				t.Fatalf("the hand's own clicks stopped it: %v", err)
			}
			library.Log()
			test.does(library)
			select {
			case <-ctx.Done():
			case <-time.After(5 * time.Second):
				t.Fatal("not stopped after 5 s")
			}
			if err := context.Cause(ctx); !errors.Is(err, test.want) {
				t.Errorf("stopped by %v, want %v", err, test.want)
			}
			if err := h.Click(ctx, image.Pt(150, 150)); err == nil || library.Log() != "" {
				t.Errorf("a click after that: %v", err)
			}
		})
	}
}

// TestQuartzPermission says where to allow the mouse, and has the person asked.
func TestQuartzPermission(t *testing.T) {
	library := &quartztest.Library{}
	_, err := openQuartz(library)
	if !errors.Is(err, fault.NoAccess) {
		t.Fatalf("without the permission: %v", err)
	}
	if got := library.Log(); got != "ask for Accessibility" {
		t.Errorf("the person was asked: %q", got)
	}
	var f *fault.Error
	if !errors.As(err, &f) || !strings.Contains(f.Advice, "Privacy & Security > Accessibility") {
		t.Errorf("the advice does not name the list: %v", err)
	}
}

func TestQuartzKeepsPromises(t *testing.T) {
	h, library := onQuartz(t, quartz.Accessibility, quartz.InputMonitoring)
	known := map[string]Key{}
	for k, code := range quartzKeys {
		known[fmt.Sprintf("key %d down", code)] = k
	}
	keepsPromises(t, workplace{hand: h, area: image.Rect(100, 100, 200, 200),
		got: func(int) (got []string) {
			for _, did := range strings.Split(library.Log(), "; ") {
				kind, place, _ := strings.Cut(did, " ")
				if k, ok := known[did]; ok {
					got = append(got, typed(k))
				}
				var at quartz.Point
				if _, err := fmt.Sscanf(place, "%g,%g", &at.X, &at.Y); err != nil {
					continue
				}
				switch kind {
				case "down":
					got = append(got, pressed(pointOf(at)))
				case "up":
					got = append(got, released(pointOf(at)))
				}
			}
			return got
		},
		person: func() {
			at := library.Location()
			library.Person(quartz.Moved, quartz.Point{X: at.X + 20, Y: at.Y})
		}})
}
