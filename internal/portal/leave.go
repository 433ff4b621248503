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

// untilRevoked is the interfaces' persist_mode for an answer that holds from run to
// run.
const untilRevoked = 2

const (
	// leaveTimeout is how long the person may take to answer: there may be a switch to
	// find.
	leaveTimeout = 2 * time.Minute
	// restoreTimeout is how long a desktop may take that remembers the person's
	// answer, before it is taken for one that asks. It was seen to take some 10 ms.
	restoreTimeout = time.Second
	// maxToken is how long a token may be, bytes; they have 36.
	maxToken = 4096
)

// Options say how the person's leave is to be had.
type Options struct {
	// Token is the path of the file that keeps what the desktop gives for not asking
	// again. "" keeps nothing.
	Token string
	// Ask is told, where it is set, what the person has to do when the desktop asks:
	// before it does, as far as that is known.
	Ask func(words string)
}

// ErrDeclined says that the person has declined what was asked for, or has not answered.
var ErrDeclined = errors.New("the person has not agreed")

type askingKey struct{}

// Asking returns a context in which words is told what the person has to do when the desktop asks,
// before it does, as far as that is known. Who must not ask without a word looks at [Asker].
func Asking(ctx context.Context, words func(string)) context.Context {
	return context.WithValue(ctx, askingKey{}, words)
}

// Asker returns what is to be told before the person is asked, nil where that may not be.
func Asker(ctx context.Context) (words func(string)) {
	words, _ = ctx.Value(askingKey{}).(func(string))
	return words
}

// leave is the person's leave to do something, as long as it lasts: a session of one of
// the portal's interfaces.
type leave struct {
	portal  *Portal
	session dbus.ObjectPath
	ended   chan struct{}
	closing sync.Once
}

// ask says what a leave is asked for.
type ask struct {
	of       string                  // the interface
	choose   string                  // its method that takes what is asked for
	options  map[string]dbus.Variant // of that
	question func() string           // what the person has to do then, in words
}

// leave makes a session, and has the desktop ask the person unless it remembers the answer
// by the token. It returns what the answer says.
func (p *Portal) leave(ctx context.Context, o Options, a ask) (_ *leave, results map[string]dbus.Variant, err error) {
	made, err := p.request(ctx, a.of+".CreateSession", map[string]dbus.Variant{
		"session_handle_token": dbus.MakeVariant("autoqueens_" + random()),
	})
	if err != nil {
		return nil, nil, err
	}
	// Some portals name the session otherwise than agreed.
	l := &leave{portal: p, ended: make(chan struct{})}
	switch handle := made["session_handle"].Value().(type) {
	case string:
		l.session = dbus.ObjectPath(handle)
	case dbus.ObjectPath:
		l.session = handle
	}
	if !l.session.IsValid() {
		return nil, nil, errNoSense
	}
	defer func() {
		if err != nil {
			l.end()
		}
	}()
	if err = l.watch(ctx); err != nil {
		return nil, nil, err
	}
	token := readToken(o.Token)
	a.options["persist_mode"] = dbus.MakeVariant(uint32(untilRevoked))
	if token != "" {
		a.options["restore_token"] = dbus.MakeVariant(token)
	}
	if _, err = p.request(ctx, a.choose, a.options, l.session); err != nil {
		return nil, nil, err
	}
	tell := func() {
		if o.Ask != nil {
			o.Ask(a.question())
		}
	}
	if token == "" {
		tell()
	} else {
		// A desktop that has forgotten asks as it did the first time.
		late := time.AfterFunc(restoreTimeout, tell)
		defer late.Stop()
	}
	if results, err = p.request(ctx, a.of+".Start", map[string]dbus.Variant{}, l.session, ""); err != nil {
		return nil, nil, err
	}
	next, _ := results["restore_token"].Value().(string)
	if err = keepToken(o.Token, next); err != nil {
		return nil, nil, err
	}
	return l, results, nil
}

// socket joins a socket of the session that a method hands out.
func (l *leave) socket(ctx context.Context, method string) (net.Conn, error) {
	var fd dbus.UnixFD
	err := l.portal.conn.Object(service, object).CallWithContext(ctx, method, 0, l.session, map[string]dbus.Variant{}).Store(&fd)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "socket")
	defer file.Close()
	return net.FileConn(file)
}

// watch closes ended when the desktop ends the session, or itself.
func (l *leave) watch(ctx context.Context) error {
	conn := l.portal.conn
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
		defer close(l.ended)
		for s := range signals { // until the connection is closed
			if gone(s, owner) || s.Name == session+".Closed" && s.Sender == owner && s.Path == l.session {
				conn.RemoveSignal(signals)
				return
			}
		}
	}()
	return nil
}

// Ended is closed when the leave is over: the person has taken it back, the desktop
// has ended, or Close was called.
func (l *leave) Ended() <-chan struct{} { return l.ended }

// end tells the desktop that the session is over.
func (l *leave) end() {
	call := l.portal.conn.Object(service, l.session).Go(session+".Close", 0, make(chan *dbus.Call, 1))
	select {
	case <-call.Done:
	case <-time.After(restoreTimeout):
	}
}

// Close gives the leave back.
func (l *leave) Close() error {
	var err error
	l.closing.Do(func() {
		l.end()
		err = l.portal.Close()
		<-l.ended
	})
	return err
}

// leaveWords say why a leave is not had, and what to do.
type leaveWords struct {
	unanswered        string // with a place for how long was waited
	declined, again   string // by the person
	refused, settings string // by the desktop
}

// withheld turns what kept a leave from being had into what a person can act on.
func (p *Portal) withheld(ctx, limited context.Context, err error, f facet, words leaveWords) error {
	no, refused := errors.AsType[refusal](err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(context.Cause(limited), errNoAnswer):
		return fault.Wrap(ErrDeclined, fault.NoAccess, fmt.Sprintf(words.unanswered, p.ask.Round(time.Second)),
			"run it again and answer the desktop's question; if it asks none, log out and in")
	case refused && no.code == cancelled:
		return fault.Wrap(errors.Join(ErrDeclined, err), fault.NoAccess, words.declined, words.again)
	case refused:
		return fault.Wrap(err, fault.NoAccess, words.refused, words.settings)
	}
	if told, ok := errors.AsType[*fault.Error](err); ok {
		return told
	}
	return f.unanswered(err)
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
