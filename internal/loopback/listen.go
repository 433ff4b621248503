package loopback

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/user"
	"strconv"
	"strings"
	"sync"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// FreePort is the address for Listen that leaves the port to the system.
const FreePort = "127.0.0.1:0"

const (
	// maxConns is how many connections are served at once. A browser keeps six
	// to one server at the most, so that this is room for ten of them; it bounds
	// what requests, and pages that wait for news, take of the memory.
	maxConns = 64
	// maxTold is how many strangers are told of. One user can go by thousands
	// of numbers, those of the containers he may run.
	maxTold = 4
)

// Listen listens at host:port, where the host is a loopback number or the word
// localhost, which is taken for 127.0.0.1: a resolver might take it for anything.
//
// On Linux its connections are those of the user who runs this program, exactly:
// not even root's, through whose relays anybody might come. All others are reset
// before a byte of them is read, and so are those whose owner cannot be told,
// as where it was closed again at once. Other systems do not tell a program
// whose a connection is, nor does Linux in some sandboxes, which tell is then told
// of; there everybody on the machine can connect, and a page that is nobody's
// business needs an address that cannot be guessed.
//
// Tell is told of strangers, once for each user and a few times at most, in one
// printable line that begins with who it was; nil says nothing. Connections that
// were closed again at once are not told of: they asked for nothing that could be
// answered, and the person's own browser makes some ahead of need. It may be called
// from any goroutine, but not after Close has returned. The errors are
// *fault.Error.
func Listen(ctx context.Context, addr string, tell func(line string)) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, "the address "+addr+" is not of the form host:port", "give an address such as 127.0.0.1:8080")
	}
	if strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if ip = ip.Unmap(); err != nil || !ip.IsLoopback() || ip.Zone() != "" {
		return nil, fault.Plain("pages are served on this machine only, not on "+addr, "give a loopback address such as 127.0.0.1:8080")
	}
	var lc net.ListenConfig
	inner, err := lc.Listen(ctx, "tcp", net.JoinHostPort(ip.String(), port))
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, "the program cannot listen on "+addr+": "+err.Error(),
			"choose another port, or leave the address out to get a free one")
	}
	l := &listener{Listener: inner, tell: tell, told: make(map[int]bool), peer: peer}
	if err := canTell(inner.Addr().(*net.TCPAddr).AddrPort()); err != nil {
		l.peer = func(*net.TCPConn) (int, error) { return os.Geteuid(), nil }
		if tell != nil {
			tell(printable.Line("whoever is on this machine can open the page, as the system does not tell who it is: " + err.Error()))
		}
	}
	return l, nil
}

// listener lets nobody in but the user who runs this program.
type listener struct {
	net.Listener
	tell func(line string)
	peer func(*net.TCPConn) (uid int, err error)

	mu   sync.Mutex
	open int          // connections that are served
	told map[int]bool // users; nobody for those that are not known

	telling sync.Mutex // one line at a time, and none after Close
	closed  bool
}

// nobody is the number of a user that is not known.
const nobody = -1

// errGone is why the owner of a connection that was closed is not known: what
// the kernel still holds of it says root, whosever it was.
var errGone = errors.New("it was closed again at once")

// Accept returns the next connection of the user who runs this program.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := conn.(*net.TCPConn) // which is what a listener on tcp accepts
		uid, err := l.peer(c)
		if err == nil && uid == os.Geteuid() && l.enter() {
			return &guest{TCPConn: c, leave: sync.OnceFunc(l.leave)}, nil
		}
		_ = c.SetLinger(0) // reset: the kernel keeps nothing of it either
		_ = c.Close()
		switch {
		case errors.Is(err, errGone):
		case err != nil:
			l.stranger(nobody, func() string {
				return "somebody on this machine tried to open the page and was turned away, as who it was could not be told: " + printable.Line(err.Error())
			})
		case uid != os.Geteuid():
			l.stranger(uid, func() string { return strangerWords(uid) })
		}
	}
}

// enter counts a connection in, and returns false where there is no room.
func (l *listener) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= maxConns {
		return false
	}
	l.open++
	return true
}

func (l *listener) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
}

// stranger tells of a user, unless that was done. To look up a name, and to write
// to a terminal, may take long, which is not to hold up other connections.
func (l *listener) stranger(uid int, words func() string) {
	l.mu.Lock()
	silent := l.tell == nil || l.told[uid] || len(l.told) >= maxTold
	if !silent {
		l.told[uid] = true
	}
	l.mu.Unlock()
	if silent {
		return
	}
	go func() {
		line := words()
		l.telling.Lock()
		defer l.telling.Unlock()
		if !l.closed {
			l.tell(line)
		}
	}()
}

// Close ends the listener; connections that were accepted stay. It waits for a line
// that is being told.
func (l *listener) Close() error {
	err := l.Listener.Close()
	l.telling.Lock()
	defer l.telling.Unlock()
	l.closed = true
	return err
}

// guest is a connection that is counted.
type guest struct {
	*net.TCPConn
	leave func()
}

func (g *guest) Close() error {
	defer g.leave()
	return g.TCPConn.Close()
}

// strangerWords says who was turned away, and whom the page is for: with sudo
// the person at the browser is somebody else than who runs the program.
func strangerWords(uid int) string {
	words := fmt.Sprintf("%s on this machine tried to open the page and was turned away: it is for %s alone", userWords(uid), userWords(os.Geteuid()))
	if os.Geteuid() == 0 && os.Getenv("SUDO_UID") == strconv.Itoa(uid) {
		words += "; run autoqueens without sudo to open it yourself"
	}
	return words
}

// userWords names a user by name, or by number where there is no name to print.
func userWords(uid int) string {
	name := ""
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		name = printable.Line(u.Username)
	}
	if name == "" {
		return fmt.Sprintf("the user of number %d", uid)
	}
	return "user " + name
}
