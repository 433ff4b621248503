package input

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
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
// it on the same connection; all else is a person's. Compositors that tell of every
// single use leave no doubt about that. The others tell of the first one after a
// millisecond of rest, so that what the person does right after a click is told by the
// next thing that the person does, and the hand waits for that long.
type wlroots struct {
	conn     *wayland.Conn
	outputs  *wayland.Outputs
	pointer  *wayland.Pointer
	idle     *wayland.Idle
	windows  *wayland.Toplevels // nil where the compositor does not tell of windows
	keyboard *wayland.Keyboard  // nil before the first key
	seat     *wayland.Seat

	monitors []wayland.Output // as they were when the driver was opened
	at       image.Point      // where the pointer was moved last
	pressed  bool             // the button was pressed by this driver
	opened   time.Time
	rested   time.Time // when nobody was seen to use the seat, last
	own      uint64    // of the uses that idle counts, those of the hand
	acted    time.Time // when the hand's latest doing was taken
	answered time.Time // when the compositor last answered
	asked    time.Time // when the compositor last answered while the seat was in use
	answers  int       // how often it has
	heard    uint64    // the single uses that it had told of at the first of them
	going    uint64    // how often the seat was found to be in use all the time

	each    *wayland.Idle // tells of every single use; nil where it does not
	agreed  int           // how often in a row it told of as many as the hand had made
	exact   bool          // it is gone by
	ownEach uint64        // of those that it told, those of the hand
	before  uint64        // the uses by others before it was gone by
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
			"use Sway, Hyprland, labwc, Wayfire, river or niri, or "+portal.OtherSession+"; without clicks there is `autoqueens play --dry-run`")
	}
	seat, ok, err := c.NewSeat(ctx)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, lacks("it has no seat")
	}
	d := &wlroots{conn: c, seat: seat, opened: time.Now(), acted: time.Now()}
	// The pointer first: programs have until the first click to notice that there is one.
	if d.pointer, ok, err = c.NewPointer(seat); err == nil && !ok {
		// Those of GNOME and KDE lend theirs by the portal.
		err = errors.Join(errOtherSession, lacks("it offers no virtual pointer"))
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
	if each, ok, err := c.FollowUses(seat); err != nil {
		return nil, err
	} else if ok {
		d.each = each
	}
	if d.outputs, ok, err = c.FollowOutputs(ctx); err == nil && !ok {
		err = lacks("it does not tell where the monitors lie")
	}
	if err != nil {
		return nil, err
	}
	if windows, ok := c.FollowToplevels(); ok {
		d.windows = windows
	}
	if err := c.Sync(ctx); err != nil {
		return nil, err
	}
	d.monitors = d.outputs.List()
	return d, nil
}

func (d *wlroots) Method() string {
	return "a virtual pointer of the Wayland compositor, which tells when you use mouse or keyboard"
}

// unheard is how long a drag may go on without a rest in which the person could be heard.
const unheard = 20 * time.Millisecond

// Move returns when the compositor has moved the pointer.
func (d *wlroots) Move(p image.Point) error {
	if d.pressed && !d.exact && time.Since(d.rested) > unheard {
		// Moves one after the other leave the seat no rest.
		if err := d.listen(context.Background(), turnaround); err != nil {
			return err
		}
	}
	to, err := d.moveTo(p)
	if err != nil {
		return err
	}
	if err := d.act(1, to...); err != nil {
		return err
	}
	d.at = p
	return nil
}

// moveTo returns the requests that bring the pointer to p. They are right for the monitors
// as they are now, so they are made right before they are sent.
func (d *wlroots) moveTo(p image.Point) ([]*wayland.Request, error) {
	now := d.outputs.List()
	if !slices.EqualFunc(now, d.monitors, wayland.Output.Same) {
		return nil, errMonitors // and with them what a point stands for
	}
	var layout image.Rectangle
	there := false
	for _, o := range now {
		layout = layout.Union(o.Points)
		there = there || p.In(o.Points)
	}
	if there {
		return d.pointer.MoveTo(p, layout), nil
	}
	return nil, noMonitor(p)
}

// noMonitor says that no monitor shows p.
func noMonitor(p image.Point) error {
	return fault.Plainf("choose a place on the screen, or calibrate again",
		"the pointer cannot go to %d,%d: no monitor is there", p.X, p.Y)
}

// Press presses where the hand has moved the pointer, wherever the person has moved it in
// this moment.
func (d *wlroots) Press() error {
	if err := d.silence(); err != nil {
		return err
	}
	to, err := d.moveTo(d.at)
	if err != nil {
		return err
	}
	d.pressed = true
	return d.act(2, append(to, d.pointer.Button(true)...)...)
}

// Release lets up what this driver has pressed, and nothing else: programs cannot tell its
// button from the person's, who may have come with one.
func (d *wlroots) Release() error {
	if !d.pressed {
		return nil
	}
	if err := d.act(1, d.pointer.Button(false)...); err != nil {
		return err
	}
	d.pressed = false
	return nil
}

// silence waits until nothing is heard of the person, and returns ErrPersonUsed where
// something is.
func (d *wlroots) silence() error {
	ctx := context.Background()
	if err := d.pointer.Ready(ctx); err != nil {
		return err
	}
	before, err := d.State()
	if err != nil {
		return err
	}
	d.answered = time.Time{} // nothing is pressed on what was said before
	after, err := d.Hear(ctx, d.at, before.Uses)
	if err == nil && after.Uses != before.Uses {
		err = ErrPersonUsed
	}
	return err
}

// keyNames are the keys that are typed, by the kernel's numbers: what xkbcommon calls them.
var keyNames = map[uint32]string{
	2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9", 11: "0",
	14: "BackSpace", 103: "Up", 105: "Left", 106: "Right", 108: "Down",
}

// keyCodes are the same numbers by the keys.
var keyCodes = map[Key]uint32{
	'1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10, '0': 11,
	KeyBackspace: 14, KeyUp: 103, KeyLeft: 105, KeyRight: 106, KeyDown: 108,
}

// Type types on a keyboard of its own, which has just these keys: what the person's
// keyboard makes of them, and what is held down on it, does not matter.
func (d *wlroots) Type(k Key) error {
	code, ok := keyCodes[k]
	if !ok {
		return noKey(k)
	}
	over := d.over()
	if d.keyboard == nil {
		// Not before it is needed: programs are told of a keyboard that has few keys.
		var err error
		if d.keyboard, ok, err = d.conn.NewKeyboard(d.seat, keyNames); err != nil {
			return err
		}
		if !ok {
			return errNoKeys
		}
		time.Sleep(wayland.Settling) // they have to ask for it
	}
	if err := d.silence(); err != nil {
		return err
	}
	if d.over() != over {
		return ErrCovered // meanwhile, as a lock does that would take the key for its password
	}
	return d.act(2, d.keyboard.Type(code)...)
}

// Focus returns the window that has the focus.
func (d *wlroots) Focus() (uint64, error) { return d.over(), d.conn.Err() }

// over returns the window that was clicked, as far as that has the focus since; another
// one that has come up has it then.
func (d *wlroots) over() uint64 {
	if d.windows == nil {
		return 0
	}
	active, tells := d.windows.Active()
	switch {
	case active != 0:
		return uint64(active)
	case tells:
		return noWindow
	}
	return 0
}

// ClickAt sends all of the click at once; the compositor takes what it finds on one
// connection before it turns to another, or to the person's mouse.
func (d *wlroots) ClickAt(ctx context.Context, p image.Point, used, over uint64) (State, error) {
	if err := d.pointer.Ready(ctx); err != nil {
		return State{}, err
	}
	d.answered = time.Time{} // nothing is pressed on what was said before
	s, err := d.Hear(ctx, p, used)
	switch {
	case err != nil || s.Uses != used:
		return s, err
	case over != 0 && s.Over != over:
		return s, ErrCovered
	}
	click, err := d.moveTo(p)
	if err != nil {
		return s, err
	}
	d.pressed = true
	click = append(append(click, d.pointer.Button(true)...), d.pointer.Button(false)...)
	if err := d.act(3, click...); err != nil {
		return s, err
	}
	d.pressed = false
	d.at = p
	if over == 0 {
		d.answered = time.Time{} // it tells of the focus that this click has moved after its answer
	}
	return d.State()
}

// Hear waits until nothing was heard of the person for long enough, or until something
// was.
func (d *wlroots) Hear(ctx context.Context, _ image.Point, used uint64) (State, error) {
	for {
		s, err := d.State()
		if err != nil || s.Uses != used || d.exact {
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

// act sends requests that use the seat n times, and waits until the compositor has taken
// them.
func (d *wlroots) act(n uint64, requests ...*wayland.Request) error {
	rested, _, before := d.idle.State()
	counted := d.counted()
	// Whatever ends the wait would leave open whose the next use is.
	err := d.conn.SendAndSync(context.Background(), requests...)
	d.acted, d.answers = time.Now(), 0
	if err != nil {
		return err
	}
	d.answered = d.acted
	if _, _, after := d.idle.State(); after > before {
		d.own++
	} else if rested {
		return errSilent
	}
	return d.count(n, d.counted()-counted)
}

// agreements is how often in a row the compositor has to tell of as many uses as there were
// before that is gone by.
const agreements = 2

// counted returns how many single uses the compositor has told of.
func (d *wlroots) counted() uint64 {
	if d.each == nil {
		return 0
	}
	_, _, uses := d.each.State()
	return uses
}

// count takes down that of n uses by the hand, and those by others meanwhile, so many were
// told.
func (d *wlroots) count(n, told uint64) error {
	switch {
	case d.each == nil:
		return nil
	case d.exact && told < n:
		return errSilent
	case !d.exact && told != n:
		d.agreed = 0 // it counts otherwise here, or a person came: there is the other way
		return nil
	}
	d.ownEach += n
	if d.agreed++; d.agreed == agreements {
		d.before, d.exact = d.uses()-(d.counted()-d.ownEach), true
	}
	return nil
}

// uses returns how often somebody else was noticed to use the seat.
func (d *wlroots) uses() uint64 {
	if d.exact {
		return d.before + d.counted() - d.ownEach
	}
	_, _, uses := d.idle.State()
	return uses - d.own + d.going
}

var errSilent error = fault.New(fault.NoAccess,
	"the desktop does not tell when you use the mouse: a program keeps it from noticing that nobody does",
	"close what keeps the screen awake, such as a film or a presentation, and try again")

// State tells what the compositor has said until now. It is asked to answer before, unless it
// has just done so and nothing is about to be pressed.
func (d *wlroots) State() (State, error) {
	if err := d.conn.Err(); err != nil {
		return State{}, err
	}
	asks := time.Since(d.answered) >= current
	if asks {
		if err := d.conn.Sync(context.Background()); err != nil {
			return State{}, err
		}
		d.answered = time.Now()
	}
	idle, since, _ := d.idle.State()
	switch now := time.Now(); {
	case idle:
		d.answers, d.rested = 0, now
	case asks && now.Sub(since) >= turnaround && now.Sub(d.acted) >= turnaround && now.Sub(d.asked) >= turnaround:
		d.asked = now
		if d.answers++; d.answers == 1 {
			d.heard = d.counted()
		}
		if d.answers >= inUse {
			if d.counted() == d.heard && (d.heard > 0 || d.rested.IsZero() && now.Sub(d.opened) > patience) {
				// Nobody uses it, and it is not said to rest. Of a compositor that has told of no
				// single use yet that is known once the seat has never rested.
				return State{}, errSilent
			}
			d.going++ // somebody leaves the seat no millisecond of rest
			d.answers = 0
		}
	}
	return State{Hidden: true, Over: d.over(), Uses: d.uses()}, nil
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
	_ hearer  = (*wlroots)(nil)
	_ escaper = (*wlroots)(nil)
	_ typist  = (*wlroots)(nil)
)
