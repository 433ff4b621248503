package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"autoqueens/internal/loopback/loopbacktest"
)

// TestPracticeStranger has another user come to the page of the practice command,
// who is turned away, which is told once. With sudo that may be the person, who is
// told what to do.
func TestPracticeStranger(t *testing.T) {
	loopbacktest.Needs(t)
	for _, sudo := range []bool{false, true} {
		t.Run(fmt.Sprintf("sudo=%t", sudo), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "autoqueens", "practice", "--size", "5", "--addr", "localhost:0")
			cmd.Env = append(os.Environ(), "SUDO_UID=")
			if sudo {
				cmd.Env = append(cmd.Env, fmt.Sprintf("SUDO_UID=%d", loopbacktest.Nobody))
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
			defer func() { _ = cmd.Process.Kill() }() // it has ended by then, or the test has failed
			said := bufio.NewReader(out)
			line, _ := said.ReadString('\n')
			url := strings.TrimPrefix(strings.TrimSpace(line), "The practice game is at ")
			address := strings.Trim(strings.TrimPrefix(url, "http://"), "/")
			if !strings.HasPrefix(address, "127.0.0.1:") {
				t.Fatalf("it said %q", line)
			}
			request := "GET / HTTP/1.1\r\nHost: " + address + "\r\nConnection: close\r\n\r\n"
			for range 5 {
				if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Exchange, address, request); got != "" {
					t.Errorf("the stranger got %.200q", got)
				}
			}
			answer, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != 200 {
				t.Errorf("the person got %s", answer.Status)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, said)
			if err := cmd.Wait(); err != nil {
				t.Errorf("interrupted, it fails: %v", err)
			}
			want := " on this machine tried to open the page and was turned away: it is for user root alone"
			if sudo {
				want += "; run autoqueens without sudo to open it yourself"
			}
			if strings.Count(told.String(), "note: ") != strings.Count(told.String(), "\n") || strings.Count(told.String(), want+"\n") != 1 {
				t.Errorf("it tells\n%s", told.String())
			}
		})
	}
}
