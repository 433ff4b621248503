// Package screen captures what the displays show.
//
//	[screen] -> vision -> solver -> input
//
// It knows where the displays lie and hands out pictures of any part of them;
// what is on the pictures is not its business. Coordinates are capture pixels
// of the whole desktop. On X11 they are those of the root window, so they are
// the pointer's too; on Windows and macOS the primary display's corner is the
// origin. Where the pointer counts otherwise, a display tells its points as well. On
// Wayland the corner of the layout is the origin; through the portal there is one picture
// of all monitors, which counts as one display.
//
// The libraries beneath answer a request they cannot meet with a black picture
// or a crash. This package answers it with an error.
package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
	"autoqueens/internal/x11"
)

// Display is one monitor.
type Display struct {
	Index   int             // 0, 1, ... in the order of Displays
	Bounds  image.Rectangle // capture pixels of the desktop; Max is exclusive
	Points  image.Rectangle // pointer points that it shows; empty where they are those pixels
	Primary bool
	Name    string // what the system calls it, for example "HDMI-1"; may be empty
}

// Source hands out pictures of the desktop. Its methods may be called from
// several goroutines at once.
type Source interface {
	// Displays returns the monitors as they are now, at least one, the
	// primary first.
	Displays() ([]Display, error)
	// Capture returns a picture of r whose Bounds are r. Every pixel of r must
	// lie on a display or between displays, that is inside the rectangle that
	// encloses them all; anything else is an error, never a black picture.
	Capture(r image.Rectangle) (*image.RGBA, error)
	// Wait waits until the screen has changed since the latest Capture began,
	// for atMost at the longest, and tells whether it has. It may say so of
	// changes outside what was captured, and, where windows are composed by
	// graphics hardware, may miss some; where every picture may bother the person
	// it lets some time pass instead, and says so of changes it does not know of.
	// It returns errors.ErrUnsupported, at once, where the system does not tell of
	// changes.
	Wait(ctx context.Context, atMost time.Duration) (changed bool, err error)
	// Method tells people how the screen is captured.
	Method() string
	// ShowsPointer tells whether pictures may show the mouse pointer: some systems draw it
	// into what is captured, as others do not.
	ShowsPointer() bool
	// Close frees what the source holds. Calls after Close fail.
	Close() error
}

// Open returns the source for this session, by the first of the [WayNames] that serves or,
// where one is named, by that way alone. Where there is nothing to capture (no display,
// no permission, a Wayland session that shows programs nothing) it returns a
// [fault.Error] of kind [fault.NoAccess].
//
// In a Wayland session the desktop may ask the person first, so that Open and every
// capture can take as long as an answer; when ctx ends they return its cause, then and
// later. Elsewhere ctx is not looked at.
func Open(ctx context.Context, way string) (Source, error) {
	p, err := openNamed(ctx, way)
	if err != nil {
		return nil, err
	}
	return newSource(p)
}

// CanCast returns why [Open] does not see this desktop's screen by a cast unless that is named, nil
// where it may after the person was asked.
func CanCast(ctx context.Context) error {
	if !castTried() {
		return errors.ErrUnsupported
	}
	return portal.CanCast(ctx)
}

// ErrAsks says that nothing shows the screen without asking the person first.
var ErrAsks = errors.New("the desktop may ask the person")

// OpenSilently is Open by a way that bothers nobody, or ErrAsks.
func OpenSilently(ctx context.Context) (Source, error) {
	p, err := openPlatform()
	if errors.Is(err, x11.ErrWayland) {
		if p, err = openWayland(ctx, ByWlroots); err != nil {
			return nil, errors.Join(ErrAsks, err)
		}
	}
	if err != nil {
		return nil, err
	}
	return newSource(p)
}

func openNamed(ctx context.Context, way string) (platform, error) {
	switch {
	case way == "":
		p, err := openPlatform()
		if errors.Is(err, x11.ErrWayland) {
			p, err = openWayland(ctx, "")
		}
		return p, err
	case slices.Contains(wayNames(), way):
		return openBy(way)
	case slices.Contains(waylandNames(), way):
		return openWayland(ctx, way)
	}
	return nil, fault.Plainf("choose one of "+strings.Join(WayNames(), ", ")+", or leave it out",
		"there is no way %q to capture the screen here", way)
}

// WayNames returns the names of the ways to capture that this build knows, in the order
// in which they are tried.
func WayNames() []string { return append(wayNames(), waylandNames()...) }

// List returns the monitors as Source.Displays does, where that takes no
// picture. Where only the portal knows them it returns an error, rather than have the
// desktop ask the person or flash the screen.
func List() ([]Display, error) {
	s, err := OpenSilently(context.Background())
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Displays()
}

// The names of the ways of Wayland sessions, as [WayNames] lists them.
const (
	ByWlroots = "wlroots"
	ByCast    = "cast"
	ByPortal  = "portal"
)

// Way is a way to capture the screen, and how it did.
type Way struct {
	Name string
	Took time.Duration // for a picture, the quickest of some
	Err  error         // why it does not serve here, or nil
}

// Ways tries the ways to capture that this system may offer on r, a part of the desktop
// in pixels, each alone. They are in the order in which [Open] tries them, which takes
// the first without an error; the last is the library that serves every system but
// Wayland. Those for other sessions, and what might ask the person, are left out.
func Ways(r image.Rectangle) []Way {
	var tried []Way
	names := wayNames()
	p, err := openPlatform()
	if err == nil {
		_ = p.close()
	} else if errors.Is(err, x11.ErrWayland) {
		names = []string{ByWlroots}
	}
	for _, name := range names {
		w := Way{Name: name}
		w.Took, w.Err = tryWay(name, r)
		tried = append(tried, w)
	}
	return tried
}

// tryWay returns how long a picture takes by a way.
func tryWay(name string, r image.Rectangle) (time.Duration, error) {
	p, err := openNamed(context.Background(), name)
	if err != nil {
		return 0, err
	}
	s := &source{platform: p}
	defer s.Close()
	const pictures = 3 // the first finds nothing prepared
	quickest := time.Duration(math.MaxInt64)
	for range pictures {
		began := time.Now()
		if _, err := s.Capture(r); err != nil {
			return 0, err
		}
		quickest = min(quickest, time.Since(began))
	}
	return quickest, nil
}

func newSource(p platform) (Source, error) {
	s := &source{platform: p}
	if _, err := s.Displays(); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return s, nil
}

// platform is what a system has to provide; source keeps it honest.
type platform interface {
	// displays returns the monitors in desktop coordinates, in any order.
	displays() ([]Display, error)
	// capture returns a picture of r, which lies inside the desktop. Only the
	// size of its bounds counts.
	capture(r image.Rectangle) (*image.RGBA, error)
	// wait is Source's; it is called while others capture.
	wait(ctx context.Context, atMost time.Duration) (bool, error)
	method() string
	close() error
}

type source struct {
	mu       sync.Mutex
	platform platform // nil after Close
}

func (s *source) Displays() ([]Display, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.displays()
}

func (s *source) displays() ([]Display, error) {
	if s.platform == nil {
		return nil, errClosed
	}
	ds, err := s.platform.displays()
	if err != nil {
		return nil, err
	}
	ds = tidy(ds)
	if len(ds) == 0 {
		return nil, fault.New(fault.NoAccess,
			"this session has no display that is switched on",
			"switch a monitor on, or start it inside a graphical session")
	}
	return ds, nil
}

func (s *source) Capture(r image.Rectangle) (*image.RGBA, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Empty() {
		return nil, fault.Plainf(
			"give a region with a width and a height above 0",
			"cannot capture an empty region (%s)", words(r))
	}
	// The displays as they are now: monitors come and go, and a region that was
	// on one yesterday would come back black today.
	ds, err := s.displays()
	if err != nil {
		return nil, err
	}
	if desktop := Desktop(ds); !r.In(desktop) {
		return nil, fault.Plainf(
			"choose a region inside "+words(desktop)+", or calibrate again if the monitors changed",
			"the region %s is not on the screen", words(r))
	}
	img, err := s.platform.capture(r)
	if err != nil {
		return nil, err
	}
	if img == nil || img.Rect.Dx() != r.Dx() || img.Rect.Dy() != r.Dy() {
		return nil, fault.New(fault.NoAccess,
			"the screen came back in another size than was asked for",
			"run `autoqueens doctor`; it tells what keeps this session from being captured")
	}
	img.Rect = r // the pixels stay where they are; only the origin moves
	return img, nil
}

func (s *source) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	s.mu.Lock()
	p := s.platform
	s.mu.Unlock()
	if p == nil {
		return false, errClosed
	}
	return p.wait(ctx, atMost)
}

func (s *source) Method() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.platform == nil {
		return ""
	}
	return s.platform.method()
}

func (s *source) ShowsPointer() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.platform.(interface{ showsPointer() bool })
	return ok && p.showsPointer()
}

func (s *source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.platform == nil {
		return nil
	}
	err := s.platform.close()
	s.platform = nil
	return err
}

var errClosed = errors.New("the screen was closed")

// Desktop returns the rectangle that encloses the displays.
func Desktop(ds []Display) image.Rectangle {
	var all image.Rectangle
	for _, d := range ds {
		all = all.Union(d.Bounds)
	}
	return all
}

// At returns the display that shows most of r, and false where none shows any
// of it.
func At(ds []Display, r image.Rectangle) (Display, bool) {
	var best Display
	most := 0
	for _, d := range ds {
		part := d.Bounds.Intersect(r)
		if area := part.Dx() * part.Dy(); area > most {
			best, most = d, area
		}
	}
	return best, most > 0
}

// tidy drops displays without an area and mirrors of displays already listed,
// puts the primary first, and numbers what is left.
func tidy(ds []Display) []Display {
	var out []Display
	for _, d := range ds {
		mirror := false
		for i := range out {
			if d.Bounds == out[i].Bounds {
				out[i].Primary = out[i].Primary || d.Primary
				mirror = true
			}
		}
		if !d.Bounds.Empty() && !mirror {
			out = append(out, d)
		}
	}
	primary := 0
	for i := range out {
		if out[i].Primary {
			primary = i
			break
		}
	}
	if len(out) > 0 {
		first := out[primary]
		copy(out[1:primary+1], out[:primary])
		out[0] = first
	}
	for i := range out {
		out[i].Index, out[i].Primary = i, i == 0
	}
	return out
}

// words writes a rectangle the way --region takes it: X,Y,W,H.
func words(r image.Rectangle) string {
	return fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}

// String describes the display for people: "display 0 (HDMI-1), 1920x1080 at 0,0".
func (d Display) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "display %d", d.Index)
	if d.Name != "" {
		fmt.Fprintf(&b, " (%s)", d.Name)
	}
	fmt.Fprintf(&b, ", %dx%d at %d,%d", d.Bounds.Dx(), d.Bounds.Dy(), d.Bounds.Min.X, d.Bounds.Min.Y)
	return b.String()
}
