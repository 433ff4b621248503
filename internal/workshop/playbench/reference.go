package main

import (
	"image"
	"runtime"

	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/practice"
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
	r.conn.Fake(xproto.MotionNotify, 0, image.Pt(int(x0+(g.Lattice.X-pitch)*g.DPR), int(y0+g.Lattice.Y*g.DPR)))
	return r.conn.Send()
}
