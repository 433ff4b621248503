// Package desk makes a desktop to play on where there is none: a virtual X
// display, a window manager, and a browser that touches nothing of the
// person's. The demo and the end-to-end tests play there. For the tests it also
// makes Wayland desktops, and message buses.
//
//	[desk] shows the page;  screen -> vision -> solver -> input play it
//
// Everything it starts runs in process groups of its own and in a temporary
// home, and is gone when Close returns, when the context ends, or when this
// program dies.
package desk

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// The window managers a desk can have. They differ in what they do to a click
// on a window that is not in front, which is why tests run under each.
const (
	NoWM    = ""
	Openbox = "openbox"
	Xfwm4   = "xfwm4"
)

// grace is how long a program that was asked to end may take.
const grace = 5 * time.Second

// Options says what the desk looks like. The zero value is a desk of 1280 x
// 1024 pixels without a window manager.
type Options struct {
	Width, Height int    // of the whole desktop, pixels
	Depth         int    // bits a pixel, 24 unless told
	WM            string // NoWM, Openbox or Xfwm4
	// Monitors splits the desktop into displays, in its pixels; the first is
	// the primary one, wherever it lies. Empty: one display that covers all.
	Monitors []image.Rectangle
	// Outputs makes the display one of Xorg, the server of real screens, whose
	// driver stands in for these; the first is the primary one. They, and what
	// they pan over, have to lie inside the desktop. Empty: a display of Xvfb.
	Outputs []Output
	// Joined adds X screens of these sizes, which Xinerama joins with the first
	// one to one desktop. Xvfb lays all of them at the same corner, so that the
	// small ones show a part of the largest.
	Joined []image.Point
	// Apart leaves the screens of Joined as they are: one more display each, on which the pointer is or is not.
	Apart bool
}

// Output is a screen that shows a part of the desktop.
type Output struct {
	Size image.Point // pixels
	At   image.Point // its corner on the desktop, pixels
	// Panning is the part of the desktop that it shows piece by piece, as the
	// pointer comes to its edges. Empty: it shows its own place, and stays.
	Panning image.Rectangle
}

func (o Options) withDefaults() Options {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 1024
	}
	if o.Depth == 0 {
		o.Depth = 24
	}
	return o
}

// Desk is a running virtual desktop. Its methods may be called from several
// goroutines at once.
type Desk struct {
	display string
	size    image.Point // pixels
	dir     string
	env     []string
	server  *process   // of the display
	wm      *process   // nil without one
	parts   []*process // all of them, in the order in which they were started

	mu       sync.Mutex
	browsers []*Browser
	release  func() bool // forgets the context
	closing  sync.Once
	err      error
}

// Start starts a desk and returns when programs can use it: the display takes
// connections and the window manager manages. It needs Linux with Xvfb, or with
// Xorg and its dummy driver for a desk with outputs; where
// that is missing: the error is a [fault.Error] that says what to install. The
// desk closes itself when ctx ends, but [Desk.Close] must still be called.
func Start(ctx context.Context, o Options) (*Desk, error) {
	return startDesk(ctx, o.withDefaults())
}

// Display returns the name of the X display, such as ":99", empty on a Wayland
// desk.
func (d *Desk) Display() string { return d.display }

// Env returns the environment for programs on the desk: that of this program
// with the display, and with a home and configuration folders that go with
// the desk. The slice is the caller's.
func (d *Desk) Env() []string { return append([]string(nil), d.env...) }

// OpenBrowser is the function [OpenBrowser] on this desk: o.Env is the desk's
// where it is nil, and a maximized window fills the desk even where no window
// manager makes it. The browser ends with the desk.
func (d *Desk) OpenBrowser(ctx context.Context, url string, o BrowserOptions) (*Browser, error) {
	if o.Env == nil {
		o.Env = d.Env()
	}
	if o.Maximized && d.wm == nil && d.display != "" {
		o.Maximized, o.Position, o.Size = false, image.Point{}, d.size
	}
	b, err := OpenBrowser(ctx, url, o)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.browsers = append(d.browsers, b)
	d.mu.Unlock()
	return b, nil
}

// Done is closed when the display has ended, by [Desk.Close] or by itself.
func (d *Desk) Done() <-chan struct{} { return d.server.done }

// Close ends the browsers opened with the desk, the window manager and the
// display, waits for them, and removes their files. It may be called twice.
func (d *Desk) Close() error {
	d.closing.Do(func() {
		d.mu.Lock()
		browsers, release := d.browsers, d.release
		d.mu.Unlock()
		if release != nil {
			release()
		}
		var errs []error
		for _, b := range browsers {
			errs = append(errs, b.Close())
		}
		for _, p := range slices.Backward(d.parts) {
			p.stop(grace)
		}
		errs = append(errs, removeAll(d.dir))
		d.err = errors.Join(errs...)
	})
	return d.err
}

// override returns base without the variables that drop names or set sets,
// followed by set.
func override(base []string, drop []string, set ...string) []string {
	gone := map[string]bool{}
	for _, name := range drop {
		gone[name] = true
	}
	for _, entry := range set {
		name, _, _ := strings.Cut(entry, "=")
		gone[name] = true
	}
	env := make([]string, 0, len(base)+len(set))
	for _, entry := range base {
		if name, _, _ := strings.Cut(entry, "="); !gone[name] {
			env = append(env, entry)
		}
	}
	return append(env, set...)
}

// lookup returns the value of a variable in an environment, the last one given
// where there are several, as the systems do.
func lookup(env []string, name string) string {
	value := ""
	for _, entry := range env {
		if key, v, ok := strings.Cut(entry, "="); ok && key == name {
			value = v
		}
	}
	return value
}

// removeAll removes a temporary folder. A process that was just killed can
// still have a file half made there, so the first failure is tried again.
func removeAll(dir string) error {
	if dir == "" {
		return nil
	}
	if os.RemoveAll(dir) == nil {
		return nil
	}
	return os.RemoveAll(dir)
}
