//go:build linux || freebsd || openbsd || netbsd

package screen

import (
	"errors"
	"image"
	"io"

	sysv "github.com/gen2brain/shm"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/x11"
)

// taker captures a part of the root window. The picture's origin means nothing.
type taker interface {
	take(r image.Rectangle) (*image.RGBA, error)
	close()
}

// The ways to capture, the quickest first.
const (
	sharedMemory = "x11-shm"  // the server writes into memory of this process
	overTheWire  = "x11"      // the server sends the pixels, as it must to another machine
	byLibrary    = theLibrary // which knows more kinds of servers
)

// ways are the ways to capture in the order in which they are tried.
var ways = []struct {
	name string
	open func(d *desktopX11) (taker, error)
}{
	{sharedMemory, openShared},
	{overTheWire, openWire},
	{byLibrary, openLibrary},
}

// errWay says that a way does not serve here.
var errWay = errors.New("the server does not offer this way to capture")

// tryWays returns the first way that captures the corner of the root window.
func (d *desktopX11) tryWays(only string) (taker, string, error) {
	failed := errWay
	for _, way := range ways {
		if only != "" && only != way.name {
			continue
		}
		t, err := way.open(d)
		if err != nil {
			failed = err
			continue
		}
		if _, err := t.take(image.Rect(0, 0, 1, 1)); err != nil {
			t.close()
			failed = err
			continue
		}
		return t, way.name, nil
	}
	return nil, "", failed
}

// plainPixels returns an error unless the pixels of the root window come as
// four bytes: blue, green, red, and one without meaning.
func (d *desktopX11) plainPixels() error {
	setup := xproto.Setup(d.conn)
	if setup.ImageByteOrder != xproto.ImageOrderLSBFirst {
		return errWay
	}
	for _, f := range setup.PixmapFormats {
		if f.Depth == d.screen.RootDepth && f.BitsPerPixel != 32 {
			return errWay
		}
	}
	for _, depth := range d.screen.AllowedDepths {
		for _, v := range depth.Visuals {
			if v.VisualId == d.screen.RootVisual && (v.RedMask != 0xff0000 || v.GreenMask != 0xff00 || v.BlueMask != 0xff) {
				return errWay
			}
		}
	}
	return nil
}

// opaque turns pixels as the server writes them into a picture.
func opaque(size image.Point, bgrx []byte) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	copyRow(img.Pix, bgrx)
	return img
}

const allPlanes = 0xffffffff

// shared captures through a piece of memory that this process and the server
// both see. It grows with what is asked for and lives as long as the source.
type shared struct {
	conn *xgb.Conn
	root xproto.Drawable
	seg  shm.Seg
	data []byte // nil while there is none
}

func openShared(d *desktopX11) (taker, error) {
	if !x11.Extended(d.conn, "MIT-SHM") {
		return nil, errWay
	}
	if err := d.plainPixels(); err != nil {
		return nil, err
	}
	// The whole root window at once: growing later would cost a capture.
	r := d.root()
	s := &shared{conn: d.conn, root: xproto.Drawable(d.screen.Root)}
	return s, s.reserve(4 * r.Dx() * r.Dy())
}

// reserve makes the memory at least n bytes large.
func (s *shared) reserve(n int) error {
	if len(s.data) >= n {
		return nil
	}
	s.release()
	id, err := sysv.Get(sysv.IPC_PRIVATE, n, sysv.IPC_CREAT|0o600)
	if err != nil {
		return err
	}
	// Marked for removal as soon as both are attached, so that it goes when
	// they do, however they end.
	defer func() { _ = sysv.Rm(id) }()
	data, err := sysv.At(id, 0, 0)
	if err != nil {
		return err
	}
	seg, err := shm.NewSegId(s.conn)
	if err == nil {
		// A server on another machine, or in another container, cannot.
		err = shm.AttachChecked(s.conn, seg, uint32(id), false).Check()
	}
	if err != nil {
		_ = sysv.Dt(data)
		return err
	}
	s.seg, s.data = seg, data
	return nil
}

// release gives the memory back.
func (s *shared) release() {
	if s.data == nil {
		return
	}
	shm.Detach(s.conn, s.seg)
	_ = sysv.Dt(s.data)
	s.data = nil
}

func (s *shared) close() { s.release() }

func (s *shared) take(r image.Rectangle) (*image.RGBA, error) {
	if err := s.reserve(4 * r.Dx() * r.Dy()); err != nil {
		return nil, err
	}
	reply, err := shm.GetImage(s.conn, s.root, int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()),
		allPlanes, xproto.ImageFormatZPixmap, s.seg, 0).Reply()
	if err == nil && reply == nil {
		err = io.ErrUnexpectedEOF // the connection was closed
	}
	if err != nil {
		return nil, err
	}
	return opaque(r.Size(), s.data), nil
}

// wire captures by having the pixels sent.
type wire struct {
	conn *xgb.Conn
	root xproto.Drawable
}

func openWire(d *desktopX11) (taker, error) {
	return &wire{d.conn, xproto.Drawable(d.screen.Root)}, d.plainPixels()
}

func (*wire) close() {}

func (w *wire) take(r image.Rectangle) (*image.RGBA, error) {
	reply, err := xproto.GetImage(w.conn, xproto.ImageFormatZPixmap, w.root,
		int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), allPlanes).Reply()
	switch {
	case err != nil:
		return nil, err
	case reply == nil || len(reply.Data) < 4*r.Dx()*r.Dy():
		return nil, io.ErrUnexpectedEOF
	}
	return opaque(r.Size(), reply.Data), nil
}

// library captures through kbinani/screenshot. It opens a connection for each
// picture.
type library struct{ conn *xgb.Conn }

func openLibrary(d *desktopX11) (taker, error) {
	if !x11.Extended(d.conn, "XINERAMA") {
		return nil, errWay
	}
	return &library{d.conn}, nil
}

func (*library) close() {}

// take counts as the library does, from the corner of the monitor that Xinerama
// lists first, not from the root window's: with the primary on the right that
// is a whole monitor away.
func (l *library) take(r image.Rectangle) (*image.RGBA, error) {
	q, err := xinerama.QueryScreens(l.conn).Reply()
	switch {
	case err != nil:
		return nil, err
	case q == nil:
		return nil, io.ErrUnexpectedEOF
	case len(q.ScreenInfo) == 0:
		return nil, errors.New("no monitor is switched on")
	}
	return grab(r.Sub(image.Pt(int(q.ScreenInfo[0].XOrg), int(q.ScreenInfo[0].YOrg))))
}
