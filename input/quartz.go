package input

import (
	"fmt"
	"image"
	"math"
	"sync/atomic"

	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
)

// quartzDriver is the mouse of macOS. Its points are those of the desktop, of which displays
// show more than one pixel each. The left button of macOS is the logical one, whichever hand
// the mouse is set up for.
//
// It has been tried on a library that writes down what it is told, and on no Mac.
type quartzDriver struct {
	library quartz.Library
	source  quartz.Source
	at      image.Point // where the pointer was sent last
	sent    bool        // whether at means anything yet
	down    bool        // the button was pressed by this driver

	theirs atomic.Uint64 // events of the mouse that come from elsewhere
	deaf   func()        // ends the listening, nil where that is not permitted
}

const (
	quartzMark    = 0x6175746f71 // of the events that this program posts
	quartzEscape  = 53           // kVK_Escape
	quartzButtons = 5
)

// openQuartz returns the mouse of a library. Without the permission to listen the person is
// noticed by the pointer's place and the buttons alone, as on other systems.
func openQuartz(library quartz.Library) (Driver, error) {
	if !library.Allowed(quartz.Accessibility, true) {
		return nil, fault.New(fault.NoAccess,
			"macOS does not let this program use the mouse",
			fmt.Sprintf("allow it for the terminal that you start it from in System Settings > Privacy & Security > %v, quit that terminal and start it again; where it is allowed already, take it off the list first", quartz.Accessibility))
	}
	source, err := library.NewSource(quartzMark)
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "log in at the screen; a service or a session over ssh has no mouse")
	}
	d := &quartzDriver{library: library, source: source}
	if library.Allowed(quartz.InputMonitoring, false) {
		kinds := []quartz.Event{quartz.LeftDown, quartz.RightDown, quartz.OtherDown, quartz.Scrolled}
		d.deaf, err = library.Listen(kinds, func(_ quartz.Event, mark int64) {
			if mark != quartzMark {
				d.theirs.Add(1)
			}
		})
		if err != nil {
			d.deaf = nil
		}
	}
	return d, nil
}

func (d *quartzDriver) Method() string { return "Quartz events" }

// Move posts a movement, or a drag while the button is down: pages that follow a drag are
// told of no other.
func (d *quartzDriver) Move(p image.Point) error {
	kind := quartz.Moved
	if d.down {
		kind = quartz.LeftDragged
	}
	d.at, d.sent = p, true
	return d.library.PostMouse(d.source, kind, middle(p))
}

// Press presses where the pointer was sent, also where the window server is late in taking
// it there: an event of the mouse carries its own place.
func (d *quartzDriver) Press() error {
	d.down = true
	return d.library.PostMouse(d.source, quartz.LeftDown, middle(d.place()))
}

func (d *quartzDriver) Release() error {
	if !d.down {
		return nil
	}
	if err := d.library.PostMouse(d.source, quartz.LeftUp, middle(d.place())); err != nil {
		return err
	}
	d.down = false
	return nil
}

// place returns where the pointer was sent, or where it is when it was sent nowhere or the
// person has taken it away since.
func (d *quartzDriver) place() image.Point {
	if now := pointOf(d.library.Location()); !d.sent || !near(now, d.at) {
		return now
	}
	return d.at
}

func (d *quartzDriver) State() (State, error) {
	s := State{At: pointOf(d.library.Location()), Left: d.library.ButtonDown(0), Uses: d.theirs.Load()}
	for b := uint32(1); b < quartzButtons; b++ {
		s.Others = s.Others || d.library.ButtonDown(b)
	}
	s.Held = s.Left || s.Others
	return s, nil
}

func (d *quartzDriver) Close() error {
	if d.deaf != nil {
		d.deaf()
	}
	return nil
}

// WatchEscape asks for the key as often as the watcher asks for the mouse. It
// takes the key away from nobody.
func (d *quartzDriver) WatchEscape(pressed func()) (stop func(), err error) {
	return pollKey(func() bool { return d.library.KeyIsDown(quartzEscape) }, pressed), nil
}

// quartzKeys are the virtual key codes, which name places on the keyboard: the digits of the
// keypad stand for themselves in every layout.
var quartzKeys = map[Key]uint16{
	KeyBackspace: 51, KeyLeft: 123, KeyRight: 124, KeyDown: 125, KeyUp: 126,
	'0': 82, '1': 83, '2': 84, '3': 85, '4': 86, '5': 87, '6': 88, '7': 89, '8': 91, '9': 92,
}

// quartzModifiers are the keys that make others another one: Command, Shift, Option and
// Control, on either side.
var quartzModifiers = [...]uint16{54, 55, 56, 58, 59, 60, 61, 62}

// Focus knows no windows.
func (d *quartzDriver) Focus() (uint64, error) { return 0, nil }

func (d *quartzDriver) Type(k Key) error {
	code, ok := quartzKeys[k]
	if !ok {
		return fault.Plainf("use the mouse instead", "macOS has no key %v", k)
	}
	for _, modifier := range quartzModifiers {
		if d.library.KeyIsDown(modifier) {
			return ErrPersonTyped
		}
	}
	if err := d.library.PostKey(d.source, code, true); err != nil {
		return err
	}
	return d.library.PostKey(d.source, code, false)
}

// middle returns the middle of a point's area.
func middle(p image.Point) quartz.Point {
	return quartz.Point{X: float64(p.X) + 0.5, Y: float64(p.Y) + 0.5}
}

// pointOf returns the point whose area holds a place.
func pointOf(p quartz.Point) image.Point {
	return image.Pt(int(math.Floor(p.X)), int(math.Floor(p.Y)))
}

var (
	_ escaper = (*quartzDriver)(nil)
	_ typist  = (*quartzDriver)(nil)
)
