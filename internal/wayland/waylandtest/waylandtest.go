//go:build linux

// Package waylandtest makes a Wayland session for tests: a compositor, windows that
// write down what reaches them, and a person with a mouse and a keyboard.
package waylandtest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
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

// connected returns what use makes of a connection to the compositor at a socket, and closes
// that where it fails.
func connected[T any](socket string, use func(c *wayland.Conn) (T, error)) (T, error) {
	c, err := wayland.DialAt(context.Background(), socket)
	if err != nil {
		var none T
		return none, err
	}
	made, err := use(c)
	if err != nil {
		_ = c.Close()
	}
	return made, err
}

// Click is a button that went down and up on a window.
type Click struct {
	Button       uint32
	Down, Up     image.Point // points from the window's corner
	DownAt, UpAt time.Time   // when the window heard of it
	Moves        int         // how many movements it had heard of before
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
	pressed int // how often a button went down
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
	shellGetLayer    = 0
	layerAnchor      = 1
	layerExclusive   = 2
	layerKeyboard    = 4
	layerAck         = 6
	layerOverlay     = 3
	allEdges         = 15
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
	w, err := show(socket, colour, func(w *Window, bind binder) (asked, error) { return w.asWindow(bind, title) })
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(w.Close)
	return w
}

// Lock covers the monitor that has the focus and takes the keyboard, as a screen locker
// does, until it is closed.
func Lock(socket string) (*Window, error) {
	return show(socket, Plain(0x203040), func(w *Window, bind binder) (asked, error) { return w.asLock(bind) })
}

// binder binds what the compositor offers under a name.
type binder func(iface string, version uint32, h wayland.Handler) (wayland.Object, error)

// asked makes the requests that make a surface what it is to be.
type asked = func() []*wayland.Request

// show shows a window; role returns what makes its surface one.
func show(socket string, colour Colour, role func(w *Window, bind binder) (asked, error)) (*Window, error) {
	return connected(socket, func(c *wayland.Conn) (*Window, error) { return showOn(c, colour, role) })
}

func showOn(c *wayland.Conn, colour Colour, role func(w *Window, bind binder) (asked, error)) (*Window, error) {
	w := &Window{conn: c, colour: colour, shown: make(chan struct{})}
	var ok bool
	if w.memory, ok = c.NewMemory(); !ok {
		return nil, errors.New("the compositor has no shared memory")
	}
	bind := func(iface string, version uint32, h wayland.Handler) (wayland.Object, error) {
		o, _, ok := c.Bind(iface, version, version, h)
		if !ok {
			return 0, fmt.Errorf("the compositor has no %s", iface)
		}
		return o, nil
	}
	compositor, err := bind("wl_compositor", 1, nil)
	if err != nil {
		return nil, err
	}
	hasPointer, hasKeyboard := false, false
	// What a seat can do is told as soon as it is bound, before bind has returned.
	_, err = bind("wl_seat", 1, func(e *wayland.Event) {
		if e.Opcode != 0 {
			return
		}
		can := e.Uint()
		_ = c.Create(func() (has []*wayland.Request) {
			if can&1 != 0 && !hasPointer {
				has = append(has, wayland.NewRequest(e.Object, seatGetPointer).Object(c.New(w.hearPointer)))
			}
			if can&2 != 0 && !hasKeyboard {
				has = append(has, wayland.NewRequest(e.Object, seatGetKeyboard).Object(c.New(w.hearKeyboard)))
			}
			return has
		})
		hasPointer, hasKeyboard = can&1 != 0, can&2 != 0
	})
	if err != nil {
		return nil, err
	}
	if err := c.Create(func() []*wayland.Request {
		w.surface = c.New(nil)
		return []*wayland.Request{wayland.NewRequest(compositor, compositorCreate).Object(w.surface)}
	}); err != nil {
		return nil, err
	}
	requests, err := role(w, bind)
	if err != nil {
		return nil, err
	}
	if err := c.Create(func() []*wayland.Request {
		return append(requests(), wayland.NewRequest(w.surface, surfaceCommit))
	}); err != nil {
		return nil, err
	}
	select {
	case <-w.shown:
	case <-time.After(10 * time.Second):
		return nil, errors.Join(errors.New("the window was not shown"), c.Err())
	}
	return w, c.Sync(context.Background())
}

// asWindow makes the surface a window that fills the monitor.
func (w *Window) asWindow(bind binder, title string) (asked, error) {
	c := w.conn
	var xdg wayland.Object
	base, err := bind("xdg_wm_base", 1, func(e *wayland.Event) {
		_ = c.Send(wayland.NewRequest(e.Object, basePong).Uint(e.Uint()))
	})
	if err != nil {
		return nil, err
	}
	hearXDG := func(e *wayland.Event) {
		if e.Opcode == 0 {
			_ = c.Send(wayland.NewRequest(xdg, xdgAck).Uint(e.Uint()))
			w.draw()
		}
	}
	hearTop := func(e *wayland.Event) {
		if e.Opcode == 0 {
			w.mu.Lock()
			w.size = image.Pt(e.Int(), e.Int())
			for states := e.Array(); len(states) >= 4; states = states[4:] {
				w.full = w.full || binary.NativeEndian.Uint32(states) == fullscreen
			}
			w.mu.Unlock()
		}
	}
	return func() []*wayland.Request {
		xdg = c.New(hearXDG)
		top := c.New(hearTop)
		return []*wayland.Request{
			wayland.NewRequest(base, baseGetSurface).Object(xdg).Object(w.surface),
			wayland.NewRequest(xdg, xdgGetToplevel).Object(top),
			wayland.NewRequest(top, topTitle).String(title),
			wayland.NewRequest(top, topFullscreen).Object(0),
		}
	}, nil
}

// asLock makes the surface one that lies over all windows.
func (w *Window) asLock(bind binder) (asked, error) {
	shell, err := bind("zwlr_layer_shell_v1", 1, nil)
	if err != nil {
		return nil, err
	}
	var layer wayland.Object
	hear := func(e *wayland.Event) {
		if e.Opcode == 0 {
			serial := e.Uint()
			w.mu.Lock()
			w.size, w.full = image.Pt(int(e.Uint()), int(e.Uint())), true
			w.mu.Unlock()
			_ = w.conn.Send(wayland.NewRequest(layer, layerAck).Uint(serial))
			w.draw()
		}
	}
	return func() []*wayland.Request {
		layer = w.conn.New(hear)
		return []*wayland.Request{
			wayland.NewRequest(shell, shellGetLayer).Object(layer).Object(w.surface).Object(0).Uint(layerOverlay).String("lock"),
			wayland.NewRequest(layer, layerAnchor).Uint(allEdges),
			wayland.NewRequest(layer, layerExclusive).Int(-1),
			wayland.NewRequest(layer, layerKeyboard).Uint(1),
		}
	}, nil
}

// Paint changes the colours of the window.
func (w *Window) Paint(tb testing.TB, colour Colour) {
	tb.Helper()
	w.mu.Lock()
	w.colour = colour
	w.mu.Unlock()
	w.draw()
	if err := w.conn.Err(); err != nil {
		tb.Error(err)
	}
}

// draw shows the window. Where it cannot, its connection has ended, which every question
// about it tells.
func (w *Window) draw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.size.X <= 0 || w.size.Y <= 0 {
		w.size = image.Pt(640, 480)
	}
	b, err := w.memory.NewBuffer(w.size.X, w.size.Y, 4*w.size.X, wayland.FormatBGRX)
	if err != nil {
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
			w.pressed++
			w.down = &Click{Button: button, Down: w.at, DownAt: time.Now(), Moves: w.motions}
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

// KeepAwake keeps the screen awake while the window is shown, as a film does.
func (w *Window) KeepAwake(tb testing.TB) {
	tb.Helper()
	manager, _, ok := w.conn.Bind("zwp_idle_inhibit_manager_v1", 1, 1, nil)
	if !ok {
		tb.Fatal("the compositor lets no program keep the screen awake")
	}
	err := w.conn.Create(func() []*wayland.Request {
		return []*wayland.Request{wayland.NewRequest(manager, 1).Object(w.conn.New(nil)).Object(w.surface)}
	})
	if err = errors.Join(err, w.conn.Sync(context.Background())); err != nil {
		tb.Fatal(err)
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

// Pressed returns how often a button went down on the window.
func (w *Window) Pressed() int {
	_ = w.conn.Sync(context.Background()) // one that is gone was not pressed any more
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pressed
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
	p, err := Sit(socket)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Leave)
	return p
}

// The keys that a person has, by the kernel's numbers.
const (
	KeyEscape uint32 = 1
	KeyA      uint32 = 30
	KeyF5     uint32 = 63
)

// Sit returns a person at the compositor of a socket, until Leave.
func Sit(socket string) (*Person, error) { return connected(socket, sitOn) }

func sitOn(c *wayland.Conn) (*Person, error) {
	manager, _, ok := c.Bind("zwlr_virtual_pointer_manager_v1", 1, 1, nil)
	if !ok {
		return nil, errors.New("the compositor has no virtual pointers")
	}
	p := &Person{conn: c}
	if err := c.Create(func() []*wayland.Request {
		p.pointer = c.New(nil)
		return []*wayland.Request{wayland.NewRequest(manager, 0).Object(0).Object(p.pointer)}
	}); err != nil {
		return nil, err
	}
	seat, ok, err := c.NewSeat(context.Background())
	if err == nil && ok {
		p.keyboard, ok, err = c.NewKeyboard(seat, map[uint32]string{KeyEscape: "Escape", KeyA: "a", KeyF5: "F5"})
	}
	if err == nil && !ok {
		err = errors.New("the compositor has no virtual keyboard")
	}
	return p, err
}

// Leave takes the person's mouse and keyboard away.
func (p *Person) Leave() { _ = p.conn.Close() }

// held is how long a person holds a key or a button, at the least.
const held = 40 * time.Millisecond

// Key types a letter, as slowly as a person.
func (p *Person) Key() error {
	if err := p.Hold(KeyA, true); err != nil {
		return err
	}
	time.Sleep(held)
	return p.Hold(KeyA, false)
}

// Hold pushes a key down or lets it up.
func (p *Person) Hold(key uint32, down bool) error {
	both := p.keyboard.Type(key)
	if down {
		return p.conn.SendAndSync(context.Background(), both[0])
	}
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
