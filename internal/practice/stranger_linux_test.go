package practice

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"autoqueens/internal/loopback/loopbacktest"
)

// TestStranger has another user, who even knows the token, load the page, read the
// state of the game, and report.
func TestStranger(t *testing.T) {
	loopbacktest.Needs(t)
	lines := make(chan string, 100)
	s := start(t, Options{Tell: func(line string) { lines <- line }})
	p := load(t, s, openRequest{})
	address := s.listener.Addr().String()
	ask := func(method, path, body string) string {
		return fmt.Sprintf("%s /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
			method, path, address, len(body), body)
	}
	report := ask("POST", s.token+"/report", fmt.Sprintf(`{"session":%d,"events":[{"kind":"ready"}]}`, p.session))
	loopbacktest.Strangers(t, lines, address, ask("GET", "", ""), report, ask("POST", s.token+"/open", "{}"))
	if log := s.Log(); len(log) != 0 || s.State().Session != p.session {
		t.Errorf("the stranger has opened page %d, and reported %+v", s.State().Session, log)
	}
	if got := loopbacktest.As(t, os.Geteuid(), loopbacktest.Exchange, address, report); !strings.HasPrefix(got, "HTTP/1.1 200 OK") || len(s.Log()) != 1 {
		t.Errorf("the page got %.200q", got)
	}
}
