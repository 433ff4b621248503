//go:build linux

package ei_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"net"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"autoqueens/internal/ei"
	"autoqueens/internal/ei/eitest"
)

// recorder keeps what a server was sent.
type recorder struct {
	mu  sync.Mutex
	got []eitest.Event
}

func (r *recorder) add(e eitest.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, e)
}

func (r *recorder) all() []eitest.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]eitest.Event(nil), r.got...)
}

var screens = []image.Rectangle{image.Rect(0, 0, 1920, 1080), image.Rect(1920, 0, 2880, 800)}

// open serves a sender.
func open(t *testing.T, o eitest.Options) (*ei.Sender, *eitest.Server) {
	t.Helper()
	conn, server, err := eitest.Pipe(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	s, err := ei.New(ctx, conn, "a test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		server.Wait()
		for _, w := range server.Wrong() {
			t.Errorf("the protocol forbids: %s", w)
		}
	})
	return s, server
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// keymap is a part of one, with a key of each kind.
const keymap = `xkb_keymap {
xkb_keycodes "(unnamed)" {
	minimum = 8;
	<AE01> = 10;
	<AE02> = 11;
	<BKSP> = 22;
	<KP1> = 87;
};
xkb_symbols "(unnamed)" {
	key <AE01> { [ 1, exclam ] };
	key <AE02> {
		type= "FOUR_LEVEL",
		symbols[Group1]= [ ampersand, 2, onesuperior, exclamdown ],
		symbols[Group2]= [ 2, at ]
	};
	key <BKSP> { [ BackSpace, BackSpace ] };
	key <KP1> { [ KP_End, KP_1 ] };
};
};`

// TestSender: what is sent arrives in its order, and has when Sync returns.
func TestSender(t *testing.T) {
	var r recorder
	s, server := open(t, eitest.Options{Regions: screens, Keyboard: true, Keymap: keymap, Got: r.add})
	if got := s.Regions(); !reflect.DeepEqual(got, screens) {
		t.Errorf("the pointer goes to %v", got)
	}
	server.Ping()
	at := image.Pt(2000, 700)
	must(t, s.Keyboard(t.Context()), s.Move(at), s.Press(at, ei.ButtonLeft), s.Button(ei.ButtonLeft, false),
		s.Click(at.Add(image.Pt(1, 1)), ei.ButtonLeft), s.Type("1"), s.Sync(t.Context()))
	next := at.Add(image.Pt(1, 1))
	want := []eitest.Event{
		{Kind: "move", At: at}, {Kind: "move", At: at},
		{Kind: "button", At: at, Code: ei.ButtonLeft, Down: true}, {Kind: "button", At: at, Code: ei.ButtonLeft},
		{Kind: "move", At: next},
		{Kind: "button", At: next, Code: ei.ButtonLeft, Down: true}, {Kind: "button", At: next, Code: ei.ButtonLeft},
		{Kind: "key", At: next, Code: 2, Down: true}, {Kind: "key", At: next, Code: 2},
	}
	if got := r.all(); !reflect.DeepEqual(got, want) {
		t.Errorf("it got %v", got)
	}
	if err := s.Type("eacute"); !errors.Is(err, ei.ErrNoKey) {
		t.Errorf("a key that is not there: %v", err)
	}
	server.Modifiers(1)
	must(t, s.Sync(t.Context()))
	if err := s.Type("1"); !errors.Is(err, ei.ErrModified) {
		t.Errorf("a key with Shift held: %v", err)
	}
	for _, off := range []image.Point{{-1, 0}, {1920, 800}, {2880, 0}} {
		if err := s.Move(off); !errors.Is(err, ei.ErrOutside) {
			t.Errorf("moved to %v: %v", off, err)
		}
	}
	must(t, s.Sync(t.Context()))
	if got := r.all(); len(got) != len(want) {
		t.Errorf("it got more: %v", got)
	}
}

// TestPaused: a desktop that takes no input gets none, and the pointer's next device
// is as good as its first.
func TestPaused(t *testing.T) {
	var r recorder
	s, server := open(t, eitest.Options{Regions: screens, Got: r.add})
	settle := func() { t.Helper(); must(t, s.Sync(t.Context())) }
	server.Pause()
	settle()
	if err := s.Move(image.Pt(1, 1)); !errors.Is(err, ei.ErrPaused) {
		t.Errorf("moved while paused: %v", err)
	}
	if err := s.Type("1"); !errors.Is(err, ei.ErrPaused) {
		t.Errorf("a key without a keyboard: %v", err)
	}
	server.Resume()
	settle()
	must(t, s.Move(image.Pt(1, 1)))
	settle()
	server.Remove()
	settle()
	if err := s.Button(ei.ButtonLeft, true); !errors.Is(err, ei.ErrPaused) {
		t.Errorf("pressed without a pointer: %v", err)
	}
	server.Add(image.Rect(0, 0, 50, 50))
	settle()
	must(t, s.Move(image.Pt(49, 49)))
	if err := s.Move(image.Pt(50, 49)); !errors.Is(err, ei.ErrOutside) {
		t.Errorf("moved outside: %v", err)
	}
	settle()
	if n := len(r.all()); n != 2 {
		t.Errorf("it got %v", r.all())
	}
}

// TestEnd: a desktop that ends the connection is heard, with its reason, by those who
// wait and by those who come later.
func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(*eitest.Server)
		want string
	}{
		{"with a reason", func(s *eitest.Server) { s.Disconnect("enough") }, `"enough"`},
		{"without a word", func(s *eitest.Server) { s.Close() }, "the desktop ended the connection"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, server := open(t, eitest.Options{Regions: screens})
			waiting := make(chan error, 1)
			go func() { waiting <- s.Keyboard(t.Context()) }()
			go tt.end(server)
			for _, err := range []error{<-waiting, s.Sync(t.Context()), s.Move(image.Pt(1, 1))} {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %v, want %s", err, tt.want)
				}
			}
			<-s.Done()
		})
	}
}

// TestNoPointer: a desktop without a pointer is waited for, and given up in time.
func TestNoPointer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, end := net.Pipe()
		server := eitest.Serve(end, eitest.Options{Keyboard: true})
		why := errors.New("long enough")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, why)
		defer cancel()
		if _, err := ei.New(ctx, client, "a test"); !errors.Is(err, why) {
			t.Errorf("error %v", err)
		}
		server.Wait()
	})
}

// FuzzServer: whatever a server sends, the sender neither panics nor hangs nor asks
// for memory that nobody sent.
func FuzzServer(f *testing.F) {
	hello := ei.Append(nil, 0, 0, uint32(1))
	hello = ei.Append(hello, 0, 2, uint32(1), uint64(1<<63), uint32(1))
	hello = ei.Append(hello, 1<<63, 1, uint64(2), uint32(1))
	hello = ei.Append(hello, 2, 2, uint64(1), "ei_pointer_absolute")
	hello = ei.Append(hello, 2, 2, uint64(2), "ei_button")
	hello = ei.Append(hello, 2, 3)
	hello = ei.Append(hello, 2, 4, uint64(3), uint32(1))
	hello = ei.Append(hello, 3, 4, uint32(0), uint32(0), uint32(1<<31), uint32(1<<31), float32(1))
	hello = ei.Append(hello, 3, 5, uint64(4), "ei_pointer_absolute", uint32(1))
	hello = ei.Append(hello, 3, 5, uint64(5), "ei_button", uint32(1))
	hello = ei.Append(hello, 3, 6)
	f.Add(ei.Append(bytes.Clone(hello), 3, 7, uint32(9)))
	f.Add(ei.Append(bytes.Clone(hello), 3, 8, uint32(9)))
	f.Add(ei.Append(bytes.Clone(hello), 1<<63, 0, uint32(1), uint32(2), "why"))
	f.Add(ei.Append(bytes.Clone(hello), 1<<63, 3, uint64(77), uint32(1)))
	keys := ei.Append(bytes.Clone(hello), 2, 4, uint64(6), uint32(1))
	keys = ei.Append(keys, 6, 5, uint64(7), "ei_keyboard", uint32(1))
	keys = ei.Append(keys, 7, 1, uint32(1), uint32(1<<31))
	f.Add(ei.Append(keys, 7, 4, uint32(1), uint32(2), uint32(3), uint32(4), uint32(5)))
	f.Add(hello[:len(hello)-3])
	f.Add([]byte(strings.Repeat("\xff", 40)))
	f.Fuzz(func(t *testing.T, data []byte) {
		client, server := net.Pipe()
		go io.Copy(io.Discard, server)
		go func() {
			server.Write(data)
			server.Close()
		}()
		s, err := ei.New(t.Context(), client, "a test")
		if err != nil {
			return
		}
		for _, r := range s.Regions() {
			if r.Empty() {
				t.Errorf("an empty region %v", r)
			}
			_ = s.Move(r.Min)
		}
		_ = s.Button(ei.ButtonLeft, true)
		<-s.Done()
		s.Close()
	})
}

// FuzzKeymap: whatever a keymap says, keys have the numbers of keys.
func FuzzKeymap(f *testing.F) {
	f.Add(keymap)
	f.Add("key <A> { [ 1 ] }; <A> = 9; <B> = 7; key <B> { symbols[1] = [ 2 ] };")
	f.Fuzz(func(t *testing.T, text string) {
		for symbol, key := range ei.PlainKeys(text) {
			if symbol == "" || key > 1<<32-9 {
				t.Errorf("%q is the key %d", symbol, key)
			}
		}
	})
}

// TestKeymap: a key counts by what it types alone, in the first layout.
func TestKeymap(t *testing.T) {
	want := map[string]uint32{"1": 2, "ampersand": 3, "BackSpace": 14, "KP_End": 79}
	if got := ei.PlainKeys(keymap); !reflect.DeepEqual(got, want) {
		t.Errorf("the keys are %v", got)
	}
}

// TestDeaf: a desktop that greets and then takes nothing holds nobody up for ever: neither
// who waits for its mouse nor who closes the connection.
func TestDeaf(t *testing.T) {
	ei.SetPatience(t, 100*time.Millisecond)
	client, server := net.Pipe()
	defer server.Close()
	go func() { _, _ = server.Write(ei.Append(nil, 0, 0, uint32(1))) }()
	ended := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := ei.New(ctx, client, "a test")
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("there is a mouse")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits")
	}
}
