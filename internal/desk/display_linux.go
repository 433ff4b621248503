package desk

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log"
	"os/exec"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

// The library reports on stderr every connection that ends and every display
// without an authority file. Neither is news here: the errors that matter are
// returned.
func init() { xgb.Logger = log.New(io.Discard, "", 0) }

// prepareDisplay connects to the desk's display, lays out its monitors, starts
// the window manager, and returns when that has said that it manages.
func prepareDisplay(ctx context.Context, d *Desk, o Options, wm *exec.Cmd) error {
	conn, err := xgb.NewConnDisplay(d.display)
	if err != nil {
		return cannotStart("the virtual display does not answer", err)
	}
	defer conn.Close()

	root := xproto.Setup(conn).DefaultScreen(conn).Root
	if err := layOut(conn, root, o); err != nil {
		return cannotStart("the displays could not be laid out", err)
	}
	if wm == nil {
		return nil
	}
	err = xproto.ChangeWindowAttributesChecked(conn, root, xproto.CwEventMask,
		[]uint32{xproto.EventMaskPropertyChange}).Check()
	if err != nil {
		return cannotStart("the virtual display does not answer", err)
	}
	wm.Env, wm.Dir = d.env, d.dir
	if o.WM == Xfwm4 {
		// Xfwm4 reads its settings over a bus and does not run without.
		bus, address, err := startBus(ctx, d.env, d.dir, "")
		if err != nil {
			return err
		}
		d.parts = append(d.parts, bus)
		wm.Env = override(d.env, nil, busVariable+"="+address)
	}
	if d.wm, err = start(wm); err != nil {
		return cannotStart("the window manager could not be started", err)
	}
	d.parts = append(d.parts, d.wm)

	// The wait ends at the latest when the deferred call closes the connection.
	managed := make(chan error, 1)
	go func() { managed <- awaitManager(conn, root) }()
	select {
	case err := <-managed:
		if err != nil {
			return cannotStart("the window manager did not take over", err)
		}
		return nil
	case <-d.wm.done:
		return cannotStart("the window manager ended at its start", d.wm.ended())
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// layOut gives the screen the monitors, or the outputs, of the options.
func layOut(conn *xgb.Conn, root xproto.Window, o Options) error {
	if len(o.Monitors) == 0 && len(o.Outputs) == 0 {
		return nil
	}
	if err := x11.Extend(conn); err != nil {
		return err
	}
	if _, err := randr.QueryVersion(conn, 1, 5).Reply(); err != nil {
		return err
	}
	if len(o.Outputs) > 0 {
		return layOutOutputs(conn, root, o)
	}
	res, err := randr.GetScreenResourcesCurrent(conn, root).Reply()
	if err != nil {
		return err
	}
	whole := image.Rect(0, 0, o.Width, o.Height)
	for i, r := range o.Monitors {
		if r.Empty() || !r.In(whole) {
			return fault.Plainf("keep every monitor inside the desktop", "the monitor %v does not lie in %v", r, whole)
		}
		name, err := intern(conn, fmt.Sprintf("desk-%d", i))
		if err != nil {
			return err
		}
		info := randr.MonitorInfo{
			Name: name, Primary: i == 0,
			X: int16(r.Min.X), Y: int16(r.Min.Y), Width: uint16(r.Dx()), Height: uint16(r.Dy()),
			WidthInMillimeters: millimetres(r.Dx()), HeightInMillimeters: millimetres(r.Dy()),
		}
		// The monitor that covers everything goes when its output is given
		// to one of ours.
		if i == 0 && len(res.Outputs) > 0 {
			info.Outputs = res.Outputs[:1]
			info.NOutput = 1
		}
		if err := randr.SetMonitorChecked(conn, root, info).Check(); err != nil {
			return err
		}
	}
	return nil
}

// millimetres returns the length of pixels at 96 to the inch.
func millimetres(pixels int) uint32 { return uint32(float64(pixels)*25.4/96 + 0.5) }

// awaitManager returns when a window manager has announced itself on the root
// window, the way the Extended Window Manager Hints ask it to.
func awaitManager(conn *xgb.Conn, root xproto.Window) error {
	check, err := intern(conn, "_NET_SUPPORTING_WM_CHECK")
	if err != nil {
		return err
	}
	for {
		// Asked before each wait, the answer cannot slip by between the two.
		reply, err := xproto.GetProperty(conn, false, root, check, xproto.AtomWindow, 0, 1).Reply()
		if err != nil {
			return err
		}
		if reply.ValueLen == 1 {
			// The window named there must name itself, or the property is a
			// leftover of another manager.
			window := xproto.Window(xgb.Get32(reply.Value))
			self, err := xproto.GetProperty(conn, false, window, check, xproto.AtomWindow, 0, 1).Reply()
			if err == nil && self.ValueLen == 1 && xproto.Window(xgb.Get32(self.Value)) == window {
				return nil
			}
		}
		event, xerr := conn.WaitForEvent()
		if event == nil && xerr == nil {
			return errors.New("the connection to the display was closed")
		}
	}
}

func intern(conn *xgb.Conn, name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Atom, nil
}
