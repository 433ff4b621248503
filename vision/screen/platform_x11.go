//go:build linux || freebsd || openbsd || netbsd

package screen

import (
	"errors"
	"image"
	"os"

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
	list func() ([]Display, error)
	// take captures a part of the root window. It is a field because servers
	// differ in the quickest way they offer; which one is tried out at the start.
	take func(r image.Rectangle) (*image.RGBA, error)
}

func openPlatform() (platform, error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	d := &desktopX11{conn: c, screen: x11.Screen(c)}
	if depth := d.screen.RootDepth; depth != 24 && depth != 32 {
		// The library reads four bytes a pixel, eight bits a channel.
		c.Close()
		return nil, fault.Newf(fault.NoAccess,
			"set the X server to 24-bit colour (for Xvfb: -screen 0 1280x1024x24)",
			"the screen has %d-bit colour, which cannot be captured", depth)
	}
	if err := xinerama.Init(c); err != nil {
		c.Close()
		return nil, fault.Wrap(err, fault.NoAccess,
			"the X server lacks the Xinerama extension, without which it cannot be captured",
			"start the X server with its usual extensions (for Xvfb: +extension XINERAMA)")
	}
	d.list = d.listXinerama
	if d.preferRandR() {
		d.list = d.listRandR
	}
	d.take = d.takeWithLibrary
	return d, nil
}

func (d *desktopX11) displays() ([]Display, error) {
	ds, err := d.list()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess,
			"the X server at DISPLAY="+os.Getenv("DISPLAY")+" does not tell its monitors: "+err.Error(),
			"it may have ended; check it with `xrandr` and try again")
	}
	if len(ds) == 0 {
		ds = []Display{{Bounds: d.root(), Primary: true}}
	}
	for i := range ds {
		ds[i].Bounds = ds[i].Bounds.Intersect(d.root())
	}
	return ds, nil
}

func (d *desktopX11) capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := d.take(r)
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess,
			"the screen could not be captured: "+err.Error(),
			"run `autoqueens doctor`; a remote display (ssh -X) cannot be captured")
	}
	return img, nil
}

func (d *desktopX11) close() error {
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
	if randr.Init(d.conn) != nil {
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

// takeWithLibrary captures through kbinani/screenshot. The library counts from
// the corner of the monitor that Xinerama lists first, not from the root
// window's: with the primary on the right that is a whole monitor away.
func (d *desktopX11) takeWithLibrary(r image.Rectangle) (*image.RGBA, error) {
	origin, err := d.libraryOrigin()
	if err != nil {
		return nil, err
	}
	return grab(r.Sub(origin))
}

func (d *desktopX11) libraryOrigin() (image.Point, error) {
	q, err := xinerama.QueryScreens(d.conn).Reply()
	if err != nil {
		return image.Point{}, err
	}
	if len(q.ScreenInfo) == 0 {
		return image.Point{}, errors.New("no monitor is switched on")
	}
	return image.Pt(int(q.ScreenInfo[0].XOrg), int(q.ScreenInfo[0].YOrg)), nil
}
