package player

import (
	"testing"
	"time"
)

// TestListens: where each click listens for the person for a while first, the board is looked at
// meanwhile, and so late that no click is made on an old look.
func TestListens(t *testing.T) {
	w := newWorld(t, 8)
	oldest := time.Duration(0)
	w.onClick = func(int, Cell) bool {
		oldest = max(oldest, w.now.Sub(w.captured))
		w.silence = w.now.Add(100 * time.Millisecond)
		return false
	}
	p, _ := w.player(Options{Timeout: 5 * time.Second})
	if _, err := p.Run(t.Context()); err != nil || !w.won() {
		t.Fatal(err)
	}
	// A look takes the world a millisecond and a half, and a click half of one.
	if most := guardEvery + 5*time.Millisecond; oldest > most {
		t.Errorf("a click is made %v after the look, want %v at most", oldest, most)
	}
}
