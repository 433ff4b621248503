package portal

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/fault"
)

// What a remote session may use, as the interface counts it.
const (
	keyboard = 1
	pointer  = 2
)

// eisVersion is the first version of the interface that hands out a socket.
const eisVersion = 2

var mouse = facet{
	name:   remote,
	cannot: "the mouse of this Wayland session cannot be used",
	lacks:  "does not let programs use it",
	want:   "the use of the mouse",
	install: "install xdg-desktop-portal with the part for your desktop (xdg-desktop-portal-gnome or -kde: " +
		"GNOME 45 and KDE 6.1 are the first that do) and log in again, or use " + OtherSession,
}

// Remote is the person's leave to use mouse and keyboard, as long as it lasts. It
// shows nothing of the screen.
type Remote struct {
	*leave
	input net.Conn
}

// OpenRemote asks the desktop to let this program use mouse and keyboard, and the
// desktop asks the person, unless it remembers the answer by the token. It waits for
// that, two minutes at most; a question that is still open when ctx or the time ends
// is taken back. The error is ctx's cause where that ended, else a [fault.Error] of
// kind [fault.NoAccess].
func OpenRemote(ctx context.Context, o Options) (*Remote, error) {
	p, err := open(ctx, mouse)
	if err != nil {
		return nil, err
	}
	p.ask = leaveTimeout
	r, err := p.remote(ctx, o)
	if err != nil {
		p.Close()
		return nil, err
	}
	return r, nil
}

// remote is OpenRemote over a connection that stands.
func (p *Portal) remote(ctx context.Context, o Options) (*Remote, error) {
	if err := p.canRemote(ctx); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.ask, errNoAnswer)
	defer cancel()
	r, err := p.lend(limited, o)
	if err != nil {
		return nil, p.explainRemote(ctx, limited, err)
	}
	return r, nil
}

// canRemote returns why the desktop lets no program use the mouse, nil where it may
// after it has asked the person.
func (p *Portal) canRemote(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	devices, err := p.number(limited, remote, "AvailableDeviceTypes")
	switch {
	case err != nil:
		return whyNot(ctx, err, mouse.unanswered)
	case p.version < eisVersion:
		return fault.Newf(fault.NoAccess, mouse.install,
			"%s: its desktop portal is too old for that (version %d of RemoteDesktop, and it takes %d)", mouse.cannot, p.version, eisVersion)
	case devices&pointer == 0:
		return fault.New(fault.NoAccess, mouse.cannot+": its desktop portal has no mouse to offer", mouse.install)
	}
	return nil
}

// CanRemote returns why OpenRemote could not serve here, nil where it may. It asks
// the person nothing.
func CanRemote(ctx context.Context) error {
	p, err := open(ctx, mouse)
	if err != nil {
		return err
	}
	defer p.Close()
	return p.canRemote(ctx)
}

// lend makes the session and joins its socket.
func (p *Portal) lend(ctx context.Context, o Options) (*Remote, error) {
	l, results, err := p.leave(ctx, o, ask{
		of: remote, choose: remote + ".SelectDevices", question: Question,
		options: map[string]dbus.Variant{"types": dbus.MakeVariant(uint32(keyboard | pointer))},
	})
	if err != nil {
		return nil, err
	}
	r := &Remote{leave: l}
	if given, _ := results["devices"].Value().(uint32); given&pointer == 0 {
		err = errNoMouse
	} else {
		r.input, err = l.socket(ctx, remote+".ConnectToEIS")
	}
	if err != nil {
		l.end()
		return nil, err
	}
	return r, nil
}

// Input returns the socket for input, which belongs to the caller: see
// [autoqueens/internal/ei].
func (r *Remote) Input() net.Conn { return r.input }

// Close gives the leave back, and the socket with it.
func (r *Remote) Close() error {
	_ = r.input.Close() // its owner may have done so
	return r.leave.Close()
}

// Question says in words what a person has to do when this desktop asks whether a
// program may use the mouse.
func Question() string {
	switch {
	case OnGNOME():
		return "the desktop asks now: switch on “Allow Remote Interaction”, then press Share"
	case OnKDE():
		return "the desktop asks now: tick “Allow restoring on future sessions”, then press Share"
	}
	return "the desktop asks now: let this program use mouse and keyboard, and let it be remembered"
}

// OnGNOME tells whether this session is GNOME's, or of a desktop made from it.
func OnGNOME() bool { return on("gnome") }

// OnKDE is the same for KDE's.
func OnKDE() bool { return on("kde") }

func on(desktop string) bool {
	return strings.Contains(strings.ToLower(os.Getenv("XDG_CURRENT_DESKTOP")), desktop)
}

var errNoMouse = errors.New("the mouse was not among what was allowed")

// explainRemote turns what kept a session from being into what a person can act on.
func (p *Portal) explainRemote(ctx, limited context.Context, err error) error {
	if errors.Is(err, errNoMouse) {
		err = fault.Wrap(err, fault.NoAccess,
			"the desktop was told to share, but not the mouse",
			"run it again and switch on “Allow Remote Interaction” before you press Share")
	}
	return p.withheld(ctx, limited, err, mouse, leaveWords{
		unanswered: "nobody let this program use the mouse within %v",
		declined:   "the use of the mouse was asked for and declined",
		again:      "run it again and allow it, or see the answer without clicks with `autoqueens play --dry-run`",
		refused:    "the desktop does not let this program use the mouse",
		settings:   "see its settings for sharing and remote control, or see the answer without clicks with `autoqueens play --dry-run`",
	})
}
