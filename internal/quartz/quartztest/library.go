// Package quartztest is a window server that writes down what it is told, and does it.
package quartztest

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"

	"autoqueens/internal/quartz"
)

// Library is the window server. Its zero value allows nothing and has no display. Fields may
// be set before it is used.
type Library struct {
	Permissions map[quartz.Permission]bool
	Screens     []quartz.Display
	// Shows is what the displays show at a pixel of a display, of its own scale; nil shows
	// black.
	Shows func(display uint32, x, y int) color.RGBA

	mu    sync.Mutex
	did   []string
	at    quartz.Point
	down  map[uint32]bool
	keys  map[uint16]bool
	marks map[quartz.Source]int64
	hears map[quartz.Event]func(quartz.Event, int64)
}

var _ quartz.Library = (*Library)(nil)

func (l *Library) note(format string, args ...any) {
	l.did = append(l.did, fmt.Sprintf(format, args...))
}

// Log returns what was posted and asked of the person, and forgets it.
func (l *Library) Log() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.did = nil }()
	return strings.Join(l.did, "; ")
}

func (l *Library) Allowed(p quartz.Permission, ask bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.Permissions[p] && ask {
		l.note("ask for %v", p)
	}
	return l.Permissions[p]
}

func (l *Library) NewSource(mark int64) (quartz.Source, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.marks == nil {
		l.marks = map[quartz.Source]int64{}
	}
	s := quartz.Source(len(l.marks) + 1)
	l.marks[s] = mark
	return s, nil
}

func (l *Library) PostMouse(s quartz.Source, e quartz.Event, at quartz.Point) error {
	l.mu.Lock()
	if _, ok := l.marks[s]; !ok {
		l.mu.Unlock()
		return fmt.Errorf("no source %d", s)
	}
	names := map[quartz.Event]string{quartz.LeftDown: "down", quartz.LeftUp: "up", quartz.Moved: "move", quartz.LeftDragged: "drag"}
	l.note("%s %g,%g", names[e], at.X, at.Y)
	l.mu.Unlock()
	l.arrive(e, at, l.marks[s])
	return nil
}

// Person does what the person's hand does: an event of the mouse at a place.
func (l *Library) Person(e quartz.Event, at quartz.Point) { l.arrive(e, at, 0) }

// Key presses or lets go of a key of the person's.
func (l *Library) Key(code uint16, down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.keys == nil {
		l.keys = map[uint16]bool{}
	}
	l.keys[code] = down
}

func (l *Library) arrive(e quartz.Event, at quartz.Point, mark int64) {
	l.mu.Lock()
	l.at = at
	if l.down == nil {
		l.down = map[uint32]bool{}
	}
	switch e {
	case quartz.LeftDown:
		l.down[0] = true
	case quartz.LeftUp:
		l.down[0] = false
	case quartz.RightDown:
		l.down[1] = true
	}
	hear := l.hears[e]
	l.mu.Unlock()
	if hear != nil {
		hear(e, mark)
	}
}

func (l *Library) PostKey(s quartz.Source, code uint16, down bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	word := map[bool]string{true: "down", false: "up"}[down]
	l.note("key %d %s", code, word)
	return nil
}

func (l *Library) Location() quartz.Point {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

func (l *Library) ButtonDown(button uint32) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down[button]
}

func (l *Library) KeyIsDown(code uint16) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.keys[code]
}

func (l *Library) Listen(kinds []quartz.Event, heard func(quartz.Event, int64)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.Permissions[quartz.InputMonitoring] {
		return nil, errors.New("not permitted")
	}
	l.hears = map[quartz.Event]func(quartz.Event, int64){}
	for _, k := range kinds {
		l.hears[k] = heard
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.hears = nil
		l.note("listen no more")
	}, nil
}

func (l *Library) Displays() ([]quartz.Display, error) {
	if len(l.Screens) == 0 {
		return nil, errors.New("there is no display")
	}
	return l.Screens, nil
}

func (l *Library) Picture(display uint32, x, y, width, height float64, size image.Point) (*image.RGBA, error) {
	l.mu.Lock()
	l.note("picture of %d: %g,%g %gx%g in %dx%d", display, x, y, width, height, size.X, size.Y)
	l.mu.Unlock()
	img := image.NewRGBA(image.Rectangle{Max: size})
	for _, d := range l.Screens {
		for i := 0; d.ID == display && l.Shows != nil && i < size.X*size.Y; i++ {
			px, py := i%size.X, i/size.X
			img.SetRGBA(px, py, l.Shows(display, int((x+(float64(px)+0.5)*width/float64(size.X))*d.Scale), int((y+(float64(py)+0.5)*height/float64(size.Y))*d.Scale)))
		}
	}
	return img, nil
}
