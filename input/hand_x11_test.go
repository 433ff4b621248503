//go:build cgo && linux

package input

import (
	"context"
	"errors"
	"image"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
)

var managers = []string{desk.NoWM, desk.Openbox, desk.Xfwm4}

// TestClicksLand is the promise the package is about: every click arrives, once,
// where it was aimed, also where a window manager holds clicks back to focus
// the window first.
func TestClicksLand(t *testing.T) {
	const clicks = 600
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		desktest.Start(t, desk.Options{Width: 1200, Height: 700, WM: wm})
		o := connect(t)
		a := o.open("a", image.Rect(60, 100, 560, 600))
		b := o.open("b", image.Rect(640, 100, 1140, 600))
		h := open(t)
		h.Fence(a.area.Union(b.area))
		ctx, stop := h.Watch(t.Context())
		defer stop()
		h.mu.Lock()
		h.stays = false // these are two windows on purpose
		h.mu.Unlock()

		// By turns in both windows, so that each click changes the focus,
		// then many in one.
		aim := map[*window][]image.Point{}
		for i := range clicks {
			w := a
			if i < clicks/2 && i%2 == 1 {
				w = b
			}
			p := w.area.Min.Add(image.Pt(7+(i*97)%486, 7+(i*61)%486))
			if err := h.Click(ctx, p); err != nil {
				t.Fatalf("click %d at %v: %v", i, p, err)
			}
			aim[w] = append(aim[w], p)
		}
		for w, want := range aim {
			got := w.take(len(want))
			if len(got) != len(want) {
				t.Errorf("%d of %d clicks arrived", len(got), len(want))
			}
			for i, c := range got {
				if c.down != want[i] || c.up != want[i] || c.button != 1 {
					t.Fatalf("click %d was aimed at %v and arrived as %+v", i, want[i], c)
				}
			}
			if len(w.clicks) > 0 {
				t.Errorf("%d clicks arrived that nobody made", len(w.clicks))
			}
		}
	})
}

// TestRefusedWay: where the quick way to click is refused the library serves, and
// where that is refused as well there is no hand.
func TestRefusedWay(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 800, Height: 600})
	errRefused := errors.New("refused")
	refused := way{"none", func(context.Context) (Driver, error) {
		return openX11(func(*pointer) (Driver, error) { return nil, errRefused })
	}}
	for _, tt := range []struct {
		ways  []way
		quick bool
		err   error
	}{
		{ways: ways, quick: true},
		{ways: append([]way{refused}, ways[1:]...)},
		{ways: []way{refused}, err: errRefused},
	} {
		d, _, err := openFirst(t.Context(), tt.ways)
		if !errors.Is(err, tt.err) {
			t.Errorf("%v ways: %v, want %v", len(tt.ways), err, tt.err)
		}
		if err != nil {
			continue
		}
		if _, quick := d.(swift); quick != tt.quick {
			t.Errorf("%d ways: a %T", len(tt.ways), d)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestChoice: of the ways the first that serves is taken, the one that would serve once the person
// was asked among them, and it is told why not the one before.
func TestChoice(t *testing.T) {
	errRefused := errors.New("refused")
	fails := func(err error) func(context.Context) (Driver, error) {
		return func(context.Context) (Driver, error) { return nil, err }
	}
	serves := func(context.Context) (Driver, error) { return nil, nil }
	asks := fails(wouldAsk(false))
	for _, tt := range []struct {
		ways []way
		want Choice
		err  error
	}{
		{[]way{{"a", serves}, {"b", serves}}, Choice{"a", nil}, nil},
		{[]way{{"a", fails(errOtherSession)}, {"b", fails(errRefused)}, {"c", serves}}, Choice{"c", errRefused}, nil},
		{[]way{{"a", fails(errRefused)}, {"b", asks}, {"c", serves}}, Choice{"b", errRefused}, ErrWouldAsk},
		{[]way{{"a", fails(errRefused)}, {"b", fails(errOtherSession)}}, Choice{}, errRefused},
	} {
		if _, got, err := openFirst(t.Context(), tt.ways); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%d ways: %+v, %v, want %+v, %v", len(tt.ways), got, err, tt.want, tt.err)
		}
	}
}

func BenchmarkClick(b *testing.B) {
	for _, wm := range managers {
		for name, way := range hands {
			b.Run(wmName(wm)+" "+name, func(b *testing.B) {
				desktest.Start(b, desk.Options{Width: 1200, Height: 700, WM: wm})
				w := connect(b).open("a", image.Rect(60, 100, 560, 600))
				h := opened(b, way)
				h.Fence(w.area)
				for i := 0; b.Loop(); i++ {
					p := w.area.Min.Add(image.Pt(7+(i*97)%486, 7+(i*61)%486))
					if err := h.Click(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestClicksLandOnEveryMonitor: with the primary monitor on the right the
// places of the left one are smaller than its corner, not negative.
func TestClicksLandOnEveryMonitor(t *testing.T) {
	left, right := image.Rect(0, 0, 640, 500), image.Rect(640, 0, 1280, 500)
	desktest.Start(t, desk.Options{Width: 1280, Height: 500, Monitors: []image.Rectangle{right, left}})
	o := connect(t)
	h := openHand(t)
	for _, area := range []image.Rectangle{left, right} {
		w := o.open("a", area.Inset(50))
		h.Fence(w.area)
		for _, p := range []image.Point{w.area.Min, w.area.Max.Sub(image.Pt(1, 1))} {
			if err := h.Click(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			if got := w.take(1); len(got) != 1 || got[0].down != p {
				t.Errorf("the click at %v arrived as %v", p, got)
			}
		}
	}
	for _, off := range []image.Point{{-50, 20}, {1300, 20}, {300, 900}} {
		if err := h.Move(t.Context(), off); err == nil {
			t.Errorf("the pointer went to %v, off the screen", off)
		}
	}
}
