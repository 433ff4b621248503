//go:build linux

// Package loopbacktest is another user of this machine, who tries to get at pages
// that are not his, for the tests of what serves them. Only tests import it: a
// binary that does is that user, and nothing else, when it is started as one.
package loopbacktest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"autoqueens/internal/loopback"
)

// Nobody is the number of a user that is not root. Systems have it for programs
// that are nobody's.
const Nobody = 65534

// The things that a user tries, by their first argument. What they print is what
// they have got.
const (
	// Exchange ADDRESS TEXT sends the text and returns what comes back.
	Exchange = "exchange"
	// Half is Exchange that has said first that it will send no more.
	Half = "half"
	// Mapped is Exchange by a socket of IPv6, to the IPv4 address within IPv6.
	Mapped = "mapped"
	// Forget ADDRESS TEXT [PORT] sends and closes, without a look at what comes, from a
	// port of its own.
	Forget = "forget"
	// Reset is Forget that resets the connection.
	Reset = "reset"
	// Stuff is Forget with more after the text than the other end has room for, so
	// that it does not come to know that the connection was closed.
	Stuff = "stuff"
	// Hold ADDRESS N opens so many connections and holds them, until its input ends.
	Hold = "hold"
	// Flood ADDRESS connects as fast as it can, until its input ends.
	Flood = "flood"
	// Listen ADDRESS listens, with all leave to share the port, until its input ends.
	Listen = "listen"
	// Serve ADDRESS serves a page by loopback.Listen, which says "in" and prints on
	// stderr what is told, until its input ends.
	Serve = "serve"
)

// mark is the variable that makes a binary the other user.
const mark = "AUTOQUEENS_TEST_AS_USER"

func init() {
	if os.Getenv(mark) == "" {
		return
	}
	if err := act(os.Args[1:]); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Needs skips a test on other users where only root could be them.
func Needs(t testing.TB) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("it takes root to be another user too: what other users can do is not tested")
	}
}

// As runs one of the above as a user, to its end, and returns what it prints. A
// failure to try at all begins with the word error.
func As(t testing.TB, uid int, args ...string) string {
	t.Helper()
	cmd := command(t, uid, args...)
	out, _ := cmd.Output() // the failures are in what it prints
	return string(out)
}

// Strangers sends requests as Nobody in every way there is, and wants them to get no
// answer, and a line to tell of them.
func Strangers(t testing.TB, lines <-chan string, address string, requests ...string) {
	t.Helper()
	for _, how := range []string{Exchange, Half, Forget, Reset} {
		for _, request := range requests {
			if got := As(t, Nobody, how, address, request); got != "" && got != "sent" {
				t.Errorf("%s: the stranger got %.200q", how, got)
			}
		}
	}
	select {
	case line := <-lines:
		if !strings.Contains(line, "on this machine tried to open the page and was turned away") {
			t.Errorf("told %q", line)
		}
	case <-time.After(20 * time.Second):
		t.Error("nothing is told")
	}
}

// Start is As for what goes on until the test ends, or stop is called. It returns
// when the first line is printed, with that line.
func Start(t testing.TB, uid int, args ...string) (line string, stop func() (told string)) {
	t.Helper()
	cmd := command(t, uid, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	cmd.Stderr = &told
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceValue(func() string {
		in.Close()
		_ = cmd.Wait()
		return told.String()
	})
	t.Cleanup(func() { stop() })
	line, _ = bufio.NewReader(out).ReadString('\n')
	return strings.TrimSpace(line), stop
}

// command returns the test's binary as a user.
func command(t testing.TB, uid int, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	// Not by its name: another user does not see into the folder of a test.
	cmd := exec.CommandContext(ctx, "/proc/self/exe", args...)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), mark+"=1", "GORACE=atexit_sleep_ms=0") // a second for each user else
	if uid != os.Geteuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	return cmd
}

func act(args []string) error {
	what, address := args[0], args[1]
	switch what {
	case Exchange, Half, Mapped:
		conn, err := dial(address, what == Mapped)
		if errors.Is(err, unix.ECONNRESET) {
			return nil // turned away before it was told that it is there
		}
		if err != nil {
			return err
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		_, _ = io.WriteString(conn, args[2])
		if half, ok := conn.(*net.TCPConn); ok && what == Half {
			_ = half.CloseWrite()
		}
		got, err := io.ReadAll(conn)
		fmt.Printf("%s", got)
		if len(got) == 0 && os.IsTimeout(err) {
			return err // neither answered nor turned away
		}
		return nil
	case Forget, Reset, Stuff:
		dialer := net.Dialer{}
		if len(args) > 3 {
			port, err := strconv.Atoi(args[3])
			if err != nil {
				return err
			}
			dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}
		}
		conn, err := dialer.Dial("tcp", address)
		if err == nil {
			if what == Reset {
				_ = conn.(*net.TCPConn).SetLinger(0)
			}
			_, _ = io.WriteString(conn, args[2])
			if what == Stuff {
				_ = conn.SetWriteDeadline(time.Now().Add(300 * time.Millisecond))
				_, _ = conn.Write(make([]byte, 64<<20))
			}
			conn.Close()
		} else if !errors.Is(err, unix.ECONNRESET) {
			return err
		}
		fmt.Print("sent")
		return nil
	case Hold:
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		for range n {
			conn, err := net.Dial("tcp", address)
			if errors.Is(err, unix.ECONNRESET) {
				continue
			}
			if err != nil {
				return err
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, "GET / HT")
		}
	case Flood:
		for range 8 {
			go func() {
				for {
					if conn, err := net.Dial("tcp", address); err == nil {
						_, _ = io.WriteString(conn, "GET / HT")
						conn.Close()
					}
				}
			}()
		}
	case Listen:
		lc := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) (err error) {
			controlErr := raw.Control(func(fd uintptr) {
				if err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err == nil {
					err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
				}
			})
			if controlErr != nil {
				return controlErr
			}
			return err
		}}
		network := "tcp"
		if strings.HasPrefix(address, "only") { // IPv6 without the IPv4 within it
			network, address = "tcp6", strings.TrimPrefix(address, "only")
		}
		l, err := lc.Listen(context.Background(), network, address)
		if err != nil {
			return err
		}
		defer l.Close()
		fmt.Println(l.Addr())
		go func() {
			_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "stranger") }))
		}()
	case Serve:
		l, err := loopback.Listen(context.Background(), address, func(line string) { fmt.Fprintln(os.Stderr, line) })
		if err != nil {
			return err
		}
		defer l.Close()
		fmt.Println(l.Addr())
		go func() {
			_ = loopback.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "in") })).Serve(l)
		}()
	default:
		return fmt.Errorf("nobody knows how to %s", what)
	}
	if what == Hold || what == Flood {
		fmt.Println("under way")
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

// dial connects, by a socket of IPv6 if that is wanted.
func dial(address string, mapped bool) (net.Conn, error) {
	if !mapped {
		return net.Dial("tcp", address)
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, err
	}
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 0); err != nil {
		return nil, err
	}
	if err := unix.Connect(fd, &unix.SockaddrInet6{Port: int(to.Port()), Addr: to.Addr().As16()}); err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "mapped")
	defer file.Close()
	return net.FileConn(file)
}
