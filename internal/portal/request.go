package portal

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/fault"
)

// Screenshot asks for a picture of all monitors and returns it, opaque, its
// first pixel at 0,0; what lies between monitors is black. It waits for the
// person's answer where the desktop asks one, for a minute at most; a question
// that is still open when ctx or the time ends is taken back.
//
// The file in which the desktop hands the picture over is removed when it is
// surely one that was made for this call: named by the answer, an ordinary file
// of this user with no other name, and created since the call began, by the file
// system's own account. Where the file was there before, or the file system does
// not tell when a file was created, it stays.
//
// The error is ctx's cause where that ended, else a *fault.Error of kind
// NoAccess.
func (p *Portal) Screenshot(ctx context.Context) (*image.RGBA, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.ask, errNoAnswer)
	defer cancel()
	go wake(limited, p.conn)
	began := fileClock()
	results, err := p.request(limited, screenshot+".Screenshot", map[string]dbus.Variant{
		"interactive": dbus.MakeVariant(false), // the whole screen, without a choice of what and when
	}, "")
	uri, _ := results["uri"].Value().(string)
	if err == nil && uri == "" {
		err = errors.New("its answer names no picture")
	}
	if err != nil {
		return nil, p.explain(ctx, limited, err)
	}
	img, err := take(limited, uri, began)
	if err != nil && limited.Err() != nil {
		return nil, p.explain(ctx, limited, err)
	}
	return img, err
}

// What keeps a request from being answered.
var (
	errNoAnswer = errors.New("nobody answered")
	errGone     = errors.New("the portal ended before it answered")
	errNoSense  = errors.New("its answer makes no sense")
)

// refusal is an answer that is no picture.
type refusal struct{ code uint32 }

func (r refusal) Error() string { return fmt.Sprintf("the answer has the code %d", r.code) }

// The codes of answers.
const (
	granted   = 0
	cancelled = 1 // by the person
)

// request calls a method that is answered later, by way of a request, and returns the
// results in its answer. Options come last among a method's arguments.
func (p *Portal) request(ctx context.Context, method string, options map[string]dbus.Variant, args ...any) (map[string]dbus.Variant, error) {
	signals := make(chan *dbus.Signal, 16)
	p.conn.Signal(signals)
	defer p.conn.RemoveSignal(signals)

	// The answer can come before the call returns, so its path is agreed on
	// beforehand. Older portals choose another one.
	token := "autoqueens_" + random()
	path := dbus.ObjectPath(requests + p.sender() + "/" + token)
	// Anybody on the bus can send us a signal; only the portal's counts.
	var owner string
	if err := p.conn.BusObject().CallWithContext(ctx, bus+".GetNameOwner", 0, service).Store(&owner); err != nil {
		return nil, err
	}
	options["handle_token"] = dbus.MakeVariant(token)
	var handle dbus.ObjectPath
	err := p.conn.Object(service, object).CallWithContext(ctx, method, 0, append(args, options)...).Store(&handle)
	if err != nil {
		if ctx.Err() != nil {
			p.takeBack(path)
		}
		return nil, err
	}
	for {
		select {
		case s, open := <-signals:
			switch {
			case !open:
				return nil, dbus.ErrClosed
			case gone(s, owner):
				return nil, errGone
			case s.Name == request+".Response" && s.Sender == owner && (s.Path == handle || s.Path == path):
				return answered(s.Body)
			}
		case <-ctx.Done():
			p.takeBack(handle)
			return nil, ctx.Err()
		}
	}
}

// sender returns this program's name on the bus, as it is part of paths.
func (p *Portal) sender() string {
	return strings.ReplaceAll(strings.TrimPrefix(p.conn.Names()[0], ":"), ".", "_")
}

// gone tells whether a signal says that the portal with a name on the bus has ended.
func gone(s *dbus.Signal, owner string) bool {
	return s.Name == bus+"."+ownerChanged && s.Sender == bus &&
		len(s.Body) == 3 && s.Body[0] == service && s.Body[1] == owner
}

// takeBack tells the portal that nobody waits for an answer any more, so that a
// question to the person disappears.
func (p *Portal) takeBack(handle dbus.ObjectPath) {
	p.conn.Object(service, handle).Go(request+".Close", dbus.FlagNoReplyExpected, nil)
}

// answered returns the results in an answer. Its parts have to be of the types that
// the interface has: the library turns numbers into others that fit less, and into
// text, and panics where there is nothing to turn.
func answered(body []any) (map[string]dbus.Variant, error) {
	if len(body) != 2 {
		return nil, errNoSense
	}
	code, ok := body[0].(uint32)
	results, full := body[1].(map[string]dbus.Variant)
	if !ok || !full {
		return nil, errNoSense
	}
	if code != granted {
		return nil, refusal{code}
	}
	return results, nil
}

// random returns a word that nobody can guess.
func random() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

// explain turns what a request ended with into what a person can act on.
func (p *Portal) explain(ctx, limited context.Context, err error) error {
	no, refused := errors.AsType[refusal](err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(context.Cause(limited), errNoAnswer):
		return fault.Wrap(ErrDeclined, fault.NoAccess,
			fmt.Sprintf("the desktop did not hand over a picture of the screen within %v", p.ask.Round(time.Second)),
			"allow the picture when the desktop asks; if it does not ask, log out and in")
	case refused && no.code == cancelled:
		return fault.Wrap(errors.Join(ErrDeclined, err), fault.NoAccess,
			"a picture of the screen was asked for and declined",
			"run it again and allow the picture")
	case refused:
		// The portal does not tell an earlier no from a failure of its own.
		return fault.Wrap(err, fault.NoAccess,
			"the desktop does not let this program see the screen",
			"if that was once declined, allow it in the privacy settings, or let it be asked again with "+
				"`flatpak permission-remove screenshot screenshot`")
	}
	return pictures.unanswered(err)
}
