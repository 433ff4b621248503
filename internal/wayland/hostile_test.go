//go:build linux

package wayland

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"autoqueens/internal/fault"
)

// event is an event as a compositor sends it.
func event(o Object, opcode uint16) *Request { return NewRequest(o, opcode) }

// object returns whose event it is.
func (r *Request) object() Object { return Object(order.Uint32(r.data)) }

// against connects to a compositor that offers some interfaces and answers each request as
// reply says, which is told of what was bound by its interface.
func against(t *testing.T, offers []string, reply func(e *Event, bound map[Object]string) []*Request) *Conn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wayland-0")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		s, err := listener.Accept()
		if err != nil {
			return
		}
		defer s.Close()
		bound := map[Object]string{}
		var data []byte
		buf := make([]byte, 1<<16)
		for {
			n, err := s.Read(buf)
			if err != nil {
				return
			}
			data = append(data, buf[:n]...)
			for {
				e, rest, ok, err := split(data)
				if !ok || err != nil {
					break
				}
				data = rest
				var answers []*Request
				switch {
				case e.Object == display && e.Opcode == displayGetRegistry:
					registry := Object(e.Uint())
					bound[registry] = "registry"
					for i, name := range offers {
						answers = append(answers, event(registry, registryGlobal).Uint(uint32(i)).String(name).Uint(3))
					}
				case bound[e.Object] == "registry":
					copied := *e
					copied.Uint()
					name := copied.String()
					copied.Uint()
					bound[copied.NewObject()] = name
				default:
					answers = reply(e, bound)
				}
				for _, a := range answers {
					b, err := a.finish()
					if err != nil {
						panic(err)
					}
					if _, err := s.Write(b); err != nil {
						return
					}
				}
			}
		}
	}()
	c, err := DialAt(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// answer answers a sync.
func answer(e *Event) []*Request {
	if e.Object != display || e.Opcode != displaySync {
		return nil
	}
	copied := *e
	callback := Object(copied.Uint())
	return []*Request{event(callback, callbackDone).Uint(0), event(display, displayDeleteID).Uint(uint32(callback))}
}

// TestWrongCompositor: a compositor that says what it must not, or too often, ends nothing
// but what it speaks of.
func TestWrongCompositor(t *testing.T) {
	for name, says := range map[string]func(e *Event) []*Request{
		"twice": func(e *Event) []*Request {
			all := answer(e)
			return append(all[:1:1], all...)
		},
		"makes an object of ours": func(e *Event) []*Request {
			all := answer(e)
			return append([]*Request{event(3, managerToplevel).Object(all[0].object())}, all...)
		},
		"too little": func(e *Event) []*Request {
			return append([]*Request{event(2, registryGlobal), event(3, managerToplevel), event(display, displayDeleteID)}, answer(e)...)
		},
		"of what nobody has made": func(e *Event) []*Request {
			return append([]*Request{event(4711, 3).Uint(1), event(display, displayDeleteID).Uint(4711), event(display, 99)}, answer(e)...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			c := against(t, []string{"zwlr_foreign_toplevel_manager_v1"}, func(e *Event, bound map[Object]string) []*Request {
				if n++; n < 3 {
					return answer(e)
				}
				return says(e)
			})
			if _, ok := c.FollowToplevels(); !ok {
				t.Fatal("it has no windows")
			}
			for range 5 {
				if err := c.Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestWrongPictures: a compositor that tells of a picture that it was given no room for, or
// of room that no picture needs, gives none, and nothing panics.
func TestWrongPictures(t *testing.T) {
	for name, says := range map[string]func(frame Object) []*Request{
		"ready at once": func(f Object) []*Request { return []*Request{event(f, frameReady).Uint(0).Uint(0).Uint(0)} },
		"no size":       func(f Object) []*Request { return []*Request{event(f, frameBuffer), event(f, frameBufferDone)} },
		"no room":       func(f Object) []*Request { return []*Request{event(f, frameBufferDone)} },
		"ready before room": func(f Object) []*Request {
			return []*Request{event(f, frameBuffer).Uint(0).Uint(4).Uint(4).Uint(16), event(f, frameReady).Uint(0).Uint(0).Uint(0)}
		},
		"huge": func(f Object) []*Request {
			return []*Request{event(f, frameBuffer).Uint(0).Uint(1 << 31).Uint(1 << 31).Uint(1 << 31), event(f, frameBufferDone)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := against(t, []string{"wl_shm", "zwlr_screencopy_manager_v1"}, func(e *Event, bound map[Object]string) []*Request {
				if bound[e.Object] != "zwlr_screencopy_manager_v1" {
					return answer(e)
				}
				return says(e.NewObject())
			})
			cam, ok := c.NewCamera()
			if !ok {
				t.Fatal("it takes no pictures")
			}
			film := cam.Film(77)
			defer film.Close()
			err := film.Look(t.Context(), func(*Picture) { t.Error("it shows something") })
			if !errors.Is(err, errNoPicture) {
				t.Errorf("it says %v", err)
			}
			if err := c.Sync(t.Context()); err != nil {
				t.Errorf("after it: %v", err)
			}
		})
	}
}

// TestDeafCompositor: one that reads nothing any more ends the connection, and whoever
// waits, in words.
func TestDeafCompositor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wayland-0")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if s, err := listener.Accept(); err == nil {
			<-t.Context().Done()
			s.Close()
		}
	}()
	dialled, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	c := newConn(dialled.(*net.UnixConn), path)
	go c.read()
	wait := patience
	patience = 50 * time.Millisecond
	defer func() { patience = wait }()
	long := NewRequest(display, 1).String(string(make([]byte, 30000)))
	for range 1000 {
		if err = c.Send(long); err != nil {
			break
		}
	}
	if fault.KindOf(err) != fault.NoAccess {
		t.Fatalf("it took everything, or said %v", err)
	}
	select {
	case <-c.Done(): // half of a message is all that it would get
	case <-time.After(10 * time.Second):
		t.Fatal("the connection goes on")
	}
	if err := c.Sync(context.Background()); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("then it said %v", err)
	}
	if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// TestNumbersInOrder: new objects get to the compositor in the order of their numbers, whoever
// makes them: it ends a connection that skips one.
func TestNumbersInOrder(t *testing.T) {
	highest := Object(2) // the registry
	c := against(t, nil, func(e *Event, bound map[Object]string) []*Request {
		all := answer(e)
		if o := all[0].object(); o > highest+1 {
			t.Errorf("%d comes before %d", o, highest+1)
		} else {
			highest = max(highest, o)
		}
		return all[:1] // a number that is not free again
	})
	var busy sync.WaitGroup
	for range 8 {
		busy.Go(func() {
			for range 300 {
				if err := c.Sync(t.Context()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	busy.Wait()
}
