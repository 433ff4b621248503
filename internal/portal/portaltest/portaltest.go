// Package portaltest is a desktop portal for tests: it joins a real message bus,
// takes requests for pictures, and for mouse and keyboard, as real portals do, and
// answers them as a test wishes.
package portaltest

import (
	"errors"
	"strings"
	"sync/atomic"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

const (
	name    = "org.freedesktop.portal.Desktop"
	object  = "/org/freedesktop/portal/desktop"
	request = "org.freedesktop.portal.Request"
)

// Portal is a portal on a bus. It ends when it is closed.
type Portal struct {
	// Old makes it name requests as portals before version 0.9 did, as the caller
	// cannot foresee.
	Old atomic.Bool

	conn   *dbus.Conn
	answer func(Request)
	remote *remoteMethods // nil without the interface
}

// Request is a request that waits for an answer, mostly one for a picture.
type Request struct {
	Path        dbus.ObjectPath
	Interactive bool
	Closed      <-chan struct{} // closed when the caller takes it back

	portal *Portal
}

// Start joins the bus at an address as the session's portal, with a version of
// the interface for screenshots, or without that interface where it is 0. Each
// request is given to answer before its caller is told of it; answer may go on
// in a goroutine.
func Start(address string, version uint32, answer func(Request)) (*Portal, error) {
	return StartRemote(address, version, answer, nil)
}

// StartRemote is Start for a portal that offers mouse and keyboard as well, unless
// remote is nil.
func StartRemote(address string, version uint32, answer func(Request), remote *Remote) (*Portal, error) {
	conn, err := dbus.Connect(address)
	if err != nil {
		return nil, err
	}
	p := &Portal{conn: conn, answer: answer}
	if err := p.join(version, remote); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return p, nil
}

// StartCast joins the bus at an address as the session's portal, which shares the screen.
func StartCast(address string, cast *Cast) (*Portal, error) {
	conn, err := dbus.Connect(address)
	if err != nil {
		return nil, err
	}
	p := &Portal{conn: conn}
	p.remote = &remoteMethods{p: p, o: &cast.Remote, results: func(uint32) map[string]dbus.Variant {
		return map[string]dbus.Variant{"streams": dbus.MakeVariant(cast.Streams)}
	}}
	if err = conn.Export(castMethods{p.remote}, object, castName); err == nil {
		err = p.name(prop.Map{castName: {"version": {Value: cast.Version, Emit: prop.EmitConst}}})
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return p, nil
}

func (p *Portal) join(version uint32, remote *Remote) error {
	props := prop.Map{}
	if version > 0 {
		err := p.conn.Export(methods{p}, object, "org.freedesktop.portal.Screenshot")
		if err != nil {
			return err
		}
		props["org.freedesktop.portal.Screenshot"] = map[string]*prop.Prop{
			"version": {Value: version, Emit: prop.EmitConst},
		}
	}
	if remote != nil {
		p.remote = &remoteMethods{p: p, o: remote, results: func(types uint32) map[string]dbus.Variant {
			return map[string]dbus.Variant{"devices": dbus.MakeVariant(types)}
		}}
		if err := p.conn.Export(p.remote, object, remoteName); err != nil {
			return err
		}
		props[remoteName] = map[string]*prop.Prop{
			"version":              {Value: remote.Version, Emit: prop.EmitConst},
			"AvailableDeviceTypes": {Value: remote.Types, Emit: prop.EmitConst},
		}
	}
	return p.name(props)
}

// name takes the name of portals, with properties.
func (p *Portal) name(props prop.Map) error {
	if len(props) > 0 {
		if _, err := prop.Export(p.conn, object, props); err != nil {
			return err
		}
	}
	reply, err := p.conn.RequestName(name, dbus.NameFlagDoNotQueue)
	if err == nil && reply != dbus.RequestNameReplyPrimaryOwner {
		err = errors.New("the bus has a portal already")
	}
	return err
}

// Close leaves the bus, as a portal that crashes does.
func (p *Portal) Close() error {
	err := p.conn.Close()
	if p.remote != nil {
		p.remote.mu.Lock()
		defer p.remote.mu.Unlock()
		for _, f := range p.remote.files {
			err = errors.Join(err, f.Close())
		}
		p.remote.files = nil
	}
	return err
}

// methods are what callers see of a portal.
type methods struct{ p *Portal }

// Screenshot is the method of the interface.
func (m methods) Screenshot(caller dbus.Sender, _ string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	r, err := m.p.request(caller, options)
	if err != nil {
		return "", dbus.MakeFailedError(err)
	}
	r.Interactive, _ = options["interactive"].Value().(bool)
	m.p.answer(r)
	return r.Path, nil
}

// request makes what a caller waits for an answer by.
func (p *Portal) request(caller dbus.Sender, options map[string]dbus.Variant) (Request, error) {
	token, _ := options["handle_token"].Value().(string)
	if p.Old.Load() {
		token = "t1"
	}
	path := dbus.ObjectPath(object + "/request/" + who(caller) + "/" + token)
	closed := make(chan struct{})
	return Request{Path: path, Closed: closed, portal: p}, p.conn.Export(closer{closed}, path, request)
}

// who returns a caller's name as it is part of paths.
func who(caller dbus.Sender) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(caller), ":"), ".", "_")
}

// closer is what callers see of a request.
type closer struct{ closed chan struct{} }

// Close is the method of the interface. No caller calls it twice.
func (c closer) Close() *dbus.Error {
	close(c.closed)
	return nil
}

// Grant answers with the address of a file.
func (r Request) Grant(uri string) error {
	return r.Answer(0, map[string]dbus.Variant{"uri": dbus.MakeVariant(uri)})
}

// Answer answers with a code and results.
func (r Request) Answer(code uint32, results map[string]dbus.Variant) error {
	return r.Emit(code, results)
}

// Emit answers with anything, as no portal should.
func (r Request) Emit(body ...any) error {
	return r.portal.conn.Emit(r.Path, request+".Response", body...)
}
