package input

import (
	"image"
	"slices"
	"sync"
	"testing"
	"time"

	"autoqueens/internal/workshop/nativewindow"
)

// These run on Windows, and by TestWindows of cmd/autoqueens under Wine.

// pane is a window that writes down what is done to it.
type pane struct {
	*nativewindow.Window
	mu     sync.Mutex
	events []nativewindow.Event
}

// thePane is the one window of the process.
var thePane = sync.OnceValues(func() (*pane, error) {
	p := &pane{}
	var err error
	p.Window, err = nativewindow.Open(func(e nativewindow.Event) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.events = append(p.events, e)
	})
	return p, err
})

// onPane returns a hand and an empty window of 400 x 300 pixels to use it on.
func onPane(t *testing.T) (*Hand, *pane) {
	t.Helper()
	p, err := thePane()
	if err != nil {
		t.Fatal(err)
	}
	p.Show(image.NewRGBA(image.Rect(0, 0, 400, 300)), image.Pt(200, 150))
	h, err := Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	h.Fence(image.Rectangle{Max: image.Pt(400, 300)}.Add(p.Corner()))
	if err := h.Settle(t.Context(), 50*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	p.take(0)
	return h, p
}

// take returns what was done to the window when so many events have come that are no
// movements, or none has for a second.
func (p *pane) take(n int) (events []nativewindow.Event) {
	for late := time.Now().Add(time.Second); ; time.Sleep(time.Millisecond) {
		p.mu.Lock()
		others := 0
		for _, e := range p.events {
			if e.Kind != nativewindow.Moved {
				others++
			}
		}
		if others >= n || time.Now().After(late) {
			events, p.events = p.events, nil
			p.mu.Unlock()
			return events
		}
		p.mu.Unlock()
	}
}

// withoutMoves leaves the movements out.
func withoutMoves(events []nativewindow.Event) []nativewindow.Event {
	return slices.DeleteFunc(events, func(e nativewindow.Event) bool { return e.Kind == nativewindow.Moved })
}

// TestWindowsClicksLand clicks all over the window: each click arrives, once, where it was
// aimed.
func TestWindowsClicksLand(t *testing.T) {
	h, p := onPane(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	const clicks = 200
	var want []nativewindow.Event
	for i := range clicks {
		at := image.Pt(3+i*97%394, 3+i*61%294)
		if err := h.Click(ctx, at.Add(p.Corner())); err != nil {
			t.Fatalf("click %d at %v: %v", i, at, err)
		}
		want = append(want, nativewindow.Event{Kind: nativewindow.Down, At: at}, nativewindow.Event{Kind: nativewindow.Up, At: at})
	}
	if got := withoutMoves(p.take(len(want))); !slices.Equal(got, want) {
		t.Errorf("got %d events, want %d\n%v\n%v", len(got), len(want), got, want)
	}
}

// TestWindowsDrag leads the pointer through the window with the button down.
func TestWindowsDrag(t *testing.T) {
	h, p := onPane(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	corner := p.Corner()
	path := []image.Point{{20, 30}, {220, 30}, {220, 130}}
	var way []image.Point
	for _, at := range path {
		way = append(way, at.Add(corner))
	}
	if err := h.Drag(ctx, way, Stroke{Step: 50, Wait: 5 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	events := p.take(2)
	down := slices.IndexFunc(events, func(e nativewindow.Event) bool { return e.Kind == nativewindow.Down })
	up := slices.IndexFunc(events, func(e nativewindow.Event) bool { return e.Kind == nativewindow.Up })
	if down < 0 || up < down || events[down].At != path[0] || events[up].At != path[2] {
		t.Fatalf("got %v", events)
	}
	var got []image.Point
	for _, e := range events[down:up] {
		got = append(got, e.At)
	}
	for _, at := range []image.Point{{70, 30}, {120, 30}, {170, 30}, {220, 30}, {220, 80}, {220, 130}} {
		if !slices.Contains(got, at) {
			t.Errorf("the pointer was not seen at %v: %v", at, got)
		}
	}
}

// TestWindowsType types into the window that was clicked.
func TestWindowsType(t *testing.T) {
	h, p := onPane(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Type(ctx, '1'); err == nil {
		t.Error("it typed where nothing was clicked")
	}
	if err := h.Click(ctx, p.Corner().Add(image.Pt(50, 50))); err != nil {
		t.Fatal(err)
	}
	keys := []Key{'1', '9', KeyBackspace, KeyLeft, KeyDown}
	for _, k := range keys {
		if err := h.Type(ctx, k); err != nil {
			t.Fatalf("%v: %v", k, err)
		}
	}
	var got []uint16
	for _, e := range withoutMoves(p.take(2 + len(keys))) {
		if e.Kind == nativewindow.Typed {
			got = append(got, e.Key)
		}
	}
	if want := []uint16{0x61, 0x69, 0x08, 0x25, 0x28}; !slices.Equal(got, want) {
		t.Errorf("typed %x, want %x", got, want)
	}
}

// TestWindowsFence presses nothing outside.
func TestWindowsFence(t *testing.T) {
	h, p := onPane(t)
	for _, at := range []image.Point{{-1, 10}, {400, 10}, {10, 300}} {
		if err := h.Click(t.Context(), at.Add(p.Corner())); err == nil {
			t.Errorf("a click at %v", at)
		}
	}
	if got := withoutMoves(p.take(1)); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

func TestWindowsKeepsPromises(t *testing.T) {
	h, p := onPane(t)
	corner := p.Corner()
	known := map[uint16]Key{keyPadZero + 1: '1', virtualKeys[KeyBackspace]: KeyBackspace}
	keepsPromises(t, workplace{hand: h, area: image.Rectangle{Max: image.Pt(400, 300)}.Add(corner),
		got: func(n int) (got []string) {
			for _, e := range p.take(n) {
				switch e.Kind {
				case nativewindow.Down:
					got = append(got, pressed(e.At.Add(corner)))
				case nativewindow.Up:
					got = append(got, released(e.At.Add(corner)))
				case nativewindow.Typed:
					got = append(got, typed(known[e.Key]))
				}
			}
			return got
		},
		person: func() {
			at, err := pointerAt()
			if err != nil {
				t.Error(err)
			}
			_, _, _ = setCursorPos.Call(uintptr(at.X+20), uintptr(at.Y+9))
		}})
}
