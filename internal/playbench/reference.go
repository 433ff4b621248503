package main

import (
	"image"
	"runtime"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"autoqueens/internal/practice"
	"autoqueens/internal/x11"
	"autoqueens/solver"
)

// reference is the fastest clicker there can be that still waits until the
// server has taken every press and release, as a window manager that grabs the
// button makes necessary: it sends the events over one connection and asks
// until they show. It looks at nothing, guards nothing and cannot be stopped.
type reference struct {
	conn *xgb.Conn
	root xproto.Window
}

func newReference() (*reference, error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	return &reference{c, x11.Screen(c).Root}, nil
}

func (r *reference) close() { r.conn.Close() }

func (r *reference) fake(kind, button byte, p image.Point) {
	xtest.FakeInput(r.conn, kind, button, 0, r.root, int16(p.X), int16(p.Y), 0)
}

// until asks for the pointer until it is as it should be.
func (r *reference) until(done func(*xproto.QueryPointerReply) bool) error {
	for {
		q, err := xproto.QueryPointer(r.conn, r.root).Reply()
		if err != nil {
			return err
		}
		if done(q) {
			return nil
		}
		runtime.Gosched()
	}
}

func (r *reference) click(p image.Point) error {
	r.fake(xproto.MotionNotify, 0, p)
	if err := r.until(func(q *xproto.QueryPointerReply) bool { return image.Pt(int(q.RootX), int(q.RootY)) == p }); err != nil {
		return err
	}
	r.fake(xproto.ButtonPress, 1, image.Point{})
	if err := r.until(func(q *xproto.QueryPointerReply) bool { return q.Mask&xproto.KeyButMaskButton1 != 0 }); err != nil {
		return err
	}
	r.fake(xproto.ButtonRelease, 1, image.Point{})
	return r.until(func(q *xproto.QueryPointerReply) bool { return q.Mask&xproto.KeyButMaskButton1 == 0 })
}

// play clicks a solution twice, at the places that the page itself told.
func (r *reference) play(g practice.Geometry, solution solver.Placement) error {
	x0, y0 := g.Origin(1)
	pitch := g.Lattice.Width / float64(len(solution))
	for range 2 {
		for row, col := range solution {
			x := x0 + (g.Lattice.X+(float64(col)+0.5)*pitch)*g.DPR
			y := y0 + (g.Lattice.Y+(float64(row)+0.5)*pitch)*g.DPR
			if err := r.click(image.Pt(int(x), int(y))); err != nil {
				return err
			}
		}
	}
	// Off the board, where the player leaves it as well.
	r.fake(xproto.MotionNotify, 0, image.Pt(int(x0+(g.Lattice.X-pitch)*g.DPR), int(y0+g.Lattice.Y*g.DPR)))
	return nil
}
