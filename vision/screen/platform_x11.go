//go:build linux || freebsd || openbsd || netbsd

package screen

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

// desktopX11 is the screen of an X server. All its coordinates are those of
// the root window, which are the pointer's as well.
type desktopX11 struct {
	conn   *xgb.Conn
	screen *xproto.ScreenInfo
	// list asks for the monitors by the best extension the server has.
	list   func() ([]Display, error)
	listed []Display // the latest answer, good until the news says otherwise
	taker  taker
	way    string // how the taker captures
	news   *news  // nil where the server could not be listened to
}

func openPlatform() (platform, error) { return openX11("") }

// wayNames are the ways to capture in the order in which they are tried.
func wayNames() []string {
	var names []string
	for _, way := range ways {
		names = append(names, way.name)
	}
	return names
}

func openBy(name string) (platform, error) { return openX11(name) }

// openX11 opens the server that DISPLAY names. Which way to capture serves best
// is found out by trying, unless one is asked for.
func openX11(way string) (_ *desktopX11, err error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	d := &desktopX11{conn: c, screen: x11.Screen(c)}
	defer func() {
		if err != nil {
			_ = d.close()
		}
	}()
	if depth := d.screen.RootDepth; depth != 24 && depth != 32 {
		// Four bytes a pixel, eight bits a channel: nothing else is read here.
		return nil, fault.Newf(fault.NoAccess,
			"set the X server to 24-bit colour (for Xvfb: -screen 0 1280x1024x24)",
			"the screen has %d-bit colour, which cannot be captured", depth)
	}
	switch {
	case d.preferRandR():
		d.list = d.listRandR
	case x11.Extended(c, "XINERAMA"):
		d.list = d.listXinerama
	default:
		d.list = func() ([]Display, error) { return nil, nil } // one monitor
	}
	if d.taker, d.way, err = d.tryWays(way); err != nil {
		return nil, cannotCapture(err)
	}
	d.news = listen(d.conn, d.screen.Root)
	return d, nil
}

func (d *desktopX11) displays() ([]Display, error) {
	if !d.news.relist() {
		return slices.Clone(d.listed), nil
	}
	ds, err := d.list()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess,
			"the X server at DISPLAY="+os.Getenv("DISPLAY")+" does not tell its monitors: "+err.Error(),
			"it may have ended; check it with `xrandr` and try again")
	}
	root := d.root()
	if len(ds) == 0 {
		ds = []Display{{Bounds: root, Primary: true}}
	}
	for i := range ds {
		ds[i].Bounds = ds[i].Bounds.Intersect(root)
	}
	d.listed = ds
	return slices.Clone(ds), nil
}

func (d *desktopX11) capture(r image.Rectangle) (*image.RGBA, error) {
	if d.news != nil {
		d.news.quiet(d.conn)
	}
	img, err := d.taker.take(r)
	if err != nil {
		return nil, cannotCapture(err)
	}
	return img, nil
}

func cannotCapture(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		"the screen could not be captured: "+err.Error(),
		"run `autoqueens doctor`; a remote display (ssh -X) may not let itself be captured")
}

func (d *desktopX11) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	if d.news == nil {
		return false, errors.ErrUnsupported
	}
	return d.news.wait(ctx, atMost)
}

func (d *desktopX11) method() string { return d.way }

func (d *desktopX11) close() error {
	if d.taker != nil {
		d.taker.close()
	}
	if d.news != nil {
		d.news.close()
	}
	d.conn.Close()
	return nil
}

func (d *desktopX11) root() image.Rectangle {
	// Not from the connection's setup: the root window grows and shrinks with
	// the monitors.
	g, err := xproto.GetGeometry(d.conn, xproto.Drawable(d.screen.Root)).Reply()
	if err != nil {
		return image.Rect(0, 0, int(d.screen.WidthInPixels), int(d.screen.HeightInPixels))
	}
	return image.Rect(0, 0, int(g.Width), int(g.Height))
}

// preferRandR tells whether to ask RandR for the monitors. Since version 1.5 it
// knows their names and the primary one, where Xinerama knows places only; but
// where several old-style screens are joined into one, it knows the first alone.
func (d *desktopX11) preferRandR() bool {
	if !x11.Extended(d.conn, "RANDR") {
		return false
	}
	v, err := randr.QueryVersion(d.conn, 1, 5).Reply()
	if err != nil || v.MajorVersion < 1 || v.MajorVersion == 1 && v.MinorVersion < 5 {
		return false
	}
	named, err := d.listRandR()
	if err != nil {
		return false
	}
	if !x11.Extended(d.conn, "XINERAMA") {
		return true
	}
	placed, err := d.listXinerama()
	return err != nil || len(named) >= len(placed)
}

func (d *desktopX11) listRandR() ([]Display, error) {
	r, err := randr.GetMonitors(d.conn, d.screen.Root, true).Reply()
	if err != nil {
		return nil, err
	}
	var ds []Display
	for _, m := range r.Monitors {
		display := Display{
			Bounds: image.Rect(int(m.X), int(m.Y), int(m.X)+int(m.Width), int(m.Y)+int(m.Height)),
			// A monitor without a name is still a monitor.
			Primary: m.Primary,
		}
		if name, err := xproto.GetAtomName(d.conn, m.Name).Reply(); err == nil {
			display.Name = name.Name
		}
		ds = append(ds, display)
	}
	return ds, nil
}

func (d *desktopX11) listXinerama() ([]Display, error) {
	r, err := xinerama.QueryScreens(d.conn).Reply()
	if err != nil {
		return nil, err
	}
	var ds []Display
	for i, s := range r.ScreenInfo {
		ds = append(ds, Display{
			Bounds:  image.Rect(int(s.XOrg), int(s.YOrg), int(s.XOrg)+int(s.Width), int(s.YOrg)+int(s.Height)),
			Primary: i == 0,
		})
	}
	return ds, nil
}
