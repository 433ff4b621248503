package input

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"
	"time"

	"autoqueens/internal/ei"
	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
	"autoqueens/internal/userdirs"
	"autoqueens/internal/wayland"
)

// taking is how long the desktop may take to tell of the hand's own doing.
const taking = patience

// tokenFile keeps, in the state folder, what spares the person the desktop's question.
const tokenFile = "remote-desktop.token"

// portalMouse is the mouse of a Wayland desktop that lends it to programs once the
// person has agreed: GNOME and KDE, by the portal's RemoteDesktop. It does not tell where
// the pointer is; it tells when mouse or keyboard were used last, by whom ever.
//
// Whose use was it? The hand's own is what it was told of when it had waited for that. What is
// told later is a person's, but for as many uses as the hand has just made, within the doubt that
// is left: those may be either's, and the hand listens on. Desktops tell of what falls into one
// frame of theirs as of one use, so that a key or a button that goes down in that of a click is
// not told of: it comes up again while the hand listens.
type portalMouse struct {
	leave   *portal.Remote
	sender  *ei.Sender
	conn    *wayland.Conn
	outputs *wayland.Outputs
	seat    *wayland.Seat
	witness witness
	regions []image.Rectangle // where the pointer could go when the driver was opened
	at      image.Point       // where the hand has put the pointer
	pressed bool              // the button was pressed by this driver
	alone   bool              // the session has no mouse but this one, which has not moved yet
	offered func() bool       // whether programs are told of a mouse
	own     time.Time         // what is used later is not the hand's own doing
	untold  int               // of that, the uses that the desktop may still tell of
	known   time.Time         // when the latest use that was told of was at the latest
	uses    uint64
}

// listening is how long nothing must have been heard of the person before a click, or a key:
// longer than it takes to strike a key or a button. Pictures of these desktops take longer, and
// are taken in it.
const listening = 100 * time.Millisecond

// witness tells of the use of mouse and keyboard.
type witness interface {
	// last returns when they were used last: not before the one time, and not after
	// the other.
	last() (from, to time.Time, err error)
	// taken waits until the desktop has told of what was done since a time, before which
	// nobody did anything for a while, and returns when that was at the latest: the zero time
	// where it tells of nothing within a time.
	taken(since time.Time, within time.Duration) (told time.Time, err error)
	// doubt is how long after taken a use may still be of what was done before.
	doubt() time.Duration
}

func openPortal(ctx context.Context) (_ Driver, err error) {
	if wayland.Socket() == "" {
		return nil, errOtherSession
	}
	token, err := userdirs.State(tokenFile)
	if err != nil {
		return nil, err
	}
	d := &portalMouse{}
	defer func() {
		if err != nil {
			_ = d.Close()
		}
	}()
	if err := d.join(ctx); err != nil {
		return nil, err
	}
	ask := portal.Asker(ctx)
	if ask == nil {
		if err := portal.CanRemote(ctx); err != nil {
			return nil, err
		}
		return nil, wouldAsk(portal.Remembered(token))
	}
	if d.leave, err = portal.OpenRemote(ctx, portal.Options{Token: token, Ask: ask}); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if d.sender, err = ei.New(limited, d.leave.Input(), "autoqueens"); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, fault.Wrap(err, fault.NoAccess,
			"the desktop lends its mouse, but there is none: "+err.Error(), "log out and in")
	}
	if bounds, layout := d.bounds(), d.outputs.Layout(); !alike(bounds, layout) {
		return nil, fault.Newf(fault.NoAccess, "try again, with one monitor if it stays",
			"the desktop's mouse goes to %v, and its monitors show %v: where a click would go is not certain", bounds, layout)
	}
	d.regions, d.known = d.places(), time.Now()
	return d, nil
}

// join connects to the compositor, which tells what the portal does not.
func (d *portalMouse) join(ctx context.Context) error {
	var err error
	if d.conn, err = wayland.Dial(ctx); err != nil {
		return err
	}
	var ok bool
	if d.seat, ok, err = d.conn.NewSeat(ctx); err == nil && !ok {
		err = fault.New(fault.NoAccess, "this Wayland session has neither mouse nor keyboard", "use another session")
	}
	if err != nil {
		return err
	}
	d.offered = d.seat.HasPointer
	d.alone = !d.offered()
	outputs, known, err := d.conn.FollowOutputs(ctx)
	if err != nil {
		return err
	}
	if !known {
		return fault.New(fault.NoAccess, "the mouse of this Wayland session cannot be used: it does not tell where its monitors lie",
			"use "+portal.OtherSession)
	}
	d.outputs = outputs
	monitor, err := portal.OpenIdleMonitor(ctx)
	if err == nil {
		d.witness = mutterWitness{monitor}
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	idle, tells, failed := d.conn.FollowIdle(d.seat)
	if failed != nil {
		return failed
	}
	if tells {
		d.witness = idleWitness{d.conn, idle}
		return nil
	}
	return fault.Wrap(err, fault.NoAccess,
		"the mouse of this Wayland session is not used: it does not tell when you use it, so that nothing could stop a game",
		"use GNOME, KDE or "+portal.OtherSession+"; or see the answer without clicks with `autoqueens play --dry-run`")
}

func (d *portalMouse) Method() string {
	return "the desktop's remote control, which asks you first; it tells when you use mouse or keyboard"
}

// places returns where the pointer can go, from left to right; nothing while the desktop
// takes no input.
func (d *portalMouse) places() []image.Rectangle {
	return slices.SortedFunc(slices.Values(d.sender.Regions()), func(a, b image.Rectangle) int {
		return cmp.Or(cmp.Compare(a.Min.X, b.Min.X), cmp.Compare(a.Min.Y, b.Min.Y))
	})
}

// unchanged returns errMonitors where the pointer can go elsewhere than it could.
func (d *portalMouse) unchanged() error {
	if now := d.places(); len(now) != 0 && !slices.Equal(now, d.regions) {
		return errMonitors
	}
	return nil
}

// bounds returns the rectangle that encloses where the pointer can go.
func (d *portalMouse) bounds() (all image.Rectangle) {
	for _, r := range d.places() {
		all = all.Union(r)
	}
	return all
}

// alike tells whether two layouts are the same but for rounding and where they begin.
func alike(a, b image.Rectangle) bool {
	off := a.Size().Sub(b.Size())
	return max(off.X, -off.X) <= 1 && max(off.Y, -off.Y) <= 1 && a.Min == b.Min
}

// Move returns when the desktop has moved the pointer; with the button down not before it
// would have been heard that the person has come.
func (d *portalMouse) Move(p image.Point) error {
	if err := d.unchanged(); err != nil {
		return err
	}
	if err := d.act(1, func() error { return offScreen(d.sender.Move(p), p) }); err != nil {
		return err
	}
	d.at = p
	if d.pressed {
		return sleepOnly(context.Background(), time.Until(d.own.Add(hearing)))
	}
	return nil
}

// Listens returns for how long the next click still has to listen.
func (d *portalMouse) Listens() time.Duration { return time.Until(d.known.Add(listening)) }

// listen waits until nobody was heard for long enough, or somebody was, so that Uses is not used
// any more.
func (d *portalMouse) listen(ctx context.Context, used uint64) (State, error) {
	for {
		s, err := d.State()
		left := d.Listens()
		if err != nil || s.Uses != used || left <= 0 {
			return s, err
		}
		if err := sleepOnly(ctx, min(left, settleEvery)); err != nil {
			return s, err
		}
	}
}

// offScreen says in words that no monitor shows p, where that is what err says.
func offScreen(err error, p image.Point) error {
	if !errors.Is(err, ei.ErrOutside) {
		return err
	}
	return noMonitor(p)
}

// Press presses where the hand has moved the pointer, wherever the person has moved it in
// this moment.
func (d *portalMouse) Press() error {
	if err := d.silence(); err != nil {
		return err
	}
	if err := d.unchanged(); err != nil {
		return err
	}
	return d.act(2, func() error { return d.pressing(d.sender.Press(d.at, ei.ButtonLeft), d.at) })
}

// pressing notes a press at p, unless err says for certain that none was sent.
func (d *portalMouse) pressing(err error, p image.Point) error {
	d.pressed = !errors.Is(err, ei.ErrOutside) && !errors.Is(err, ei.ErrPaused)
	return offScreen(err, p)
}

// silence waits until nothing is heard of the person, and returns ErrPersonUsed where
// something is.
func (d *portalMouse) silence() error {
	before, err := d.State()
	if err != nil {
		return err
	}
	after, err := d.hear(context.Background(), d.at, before.Uses)
	if err == nil && after.Uses != before.Uses {
		err = ErrPersonUsed
	}
	return err
}

// keySymbols are the keys as keymaps name what they type.
var keySymbols = map[Key]string{
	KeyBackspace: "BackSpace", KeyUp: "Up", KeyLeft: "Left", KeyRight: "Right", KeyDown: "Down",
}

// Type types on the desktop's own keyboard, by the layout that the person has.
func (d *portalMouse) Type(k Key) error {
	symbol, ok := keySymbols[k]
	if !ok {
		symbol = k.String()
	}
	limited, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := d.sender.Keyboard(limited); err != nil {
		if limited.Err() != nil {
			return errNoKeys
		}
		return d.explain(err)
	}
	if err := d.silence(); err != nil {
		return err
	}
	err := d.act(2, func() error { return d.sender.Type(symbol) })
	switch {
	case errors.Is(err, ei.ErrNoKey):
		return noKey(k)
	case errors.Is(err, ei.ErrModified):
		return ErrPersonTyped
	}
	return err
}

// Focus: the desktop does not tell of windows.
func (*portalMouse) Focus() (uint64, error) { return 0, nil }

// Release lets up what this driver has pressed, and nothing else: desktops need not tell its
// button from the person's, who may have come with one.
func (d *portalMouse) Release() error {
	if !d.pressed {
		return nil
	}
	if err := d.act(1, func() error { return d.sender.Button(ei.ButtonLeft, false) }); err != nil {
		return err
	}
	d.pressed = false
	return nil
}

// ClickAt waits until nothing was heard of the person for long enough, and sends all of
// the click at once. The desktop does not tell of windows.
func (d *portalMouse) ClickAt(ctx context.Context, p image.Point, used, _ uint64) (State, error) {
	s, err := d.hear(ctx, p, used)
	if err != nil || s.Uses != used {
		return s, err
	}
	if err := d.unchanged(); err != nil {
		return s, err
	}
	// The press falls together with the movement.
	if err := d.act(2, func() error { return d.pressing(d.sender.Click(p, ei.ButtonLeft), p) }); err != nil {
		return s, err
	}
	d.pressed = false
	d.at = p
	return d.State()
}

// Hear sees to it, before the first click, that programs listen to this mouse, which it moves to p
// for that. Listening for the person is left to the click: there is time for looks in it.
func (d *portalMouse) Hear(ctx context.Context, p image.Point, _ uint64) (State, error) {
	if err := d.introduce(ctx, p); err != nil {
		return State{}, err
	}
	return d.State()
}

// hear is Hear and listen.
func (d *portalMouse) hear(ctx context.Context, p image.Point, used uint64) (State, error) {
	if err := d.introduce(ctx, p); err != nil {
		return State{}, err
	}
	return d.listen(ctx, used)
}

// introduce has programs listen to this mouse, if they have not yet.
func (d *portalMouse) introduce(ctx context.Context, p image.Point) error {
	if !d.alone {
		return nil
	}
	// Programs ask for a mouse once the session has one, which takes a movement.
	if err := d.Move(p); err != nil {
		return err
	}
	for began := time.Now(); !d.offered() && time.Since(began) < patience; {
		if err := sleep(ctx, settleEvery); err != nil {
			return err
		}
	}
	d.alone = false
	return sleep(ctx, wayland.Settling)
}

// act does something that uses mouse or keyboard n times, and waits until the desktop has taken
// it, and told so.
func (d *portalMouse) act(n int, do func() error) error {
	began := time.Now()
	if began.After(d.own) {
		d.untold = 0
	}
	d.untold += n
	if err := do(); err != nil {
		if errors.Is(err, ei.ErrNoKey) || errors.Is(err, ei.ErrModified) {
			return err // nothing was sent
		}
		return d.explain(err)
	}
	// Whatever ended the wait sooner would leave open whose the next use is.
	limited, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := d.sender.Sync(limited); err != nil {
		return d.explain(err)
	}
	told, err := d.witness.taken(began, taking)
	d.own = time.Now().Add(d.witness.doubt())
	switch {
	case err != nil:
		return d.explain(err)
	case told.IsZero():
		return errSilent
	}
	d.known = told // an answer that came late may tell so of what was before
	d.untold--     // of this it has told
	return nil
}

// State asks the desktop when mouse or keyboard were used.
func (d *portalMouse) State() (State, error) {
	select {
	case <-d.leave.Ended():
		return State{}, errTakenBack
	case <-d.sender.Done():
		return State{}, errTakenBack
	default:
	}
	from, to, err := d.witness.last()
	if err != nil {
		return State{}, d.explain(err)
	}
	if from.After(d.known) { // else it is the same use
		if d.known = to; d.untold > 0 && !from.After(d.own) {
			d.untold--
		} else {
			d.uses++
		}
	}
	return State{Hidden: true, Uses: d.uses}, nil
}

// errTakenBack says that the person, or the desktop, has ended the loan.
var errTakenBack error = fault.New(fault.Stopped,
	"stopped: the desktop does not lend its mouse any more",
	"start again when you want it to go on; the board is left as it is")

// explain says in words why the mouse could not be used.
func (d *portalMouse) explain(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	if errors.Is(err, ei.ErrPaused) {
		return ErrGrabbed
	}
	select {
	case <-d.leave.Ended():
		return errTakenBack
	case <-d.sender.Done():
		return errTakenBack
	default:
	}
	return fault.Wrap(err, fault.NoAccess, "the desktop does not answer any more: "+err.Error(), "log out and in, and try again")
}

// WatchEscape takes nothing: any key is a use, whichever window has it.
func (*portalMouse) WatchEscape(func()) (stop func(), err error) { return func() {}, nil }

// Close gives the mouse back. What is down comes up with it.
func (d *portalMouse) Close() error {
	var errs []error
	if d.sender != nil {
		errs = append(errs, d.sender.Close())
	}
	if d.leave != nil {
		errs = append(errs, d.leave.Close())
	}
	if w, ok := d.witness.(mutterWitness); ok {
		errs = append(errs, w.Close())
	}
	if d.conn != nil {
		errs = append(errs, d.conn.Close())
	}
	return errors.Join(errs...)
}

// mutterWitness is GNOME's compositor, which tells for how long nobody did anything.
type mutterWitness struct{ *portal.IdleMonitor }

func (w mutterWitness) last() (from, to time.Time, err error) {
	limited, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	before := time.Now()
	idle, err := w.Idle(limited)
	// It counts whole milliseconds.
	return before.Add(-idle - time.Millisecond), time.Now().Add(-idle), err
}

func (w mutterWitness) taken(since time.Time, within time.Duration) (told time.Time, err error) {
	for time.Since(since) < within {
		if _, to, err := w.last(); err != nil || !to.Before(since) {
			return to, err
		}
		nap(pollSlowly)
	}
	return told, nil
}

// doubt: GNOME's compositor handles what was done in its frames, 60 a second, and in another thread
// than the one that answers: a press in one of them, and the release in the next, which was seen up to
// 16 ms later. The answers are coarse by a millisecond, and asked for every [settleEvery].
func (mutterWitness) doubt() time.Duration { return time.Second/60 + settleEvery }

// idleWitness is a compositor that notifies of idleness, as KDE's does.
type idleWitness struct {
	conn *wayland.Conn
	idle *wayland.Idle
}

func (w idleWitness) last() (from, to time.Time, err error) {
	limited, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := w.conn.Sync(limited); err != nil {
		return from, to, err
	}
	now := time.Now()
	idle, since, _ := w.idle.State()
	if !idle {
		return now, now, nil
	}
	return since.Add(-time.Millisecond), since, nil // it tells after a millisecond
}

func (w idleWitness) taken(since time.Time, within time.Duration) (told time.Time, err error) {
	limited, cancel := context.WithDeadline(context.Background(), since.Add(within))
	defer cancel()
	// What the desktop has done, it has told of before it answers this.
	if err := w.conn.Sync(limited); err != nil {
		return told, w.conn.Err()
	}
	err = w.idle.Await(limited, func(bool, uint64) bool {
		idle, at, _ := w.idle.State()
		return idle && at.After(since)
	})
	switch {
	case limited.Err() != nil:
		return told, w.conn.Err()
	case err != nil:
		return told, err
	}
	return time.Now(), nil
}

// doubt: idleness is told of after a millisecond.
func (idleWitness) doubt() time.Duration { return time.Millisecond }

var (
	_ direct  = (*portalMouse)(nil)
	_ escaper = (*portalMouse)(nil)
	_ hearer  = (*portalMouse)(nil)
	_ heedful = (*portalMouse)(nil)
	_ typist  = (*portalMouse)(nil)
)
