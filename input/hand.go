package input

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"

	"autoqueens/internal/fault"
)

const (
	// patience is how long the hand waits for the system to do what it was told: a
	// window manager that is being swapped out takes most of a second.
	patience = 2 * time.Second
	// current is how long an answer keeps a swift driver from being asked before a
	// move: the move finds out what has changed since, but it is made.
	current = time.Millisecond

	// attempts is how often the hand tries once more to get past what may be an edge
	// of the screen. A person who moves the mouse is taken for one only if each
	// attempt meets the same nudge.
	attempts = 3

	// The system is asked pollAtOnce times without a pause whether it has done what
	// it was told, and then up to pollOften times every now and then: a window
	// manager has to get its turn.
	pollAtOnce = 2
	pollEvery  = 60 * time.Microsecond
	pollOften  = 150
	pollSlowly = time.Millisecond

	// answering is how long after a click a program may have the mouse to itself
	// because of that: browsers grab it for an instant when they are clicked, and have
	// been seen to do so up to 3 ms later. One that is busy takes longer.
	answering = 50 * time.Millisecond

	// rested is how long nobody has moved the mouse for it to rest: a person who moves it slowly does so by a point
	// more often than that.
	rested = 500 * time.Millisecond
)

// Hand moves the pointer and clicks. Its methods may be called from several
// goroutines; they take turns.
type Hand struct {
	// turn is held for the length of one action, so that actions do not mix.
	turn   sync.Mutex
	choice Choice // does not change
	// key has a lock of its own.
	key escapeTaker

	// mu guards everything below, and the driver. Whoever holds it may move the
	// mouse and asks the system where it is in the same breath: so the watcher
	// never compares a place from before a move with the target of it.
	mu     sync.Mutex
	driver Driver // nil after Close
	fence  image.Rectangle
	fenced bool
	left   image.Point  // where the hand left the pointer
	put    *image.Point // the same where the system does not tell; nil before
	placed bool         // whether left means anything yet
	used   uint64       // State.Uses when the hand left it there, or Watch began
	// drift is how far the pointer was moved from where the hand had left it, from one place to the next, since it
	// last rested there, and drifted when it last was: a slow hand comes by less than Tolerance between two of the hand's moves.
	drift   image.Point
	drifted time.Time
	down    bool // a press was sent whose release the system has not confirmed
	// dragging tells that the system has seen that press, and that the button is to stay
	// down while the pointer moves.
	dragging bool
	pace     *stride
	over     uint64       // the window that was clicked first since Watch, 0 before that
	clicked  image.Point  // where the latest click was made
	landed   bool         // whether that was since Watch, and arrived
	pressed  time.Time    // and when
	stays    bool         // whether only that one may be clicked: while Watch runs
	aimed    *image.Point // where Aim has brought the pointer for the next click
	seen     State        // the latest answer of the driver
	asked    time.Time    // when it was asked for
}

// Open returns the hand for this session, by the first of the [Ways] that serves or, where
// one is named, by that way alone. Where nothing can be clicked (no display, no
// permission, a build without mouse support) it returns a [fault.Error] of kind
// [fault.NoAccess]. A desktop that asks the person first may take as long as an answer;
// ctx ends that, and nothing later.
func Open(ctx context.Context, way string) (*Hand, error) {
	d, choice, err := openWay(ctx, way)
	if errors.Is(err, ErrWouldAsk) {
		return nil, &AskError{choice, err}
	}
	if err != nil {
		return nil, err
	}
	h := New(d)
	h.choice = choice
	return h, nil
}

// Choice returns the way to use the mouse that is in use.
func (h *Hand) Choice() Choice { return h.choice }

// Method tells people how clicks are made, "" where the driver does not say.
func (h *Hand) Method() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d, ok := h.driver.(interface{ Method() string }); ok {
		return d.Method()
	}
	return ""
}

// New returns a hand that uses d, which then belongs to the hand.
func New(d Driver) *Hand {
	return &Hand{driver: d, pace: newStride(Pace{})}
}

// Close releases the button, should it be down, and frees the mouse. Calls
// after Close fail.
func (h *Hand) Close() error {
	h.turn.Lock()
	defer h.turn.Unlock()
	h.key.drop()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.driver == nil {
		return nil
	}
	var released error
	if h.down {
		released = h.driver.Release()
	}
	err := errors.Join(released, h.driver.Close())
	h.driver = nil
	return err
}

// Fence sets the only place where the hand presses the button: pointer points
// inside r, Max exclusive. Without a fence, and with an empty one, it presses
// nowhere.
func (h *Hand) Fence(r image.Rectangle) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fence, h.fenced = r, true
}

// SetPace sets how the hand moves and waits from the next action on.
func (h *Hand) SetPace(p Pace) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pace = newStride(p)
}

// Position returns where the pointer is, whoever put it there. Where the system does
// not tell, that is known only while nobody has used the mouse since the hand moved
// the pointer; else the error is errors.ErrUnsupported.
func (h *Hand) Position() (image.Point, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s, err := h.state()
	if err == nil && s.Hidden {
		if h.put == nil || s.Uses != h.used {
			return image.Point{}, errors.ErrUnsupported
		}
		return *h.put, nil
	}
	return s.At, err
}

// Sees tells whether the system says where the pointer is.
func (h *Hand) Sees() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s, err := h.state()
	return err == nil && !s.Hidden
}

// Window returns the area, in points, of the window at the place of the latest click,
// and whether it is the one that was clicked first since Watch began, wherever the
// pointer is now. known is false where nothing was clicked, or the system does not
// tell of windows.
func (h *Hand) Window() (area image.Rectangle, same, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.driver.(windower)
	if !ok || h.over == 0 {
		return area, false, false
	}
	now, area, err := d.WindowAt(h.clicked)
	return area, now == h.over, err == nil
}

// Move brings the pointer to p and returns when it is there. It presses
// nothing, so the fence does not bind it. It returns [ErrGrabbed] as [Hand.Click] does.
func (h *Hand) Move(ctx context.Context, p image.Point) error {
	h.turn.Lock()
	defer h.turn.Unlock()
	_, err := h.move(ctx, p)
	return err
}

// Park moves the pointer away from the board, so that it covers nothing and
// nothing lights up under it. It is Move under the name of its purpose.
func (h *Hand) Park(ctx context.Context, p image.Point) error { return h.Move(ctx, p) }

// Aim does the part of a click that takes time, so that the caller can have a
// last look before the press: the pauses and the path that the pace asks for, listening
// for the person, and what makes programs listen to this mouse. A pace without any needs no
// path, and where the system tells of the person at once Aim does nothing.
func (h *Hand) Aim(ctx context.Context, p image.Point) error {
	h.turn.Lock()
	defer h.turn.Unlock()
	h.mu.Lock()
	quick := h.pace.straight()
	h.mu.Unlock()
	if err := h.inFence(p); err != nil {
		return err
	}
	if quick {
		return h.listen(ctx, p)
	}
	_, err := h.aim(ctx, p)
	if err == nil {
		h.mu.Lock()
		h.aimed = &p
		h.mu.Unlock()
	}
	return err
}

// listen takes the time that the driver needs before a click at p.
func (h *Hand) listen(ctx context.Context, p image.Point) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.driver.(hearer)
	if !ok {
		return context.Cause(ctx)
	}
	s, err := h.check(ctx)
	if err != nil {
		return err
	}
	if !h.placed {
		h.begin(s)
	}
	if s, err = d.Hear(ctx, p, h.used); err != nil {
		return err
	}
	h.see(s)
	if s.Uses != h.used {
		return personAt(s)
	}
	return nil
}

// Listens returns for how long a click would listen for the person now before it presses, beside
// what Aim does: time in which the caller can have a look.
func (h *Hand) Listens() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d, ok := h.driver.(heedful); ok {
		return max(d.Listens(), 0)
	}
	return 0
}

// aim pauses, brings the pointer to p and lingers there, as far as the click does not
// do that by itself. It returns the mouse as it was last seen.
func (h *Hand) aim(ctx context.Context, p image.Point) (State, error) {
	if err := h.pause(ctx); err != nil {
		return State{}, err
	}
	h.mu.Lock()
	straight := h.pace.straight()
	h.mu.Unlock()
	if straight && h.isDirect() {
		return State{}, context.Cause(ctx)
	}
	s, err := h.move(ctx, p)
	if err != nil {
		return s, err
	}
	return h.linger(ctx, s)
}

// Click brings the pointer to p, which must lie inside the fence, and clicks
// the left button once. It returns when the system has seen both the press and
// the release, so that no window manager can still be holding one of them back
// when the pointer moves on. While Watch runs all clicks go to one window: where
// another one has come under the pointer since the first click, it presses nothing
// and returns ErrCovered. Where a program has grabbed the mouse, other than in answer
// to the click before, it presses nothing and returns ErrGrabbed.
func (h *Hand) Click(ctx context.Context, p image.Point) error {
	h.turn.Lock()
	defer h.turn.Unlock()
	if err := h.inFence(p); err != nil {
		return err
	}
	h.mu.Lock()
	aimed := h.aimed != nil && *h.aimed == p
	h.aimed = nil
	h.mu.Unlock()
	var s State
	var err error
	switch {
	case !aimed:
		s, err = h.aim(ctx, p)
	case !h.isDirect():
		s, err = h.warp(ctx, p) // it is there already
	}
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if d, ok := h.driver.(direct); ok {
		return h.clickDirectly(ctx, d, p)
	}
	return h.press(ctx, p, s)
}

func (h *Hand) inFence(p image.Point) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.fenced || h.fence.Empty() {
		return fault.Plain(
			"refused to click: no area was set to click in",
			"calibrate first, or give the board's place with --region")
	}
	if !p.In(h.fence) {
		return fault.Plainf(
			"the board may have moved; calibrate again",
			"refused to click at %d,%d: it lies outside the board (%d,%d to %d,%d)",
			p.X, p.Y, h.fence.Min.X, h.fence.Min.Y, h.fence.Max.X, h.fence.Max.Y)
	}
	return nil
}
