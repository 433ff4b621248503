//go:build linux

package wayland

import (
	"bytes"
	"image"
	"testing"
)

// TestWire: what a request says an event with the same arguments says as well.
func TestWire(t *testing.T) {
	r := NewRequest(7, 3).Uint(4_000_000_000).Int(-5).Fixed(-2.25).String("Grüße").String("").Object(9)
	data, err := r.finish()
	if err != nil {
		t.Fatal(err)
	}
	e, rest, ok, err := split(append(bytes.Clone(data), 1, 2, 3))
	if err != nil || !ok || len(rest) != 3 {
		t.Fatalf("%v, %v, %d bytes are left", ok, err, len(rest))
	}
	if e.Object != 7 || e.Opcode != 3 {
		t.Errorf("object %d, opcode %d", e.Object, e.Opcode)
	}
	if u, i, f, s, none, o := e.Uint(), e.Int(), e.Fixed(), e.String(), e.String(), e.NewObject(); u != 4_000_000_000 || i != -5 || f != -2.25 || s != "Grüße" || none != "" || o != 9 {
		t.Errorf("%v %v %v %q %q %v", u, i, f, s, none, o)
	}
	if e.Err() != nil {
		t.Error(e.Err())
	}
	if e.Uint() != 0 || e.Err() == nil {
		t.Error("more was taken than there is, and nothing said so")
	}
	for n := range len(data) {
		if _, _, ok, err := split(data[:n]); ok || err != nil {
			t.Errorf("%d of %d bytes: %v, %v", n, len(data), ok, err)
		}
	}
	if _, err := NewRequest(1, 1).String(string(make([]byte, maxMessage))).finish(); err == nil {
		t.Error("a request that is too long was made")
	}
}

// FuzzEvent: whatever a compositor sends, nothing panics, and no event reaches beyond what
// was sent.
func FuzzEvent(f *testing.F) {
	good, _ := NewRequest(2, 0).Uint(1).String("wl_seat").Uint(7).finish()
	f.Add(good)
	f.Add(append(good, good...))
	f.Add([]byte{1, 0, 0, 0, 0, 0, 7, 0})
	f.Add([]byte{1, 0, 0, 0, 0, 0, 12, 0, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		for {
			e, rest, ok, err := split(data)
			if !ok || err != nil {
				return
			}
			if len(rest) >= len(data) {
				t.Fatal("a message of no length")
			}
			data = rest
			_, _, _, _ = e.String(), e.Uint(), e.Array(), e.Fixed()
			if len(e.args) > len(data)+maxMessage {
				t.Fatal("more is left than there was")
			}
		}
	})
}

// TestTransform: each way to turn a picture shows each pixel of the buffer once, and a
// quarter turn three more times is where it began.
func TestTransform(t *testing.T) {
	buffer := image.Pt(3, 2)
	for turn := range Transform(8) {
		seen := buffer
		if turn.Sideways() {
			seen = image.Pt(2, 3)
		}
		shown := map[image.Point]bool{}
		for y := range seen.Y {
			for x := range seen.X {
				p := turn.Source(image.Pt(x, y), buffer)
				if !p.In(image.Rectangle{Max: buffer}) || shown[p] {
					t.Errorf("turned by %d, %d,%d shows %v", turn, x, y, p)
				}
				shown[p] = true
			}
		}
	}
	for _, tt := range []struct {
		turn Transform
		want image.Point // what shows at the left of the top
	}{
		{0, image.Pt(0, 0)}, {1, image.Pt(0, 1)}, {2, image.Pt(2, 1)}, {3, image.Pt(2, 0)}, {4, image.Pt(2, 0)},
	} {
		if got := tt.turn.Source(image.Point{}, buffer); got != tt.want {
			t.Errorf("turned by %d, %v shows at the left of the top, want %v", tt.turn, got, tt.want)
		}
	}
}
