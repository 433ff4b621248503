package portal

import (
	"context"
	"image"
	"net"

	"github.com/godbus/dbus/v5"
)

const cast = "org.freedesktop.portal.ScreenCast"

// What a cast shows, as the interface counts it.
const (
	monitors      = 1
	hiddenPointer = 1
)

var casts = facet{
	name:    cast,
	cannot:  "the screen of this Wayland session cannot be seen",
	lacks:   "shares no screen",
	want:    "a cast of the screen",
	install: install,
}

// Monitor is what one stream of a cast shows.
type Monitor struct {
	Node uint32       // of the media server; see [autoqueens/internal/pipewire]
	At   *image.Point // where it lies for the pointer; nil where the desktop does not tell, as KDE's
	Size image.Point  // its size there; zero where the desktop does not tell
}

// Cast is the person's leave to see what monitors show, as it changes, as long as it lasts. The
// desktop shows the person all the while that the screen is shared.
type Cast struct {
	*leave
	Monitors []Monitor // that the person has chosen, at least one
	media    net.Conn
}

// OpenCast asks the desktop to share monitors with this program, without the pointer, and the
// desktop asks the person which, unless it remembers the answer by the token. It waits for that,
// two minutes at most; a question that is still open when ctx or the time ends is taken back.
// The error is ctx's cause where that ended, else a [fault.Error] of kind [fault.NoAccess].
func OpenCast(ctx context.Context, o Options) (*Cast, error) {
	p, err := open(ctx, casts)
	if err != nil {
		return nil, err
	}
	p.ask = leaveTimeout
	limited, cancel := context.WithTimeoutCause(ctx, p.ask, errNoAnswer)
	defer cancel()
	go wake(limited, p.conn)
	c, err := p.cast(limited, o)
	if err != nil {
		err = p.explainCast(ctx, limited, err)
		p.Close()
		return nil, err
	}
	return c, nil
}

// CanCast returns why the desktop shares no screen, nil where it may after it has asked the person.
func CanCast(ctx context.Context) error {
	p, err := open(ctx, casts)
	if err != nil {
		return err
	}
	return p.Close()
}

// cast makes the session and joins the media server.
func (p *Portal) cast(ctx context.Context, o Options) (_ *Cast, err error) {
	l, results, err := p.leave(ctx, o, ask{
		of: cast, choose: cast + ".SelectSources", question: castQuestion,
		options: map[string]dbus.Variant{
			"types": dbus.MakeVariant(uint32(monitors)), "multiple": dbus.MakeVariant(true),
			"cursor_mode": dbus.MakeVariant(uint32(hiddenPointer)),
		},
	})
	if err != nil {
		return nil, err
	}
	c := &Cast{leave: l, Monitors: streams(results["streams"])}
	if len(c.Monitors) == 0 {
		err = errNoSense
	} else {
		c.media, err = l.socket(ctx, cast+".OpenPipeWireRemote")
	}
	if err != nil {
		l.end()
		return nil, err
	}
	return c, nil
}

// streams reads an answer's list of streams, each a number and what is told of it.
func streams(v dbus.Variant) []Monitor {
	list, _ := v.Value().([][]any)
	var all []Monitor
	for _, s := range list {
		if len(s) != 2 {
			return nil
		}
		node, ok := s[0].(uint32)
		about, full := s[1].(map[string]dbus.Variant)
		if !ok || !full {
			return nil
		}
		m := Monitor{Node: node}
		m.Size, _ = pair(about["size"])
		if at, placed := pair(about["position"]); placed {
			m.At = &at
		}
		all = append(all, m)
	}
	return all
}

// pair reads two numbers.
func pair(v dbus.Variant) (image.Point, bool) {
	list, _ := v.Value().([]any)
	if len(list) != 2 {
		return image.Point{}, false
	}
	x, ok := list[0].(int32)
	y, also := list[1].(int32)
	return image.Pt(int(x), int(y)), ok && also
}

// Media returns the socket of the media server, which belongs to the caller.
func (c *Cast) Media() net.Conn { return c.media }

// Close gives the leave back, and the socket with it.
func (c *Cast) Close() error {
	_ = c.media.Close() // its owner may have done so
	return c.leave.Close()
}

// castQuestion says in words what a person has to do when the desktop asks what to share.
func castQuestion() string {
	return "the desktop asks now: choose the monitor with the game, let the answer be remembered, and press Share"
}

// explainCast turns what kept a cast from being into what a person can act on.
func (p *Portal) explainCast(ctx, limited context.Context, err error) error {
	return p.withheld(ctx, limited, err, casts, leaveWords{
		unanswered: "nobody let this program see the screen within %v",
		declined:   "a look at the screen was asked for and declined",
		again:      "run it again, choose the monitor with the game and press Share",
		refused:    "the desktop does not let this program see the screen",
		settings:   "see its settings for sharing the screen",
	})
}
