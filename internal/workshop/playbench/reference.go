//go:build linux

package main

import (
	"context"
	"errors"
	"image"
	"runtime"

	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/ei"
	"autoqueens/internal/practice"
	"autoqueens/internal/wayland"
	"autoqueens/internal/x11"
	"autoqueens/solver"
)

// reference is the fastest clicker there can be that still waits until the
// server has taken every press and release, as a window manager that grabs the
// button makes necessary: it sends the events over the quickest connection there
// is and asks until they show. It looks at nothing, guards nothing and cannot be
// stopped.
type reference struct{ conn *x11.Mouse }

func newReference() (*reference, error) {
	c, err := x11.OpenMouse()
	if err != nil {
		return nil, err
	}
	return &reference{c}, nil
}

func (r *reference) close() { r.conn.Close() }

// until asks for the pointer until it is as it should be.
func (r *reference) until(done func(x11.Pointer) bool) error {
	for {
		p, err := r.conn.Answer(r.conn.Ask())
		if err != nil {
			return err
		}
		if done(p) {
			return nil
		}
		runtime.Gosched()
	}
}

func (r *reference) click(p image.Point) error {
	r.conn.Fake(xproto.MotionNotify, 0, p)
	if err := r.until(func(now x11.Pointer) bool { return now.At == p }); err != nil {
		return err
	}
	r.conn.Fake(xproto.ButtonPress, 1, image.Point{})
	if err := r.until(func(now x11.Pointer) bool { return now.Mask&xproto.KeyButMaskButton1 != 0 }); err != nil {
		return err
	}
	r.conn.Fake(xproto.ButtonRelease, 1, image.Point{})
	return r.until(func(now x11.Pointer) bool { return now.Mask&xproto.KeyButMaskButton1 == 0 })
}

func (r *reference) leave(p image.Point) error {
	r.conn.Fake(xproto.MotionNotify, 0, p)
	return r.conn.Send()
}

// places returns where the cells of a board are, as the page itself tells; a negative column
// is beside the board. A browser that is not told where its window lies tells a place that is
// off by some points.
func places(g practice.Geometry, size int, off image.Point) func(row, col int) image.Point {
	x0, y0 := g.Origin(1)
	pitch := g.Lattice.Width / float64(size)
	return func(row, col int) image.Point {
		x := x0 + (g.Lattice.X+(float64(col)+0.5)*pitch)*g.DPR
		y := y0 + (g.Lattice.Y+(float64(row)+0.5)*pitch)*g.DPR
		return image.Pt(int(x), int(y)).Add(off)
	}
}

// playBy clicks a solution twice.
func playBy(r clicker, at func(row, col int) image.Point, solution solver.Placement) error {
	for range 2 {
		for row, col := range solution {
			if err := r.click(at(row, col)); err != nil {
				return err
			}
		}
	}
	return r.leave(at(0, -1)) // off the board, where the player leaves it as well
}

// clicker is a reference on some window system.
type clicker interface {
	// click returns when the window system has taken all of a click at p.
	click(p image.Point) error
	// leave moves the pointer to p.
	leave(p image.Point) error
	close()
}

// byWayland is the fastest clicker on a Wayland compositor of wlroots' kind: it sends
// each click at once, and waits for the compositor's answer.
type byWayland struct {
	conn    *wayland.Conn
	pointer *wayland.Pointer
	layout  image.Rectangle
}

func newWaylandReference(ctx context.Context, layout image.Rectangle) (*byWayland, error) {
	c, err := wayland.Dial(ctx)
	if err != nil {
		return nil, err
	}
	seat, _, err := c.NewSeat(ctx)
	if err != nil {
		return nil, err
	}
	p, _, err := c.NewPointer(seat)
	return &byWayland{c, p, layout}, err
}

func (r *byWayland) close() { _ = r.conn.Close() }

func (r *byWayland) click(p image.Point) error {
	all := append(r.pointer.MoveTo(p, r.layout), r.pointer.Button(true)...)
	return r.conn.SendAndSync(context.Background(), append(all, r.pointer.Button(false)...)...)
}

func (r *byWayland) leave(p image.Point) error {
	return r.conn.SendAndSync(context.Background(), r.pointer.MoveTo(p, r.layout)...)
}

// byEI is the fastest clicker on GNOME or KDE: by the protocol that their portal's mouse has,
// through the door of their own that asks nobody.
type byEI struct{ *ei.Sender }

func (r byEI) close() {} // it is the person's

func (r byEI) click(p image.Point) error {
	return errors.Join(r.Click(p, ei.ButtonLeft), r.Sync(context.Background()))
}

func (r byEI) leave(p image.Point) error {
	return errors.Join(r.Move(p), r.Sync(context.Background()))
}
