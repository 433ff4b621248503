//go:build linux || freebsd || openbsd || netbsd

package screen

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"math"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
)

const (
	// portalFresh is how old a picture may be that is handed out as what the
	// screen shows now: the size of the desktop is known from a picture alone,
	// and whoever asked for the size asks for the picture next.
	portalFresh = time.Second
	// portalPause is how long nobody who waits for a change looks again, since a
	// desktop may flash or sound for every picture.
	portalPause = time.Second
)

// desktopPortal is the screen of a Wayland session as its desktop portal shows
// it: all monitors on one picture, which counts as one display. How they divide
// it, and at which scale each was drawn, the portal does not tell. It draws the layout
// of the monitors as a whole, which the compositor tells.
type desktopPortal struct {
	ctx    context.Context // ends all asking
	portal *portal.Portal
	layout *layout     // of the monitors; nil where no compositor tells
	latest *image.RGBA // the latest picture, nil once it was handed out
	taken  time.Time   // when the latest picture came, handed out or not
}

// waylandWay is a way to capture in a Wayland session.
type waylandWay struct {
	name string
	open func(context.Context) (platform, error)
	here func() bool // whether it is tried without being named; nil for always
}

// tried tells whether a way is tried where way is named, or none.
func (w waylandWay) tried(way string) bool {
	if way != "" {
		return way == w.name
	}
	return w.here == nil || w.here()
}

// waylandNames are the names of the ways to capture in a Wayland session.
func waylandNames() (names []string) {
	for _, w := range waylandWays {
		names = append(names, w.name)
	}
	return names
}

// castTried tells whether a cast is tried without being named.
func castTried() bool {
	return slices.ContainsFunc(waylandWays, func(w waylandWay) bool { return w.name == ByCast && w.tried("") })
}

// openWayland opens the screen of a Wayland session by a way, or by the first that serves:
// without asking anybody where the compositor lets programs see it, and else through the
// portal. A person who has declined, or ended it, is not asked for another way.
func openWayland(ctx context.Context, way string) (p platform, err error) {
	err = errors.ErrUnsupported
	for _, w := range waylandWays {
		if !w.tried(way) {
			continue
		}
		p, err = w.open(ctx)
		if err == nil || ctx.Err() != nil || errors.Is(err, portal.ErrDeclined) || errors.Is(err, fault.Stopped) {
			return p, err
		}
		if say := portal.Asker(ctx); say != nil && way == "" && w.name == ByCast {
			say("the screen is not shared: " + err.Error() + "; single pictures are taken, which is slower, and the desktop may ask for them")
		}
	}
	return p, err
}

func openPortal(ctx context.Context) (platform, error) {
	p, err := portal.Open(ctx)
	if err != nil {
		return nil, err
	}
	// Without a compositor, and without what it tells, boards can be read: nothing is
	// clicked there.
	d := &desktopPortal{ctx: ctx, portal: p, layout: followLayout(ctx)}
	if err := context.Cause(ctx); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// look takes a picture, unless there is one that nobody has been given yet and
// that is fresh. The source sees to it that looks do not overlap.
func (d *desktopPortal) look() error {
	if d.latest != nil && time.Since(d.taken) < portalFresh {
		return nil
	}
	img, err := d.portal.Screenshot(d.ctx)
	if err != nil {
		return err
	}
	d.latest, d.taken = img, time.Now()
	return nil
}

func (d *desktopPortal) displays() ([]Display, error) {
	if err := d.look(); err != nil {
		return nil, err
	}
	points, err := d.points(d.latest.Rect.Size())
	if err != nil {
		return nil, err
	}
	return []Display{{Bounds: d.latest.Rect, Points: points, Primary: true}}, nil
}

// points returns the part of the pointer's layout that a picture of some size shows,
// empty where that is not known.
func (d *desktopPortal) points(size image.Point) (image.Rectangle, error) {
	layout := d.layout.bounds()
	if layout.Empty() {
		return layout, nil
	}
	if !evenly(size, layout.Size()) {
		return image.Rectangle{}, fault.Newf(fault.NoAccess, "run the command again; if it stays, use one monitor",
			"the desktop's picture of %d x %d pixels does not show the layout of its monitors, which is %d x %d", size.X, size.Y, layout.Dx(), layout.Dy())
	}
	return layout, nil
}

// evenly tells whether a picture of some pixels shows points at one scale in both directions,
// but for a pixel of rounding.
func evenly(pixels, points image.Point) bool {
	across, down := float64(pixels.X)/float64(points.X), float64(pixels.Y)/float64(points.Y)
	return math.Abs(across-down)*float64(min(points.X, points.Y)) <= 1
}

// errMonitorsChanged says that what is shown is not where it was.
var errMonitorsChanged = fault.New(fault.NoAccess, "the monitors changed while the screen was looked at", "run the command again")

func (d *desktopPortal) capture(r image.Rectangle) (*image.RGBA, error) {
	if err := d.look(); err != nil {
		return nil, err
	}
	if !r.In(d.latest.Rect) {
		return nil, errMonitorsChanged
	}
	img := d.latest
	d.latest = nil // the next one is to show what the screen shows then
	if r == img.Rect {
		return img, nil
	}
	part := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(part, part.Rect, img, r.Min, draw.Src)
	return part, nil
}

// wait has nothing to go by, as the portal does not tell of changes: it lets some
// time pass and takes it that there was one.
func (*desktopPortal) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	timer := time.NewTimer(min(portalPause, atMost))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// showsPointer: the portals of the compositors that draw it themselves do.
func (*desktopPortal) showsPointer() bool { return true }

func (*desktopPortal) method() string { return ByPortal }

func (d *desktopPortal) close() error {
	return errors.Join(d.portal.Close(), d.layout.close())
}
