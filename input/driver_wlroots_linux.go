package input

import (
	"context"
	"fmt"
	"image"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/wayland"
)

const (
	// hearing is how long nothing must have been heard of the person before a click:
	// longer than mice take from one report of a movement to the next. The compositor
	// tells of no use within a millisecond of a click, so it is the next report that tells
	// of a person who moves the mouse in that moment.
	hearing = 9 * time.Millisecond
	// The seat rests a millisecond after the hand's own doing. A compositor that has much
	// to draw tells so later, but not after it has answered: it is asked inUse times, with
	// turnaround between, before a seat that does not rest is in use by a person.
	inUse      = 3
	turnaround = 3 * time.Millisecond
)

// wlroots is the mouse of a Wayland compositor that lets programs have a virtual
// pointer, by protocols that come from the library of that name. It does not tell where
// the pointer is; it tells that mouse or keyboard are used, by whom ever.
//
// Whose use was it? The hand's own is told before the answer to the sync that follows
// it on the same connection; all else is a person's.
type wlroots struct {
	conn    *wayland.Conn
	outputs *wayland.Outputs
	pointer *wayland.Pointer
	idle    *wayland.Idle
	own     uint64    // of the uses that idle counts, those of the hand
	acted   time.Time // when the hand's latest doing was taken
	asked   time.Time // when the compositor last answered while the seat was in use
	answers int       // how often it has
	going   uint64    // how often the seat was found to be in use all the time
}

func openWlroots(ctx context.Context) (_ Driver, err error) {
	if wayland.Socket() == "" {
		return nil, errOtherSession
	}
	c, err := wayland.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = c.Close()
		}
	}()
	lacks := func(what string) error {
		return fault.New(fault.NoAccess, "this Wayland compositor lets no program use the mouse by the protocols of wlroots: "+what,
			"use Sway, Hyprland, labwc, Wayfire, river or niri, or an X11 session; without clicks there is `autoqueens play --dry-run`")
	}
	seat, ok, err := c.NewSeat(ctx)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, lacks("it has no seat")
	}
	d := &wlroots{conn: c, acted: time.Now()}
	// The pointer first: programs have until the first click to notice that there is one.
	if d.pointer, ok, err = c.NewPointer(seat); err == nil && !ok {
		err = lacks("it offers no virtual pointer")
	}
	if err != nil {
		return nil, err
	}
	if d.idle, ok, err = c.FollowIdle(seat); err == nil && !ok {
		err = lacks("it does not tell when a person uses the mouse")
	}
	if err != nil {
		return nil, err
	}
	if d.outputs, ok, err = c.FollowOutputs(ctx); err == nil && !ok {
		err = lacks("it does not tell where the monitors lie")
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

func (d *wlroots) Method() string {
	return "a virtual pointer of the Wayland compositor, which tells when you use mouse or keyboard"
}

// Move returns when the compositor has moved the pointer.
func (d *wlroots) Move(p image.Point) error {
	to, err := d.moveTo(p)
	if err != nil {
		return err
	}
	return d.act(to...)
}

// moveTo returns the requests that bring the pointer to p.
func (d *wlroots) moveTo(p image.Point) ([]*wayland.Request, error) {
	for _, o := range d.outputs.List() {
		if p.In(o.Points) {
			return d.pointer.MoveTo(p, d.outputs.Layout()), nil
		}
	}
	return nil, fault.Newf(fault.Failed, "choose a place on the screen, or calibrate again",
		"the pointer cannot go to %d,%d: no monitor is there", p.X, p.Y)
}

func (d *wlroots) Press() error   { return d.act(d.pointer.Button(true)...) }
func (d *wlroots) Release() error { return d.act(d.pointer.Button(false)...) }

// ClickAt sends all of the click at once; the compositor takes what it finds on one
// connection before it turns to another, or to the person's mouse.
func (d *wlroots) ClickAt(ctx context.Context, p image.Point, used uint64) (State, error) {
	click, err := d.moveTo(p)
	if err != nil {
		return State{}, err
	}
	if err := d.pointer.Ready(ctx); err != nil {
		return State{}, err
	}
	if s, err := d.hear(ctx, used); err != nil || s.Uses != used {
		return s, err
	}
	click = append(append(click, d.pointer.Button(true)...), d.pointer.Button(false)...)
	if err := d.act(click...); err != nil {
		return State{}, err
	}
	return d.State()
}

// hear waits until nothing was heard of the person for long enough, or until something
// was.
func (d *wlroots) hear(ctx context.Context, used uint64) (State, error) {
	for {
		s, err := d.State()
		if err != nil || s.Uses != used {
			return s, err
		}
		idle, since, _ := d.idle.State()
		wait := turnaround
		if idle {
			if wait = hearing - time.Since(since); wait <= 0 {
				return s, nil
			}
		}
		if err := d.listen(ctx, wait); err != nil {
			return s, err
		}
	}
}

// listen waits for d, or until the seat comes to be used or to rest.
func (d *wlroots) listen(ctx context.Context, wait time.Duration) error {
	was, _, _ := d.idle.State()
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	_ = d.idle.Await(limited, func(idle bool, _ uint64) bool { return idle != was })
	return context.Cause(ctx)
}

// act sends requests and waits until the compositor has taken them.
func (d *wlroots) act(requests ...*wayland.Request) error {
	rested, _, before := d.idle.State()
	// Whatever ends the wait would leave open whose the next use is.
	err := d.conn.SendAndSync(context.Background(), requests...)
	d.acted, d.answers = time.Now(), 0
	if err != nil {
		return err
	}
	if _, _, after := d.idle.State(); after > before {
		d.own++
	} else if rested {
		return errSilent
	}
	return nil
}

var errSilent error = fault.New(fault.NoAccess,
	"the desktop does not tell when you use the mouse: a program keeps it from noticing that nobody does",
	"close what keeps the screen awake, such as a film or a presentation, and try again")

// State asks the compositor to answer, and then tells what it has said until then.
func (d *wlroots) State() (State, error) {
	if err := d.conn.Sync(context.Background()); err != nil {
		return State{}, err
	}
	idle, since, uses := d.idle.State()
	switch now := time.Now(); {
	case idle:
		d.answers = 0
	case now.Sub(since) >= turnaround && now.Sub(d.acted) >= turnaround && now.Sub(d.asked) >= turnaround:
		d.asked = now
		if d.answers++; d.answers >= inUse {
			d.going++ // somebody leaves the seat no millisecond of rest
			d.answers = 0
		}
	}
	return State{Hidden: true, Uses: uses - d.own + d.going}, nil
}

// WatchEscape takes nothing: any key is a use, whichever window has it.
func (d *wlroots) WatchEscape(func()) (stop func(), err error) { return func() {}, nil }

func (d *wlroots) Close() error {
	if err := d.conn.Close(); err != nil {
		return fmt.Errorf("the Wayland connection: %w", err)
	}
	return nil
}

var (
	_ direct  = (*wlroots)(nil)
	_ escaper = (*wlroots)(nil)
)
