package record

import (
	"image"
	"testing"
	"time"

	"autoqueens/input"
	"autoqueens/internal/player"
	"autoqueens/vision"
)

// TestDragElsewhere: a player that looks elsewhere on the way of a drag than the recorded one comes to the
// end of it.
func TestDragElsewhere(t *testing.T) {
	r := &Replay{queues: map[string][]*line{
		"frame": {{number: 1, MS: 10, Area: [4]int{0, 0, 8, 8}}, {number: 2, MS: 20, Area: [4]int{0, 0, 8, 8}}},
		"drag":  {{number: 3, MS: 30}},
	}}
	looks := 0
	err := r.Drag(t.Context(), []image.Point{{}, {X: 40}, {X: 80}}, input.Stroke{Shown: func(int) bool {
		if looks++; looks > 100 {
			t.Fatal("the drag does not end")
		}
		_, _ = r.Capture(image.Rect(40, 40, 60, 60))
		return false
	}})
	if err != nil || r.now != 30*time.Millisecond || len(r.queues["frame"]) > 0 {
		t.Errorf("after %d looks: %v, at %v with %d pictures left", looks, err, r.now, len(r.queues["frame"]))
	}
}

// TestReplayOfReading lets a reading take the time that it took then, and none where the
// recording does not tell of it: each is that of the picture before it.
func TestReplayOfReading(t *testing.T) {
	r := &Replay{queues: map[string][]*line{
		"frame":   {{number: 1, MS: 10}, {number: 4, MS: 6000}, {number: 5, MS: 6010}},
		"reading": {{number: 2, MS: 5000}, {number: 3, MS: 5500}, {number: 6, MS: 7000}},
	}}
	again := rereader{blind{}, r}
	for _, step := range []struct {
		do   string
		want float64 // ms
	}{
		{"frame", 10}, {"read", 5000}, {"frame", 6000}, {"read", 6000}, {"frame", 6010}, {"read", 7000}, {"read", 7000},
	} {
		if step.do == "frame" {
			r.next("frame")
		} else if _, err := again.Read(nil); err == nil {
			t.Error("the blind see")
		}
		if r.now != milliseconds(step.want) {
			t.Errorf("after a %s it is %v, want %g ms", step.do, r.now, step.want)
		}
	}
}

// TestAskedTwice: what a player asks for more often than the recorded one did is not answered
// by what was said of a later click.
func TestAskedTwice(t *testing.T) {
	r := &Replay{queues: map[string][]*line{
		"listens":  {{number: 1, MS: 10, Left: 7}, {number: 5, MS: 5000, Left: 9}},
		"position": {{number: 2, MS: 20, At: [2]int{3, 4}}, {number: 6, MS: 5010, At: [2]int{5, 6}}},
		"window":   {{number: 3, MS: 30, Known: true}, {number: 7, MS: 5020, Known: true}},
		"click":    {{number: 4, MS: 40}},
	}}
	for _, again := range []bool{false, true} {
		if got := r.Listens(); again != (got == 0) {
			t.Errorf("again: %v; it listens for %v", again, got)
		}
		if at, err := r.Position(); err != nil || at != image.Pt(3, 4) {
			t.Errorf("again: %v; the pointer is at %v, %v", again, at, err)
		}
		if _, _, known := r.Window(); known == again {
			t.Errorf("again: %v; the window is known: %v", again, known)
		}
	}
	if r.now != 30*time.Millisecond {
		t.Errorf("it is %v", r.now)
	}
	if err := r.Click(t.Context(), image.Point{}); err != nil || r.Listens() != 9*time.Millisecond || r.now != 5*time.Second {
		t.Errorf("after the click: %v, at %v", err, r.now)
	}
}

// blind reads nothing.
type blind struct{ player.Reader }

func (blind) Read(image.Image) (*vision.Reading, error) { return nil, &vision.Refusal{} }
