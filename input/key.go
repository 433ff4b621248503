package input

import (
	"sync"
	"time"
)

// escapeTaker takes the Esc key for those who watch it, ahead of time where it is
// told to. Its methods may be called from several goroutines.
type escapeTaker struct {
	mu    sync.Mutex
	ahead *takenEscape // nil where no watch is awaited
}

// takenEscape is the key while it is taken.
type takenEscape struct {
	release func()
	expires *time.Timer

	mu      sync.Mutex
	pressed bool
	tell    func() // nil before the watch
}

// press is called when the key is pressed.
func (k *takenEscape) press() {
	k.mu.Lock()
	tell := k.tell
	k.pressed = true
	k.mu.Unlock()
	if tell != nil {
		tell()
	}
}

// tellFrom has tell called when the key is pressed, at once where it was.
func (k *takenEscape) tellFrom(tell func()) {
	k.mu.Lock()
	pressed := k.pressed
	k.tell = tell
	k.mu.Unlock()
	if pressed {
		tell()
	}
}

// ready takes the key, for readyFor unless a watch begins.
func (t *escapeTaker) ready(esc escaper) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ahead != nil && t.ahead.expires.Reset(readyFor) {
		return
	}
	t.letGo()
	k := &takenEscape{}
	release, err := esc.WatchEscape(k.press)
	if err != nil {
		return // the watch finds out for itself
	}
	k.release = release
	k.expires = time.AfterFunc(readyFor, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.ahead == k {
			t.letGo()
		}
	})
	t.ahead = k
}

// drop lets go of a key that no watch came for.
func (t *escapeTaker) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.letGo()
}

// letGo is drop for those who hold mu: nobody asks for the key before it is free.
func (t *escapeTaker) letGo() {
	if t.ahead != nil {
		t.ahead.expires.Stop()
		t.ahead.release()
		t.ahead = nil
	}
}

// takeOver returns the key that ready took, nil where there is none any more.
func (t *escapeTaker) takeOver() *takenEscape {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := t.ahead
	t.ahead = nil
	if k != nil {
		k.expires.Stop()
	}
	return k
}

// watch calls tell, at most once, when the key is pressed. A key that cannot be
// had is no reason not to play: the mouse is enough to stop the hand. The function
// that it returns gives the key back.
func (t *escapeTaker) watch(esc escaper, tell func()) (stop func()) {
	if k := t.takeOver(); k != nil {
		k.tellFrom(tell)
		return k.release
	}
	// The key is asked for beside the first click, which it would hold up by a
	// millisecond.
	got := make(chan func(), 1)
	go func() {
		release, err := esc.WatchEscape(tell)
		if err != nil {
			release = func() {}
		}
		got <- release
	}()
	return func() { (<-got)() }
}
