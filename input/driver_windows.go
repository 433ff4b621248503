package input

import (
	"context"
	"fmt"
	"image"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"autoqueens/internal/dpi"
	"autoqueens/internal/fault"
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

// windowsDriver is the mouse of Windows. Its points are the pixels of the virtual screen, in
// which the primary display's corner is the origin.
//
// What it does, it does by SendInput, which puts several events into the stream of input
// with none of the person's between them. Each carries a mark, by which the hooks know it
// again: they hear of every event in the order in which Windows takes them, so that an event
// with the mark has been taken, and one without is somebody else's.
type windowsDriver struct {
	events   *listener
	serial   uint16 // of the latest event sent
	left     uintptr
	down, up uint32 // what SendInput calls the press and the release of the left button

	at      image.Point // where the pointer was sent last
	sent    bool        // whether at means anything yet
	pressed bool        // the button was pressed by this driver

	checked [2]uintptr // the windows that were last found to take input from this program
}

var (
	user32           = windows.NewLazySystemDLL("user32.dll")
	sendInput        = user32.NewProc("SendInput")
	setCursorPos     = user32.NewProc("SetCursorPos")
	getCursorPos     = user32.NewProc("GetCursorPos")
	getAsyncKeyState = user32.NewProc("GetAsyncKeyState")
	getSystemMetrics = user32.NewProc("GetSystemMetrics")
	windowFromPoint  = user32.NewProc("WindowFromPoint")
	getAncestor      = user32.NewProc("GetAncestor")
	getWindowRect    = user32.NewProc("GetWindowRect")
)

// Virtual keys, metrics, and flags of events, under Microsoft's names in words.
const (
	keyLeftButton   = 0x01
	keyRightButton  = 0x02
	keyMiddleButton = 0x04
	keyX1Button     = 0x05
	keyX2Button     = 0x06
	keyEscape       = 0x1b

	metricSwapButton    = 23
	metricVirtualX      = 76
	metricVirtualY      = 77
	metricVirtualWidth  = 78
	metricVirtualHeight = 79

	inputMouse       = 0
	inputKeyboard    = 1
	eventMove        = 0x0001
	eventLeftDown    = 0x0002
	eventLeftUp      = 0x0004
	eventRightDown   = 0x0008
	eventRightUp     = 0x0010
	eventVirtualDesk = 0x4000
	eventAbsolute    = 0x8000

	ancestorRoot = 2
)

// inputEvent is INPUT of Windows, a union of an event of the mouse, which is the largest,
// and others.
type inputEvent struct {
	kind  uint32
	mouse struct { // MOUSEINPUT
		x, y              int32
		data, flags, time uint32
		extra             uintptr
	}
}

// keyInput is KEYBDINPUT.
type keyInput struct {
	key, scan   uint16
	flags, time uint32
	extra       uintptr
}

// keyboard returns the event as one of the keyboard.
func (e *inputEvent) keyboard() *keyInput { return (*keyInput)(unsafe.Pointer(&e.mouse)) }

// mark sets what the hooks know the event again by.
func (e *inputEvent) mark(m uintptr) {
	if e.kind == inputKeyboard {
		e.keyboard().extra = m
	} else {
		e.mouse.extra = m
	}
}

var ways = []way{{"windows", openWindows}}

func openWindows(context.Context) (Driver, error) {
	dpi.Aware()
	for _, p := range []*windows.LazyProc{sendInput, setCursorPos, getCursorPos, getAsyncKeyState, getSystemMetrics, windowFromPoint, getAncestor, getWindowRect} {
		if err := p.Find(); err != nil {
			return nil, noDesktop(err)
		}
	}
	d := &windowsDriver{left: keyLeftButton, down: eventLeftDown, up: eventLeftUp}
	// Programs press physical buttons; a left-handed person has them swapped.
	if metric(metricSwapButton) != 0 {
		d.left, d.down, d.up = keyRightButton, eventRightDown, eventRightUp
	}
	var err error
	if d.events, err = listen(); err != nil {
		return nil, noDesktop(err)
	}
	if _, err := d.State(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *windowsDriver) Method() string {
	return "SendInput, with hooks that tell when a click has arrived"
}

func (d *windowsDriver) Move(p image.Point) error {
	if err := d.permitted(p); err != nil {
		return err
	}
	return d.send(p)
}

func (d *windowsDriver) Press() error {
	p, err := d.place()
	if err == nil {
		err = d.permitted(p)
	}
	if err != nil {
		return err
	}
	d.pressed = true
	return d.send(p, d.down)
}

// Release lets go where the pointer is, of what this driver has pressed and nothing else:
// Windows does not tell its button from the person's, who may have come with one.
func (d *windowsDriver) Release() error {
	if !d.pressed {
		return nil
	}
	if err := d.inject(button(d.up)); err != nil {
		return err
	}
	d.pressed = false
	return nil
}

// ClickAt sends the movement, the press and the release as one, so that the press comes
// right after the pointer is at p.
func (d *windowsDriver) ClickAt(ctx context.Context, p image.Point, used, over uint64) (State, error) {
	s, err := d.State()
	if err != nil || s.Uses != used {
		return s, err
	}
	if err := d.permitted(p); err != nil {
		return s, err
	}
	if over != 0 && uint64(windowAt(p)) != over {
		return s, ErrCovered
	}
	d.pressed = true
	if err := d.send(p, d.down, d.up); err != nil {
		return s, err
	}
	d.pressed = false
	// The hooks hear of the release a moment before it counts.
	late := time.Now().Add(patience)
	for {
		if s, err = d.State(); err != nil || !s.Left || s.Uses != used {
			return s, err
		}
		if time.Now().After(late) {
			return s, errNotArrived
		}
		nap(pollEvery)
	}
}

// place returns where the pointer was sent last, and before that where it is: a press brings
// it there again, whatever has moved it since.
func (d *windowsDriver) place() (image.Point, error) {
	if d.sent {
		return d.at, nil
	}
	return pointerAt()
}

// send sends a movement to p, and then these kinds of event there, as one.
func (d *windowsDriver) send(p image.Point, kinds ...uint32) error {
	before, err := pointerAt()
	if err != nil {
		return err
	}
	d.at, d.sent = p, true
	d.events.aim.Store(packed(int32(p.X), int32(p.Y)))
	if d.events.wine && before != p {
		// Where there are hooks, Wine does not move the pointer of the display below
		// itself. What this moves its windows hear of as of a person's movement, a moment
		// later; until then the pointer has to stay.
		echoes := d.events.echoes.Load()
		_, _, _ = setCursorPos.Call(uintptr(p.X), uintptr(p.Y))
		if windowAt(p) != 0 {
			d.events.await(patience, func() bool { return d.events.echoes.Load() != echoes })
		}
	}
	move := button(eventMove | eventAbsolute | eventVirtualDesk)
	// In 65536ths of the virtual screen, at the middle of the pixel.
	part := func(at, from, length int) int32 { return int32(((at-from)*65536 + 32768) / max(length, 1)) }
	move.mouse.x = part(p.X, metric(metricVirtualX), metric(metricVirtualWidth))
	move.mouse.y = part(p.Y, metric(metricVirtualY), metric(metricVirtualHeight))
	events := []inputEvent{move}
	for _, kind := range kinds {
		events = append(events, button(kind))
	}
	return d.inject(events...)
}

// button returns an event of the mouse where it is.
func button(flags uint32) inputEvent {
	e := inputEvent{kind: inputMouse}
	e.mouse.flags = flags
	return e
}

// inject sends events as one, and waits until Windows has taken the last.
func (d *windowsDriver) inject(events ...inputEvent) error {
	for i := range events {
		d.serial++
		events[i].mark(d.events.mark(d.serial))
	}
	n, _, err := sendInput.Call(uintptr(len(events)), uintptr(unsafe.Pointer(&events[0])), unsafe.Sizeof(events[0]))
	if int(n) < len(events) {
		return noDesktop(err)
	}
	if last := events[len(events)-1]; last.kind == inputMouse && last.mouse.flags&eventMove != 0 {
		// It shows in the pointer's place, and may be no event at all where the pointer is
		// there already.
		return nil
	}
	if !d.events.await(patience, func() bool { return d.events.taken.Load() == uint32(d.serial) }) {
		return fault.New(fault.NoAccess,
			"Windows did not take what the mouse or the keyboard was told",
			"close programs that run as administrator, or lock the mouse, and try again")
	}
	return nil
}

// permitted returns why the window at the front, or the one at p, takes no input from this
// program. Windows drops such input without a word.
func (d *windowsDriver) permitted(p image.Point) error {
	for i, w := range [...]uintptr{foreground(), windowAt(p)} {
		if w == 0 || w == d.checked[i] {
			continue
		}
		if above(w) {
			return fault.New(fault.NoAccess,
				"Windows passes no clicks on: a program that runs as administrator is in front",
				"close it or bring the game to the front, or start this program as administrator, too")
		}
		d.checked[i] = w
	}
	return nil
}

func (d *windowsDriver) State() (State, error) {
	at, err := pointerAt()
	if err != nil {
		return State{}, err
	}
	s := State{At: at, Left: keyDown(d.left)}
	for _, key := range [...]uintptr{keyLeftButton, keyRightButton, keyMiddleButton, keyX1Button, keyX2Button} {
		s.Held = s.Held || keyDown(key)
	}
	s.Uses = d.events.theirs.Load()
	s.Over = uint64(windowAt(s.At))
	return s, nil
}

// WindowAt asks for the window at the top that holds a point.
func (d *windowsDriver) WindowAt(p image.Point) (over uint64, area image.Rectangle, err error) {
	w := windowAt(p)
	if w == 0 {
		return 0, area, nil
	}
	var r struct{ Left, Top, Right, Bottom int32 }
	if ok, _, err := getWindowRect.Call(w, uintptr(unsafe.Pointer(&r))); ok == 0 {
		return 0, area, err // it went this very moment
	}
	return uint64(w), image.Rect(int(r.Left), int(r.Top), int(r.Right), int(r.Bottom)), nil
}

func (d *windowsDriver) Close() error {
	d.events.close()
	return nil
}

// WatchEscape hears of the key, and takes it away from nobody.
func (d *windowsDriver) WatchEscape(pressed func()) (stop func(), err error) {
	return d.events.onEscape(pressed), nil
}

// pointerAt asks where the pointer is.
func pointerAt() (image.Point, error) {
	var at struct{ X, Y int32 }
	if ok, _, err := getCursorPos.Call(uintptr(unsafe.Pointer(&at))); ok == 0 {
		return image.Point{}, noDesktop(err)
	}
	return image.Pt(int(at.X), int(at.Y)), nil
}

// windowAt returns the window of a program that holds a point, 0 where none does.
func windowAt(p image.Point) uintptr {
	// A POINT is passed as one word.
	w, _, _ := windowFromPoint.Call(uintptr(uint32(int32(p.X))) | uintptr(uint32(int32(p.Y)))<<32)
	root, _, _ := getAncestor.Call(w, ancestorRoot)
	return root
}

// keyDown tells whether a key or a physical mouse button is down right now.
func keyDown(key uintptr) bool {
	state, _, _ := getAsyncKeyState.Call(key)
	return state&0x8000 != 0
}

func metric(index uintptr) int {
	n, _, _ := getSystemMetrics.Call(index)
	return int(int32(n))
}

func noDesktop(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		fmt.Sprintf("Windows does not let this session use the mouse: %v", err),
		"unlock the screen; answer any question of Windows itself; do not start it as a service")
}

var (
	_ direct   = (*windowsDriver)(nil)
	_ windower = (*windowsDriver)(nil)
	_ escaper  = (*windowsDriver)(nil)
)
