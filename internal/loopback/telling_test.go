package loopback

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// TestNotAfterClose closes a listener while it looks up whom to tell of.
func TestNotAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &listener{Listener: none{}, told: map[int]bool{}, tell: func(line string) { t.Errorf("told after the end: %s", line) }}
		looking := make(chan struct{})
		l.stranger(7, func() string { <-looking; return "user 7" })
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		close(looking)
		synctest.Wait()
	})
}

type none struct{ net.Listener }

func (none) Close() error { return nil }

// TestTellingHoldsNobodyUp lets a friend in while a line cannot be told, as on a
// terminal that was stopped.
func TestTellingHoldsNobodyUp(t *testing.T) {
	stopped := make(chan struct{})
	inner, err := Listen(context.Background(), FreePort, func(string) { <-stopped })
	if err != nil {
		t.Fatal(err)
	}
	l := inner.(*listener)
	defer l.Close()
	defer close(stopped)
	l.stranger(nobody, func() string { return "somebody" })
	let := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			err = conn.Close()
		}
		let <- err
	}()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	select {
	case err := <-let:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("a friend is held up")
	}
}
