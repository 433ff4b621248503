//go:build linux

package portal

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/ei"
	"autoqueens/internal/ei/eitest"
	"autoqueens/internal/fault"
	"autoqueens/internal/portal/portaltest"
)

// lend starts a portal that lends mouse and keyboard on a bus of its own. What a
// session sends there is told to got.
func lend(t *testing.T, remote *portaltest.Remote, got func(eitest.Event)) *portaltest.Portal {
	t.Helper()
	bus := portaltest.OnBus(t)
	if remote != nil && remote.Input == nil {
		remote.Input = func() (*os.File, error) {
			file, _, err := eitest.File(eitest.Options{Regions: []image.Rectangle{image.Rect(0, 0, 800, 600)}, Keyboard: true, Got: got})
			return file, err
		}
	}
	p, err := portaltest.StartRemote(bus.Address(), 0, nil, remote)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestRemote: the person is asked once, knows before what to do, and what is sent
// arrives; the next sessions start by the token, each of which is good for once.
func TestRemote(t *testing.T) {
	var mu sync.Mutex
	var got []eitest.Event
	var asked atomic.Int32
	served := lend(t, &portaltest.Remote{Version: 2, Types: 7, Dialog: func(d portaltest.Dialog) {
		if n := asked.Load(); n != 1 {
			t.Errorf("the dialog came after %d words", n)
		}
		go d.Share(7, "first")
	}}, func(e eitest.Event) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, e)
	})
	token := filepath.Join(t.TempDir(), "state", "remote-desktop.token")
	for i, want := range []string{"first", "first+", "first++"} {
		r, err := OpenRemote(t.Context(), Options{Token: token, Ask: func(string) { asked.Add(1) }})
		if err != nil {
			t.Fatal(err)
		}
		s, err := ei.New(t.Context(), r.Input(), "a test")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Move(image.Pt(i, 7)), s.Sync(t.Context()), s.Close(), r.Close(), r.Close()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-served.SessionClosed():
		case <-time.After(10 * time.Second):
			t.Fatal("the session stays open")
		}
		data, err := os.ReadFile(token)
		if err != nil || strings.TrimSpace(string(data)) != want {
			t.Errorf("the token %q, error %v", data, err)
		}
		if info, err := os.Stat(token); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file %v, error %v", info, err)
		}
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the person was asked %d times", n)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(got) != 3 {
		t.Errorf("arrived: %v", got)
	}
}

// TestRemoteForgotten: where the desktop has forgotten, or the person wants to be
// asked each time, the old token goes and words come all the same.
func TestRemoteForgotten(t *testing.T) {
	lend(t, &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) {
		time.AfterFunc(restoreTimeout+300*time.Millisecond, func() { d.Share(3, "") })
	}}, nil)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("an-old-one"), 0o600); err != nil {
		t.Fatal(err)
	}
	words := make(chan string, 2)
	r, err := OpenRemote(t.Context(), Options{Token: token, Ask: func(s string) { words <- s }})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(words) != 1 || exists(token) {
		t.Errorf("%d words, the token still there %v", len(words), exists(token))
	}
}

// TestRemoteEnds: the person who stops sharing, and a portal that ends, are noticed.
func TestRemoteEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(*portaltest.Portal) error
	}{{"the person", (*portaltest.Portal).EndSession}, {"the portal", (*portaltest.Portal).Close}} {
		t.Run(tt.name, func(t *testing.T) {
			served := lend(t, &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) { d.Share(3, "t") }}, nil)
			r, err := OpenRemote(t.Context(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			select {
			case <-r.Ended():
				t.Fatal("ended by itself")
			case <-time.After(10 * time.Millisecond):
			}
			if err := tt.end(served); err != nil {
				t.Fatal(err)
			}
			select {
			case <-r.Ended():
			case <-time.After(10 * time.Second):
				t.Fatal("not noticed")
			}
		})
	}
}

// TestRemoteRefused: whatever keeps the mouse away is told in two lines.
func TestRemoteRefused(t *testing.T) {
	share := func(types uint32) func(portaltest.Dialog) {
		return func(d portaltest.Dialog) { d.Share(types, "t") }
	}
	for _, tt := range []struct {
		name   string
		remote *portaltest.Remote
		want   string
	}{
		{"no interface", nil, "does not let programs use it"},
		{"too old", &portaltest.Remote{Version: 1, Types: 3}, "too old"},
		{"no mouse", &portaltest.Remote{Version: 2, Types: 1}, "no mouse to offer"},
		{"declined", &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) { d.Cancel() }}, "declined"},
		{"the switch left off", &portaltest.Remote{Version: 2, Types: 3, Dialog: share(0)}, "not the mouse"},
		{"for some reason", &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) {
			d.Answer(2, map[string]dbus.Variant{})
		}}, "does not let this program use the mouse"},
		{"senseless", &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) { d.Emit("x") }}, "makes no sense"},
		{"no socket", &portaltest.Remote{Version: 2, Types: 3, Dialog: share(3), Input: func() (*os.File, error) {
			return nil, errors.New("no such luck")
		}}, "no such luck"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lend(t, tt.remote, nil)
			_, err := OpenRemote(t.Context(), Options{})
			wantFault(t, err, tt.want)
			if early := CanRemote(t.Context()); (early != nil) != (tt.remote == nil || tt.remote.Dialog == nil) {
				t.Errorf("foreseen: %v", early)
			}
		})
	}
}

// TestRemoteUnanswered: a question that nobody answers is taken back in time, and the
// session with it.
func TestRemoteUnanswered(t *testing.T) {
	dialogs := make(chan portaltest.Dialog, 2)
	served := lend(t, &portaltest.Remote{Version: 2, Types: 3, Dialog: func(d portaltest.Dialog) { dialogs <- d }}, nil)
	why := errors.New("enough")
	for _, tt := range []struct {
		name   string
		limit  time.Duration
		cancel bool
	}{{"nobody", 50 * time.Millisecond, false}, {"cancelled", time.Minute, true}} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := open(t.Context(), mouse)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			p.ask = tt.limit
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			answer := make(chan error, 1)
			go func() {
				_, err := p.remote(ctx, Options{})
				answer <- err
			}()
			d := <-dialogs
			if tt.cancel {
				cancel(why)
			}
			err = <-answer
			if _, two := errors.AsType[*fault.Error](err); two == tt.cancel || tt.cancel && !errors.Is(err, why) {
				t.Errorf("error %v", err)
			}
			for _, c := range []<-chan struct{}{d.Closed, served.SessionClosed()} {
				select {
				case <-c:
				case <-time.After(10 * time.Second):
					t.Fatal("not taken back")
				}
			}
		})
	}
}
