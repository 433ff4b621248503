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
	down   bool         // a press was sent whose release the system has not confirmed
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
// nothing, so the fence does not bind it. It returns ErrGrabbed as Click does.
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

// move takes the pointer to p along the path that the pace asks for, and
// returns the mouse as it was last seen, on p.
func (h *Hand) move(ctx context.Context, p image.Point) (State, error) {
	steps, err := h.route(ctx, p)
	if err != nil {
		return State{}, err
	}
	var s State
	for _, st := range steps {
		if err := sleep(ctx, st.Wait); err != nil {
			return State{}, err
		}
		if s, err = h.warp(ctx, st.At); err != nil {
			return State{}, err
		}
	}
	return s, nil
}

// route returns the steps that lead to p; the last one is p.
func (h *Hand) route(ctx context.Context, p image.Point) ([]step, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pace.straight() {
		return []step{{At: p}}, nil // warp looks for itself where it starts
	}
	s, err := h.check(ctx)
	if err != nil {
		return nil, err
	}
	from := s.At
	if s.Hidden {
		from = p // no path to bend, unless it is known where it begins
		if h.put != nil {
			from = *h.put
		}
	}
	return h.pace.path(from, p), nil
}

// warp puts the pointer on p, waits until it is there, and returns the mouse as
// it is then. It holds the mouse from the look before to the look after.
func (h *Hand) warp(ctx context.Context, p image.Point) (State, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, err := h.checkForMove(ctx)
	if err != nil {
		return before, err
	}
	if !h.placed {
		h.begin(before)
	}
	if h.grabbed(before) {
		return before, ErrGrabbed // it may stop the pointer, and let it go there later
	}
	if before.Hidden {
		return h.warpUnseen(ctx, p)
	}
	if before.At == p {
		return h.check(ctx)
	}
	var s State
	to := p
	quick, ok := h.driver.(swift)
	if ok {
		from := before.At
		if before, s, err = quick.Shift(p); err != nil {
			return before, err
		}
		h.see(s)
		if h.touched(before) { // since the latest answer
			return before, ErrPersonMoved
		}
		to = p.Add(before.At.Sub(from)) // a hand on the mouse may tremble
	} else if err := h.driver.Move(p); err != nil {
		return before, err
	}
	// The pointer is there, or still where it was, or somewhere else: then the
	// edge of the screen stopped it, or the person is moving it right now. A program
	// that has the mouse to itself may have stopped it as well.
	elsewhere := false
	arrived := func(now State) bool {
		elsewhere = !near(now.At, before.At) && !near(now.At, p)
		return now.At == to || elsewhere || h.grabbed(now)
	}
	if !ok || !arrived(s) {
		if s, _, err = h.await(ctx, arrived); err != nil {
			return s, err
		}
	}
	h.left, h.placed = s.At, true
	switch {
	case near(s.At, p):
		return s, nil
	case h.grabbed(s):
		return s, ErrGrabbed
	case !elsewhere:
		return s, fault.Newf(fault.NoAccess,
			"another program may hold the mouse: close menus and virtual machines that grab it, and try again",
			"the pointer does not move: it stays at %d,%d", s.At.X, s.At.Y)
	}
	// An edge stops every attempt at the same place, a person's nudge only the one
	// it met.
	for range attempts {
		time.Sleep(2 * settleEvery)
		if s, err = h.check(ctx); err != nil {
			return s, err
		}
		if err := h.driver.Move(p); err != nil {
			return s, err
		}
		// At once, before a person who goes on moving has moved it away again, and
		// later, where the system takes its time.
		for _, wait := range [...]time.Duration{0, settleEvery} {
			time.Sleep(wait)
			if s, err = h.state(); err != nil {
				return s, err
			}
			if near(s.At, p) || !near(s.At, h.left) {
				return s, ErrPersonMoved // and not left there by the hand, which Watch sees as well
			}
			h.left = s.At
		}
	}
	return s, fault.Plainf(
		"choose a place on the screen, or calibrate again",
		"the pointer does not get to %d,%d: it came to %d,%d", p.X, p.Y, s.At.X, s.At.Y)
}

// warpUnseen is warp where the system does not tell where the pointer is: the driver
// waits until it was moved. The caller holds mu.
func (h *Hand) warpUnseen(ctx context.Context, p image.Point) (State, error) {
	if err := h.driver.Move(p); err != nil {
		return State{}, err
	}
	h.put, h.left, h.placed = &p, p, true
	return h.check(ctx)
}

// begin notes what the person has done so far: that does not stop the hand. The caller
// holds mu.
func (h *Hand) begin(s State) {
	if s.Uses != h.used {
		h.used, h.put = s.Uses, nil
	}
}

// isDirect tells whether a click goes to its place by itself.
func (h *Hand) isDirect() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.driver.(direct)
	return ok
}

// check asks the system for the pointer and returns ErrPersonMoved when the
// person has been at the mouse, or the reason why ctx ended. The caller holds mu.
func (h *Hand) check(ctx context.Context) (State, error) {
	if err := context.Cause(ctx); err != nil {
		return State{}, err
	}
	s, err := h.state()
	if err == nil && h.touched(s) {
		err = personAt(s)
	}
	return s, err
}

// personAt returns the error for a person who was noticed in s.
func personAt(s State) error {
	if s.Hidden {
		return ErrPersonUsed
	}
	return ErrPersonMoved
}

// checkForMove is check before the pointer is moved. What has just been answered
// is not asked for again where the move asks for itself. The caller holds mu.
func (h *Hand) checkForMove(ctx context.Context) (State, error) {
	if _, ok := h.driver.(swift); !ok || time.Since(h.asked) >= current || h.touched(h.seen) || h.grabbed(h.seen) {
		return h.check(ctx)
	}
	return h.seen, context.Cause(ctx)
}

// touched tells whether s is not as the hand left the mouse. The caller holds mu.
func (h *Hand) touched(s State) bool {
	held := s.Held
	if h.dragging {
		held = s.Others || !s.Left && !s.Hidden
	}
	return held || h.placed && (s.Uses != h.used || !s.Hidden && !near(s.At, h.left))
}

// grabbed tells whether a program has the mouse to itself in s, other than in answer
// to the latest click, or to the button that the hand holds down: then the window that was
// pressed has it. The caller holds mu.
func (h *Hand) grabbed(s State) bool {
	return s.Grabbed && !h.dragging && time.Since(h.pressed) >= answering
}

// state asks the driver. The caller holds mu.
func (h *Hand) state() (State, error) {
	if h.driver == nil {
		return State{}, errors.New("the mouse was closed")
	}
	s, err := h.driver.State()
	if err == nil {
		h.see(s)
	}
	return s, err
}

// see notes an answer of the driver. The caller holds mu.
func (h *Hand) see(s State) { h.seen, h.asked = s, time.Now() }

// await polls the system until done holds and returns what it said last; it
// returns false when patience runs out. It starts without sleeping, because the
// answer is mostly there at once, and then sleeps, because a spinning client
// starves the window manager that it waits for. The caller holds mu.
func (h *Hand) await(ctx context.Context, done func(State) bool) (State, bool, error) {
	var deadline time.Time
	for tries := 0; ; tries++ {
		s, err := h.state()
		if err != nil {
			return s, false, err
		}
		if done(s) {
			return s, true, nil
		}
		if err := context.Cause(ctx); err != nil {
			return s, false, err
		}
		if tries < pollAtOnce {
			continue
		}
		switch now := time.Now(); {
		case deadline.IsZero():
			deadline = now.Add(patience)
		case now.After(deadline):
			return s, false, nil
		}
		if tries < pollOften {
			nap(pollEvery)
		} else {
			time.Sleep(pollSlowly)
		}
	}
}

// near tells whether two places are the same within Tolerance.
func near(a, b image.Point) bool {
	d := a.Sub(b)
	return max(d.X, -d.X) <= Tolerance && max(d.Y, -d.Y) <= Tolerance
}

// sleep waits for d or until ctx ends, and returns why it ended.
func sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
		}
	}
	return context.Cause(ctx)
}

// sleepOnly is sleep for someone who is waited for: it ends as soon as d is over,
// where sleep may take most of a millisecond longer.
func sleepOnly(ctx context.Context, d time.Duration) error {
	began := time.Now()
	if err := sleep(ctx, d-time.Millisecond); err != nil {
		return err
	}
	if left := d - time.Since(began); left > 0 {
		nap(left)
	}
	return context.Cause(ctx)
}
