package record

import (
	"image"
	"testing"
	"time"

	"autoqueens/input"
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
