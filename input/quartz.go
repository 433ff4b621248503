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

	// theirs counts the events of the mouse that come from elsewhere, and heeded how many
	// of them State has told of.
	theirs atomic.Int64
	heeded int64
	deaf   func() // ends the listening, nil where that is not permitted
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
	s := State{At: pointOf(d.library.Location()), Left: d.library.ButtonDown(0)}
	for b := range uint32(quartzButtons) {
		s.Held = s.Held || d.library.ButtonDown(b)
	}
	if n := d.theirs.Load(); n != d.heeded {
		// A click of the person's may be over before anybody looks.
		d.heeded, s.Held = n, true
	}
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

// middle returns the middle of a point's area.
func middle(p image.Point) quartz.Point {
	return quartz.Point{X: float64(p.X) + 0.5, Y: float64(p.Y) + 0.5}
}

// pointOf returns the point whose area holds a place.
func pointOf(p quartz.Point) image.Point {
	return image.Pt(int(math.Floor(p.X)), int(math.Floor(p.Y)))
}

var _ escaper = (*quartzDriver)(nil)
