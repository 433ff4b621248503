package player

import (
	"context"
	"image"
	"testing"
	"time"
)

// telling is an eye that hears when the screen changes, and counts the looks.
type telling struct {
	*world
	looks, seen int
}

func (e *telling) Capture(r image.Rectangle) (*image.RGBA, error) {
	e.looks++
	e.seen = e.changes
	return e.world.Capture(r)
}

func (e *telling) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	for end := e.now.Add(atMost); e.changes == e.seen; {
		if !e.now.Before(end) {
			return false, nil
		}
		if err := e.Sleep(ctx, min(time.Millisecond, end.Sub(e.now))); err != nil {
			return false, err
		}
	}
	return true, nil
}

// TestBusyPage plays on a page that paints nothing for a while after the clicks:
// it is left alone meanwhile, and its win is seen as soon as it has painted.
func TestBusyPage(t *testing.T) {
	w := newWorld(t, 8)
	w.lag = 300 * time.Millisecond
	p, _ := w.player(Options{Timeout: time.Second})
	eye := &telling{world: w}
	p.Eye = eye
	var after int // looks when the last click was made
	w.onClick = func(n int, _ Cell) bool {
		after = eye.looks
		return false
	}
	out, err := p.Run(t.Context())
	if err != nil || !w.won() || out[0].By != QueensSeen {
		t.Fatalf("%v, won %v, %v", err, w.won(), out)
	}
	if most := int(w.lag/lookSlowly) + 3; eye.looks-after > most {
		t.Errorf("%d looks after the last click, want %d at most", eye.looks-after, most)
	}
	if out[0].Verified > w.lag+lookSlowly {
		t.Errorf("the win was seen %v after the last click, which took effect after %v", out[0].Verified, w.lag)
	}
}
