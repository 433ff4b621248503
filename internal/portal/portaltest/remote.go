package portaltest

import (
	"os"
	"sync"

	"github.com/godbus/dbus/v5"
)

const (
	remoteName  = "org.freedesktop.portal.RemoteDesktop"
	castName    = "org.freedesktop.portal.ScreenCast"
	sessionName = "org.freedesktop.portal.Session"
)

// Remote says what a portal does that offers mouse and keyboard.
type Remote struct {
	Version uint32
	Types   uint32 // 1 is the keyboard, 2 the mouse
	// Dialog is shown to the person where there is no token that is good. It may go on
	// in a goroutine.
	Dialog func(Dialog)
	// Input makes the socket for input. Its file is the portal's, and closed with it.
	Input func() (*os.File, error)
	// Token is the one that is good, as from an earlier session. Each is good for once.
	Token string
}

// Cast is Remote for a portal that shares the screen: its Input is the socket of the media server,
// and its Types are of no account.
type Cast struct {
	Remote
	Streams any // as the interface has them
}

// Dialog is the question to the person.
type Dialog struct {
	Request
	remote *remoteMethods
}

// Share lets the program use the devices of some types, and has the answer remembered
// by token unless that is "".
func (d Dialog) Share(types uint32, token string) error {
	return d.remote.grant(d.Request, types, token)
}

// Cancel declines.
func (d Dialog) Cancel() error { return d.Answer(1, map[string]dbus.Variant{}) }

// remoteMethods are what callers see of a portal that offers mouse and keyboard.
type remoteMethods struct {
	p       *Portal
	o       *Remote
	results func(types uint32) map[string]dbus.Variant // of a leave, but for the token

	mu      sync.Mutex
	session dbus.ObjectPath // the latest one
	token   string          // that its caller came with
	persist uint32
	types   uint32
	closed  chan struct{} // closed with the session
	files   []*os.File    // that were handed out
}

// CreateSession is the method of the interface.
func (m *remoteMethods) CreateSession(caller dbus.Sender, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	r, err := m.p.request(caller, options)
	if err != nil {
		return "", dbus.MakeFailedError(err)
	}
	token, _ := options["session_handle_token"].Value().(string)
	path := dbus.ObjectPath(object + "/session/" + who(caller) + "/" + token)
	closed := make(chan struct{})
	if err := m.p.conn.Export(closer{closed}, path, sessionName); err != nil {
		return "", dbus.MakeFailedError(err)
	}
	m.mu.Lock()
	m.session, m.closed = path, closed
	m.mu.Unlock()
	_ = r.Answer(0, map[string]dbus.Variant{"session_handle": dbus.MakeVariant(string(path))})
	return r.Path, nil
}

// SelectDevices is the method of the interface.
func (m *remoteMethods) SelectDevices(caller dbus.Sender, session dbus.ObjectPath, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	r, err := m.request(caller, session, options)
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	m.token, _ = options["restore_token"].Value().(string)
	m.persist, _ = options["persist_mode"].Value().(uint32)
	m.types, _ = options["types"].Value().(uint32)
	m.mu.Unlock()
	_ = r.Answer(0, map[string]dbus.Variant{})
	return r.Path, nil
}

// Start is the method of the interface.
func (m *remoteMethods) Start(caller dbus.Sender, session dbus.ObjectPath, _ string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	r, err := m.request(caller, session, options)
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	known := m.token != "" && m.token == m.o.Token
	types := m.types & m.o.Types
	m.mu.Unlock()
	if known {
		_ = m.grant(r, types, m.token+"+")
	} else {
		m.o.Dialog(Dialog{r, m})
	}
	return r.Path, nil
}

// ConnectToEIS is the method of the interface.
func (m *remoteMethods) ConnectToEIS(session dbus.ObjectPath, _ map[string]dbus.Variant) (dbus.UnixFD, *dbus.Error) {
	return m.socket(session)
}

// socket hands out the socket of a session.
func (m *remoteMethods) socket(session dbus.ObjectPath) (dbus.UnixFD, *dbus.Error) {
	if !m.is(session) {
		return 0, dbus.MakeFailedError(os.ErrNotExist)
	}
	file, err := m.o.Input()
	if err != nil {
		return 0, dbus.MakeFailedError(err)
	}
	m.mu.Lock()
	m.files = append(m.files, file) // it is sent after this
	m.mu.Unlock()
	return dbus.UnixFD(file.Fd()), nil
}

func (m *remoteMethods) request(caller dbus.Sender, session dbus.ObjectPath, options map[string]dbus.Variant) (Request, *dbus.Error) {
	if !m.is(session) {
		return Request{}, dbus.MakeFailedError(os.ErrNotExist)
	}
	r, err := m.p.request(caller, options)
	if err != nil {
		return r, dbus.MakeFailedError(err)
	}
	return r, nil
}

func (m *remoteMethods) is(session dbus.ObjectPath) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return session == m.session
}

// grant answers that a session may use devices.
func (m *remoteMethods) grant(r Request, types uint32, token string) error {
	results := m.results(types)
	m.mu.Lock()
	m.o.Token = ""
	if token != "" && m.persist == 2 {
		m.o.Token = token
		results["restore_token"] = dbus.MakeVariant(token)
	}
	m.mu.Unlock()
	return r.Answer(0, results)
}

// EndSession ends the latest session, as when the person stops sharing.
func (p *Portal) EndSession() error {
	p.remote.mu.Lock()
	defer p.remote.mu.Unlock()
	return p.conn.Emit(p.remote.session, sessionName+".Closed", map[string]dbus.Variant{})
}

// SessionClosed is closed when the caller has ended the latest session.
func (p *Portal) SessionClosed() <-chan struct{} {
	p.remote.mu.Lock()
	defer p.remote.mu.Unlock()
	return p.remote.closed
}

// castMethods are what callers see of a portal that shares the screen.
type castMethods struct{ *remoteMethods }

// SelectSources is the method of the interface.
func (m castMethods) SelectSources(caller dbus.Sender, session dbus.ObjectPath, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	return m.SelectDevices(caller, session, options)
}

// OpenPipeWireRemote is the method of the interface.
func (m castMethods) OpenPipeWireRemote(session dbus.ObjectPath, _ map[string]dbus.Variant) (dbus.UnixFD, *dbus.Error) {
	return m.socket(session)
}
