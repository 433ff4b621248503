package portal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
)

// What a remote session may use, as the interface counts it.
const (
	keyboard = 1
	pointer  = 2
)

// untilRevoked is the interface's persist_mode for an answer that holds from run to
// run.
const untilRevoked = 2

// eisVersion is the first version of the interface that hands out a socket.
const eisVersion = 2

const (
	// remoteTimeout is how long the person may take to let this program use the mouse:
	// there is a switch to find.
	remoteTimeout = 2 * time.Minute
	// restoreTimeout is how long a desktop may take that remembers the person's
	// answer, before it is taken for one that asks. It was seen to take some 10 ms.
	restoreTimeout = time.Second
	// maxToken is how long a token may be, bytes; they have 36.
	maxToken = 4096
)

var mouse = facet{
	name:   remote,
	cannot: "the mouse of this Wayland session cannot be used",
	lacks:  "does not let programs use it",
	want:   "the use of the mouse",
	install: "install xdg-desktop-portal with the part for your desktop (xdg-desktop-portal-gnome or -kde: " +
		"GNOME 45 and KDE 6.1 are the first that do) and log in again, or use an X11 session",
}

// RemoteOptions says how a Remote is to be opened.
type RemoteOptions struct {
	// Token is the path of the file that keeps what the desktop gives for not asking
	// again. "" keeps nothing.
	Token string
	// Ask is told, where it is set, what the person has to do when the desktop asks:
	// before it does, as far as that is known.
	Ask func(words string)
}

// Remote is the person's leave to use mouse and keyboard, as long as it lasts. It
// shows nothing of the screen.
type Remote struct {
	portal  *Portal
	session dbus.ObjectPath
	input   net.Conn
	ended   chan struct{}
	closing sync.Once
}

// OpenRemote asks the desktop to let this program use mouse and keyboard, and the
// desktop asks the person, unless it remembers the answer by the token. It waits for
// that, two minutes at most; a question that is still open when ctx or the time ends
// is taken back. The error is ctx's cause where that ended, else a [fault.Error] of
// kind [fault.NoAccess].
func OpenRemote(ctx context.Context, o RemoteOptions) (*Remote, error) {
	p, err := open(ctx, mouse)
	if err != nil {
		return nil, err
	}
	p.ask = remoteTimeout
	r, err := p.remote(ctx, o)
	if err != nil {
		p.Close()
		return nil, err
	}
	return r, nil
}

// remote is OpenRemote over a connection that stands.
func (p *Portal) remote(ctx context.Context, o RemoteOptions) (*Remote, error) {
	if err := p.canRemote(ctx); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.ask, errNoAnswer)
	defer cancel()
	r := &Remote{portal: p, ended: make(chan struct{})}
	err := r.start(limited, o)
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

// start makes the session and joins its socket.
func (r *Remote) start(ctx context.Context, o RemoteOptions) (err error) {
	p := r.portal
	// Some portals name the session otherwise than agreed.
	made, err := p.request(ctx, remote+".CreateSession", map[string]dbus.Variant{
		"session_handle_token": dbus.MakeVariant("autoqueens_" + random()),
	})
	if err != nil {
		return err
	}
	switch handle := made["session_handle"].Value().(type) {
	case string:
		r.session = dbus.ObjectPath(handle)
	case dbus.ObjectPath:
		r.session = handle
	}
	if !r.session.IsValid() {
		return errNoSense
	}
	defer func() {
		if err != nil {
			r.end()
		}
	}()
	if err = r.watch(ctx); err != nil {
		return err
	}
	token := readToken(o.Token)
	devices := map[string]dbus.Variant{
		"types":        dbus.MakeVariant(uint32(keyboard | pointer)),
		"persist_mode": dbus.MakeVariant(uint32(untilRevoked)),
	}
	if token != "" {
		devices["restore_token"] = dbus.MakeVariant(token)
	}
	if _, err = p.request(ctx, remote+".SelectDevices", devices, r.session); err != nil {
		return err
	}
	ask := func() {
		if o.Ask != nil {
			o.Ask(Question())
		}
	}
	if token == "" {
		ask()
	} else {
		// A desktop that has forgotten asks as it did the first time.
		late := time.AfterFunc(restoreTimeout, ask)
		defer late.Stop()
	}
	results, err := p.request(ctx, remote+".Start", map[string]dbus.Variant{}, r.session, "")
	if err != nil {
		return err
	}
	if given, _ := results["devices"].Value().(uint32); given&pointer == 0 {
		return errNoMouse
	}
	next, _ := results["restore_token"].Value().(string)
	if err = keepToken(o.Token, next); err != nil {
		return err
	}
	return r.connect(ctx)
}

// connect joins the session's socket for input.
func (r *Remote) connect(ctx context.Context) error {
	var fd dbus.UnixFD
	err := r.portal.conn.Object(service, object).CallWithContext(ctx, remote+".ConnectToEIS", 0, r.session, map[string]dbus.Variant{}).Store(&fd)
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(fd), "input")
	defer file.Close()
	r.input, err = net.FileConn(file)
	return err
}

// watch closes ended when the desktop ends the session, or itself.
func (r *Remote) watch(ctx context.Context) error {
	conn := r.portal.conn
	err := conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(service),
		dbus.WithMatchInterface(session), dbus.WithMatchMember("Closed"))
	if err != nil {
		return err
	}
	var owner string
	if err := conn.BusObject().CallWithContext(ctx, bus+".GetNameOwner", 0, service).Store(&owner); err != nil {
		return err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	go func() {
		defer close(r.ended)
		for s := range signals { // until the connection is closed
			if gone(s, owner) || s.Name == session+".Closed" && s.Sender == owner && s.Path == r.session {
				conn.RemoveSignal(signals)
				return
			}
		}
	}()
	return nil
}

// Input returns the socket for input, which belongs to the caller: see
// [autoqueens/internal/ei].
func (r *Remote) Input() net.Conn { return r.input }

// Ended is closed when the leave is over: the person has taken it back, the desktop
// has ended, or Close was called.
func (r *Remote) Ended() <-chan struct{} { return r.ended }

// end tells the desktop that the session is over.
func (r *Remote) end() {
	call := r.portal.conn.Object(service, r.session).Go(session+".Close", 0, make(chan *dbus.Call, 1))
	select {
	case <-call.Done:
	case <-time.After(restoreTimeout):
	}
}

// Close gives the leave back, and the socket with it.
func (r *Remote) Close() error {
	var err error
	r.closing.Do(func() {
		_ = r.input.Close() // its owner may have done so
		r.end()
		err = r.portal.Close()
		<-r.ended
	})
	return err
}

// Question says in words what a person has to do when this desktop asks whether a
// program may use the mouse.
func Question() string {
	desktop := strings.ToLower(os.Getenv("XDG_CURRENT_DESKTOP"))
	switch {
	case strings.Contains(desktop, "gnome"):
		return "the desktop asks now: switch on “Allow Remote Interaction”, then press Share"
	case strings.Contains(desktop, "kde"):
		return "the desktop asks now: tick “Allow restoring on future sessions”, then press Share"
	}
	return "the desktop asks now: let this program use mouse and keyboard, and let it be remembered"
}

var errNoMouse = errors.New("the mouse was not among what was allowed")

// explainRemote turns what kept a session from being into what a person can act on.
func (p *Portal) explainRemote(ctx, limited context.Context, err error) error {
	no, refused := errors.AsType[refusal](err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(context.Cause(limited), errNoAnswer):
		return fault.Newf(fault.NoAccess,
			"run it again and answer the desktop's question; if it asks none, log out and in, or use an X11 session",
			"nobody let this program use the mouse within %v", p.ask.Round(time.Second))
	case errors.Is(err, errNoMouse):
		return fault.Wrap(err, fault.NoAccess,
			"the desktop was told to share, but not the mouse",
			"run it again and switch on “Allow Remote Interaction” before you press Share")
	case refused && no.code == cancelled:
		return fault.Wrap(err, fault.NoAccess,
			"the use of the mouse was asked for and declined",
			"run it again and allow it, or see the answer without clicks with `autoqueens play --dry-run`")
	case refused:
		return fault.Wrap(err, fault.NoAccess,
			"the desktop does not let this program use the mouse",
			"see its settings for sharing and remote control, or see the answer without clicks with `autoqueens play --dry-run`")
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return mouse.unanswered(err)
}

// readToken returns the token in a file, "" where there is none that can be one.
func readToken(path string) string {
	if path == "" {
		return ""
	}
	data, err := atomicfile.Head(path, maxToken+1)
	token := strings.TrimSpace(string(data))
	if err != nil || len(data) > maxToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return token
}

// Remembered tells whether there is a token at path, so that the desktop may not ask.
func Remembered(path string) bool { return readToken(path) != "" }

// keepToken writes the next token to a file, for the person alone. Each is good for
// once, so without a next one there is none.
func keepToken(path, token string) error {
	if path == "" {
		return nil
	}
	if token == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the old answer cannot be forgotten: %w", err)
		}
		return nil
	}
	err := atomicfile.Folder(filepath.Dir(path))
	if err == nil {
		err = atomicfile.WriteData(path, atomicfile.Private, []byte(token+"\n"))
	}
	if err != nil {
		return fault.Wrap(err, fault.Failed,
			"the desktop's answer cannot be kept: "+err.Error(),
			"make room for it, or it would ask again each time")
	}
	return nil
}
