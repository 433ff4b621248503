package loopback_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
	"autoqueens/internal/loopback/loopbacktest"
)

// told collects the lines about strangers.
type told struct {
	mu    sync.Mutex
	lines []string
}

func (l *told) tell(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

// wait returns the lines when there are so many.
func (l *told) wait(t *testing.T, n int) []string {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		l.mu.Lock()
		lines := append([]string(nil), l.lines...)
		l.mu.Unlock()
		if len(lines) >= n {
			return lines
		}
		if time.Now().After(deadline) {
			t.Fatalf("told %q, want %d lines", lines, n)
		}
	}
}

func listen(t *testing.T, addr string, tell func(string)) net.Listener {
	t.Helper()
	l, err := loopback.Listen(t.Context(), addr, tell)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// page is a server that counts what arrives.
type page struct {
	told
	addr string

	counting sync.Mutex
	taken    []string // method and body of what it answered
}

func serve(t *testing.T, addr string) *page {
	t.Helper()
	p := &page{}
	l := listen(t, addr, p.tell)
	p.addr = l.Addr().String()
	server := loopback.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.counting.Lock()
		p.taken = append(p.taken, r.Method+" "+string(body))
		p.counting.Unlock()
		_, _ = io.WriteString(w, "secret")
	}))
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	return p
}

func (p *page) count() int {
	p.counting.Lock()
	defer p.counting.Unlock()
	return len(p.taken)
}

const (
	get  = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nsave"
)

// TestStranger has another user try all ways in; the user who runs the program
// gets in by the same.
func TestStranger(t *testing.T) {
	loopbacktest.Needs(t)
	for _, addr := range []string{loopback.FreePort, "[::1]:0", "localhost:0", "[::ffff:127.0.0.1]:0"} {
		t.Run(addr, func(t *testing.T) {
			if addr == "[::1]:0" {
				l, err := net.Listen("tcp", addr)
				if err != nil {
					t.Skipf("there is no IPv6 here: %v", err)
				}
				l.Close()
			}
			p := serve(t, addr)
			tries := [][]string{
				{loopbacktest.Exchange, p.addr, get}, {loopbacktest.Exchange, p.addr, post},
				{loopbacktest.Forget, p.addr, post}, {loopbacktest.Reset, p.addr, post},
				{loopbacktest.Half, p.addr, get}, {loopbacktest.Half, p.addr, post},
			}
			if addr == loopback.FreePort {
				tries = append(tries, []string{loopbacktest.Mapped, p.addr, get})
			}
			for _, try := range tries {
				if got := loopbacktest.As(t, loopbacktest.Nobody, try...); got != "" && got != "sent" {
					t.Errorf("%s: the stranger got %q", try[0], got)
				}
			}
			if n := p.count(); n != 0 {
				t.Errorf("the server took %q", p.taken)
			}
			lines := p.wait(t, 1)
			for _, line := range lines {
				if strings.Count(line, "turned away") != 1 || strings.Contains(line, "\n") {
					t.Errorf("told %q", line)
				}
			}
			// Once of the user; those who were gone before they were known are not told of.
			if len(lines) > 1 || !strings.Contains(strings.Join(lines, "\n"), "on this machine tried to open the page") {
				t.Errorf("told %q", lines)
			}
			for _, try := range [][]string{{loopbacktest.Exchange, p.addr, get}, {loopbacktest.Exchange, p.addr, post}, tries[len(tries)-1]} {
				if try[0] == loopbacktest.Half { // which no browser does: a page is no errand
					continue
				}
				if got := loopbacktest.As(t, os.Geteuid(), try...); !strings.Contains(got, "secret") {
					t.Errorf("%s: the user who runs it got %q", try[0], got)
				}
			}
		})
	}
}

// TestOrdinaryUser has root, and another user, try the page of an ordinary user:
// only he gets in.
func TestOrdinaryUser(t *testing.T) {
	loopbacktest.Needs(t)
	addr, stop := loopbacktest.Start(t, loopbacktest.Nobody, loopbacktest.Serve, loopback.FreePort)
	for _, uid := range []int{0, 4711} {
		if got := loopbacktest.As(t, uid, loopbacktest.Exchange, addr, get); got != "" {
			t.Errorf("user %d got %q", uid, got)
		}
		if got := loopbacktest.As(t, uid, loopbacktest.Forget, addr, post); got != "sent" {
			t.Errorf("user %d could not try: %s", uid, got)
		}
	}
	if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Exchange, addr, get); !strings.HasSuffix(got, "in") {
		t.Errorf("its own user got %q", got)
	}
	said := stop()
	for _, want := range []string{"user root on this machine", "the user of number 4711 on this machine"} {
		if strings.Count(said, want) != 1 {
			t.Errorf("it does not tell of %s once:\n%s", want, said)
		}
	}
}

// TestGoneBeforeAccept leaves connections in the queue whose other end is gone
// when they are taken out. The kernel calls them root's, as whom this test runs. They
// are not told of, as browsers leave such ones too; a stranger who comes after is.
func TestGoneBeforeAccept(t *testing.T) {
	loopbacktest.Needs(t)
	for _, how := range []string{loopbacktest.Forget, loopbacktest.Reset, loopbacktest.Stuff} {
		t.Run(how, func(t *testing.T) {
			var words told
			l := listen(t, loopback.FreePort, words.tell)
			if got := loopbacktest.As(t, loopbacktest.Nobody, how, l.Addr().String(), post); got != "sent" {
				t.Fatalf("the stranger could not try: %s", got)
			}
			friend, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer friend.Close()
			accepted(t, l, friend)
			go func() { _, _ = l.Accept() }()
			if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Exchange, l.Addr().String(), get); got != "" {
				t.Errorf("the stranger got %q", got)
			}
			if lines := words.wait(t, 1); len(lines) != 1 || !strings.HasPrefix(lines[0], "user ") {
				t.Errorf("told %q", lines)
			}
		})
	}
}

// TestSameAddresses resets a stranger's connection, and connects from the same
// port before it was taken out of the queue: what the stranger sent is not taken for
// the friend's.
func TestSameAddresses(t *testing.T) {
	loopbacktest.Needs(t)
	l := listen(t, loopback.FreePort, nil)
	free, err := net.Listen("tcp", loopback.FreePort)
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr)
	free.Close()
	if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Reset, l.Addr().String(), post, fmt.Sprint(port.Port)); got != "sent" {
		t.Fatalf("the stranger could not try: %s", got)
	}
	dialer := net.Dialer{LocalAddr: port}
	friend, err := dialer.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer friend.Close()
	if _, err := io.WriteString(friend, "friend"); err != nil {
		t.Fatal(err)
	}
	conn := accepted(t, l, friend)
	got := make([]byte, 6)
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != "friend" {
		t.Errorf("the first connection says %q, %v", got, err)
	}
}

// accepted takes the next connection, which must be the friend's.
func accepted(t *testing.T, l net.Listener, friend net.Conn) net.Conn {
	t.Helper()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if conn.RemoteAddr().String() != friend.LocalAddr().String() {
		t.Errorf("%v was let in", conn.RemoteAddr())
	}
	return conn
}

// TestHeldUp has a stranger open connections as fast as he can, and hold more of
// them than there is room for; the page answers all the same.
func TestHeldUp(t *testing.T) {
	loopbacktest.Needs(t)
	p := serve(t, loopback.FreePort)
	for _, try := range [][]string{{loopbacktest.Hold, p.addr, "300"}, {loopbacktest.Flood, p.addr}} {
		line, stop := loopbacktest.Start(t, loopbacktest.Nobody, try...)
		if line != "under way" {
			t.Fatalf("the stranger could not try: %s", line)
		}
		client := http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
		for range 20 {
			answer, err := client.Get("http://" + p.addr)
			if err != nil {
				t.Fatalf("%s: %v", try[0], err)
			}
			answer.Body.Close()
		}
		stop()
	}
	if lines := p.wait(t, 1); len(lines) > 1 {
		t.Errorf("told %q", lines)
	}
}

// TestToldOfFew has more users come than are told of.
func TestToldOfFew(t *testing.T) {
	loopbacktest.Needs(t)
	p := serve(t, loopback.FreePort)
	for uid := 4000; uid < 4010; uid++ {
		if got := loopbacktest.As(t, uid, loopbacktest.Exchange, p.addr, get); got != "" {
			t.Errorf("user %d got %q", uid, got)
		}
	}
	p.wait(t, 4)
	time.Sleep(20 * time.Millisecond) // for one too many
	if lines := p.wait(t, 4); len(lines) != 4 {
		t.Errorf("told %q", lines)
	}
}

// TestPortTaken has another user hold the port first, with all leave to share it,
// or try to take it after.
func TestPortTaken(t *testing.T) {
	loopbacktest.Needs(t)
	for _, host := range []string{"127.0.0.1", "0.0.0.0", "[::]"} {
		t.Run(host, func(t *testing.T) {
			taken, stop := loopbacktest.Start(t, loopbacktest.Nobody, loopbacktest.Listen, host+":0")
			_, port, err := net.SplitHostPort(taken)
			if err != nil {
				t.Skipf("the stranger cannot listen there: %s", taken)
			}
			l, err := loopback.Listen(t.Context(), "127.0.0.1:"+port, nil)
			if err == nil {
				l.Close()
				t.Fatal("a port that another user has is shared with him")
			}
			if f, ok := errors.AsType[*fault.Error](err); !ok || !strings.Contains(f.What, "cannot listen on 127.0.0.1:"+port) || f.Advice == "" {
				t.Errorf("it says %v", err)
			}
			stop()
			p := serve(t, "127.0.0.1:"+port)
			if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Listen, host+":"+port); !strings.Contains(got, "error") {
				t.Errorf("the stranger listens too: %s", got)
			}
			client := http.Client{Timeout: 20 * time.Second}
			answer, err := client.Get("http://" + p.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if text, _ := io.ReadAll(answer.Body); string(text) != "secret" {
				t.Errorf("the page says %q", text)
			}
		})
	}
	// IPv6 has ports of its own, which is why the address is printed as a number.
	p := serve(t, loopback.FreePort)
	_, port, _ := net.SplitHostPort(p.addr)
	taken, _ := loopbacktest.Start(t, loopbacktest.Nobody, loopbacktest.Listen, "only[::1]:"+port)
	if strings.Contains(taken, "error") {
		t.Skipf("the stranger cannot listen there: %s", taken)
	}
	if got := loopbacktest.As(t, os.Geteuid(), loopbacktest.Exchange, p.addr, get); !strings.HasSuffix(got, "secret") {
		t.Errorf("the page says %q", got)
	}
}

// TestRoom opens more connections than are served at once.
func TestRoom(t *testing.T) {
	l := listen(t, loopback.FreePort, nil)
	let := make(chan net.Conn, 1000)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			let <- conn
		}
	}()
	const most = 64
	var open []net.Conn
	for n := range most + 10 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err == nil {
			t.Cleanup(func() { conn.Close() })
		}
		switch {
		case n < most && err != nil:
			t.Fatal(err)
		case n < most:
			open = append(open, <-let)
		case err == nil: // else it was turned away at once
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
			if _, err := conn.Read(make([]byte, 1)); err == nil || os.IsTimeout(err) {
				t.Fatalf("connection %d is not turned away: %v", n+1, err)
			}
		}
	}
	for _, conn := range open {
		conn.Close()
		conn.Close() // which a server may do
	}
	friend, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer friend.Close()
	if conn := <-let; conn.RemoteAddr().String() != friend.LocalAddr().String() {
		t.Errorf("%v was let in beyond %d", conn.RemoteAddr(), most)
	}
}
