//go:build linux

// Package waylandtest makes a Wayland session for tests: a compositor, windows that
// write down what reaches them, and a person with a mouse and a keyboard.
package waylandtest

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland"
	"autoqueens/internal/workshop/testneeds"
)

// Start starts a compositor, without the portal, and makes its session that of this
// process for the length of the test, which is skipped where the machine lacks what that
// takes. With AUTOQUEENS_SWAY_RUNNING=1 the test takes the session that it runs in, such as
// that of another version of the compositor, and there is no desk.
func Start(tb testing.TB, o desk.WaylandOptions) *desk.Desk {
	tb.Helper()
	if os.Getenv("AUTOQUEENS_SWAY_RUNNING") == "1" {
		return nil
	}
	testneeds.Met(tb, desk.CheckCompositor())
	o.NoPortal = true
	// Not with the test's own context, which ends before the clean-up.
	d, err := desk.StartWayland(context.Background(), o)
	if errors.Is(err, errors.ErrUnsupported) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Close() })
	Join(tb, d)
	return d
}

// Join makes the session of a desk that of this process for the length of the test.
func Join(tb testing.TB, d *desk.Desk) {
	tb.Helper()
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"} {
		tb.Setenv(name, "")
		for _, entry := range d.Env() {
			if v, ok := strings.CutPrefix(entry, name+"="); ok {
				tb.Setenv(name, v)
			}
		}
		if os.Getenv(name) == "" {
			_ = os.Unsetenv(name) // tb.Setenv brings back what it was
		}
	}
}

// Socket returns where the compositor of a desk takes windows.
func Socket(d *desk.Desk) string {
	var dir, name string
	for _, entry := range d.Env() {
		if v, ok := strings.CutPrefix(entry, "XDG_RUNTIME_DIR="); ok {
			dir = v
		} else if v, ok := strings.CutPrefix(entry, "WAYLAND_DISPLAY="); ok {
			name = v
		}
	}
	return filepath.Join(dir, name)
}

// DialAt connects to the compositor at a socket until the test ends.
func DialAt(tb testing.TB, socket string) *wayland.Conn {
	tb.Helper()
	c, err := wayland.DialAt(context.Background(), socket)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.Close() })
	return c
}

// Click is a button that went down and up on a window.
type Click struct {
	Button       uint32
	Down, Up     image.Point // points from the window's corner
	DownAt, UpAt time.Time   // when the window heard of it
}

// Colour is what a window shows at a point of its size, 0xRRGGBB.
type Colour func(at, size image.Point) uint32

// Plain is one colour.
func Plain(c uint32) Colour { return func(image.Point, image.Point) uint32 { return c } }

// Window fills the monitor that has the focus, and writes down what reaches it.
type Window struct {
	conn    *wayland.Conn
	memory  *wayland.Memory
	surface wayland.Object
	top     wayland.Object

	mu      sync.Mutex
	size    image.Point
	full    bool // it was told to fill the monitor
	colour  Colour
	buffer  *wayland.Buffer
	shown   chan struct{} // closed when it was configured
	at      image.Point
	down    *Click
	clicks  []Click
	motions int
	keys    []uint32
}

const (
	compositorCreate = 0
	surfaceAttach    = 1
	surfaceDamage    = 2
	surfaceCommit    = 6
	baseGetSurface   = 2
	basePong         = 3
	xdgGetToplevel   = 1
	xdgAck           = 4
	topTitle         = 2
	topFullscreen    = 11
	fullscreen       = 2 // a state
	seatGetPointer   = 0
	seatGetKeyboard  = 1
)

// OpenWindow shows a window, and returns when it can be clicked.
// Where the seat has no mouse yet, it asks for one as soon as there is one, as programs do.
func OpenWindow(tb testing.TB, title string, colour Colour) *Window {
	tb.Helper()
	return OpenWindowAt(tb, wayland.Socket(), title, colour)
}

// OpenWindowAt is OpenWindow on the compositor at a socket.
func OpenWindowAt(tb testing.TB, socket, title string, colour Colour) *Window {
	tb.Helper()
	c := DialAt(tb, socket)
	w := &Window{conn: c, colour: colour, shown: make(chan struct{})}
	var ok bool
	if w.memory, ok = c.NewMemory(); !ok {
		tb.Fatal("the compositor has no shared memory")
	}
	bind := func(iface string, version uint32, h wayland.Handler) wayland.Object {
		o, _, ok := c.Bind(iface, version, version, h)
		if !ok {
			tb.Fatalf("the compositor has no %s", iface)
		}
		return o
	}
	compositor := bind("wl_compositor", 1, nil)
	var base wayland.Object
	base = bind("xdg_wm_base", 1, func(e *wayland.Event) {
		_ = c.Send(wayland.NewRequest(base, basePong).Uint(e.Uint()))
	})
	var seat wayland.Object
	hasPointer, hasKeyboard := false, false
	seat = bind("wl_seat", 1, func(e *wayland.Event) {
		if e.Opcode != 0 {
			return
		}
		can := e.Uint()
		if can&1 != 0 && !hasPointer {
			_ = c.Send(wayland.NewRequest(seat, seatGetPointer).Object(c.New(w.hearPointer)))
		}
		if can&2 != 0 && !hasKeyboard {
			_ = c.Send(wayland.NewRequest(seat, seatGetKeyboard).Object(c.New(w.hearKeyboard)))
		}
		hasPointer, hasKeyboard = can&1 != 0, can&2 != 0
	})
	w.surface = c.New(nil)
	var xdg wayland.Object
	xdg = c.New(func(e *wayland.Event) {
		if e.Opcode == 0 {
			_ = c.Send(wayland.NewRequest(xdg, xdgAck).Uint(e.Uint()))
			w.draw(tb)
		}
	})
	w.top = c.New(func(e *wayland.Event) {
		if e.Opcode == 0 {
			w.mu.Lock()
			w.size = image.Pt(e.Int(), e.Int())
			for states := e.Array(); len(states) >= 4; states = states[4:] {
				w.full = w.full || binary.NativeEndian.Uint32(states) == fullscreen
			}
			w.mu.Unlock()
		}
	})
	err := c.Send(
		wayland.NewRequest(compositor, compositorCreate).Object(w.surface),
		wayland.NewRequest(base, baseGetSurface).Object(xdg).Object(w.surface),
		wayland.NewRequest(xdg, xdgGetToplevel).Object(w.top),
		wayland.NewRequest(w.top, topTitle).String(title),
		wayland.NewRequest(w.top, topFullscreen).Object(0),
		wayland.NewRequest(w.surface, surfaceCommit))
	if err != nil {
		tb.Fatal(err)
	}
	select {
	case <-w.shown:
	case <-time.After(10 * time.Second):
		tb.Fatal("the window was not shown")
	}
	if err := c.Sync(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return w
}

// Paint changes the colours of the window.
func (w *Window) Paint(tb testing.TB, colour Colour) {
	tb.Helper()
	w.mu.Lock()
	w.colour = colour
	w.mu.Unlock()
	w.draw(tb)
}

func (w *Window) draw(tb testing.TB) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.size.X <= 0 || w.size.Y <= 0 {
		w.size = image.Pt(640, 480)
	}
	b, err := w.memory.NewBuffer(w.size.X, w.size.Y, 4*w.size.X, wayland.FormatBGRX)
	if errors.Is(err, net.ErrClosed) {
		return // the test is over
	}
	if err != nil {
		tb.Error(err)
		return
	}
	for i := 0; i+4 <= len(b.Data); i += 4 {
		v := w.colour(image.Pt(i/4%w.size.X, i/4/w.size.X), w.size)
		b.Data[i], b.Data[i+1], b.Data[i+2] = byte(v), byte(v>>8), byte(v>>16)
	}
	_ = w.conn.Send(
		wayland.NewRequest(w.surface, surfaceAttach).Object(b.Object).Int(0).Int(0),
		wayland.NewRequest(w.surface, surfaceDamage).Int(0).Int(0).Int(w.size.X).Int(w.size.Y),
		wayland.NewRequest(w.surface, surfaceCommit))
	w.buffer = b // the one before may still be shown; the test is short
	select {
	case <-w.shown:
	default:
		if w.full { // before, its size is another
			close(w.shown)
		}
	}
}

func (w *Window) hearPointer(e *wayland.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	place := func() image.Point {
		x, y := e.Fixed(), e.Fixed()
		return image.Pt(int(x), int(y))
	}
	switch e.Opcode {
	case 0:
		e.Uint()
		e.Uint()
		w.at = place()
	case 2:
		e.Uint()
		w.at = place()
		w.motions++
	case 3:
		e.Uint()
		e.Uint()
		button, down := e.Uint(), e.Uint() != 0
		if down {
			w.down = &Click{Button: button, Down: w.at, DownAt: time.Now()}
		} else if w.down != nil {
			w.down.Up, w.down.UpAt = w.at, time.Now()
			w.clicks = append(w.clicks, *w.down)
			w.down = nil
		}
	}
}

func (w *Window) hearKeyboard(e *wayland.Event) {
	if e.Opcode == 3 {
		e.Uint()
		e.Uint()
		key, down := e.Uint(), e.Uint() != 0
		w.mu.Lock()
		if down {
			w.keys = append(w.keys, key)
		}
		w.mu.Unlock()
	}
}

// Size returns how many points it covers.
func (w *Window) Size() image.Point {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

// Clicks returns the clicks that have reached the window until now, and whether a button
// is down.
func (w *Window) Clicks(tb testing.TB) (clicks []Click, down bool) {
	tb.Helper()
	if err := w.conn.Sync(context.Background()); err != nil {
		tb.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Click(nil), w.clicks...), w.down != nil
}

// Keys returns the keys that went down on the window, by the kernel's numbers.
func (w *Window) Keys(tb testing.TB) []uint32 {
	tb.Helper()
	if err := w.conn.Sync(context.Background()); err != nil {
		tb.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]uint32(nil), w.keys...)
}

// Close closes the window.
func (w *Window) Close() { _ = w.conn.Close() }

// Person has a mouse and a keyboard of its own.
type Person struct {
	conn     *wayland.Conn
	pointer  wayland.Object
	keyboard *wayland.Keyboard
}

// NewPerson returns a person of the session of this process.
func NewPerson(tb testing.TB) *Person {
	tb.Helper()
	return NewPersonAt(tb, wayland.Socket())
}

// NewPersonAt is NewPerson on the compositor at a socket.
func NewPersonAt(tb testing.TB, socket string) *Person {
	tb.Helper()
	c := DialAt(tb, socket)
	manager, _, ok := c.Bind("zwlr_virtual_pointer_manager_v1", 1, 1, nil)
	if !ok {
		tb.Fatal("the compositor has no virtual pointers")
	}
	p := &Person{conn: c, pointer: c.New(nil)}
	if err := c.SendAndSync(context.Background(), wayland.NewRequest(manager, 0).Object(0).Object(p.pointer)); err != nil {
		tb.Fatal(err)
	}
	seat, ok, err := c.NewSeat(context.Background())
	if err == nil && ok {
		p.keyboard, ok, err = c.NewKeyboard(seat, map[uint32]string{30: "a"})
	}
	if err != nil || !ok {
		tb.Fatalf("the compositor has no virtual keyboard: %v", err)
	}
	return p
}

// held is how long a person holds a key or a button, at the least.
const held = 40 * time.Millisecond

// Key types a letter, as slowly as a person.
func (p *Person) Key() error {
	both := p.keyboard.Type(30)
	if err := p.conn.SendAndSync(context.Background(), both[0]); err != nil {
		return err
	}
	time.Sleep(held)
	return p.conn.SendAndSync(context.Background(), both[1])
}

// Press presses a button, such as 0x111 for the right one, as slowly as a person.
func (p *Person) Press(button uint32) error {
	if err := p.Button(button, true); err != nil {
		return err
	}
	time.Sleep(held)
	return p.Button(button, false)
}

// Move moves the mouse by some points, in one report, and returns when the compositor
// has taken it.
func (p *Person) Move(dx, dy float64) error {
	return p.conn.SendAndSync(context.Background(),
		wayland.NewRequest(p.pointer, 0).Uint(0).Fixed(dx).Fixed(dy),
		wayland.NewRequest(p.pointer, 4))
}

// Button pushes a button, such as 0x111 for the right one, or lets it up.
func (p *Person) Button(button uint32, down bool) error {
	state := uint32(0)
	if down {
		state = 1
	}
	return p.conn.SendAndSync(context.Background(),
		wayland.NewRequest(p.pointer, 2).Uint(0).Uint(button).Uint(state),
		wayland.NewRequest(p.pointer, 4))
}
