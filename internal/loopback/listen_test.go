package loopback

import (
	"errors"
	"net"
	"strings"
	"testing"

	"autoqueens/internal/fault"
)

func TestListenRefuses(t *testing.T) {
	for addr, want := range map[string]string{
		"":                     "host:port",
		"127.0.0.1":            "host:port",
		"::1:80":               "host:port",
		":0":                   "this machine only",
		"0.0.0.0:0":            "this machine only",
		"[::]:0":               "this machine only",
		"192.0.2.1:0":          "this machine only",
		"[::ffff:192.0.2.1]:0": "this machine only",
		"[2001:db8::1]:0":      "this machine only",
		"[::1%lo]:0":           "this machine only",
		"example.org:80":       "this machine only",
		"localhost.:0":         "this machine only",
		"ip6-localhost:0":      "this machine only",
		"127.1:0":              "this machine only",
		"127.0.0.1:99999":      "cannot listen",
	} {
		l, err := Listen(t.Context(), addr, nil)
		if err == nil {
			l.Close()
			t.Errorf("%q: it listens", addr)
			continue
		}
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" || !strings.Contains(f.What, want) {
			t.Errorf("%q: got %v, want advice and %q", addr, err, want)
		}
	}
}

// TestLocalhost: the name is a number here, whatever a resolver takes it for.
func TestLocalhost(t *testing.T) {
	for addr, want := range map[string]string{
		"localhost:0": "127.0.0.1", "LocalHost:0": "127.0.0.1", "127.0.0.1:0": "127.0.0.1", "127.0.0.2:0": "127.0.0.2", "[::ffff:127.0.0.1]:0": "127.0.0.1",
	} {
		l, err := Listen(t.Context(), addr, nil)
		if err != nil {
			t.Logf("%s: %v", addr, err) // 127.0.0.2 is not there on every system
			if want == "127.0.0.1" {
				t.Fail()
			}
			continue
		}
		if host, _, _ := net.SplitHostPort(l.Addr().String()); host != want {
			t.Errorf("%s: it listens on %s", addr, host)
		}
		l.Close()
	}
}
