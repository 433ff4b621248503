package calibratepage

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"autoqueens/internal/loopback/loopbacktest"
)

// TestStranger has another user, who knows the whole address, try to see the
// desktop, to save a profile, and to end the page. The person is told so.
func TestStranger(t *testing.T) {
	loopbacktest.Needs(t)
	d := newDesktop()
	lines := make(chan string, 100)
	var telling sync.Once
	s := serve(t, d, func(o *Options) {
		o.Tell = func(line string) {
			if strings.HasPrefix(line, "Note      ") {
				telling.Do(func() { lines <- line })
			}
		}
	})
	address := s.listener.Addr().String()
	ask := func(method, path, body string) string {
		return fmt.Sprintf("%s /%s/%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
			method, s.token, path, address, address, len(body), body)
	}
	save := ask("POST", "save", "{"+game+`,"name":"stolen","clicks":2,"pace":"fast","button":"keep"}`)
	loopbacktest.Strangers(t, lines, address, ask("GET", "picture/1/0", ""), ask("GET", "events", ""), save, ask("POST", "cancel", "{}"))
	select {
	case <-s.Seen():
		t.Error("the stranger has opened the page")
	case <-s.done:
		t.Errorf("the stranger has ended the page: %v", s.outcome)
	default:
	}
	if len(d.kept) != 0 {
		t.Errorf("the stranger has saved %d profiles", len(d.kept))
	}
	// The person's own page does by the same requests what it asks for.
	if got := loopbacktest.As(t, os.Geteuid(), loopbacktest.Exchange, address, save); !strings.HasPrefix(got, "HTTP/1.1 200 OK") || len(d.kept) != 1 {
		t.Errorf("the page got %.200q", got)
	}
}
