//go:build linux

package wayland

import (
	"context"
	"image"
	"time"
)

// Requests of the protocols of wlroots for a virtual pointer.
const (
	pointerManagerCreate = 0

	pointerMoveTo = 1
	pointerButton = 2
	pointerFrame  = 4
)

// leftButton is what the kernel calls the left button of a mouse.
const leftButton = 0x110

// Pointer is a mouse of the compositor's that this program moves (virtual pointer of
// wlroots). It is a device of its own beside the person's, and moves the same pointer.
type Pointer struct {
	conn   *Conn
	object Object
	began  time.Time
	// Alone tells that the session had no mouse before: programs ask for one only
	// then, and what comes before they have is lost.
	Alone bool
}

// NewPointer makes a virtual pointer. ok is false where the compositor offers none.
// It lasts as long as the connection.
func (c *Conn) NewPointer(seat *Seat) (p *Pointer, ok bool, err error) {
	manager, _, ok := c.Bind("zwlr_virtual_pointer_manager_v1", 1, 1, nil)
	if !ok {
		return nil, false, nil
	}
	p = &Pointer{conn: c, began: time.Now(), Alone: !seat.HasPointer()}
	return p, true, c.Create(func() []*Request {
		p.object = c.New(nil)
		return []*Request{NewRequest(manager, pointerManagerCreate).Object(seat.Object).Object(p.object)}
	})
}

// Settling is how long programs may take to ask for the mouse or the keyboard of a
// session that had none. On Sway 1 ms was enough, on other compositors 10 ms.
const Settling = 50 * time.Millisecond

// Ready waits until programs hear this pointer.
func (p *Pointer) Ready(ctx context.Context) error {
	left := Settling - time.Since(p.began)
	if !p.Alone || left <= 0 {
		return nil
	}
	select {
	case <-time.After(left):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// MoveTo returns the requests that bring the pointer to the middle of a point of the
// layout, whose bounds are given in points as well.
func (p *Pointer) MoveTo(at image.Point, layout image.Rectangle) []*Request {
	// In halves of points: the middle is one from either edge.
	x, y := 2*(at.X-layout.Min.X)+1, 2*(at.Y-layout.Min.Y)+1
	return []*Request{
		NewRequest(p.object, pointerMoveTo).Uint(now()).Uint(uint32(x)).Uint(uint32(y)).
			Uint(uint32(2 * layout.Dx())).Uint(uint32(2 * layout.Dy())),
		NewRequest(p.object, pointerFrame),
	}
}

// Button returns the requests that push the left button down or let it up.
func (p *Pointer) Button(down bool) []*Request {
	state := uint32(0)
	if down {
		state = 1
	}
	return []*Request{
		NewRequest(p.object, pointerButton).Uint(now()).Uint(leftButton).Uint(state),
		NewRequest(p.object, pointerFrame),
	}
}

// now is the time of an event as compositors have it: milliseconds of a clock that
// only has to go on.
func now() uint32 { return uint32(time.Since(started).Milliseconds()) }

var started = time.Now()
