//go:build linux || freebsd || openbsd || netbsd

package screen

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/x11"
)

// news hears from the server what changes: pixels, and monitors. It has a
// connection of its own, whose events nobody else waits for.
type news struct {
	conn   *xgb.Conn
	damage damage.Damage // 0 where the server does not tell of pixels

	mu       sync.Mutex
	painted  bool          // something was drawn since quiet was last called
	rung     chan struct{} // closed when painted turns true
	monitors bool          // the monitors may have changed since they were last listed
	tells    bool          // the server tells of monitors at all
	gone     bool          // the connection has ended
}

// listen subscribes to the news, for a source that captures over the connection
// captures. It returns nil where there are none to be had.
func listen(captures *xgb.Conn, root xproto.Window) *news {
	c, err := x11.Connect()
	if err != nil {
		return nil
	}
	n := &news{conn: c, rung: make(chan struct{}), monitors: true}
	n.tells = n.followMonitors(root) == nil
	n.followPixels(captures, root)
	go n.hear()
	return n
}

// followMonitors asks for the events that go with any change of the monitors.
func (n *news) followMonitors(root xproto.Window) error {
	if !x11.Extended(n.conn, "RANDR") {
		return errWay
	}
	if _, err := randr.QueryVersion(n.conn, 1, 5).Reply(); err != nil {
		return err
	}
	err := randr.SelectInputChecked(n.conn, root,
		randr.NotifyMaskScreenChange|randr.NotifyMaskCrtcChange|randr.NotifyMaskOutputChange).Check()
	if err != nil {
		return err
	}
	return xproto.ChangeWindowAttributesChecked(n.conn, root, xproto.CwEventMask, []uint32{xproto.EventMaskStructureNotify}).Check()
}

// followPixels asks to be told when anything is drawn, once until quiet is
// called. Where that cannot be had, damage stays 0.
func (n *news) followPixels(captures *xgb.Conn, root xproto.Window) {
	// Either connection has to agree on a version before it may ask for more.
	for _, c := range []*xgb.Conn{n.conn, captures} {
		if !x11.Extended(c, "DAMAGE") {
			return
		}
		if _, err := damage.QueryVersion(c, 1, 1).Reply(); err != nil {
			return
		}
	}
	id, err := damage.NewDamageId(n.conn)
	if err != nil {
		return
	}
	if damage.CreateChecked(n.conn, id, xproto.Drawable(root), damage.ReportLevelNonEmpty).Check() == nil {
		n.damage = id
	}
}

// hear takes the events until the connection ends.
func (n *news) hear() {
	for {
		event, failed := n.conn.WaitForEvent()
		n.mu.Lock()
		switch event.(type) {
		case damage.NotifyEvent:
			n.ring()
		case randr.ScreenChangeNotifyEvent, randr.NotifyEvent, xproto.ConfigureNotifyEvent:
			n.monitors = true
			n.ring()
		}
		ended := event == nil && failed == nil
		if ended {
			n.gone = true
			n.ring() // whoever waits finds out by capturing
		}
		n.mu.Unlock()
		if ended {
			return
		}
	}
}

// ring wakes whoever waits. The lock must be held.
func (n *news) ring() {
	if !n.painted {
		n.painted = true
		close(n.rung)
	}
}

// quiet forgets what was drawn so far: only what is drawn from now on counts.
// It must be called before a picture is taken, not after. The server has to
// have heard of it by then, so it is told over the connection c that captures, and
// takes that first.
func (n *news) quiet(c *xgb.Conn) {
	if n.damage == 0 {
		return
	}
	n.mu.Lock()
	gone := n.gone
	if n.painted && !gone {
		n.painted, n.rung = false, make(chan struct{})
	}
	n.mu.Unlock()
	if !gone { // the server would answer with an error, which nobody takes
		damage.Subtract(c, n.damage, 0, 0)
	}
}

// wait waits until something was drawn after quiet, for atMost at the longest,
// and tells whether it was.
func (n *news) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	if n.damage == 0 {
		return false, errors.ErrUnsupported
	}
	n.mu.Lock()
	rung := n.rung
	n.mu.Unlock()
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-rung:
		return true, nil
	case <-timer.C:
		return false, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// relist tells whether the monitors have to be asked for: they may have changed
// since relist was last called. A nil news knows nothing.
func (n *news) relist() bool {
	if n == nil {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.tells || n.gone || n.monitors {
		n.monitors = false
		return true
	}
	return false
}

func (n *news) close() { n.conn.Close() }
