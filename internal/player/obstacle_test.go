package player

import (
	"image"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
)

// TestGrabbed: while another program has the mouse to itself nothing is clicked, and
// the person is told; when it lets go in time the board is played.
func TestGrabbed(t *testing.T) {
	const timeout = 10 * time.Second
	for _, tt := range []struct {
		name    string
		prepare func(w *world, p *Player)
		kind    fault.Kind
		clicks  int           // made, where it is not played to its end
		ends    time.Duration // when it has to end, or to have begun to click
	}{
		{"as the board appears, for a while", func(w *world, _ *Player) {
			w.grabbed = true
			w.after(4*time.Second, func() { w.grabbed = false })
		}, "", 0, 4 * time.Second},
		{"as the board appears, for good", func(w *world, _ *Player) { w.grabbed = true }, fault.NoAccess, 0, timeout},
		{"one look only", func(w *world, p *Player) {
			w.grabbed, p.Options.Timeout = true, 0
		}, fault.NoAccess, 0, time.Second},
		{"as the board is solved, for a while", solving(2 * time.Second), "", 0, 2 * time.Second},
		{"as the board is solved, for good", solving(time.Hour), fault.NoAccess, 0, patience},
		{"in the midst of it, for a while", clicking(2 * time.Second), "", 0, 0},
		{"in the midst of it, for good", clicking(time.Hour), fault.Unverified, 5, patience},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			p, _ := w.player(Options{Timeout: timeout})
			told := 0
			began := epoch
			p.Status = func(s Status) {
				switch {
				case s.Doing == Obstacle && strings.Contains(s.What, "holds the mouse") && s.Advice != "":
					told++
				case s.Doing == Clicking && s.Done == 1:
					began = w.now
				}
			}
			tt.prepare(w, p)
			_, err := p.Run(t.Context())
			if fault.KindOf(err) != tt.kind || told == 0 {
				t.Errorf("%v, want kind %q; told %d times of what is in the way", err, tt.kind, told)
			}
			if tt.kind == "" {
				if !w.won() {
					t.Error("not won")
				}
				if after := began.Sub(epoch); after < tt.ends {
					t.Errorf("the first click was made after %v", after)
				}
				return
			}
			if len(w.clicks) != tt.clicks {
				t.Errorf("%d clicks, want %d", len(w.clicks), tt.clicks)
			}
			if took := w.now.Sub(epoch); took < tt.ends || took > tt.ends+time.Second {
				t.Errorf("it ended after %v, want %v", took, tt.ends)
			}
			if f := asFault(err); !strings.HasPrefix(f.Advice, "close it, and run") {
				t.Errorf("the advice is %q", f.Advice)
			}
		})
	}
}

// TestGrabbedBetween: nor is the button of the next board clicked.
func TestGrabbedBetween(t *testing.T) {
	w, p, events := card(t, beside, Options{Repeat: 1})
	free := epoch
	w.onClick = func(int, Cell) bool {
		w.after(time.Millisecond, func() {
			if w.won() && w.shown {
				w.shown, w.button, w.grabbed = false, beside, true
				w.after(5*time.Second, func() { w.grabbed, free = false, w.now })
			}
		})
		return false
	}
	opened := w.onOther
	w.onOther = func(at image.Point) {
		if free.Equal(epoch) {
			t.Error("the button was clicked while another program held the mouse")
		}
		opened(at)
		w.onClick = nil
	}
	if out, err := p.Run(t.Context()); err != nil || len(out) != 2 || kinds(*events) == "" {
		t.Errorf("%v after %d boards", err, len(out))
	}
}

// solving grabs the mouse between the last look at it and the first click.
func solving(d time.Duration) func(*world, *Player) {
	return func(w *world, p *Player) {
		tell := p.Status
		p.Status = func(s Status) {
			if s.Doing == Solving {
				w.grabbed = true
				w.after(d, func() { w.grabbed = false })
			}
			tell(s)
		}
	}
}

// clicking grabs the mouse after the fifth click.
func clicking(d time.Duration) func(*world, *Player) {
	return func(w *world, _ *Player) {
		w.onClick = func(n int, _ Cell) bool {
			if n == 5 {
				w.grabbed = true
				w.after(d, func() { w.grabbed = false })
			}
			return false
		}
	}
}
