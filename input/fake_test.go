package input

import (
	"fmt"
	"image"
	"strings"
	"sync"
)

// mouse is a driver without a machine: it does what it is told, late or wrongly
// where a test asks for that, and writes down what it was told.
type mouse struct {
	mu      sync.Mutex
	at      image.Point
	left    bool
	own     bool // it was pressed by the driver
	other   bool
	uses    uint64 // as States count them
	did     []string
	held    int              // States that still show the button as it was
	delay   int              // what held becomes with each press and release
	screen  image.Rectangle  // moves end at its edge; empty: no edge
	stuck   bool             // moves do nothing
	onMove  func(m *mouse)   // after a move
	onPress func(m *mouse)   // after a press
	failing map[string]error // by what is called
	shown   bool             // the left button as States show it
	escape  func()           // set while Esc is watched
	over    uint64           // the window under the pointer
	grabbed bool             // a program has the mouse to itself
	states  int              // how often it was asked
	onState func(m *mouse, n int)
}

func (m *mouse) note(format string, args ...any) { m.did = append(m.did, fmt.Sprintf(format, args...)) }

func (m *mouse) Move(p image.Point) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("move %d,%d", p.X, p.Y)
	if !m.stuck {
		m.at = p
		if !m.screen.Empty() {
			m.at.X = min(max(p.X, m.screen.Min.X), m.screen.Max.X-1)
			m.at.Y = min(max(p.Y, m.screen.Min.Y), m.screen.Max.Y-1)
		}
	}
	if m.onMove != nil {
		m.onMove(m)
	}
	return m.failing["move"]
}

func (m *mouse) Press() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("down")
	m.left, m.own, m.held = true, true, m.delay
	if m.onPress != nil {
		m.onPress(m)
	}
	return m.failing["press"]
}

func (m *mouse) Release() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.own {
		return nil // what is down is the person's
	}
	m.note("up")
	m.left, m.own, m.held = false, m.failing["release"] != nil, m.delay
	return m.failing["release"]
}

func (m *mouse) State() (State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.states++
	if m.onState != nil {
		m.onState(m, m.states)
	}
	if m.held > 0 {
		m.held--
	} else {
		m.shown = m.left
	}
	return State{At: m.at, Left: m.shown, Held: m.shown || m.other, Others: m.other, Over: m.over, Grabbed: m.grabbed, Uses: m.uses}, m.failing["state"]
}

// quickMouse is a mouse that takes a press and its release at once, and moves by
// offsets. What its States are late with, they are late with after the release.
type quickMouse struct {
	*mouse
	seen image.Point // where it was when it was last asked
}

func (q *quickMouse) State() (State, error) {
	s, err := q.mouse.State()
	q.seen = s.At
	return s, err
}

func (q *quickMouse) Shift(p image.Point) (before, after State, err error) {
	p = p.Sub(q.seen)
	if before, err = q.State(); err == nil {
		if err = q.Move(p.Add(before.At)); err == nil {
			after, err = q.State()
		}
	}
	return before, after, err
}

func (q *quickMouse) Click() (pressed, after State, err error) {
	delay := q.delay
	q.with(func() { q.delay = 0 })
	if err = q.Press(); err == nil {
		pressed, err = q.State()
	}
	q.with(func() { q.delay = delay })
	if err != nil {
		return pressed, after, err
	}
	if err = q.Release(); err == nil {
		after, err = q.State()
	}
	return pressed, after, err
}

// fakes are the drivers that a hand may have.
var fakes = map[string]func(m *mouse) Driver{
	"by turns": func(m *mouse) Driver { return m },
	"at once":  func(m *mouse) Driver { return &quickMouse{mouse: m} },
}

func (m *mouse) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note("close")
	return nil
}

func (m *mouse) WatchEscape(pressed func()) (func(), error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.escape = pressed
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.escape = nil
	}, m.failing["escape"]
}

// with calls f while nothing else uses the mouse.
func (m *mouse) with(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
}

// log returns what the mouse was told.
func (m *mouse) log() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.did, " ")
}
