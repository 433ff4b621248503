package place

import (
	"errors"
	"image"
	"strings"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// TestMissed names the monitors that are not shared where no board was seen, and stays what it was.
func TestMissed(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	none := calibrate.Refused(&vision.Refusal{Reason: vision.NoGrid, What: "no board", Advice: "open one"})
	unshared := []screen.Display{{Name: "DP-1", Points: image.Rect(1920, 0, 3200, 1024)}, {Name: "DP-2", Points: image.Rect(0, 1080, 800, 1680)}}
	got, ok := errors.AsType[*fault.Error](missed(unshared, none))
	if !ok || got.What != "no board; the monitor DP-1, 1280x1024 at 1920,0, is not shared; the monitor DP-2, 800x600 at 0,1080, is not shared" ||
		!strings.HasPrefix(got.Advice, "open one; to share it too, remove ") || !strings.Contains(got.Advice, "screen-cast.token") {
		t.Errorf("got %+v", got)
	}
	if _, refused := errors.AsType[*vision.Refusal](error(got)); !refused || got.Kind != fault.NoBoard {
		t.Errorf("%v is of kind %v", got, got.Kind)
	}
	if got := missed(nil, none); got != error(none) {
		t.Errorf("all are shared: %v", got)
	}
	doubt := fault.New(fault.Uncertain, "a board is cut", "scroll")
	if got := Missed(t.Context(), nil, doubt); got != error(doubt) {
		t.Errorf("a board was seen: %v", got)
	}
}
