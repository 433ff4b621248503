//go:build linux && cgo

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/loopback/loopbacktest"
	"autoqueens/internal/workshop/browsertest"
)

// TestCalibrateStranger looks for the address of the page on all command lines
// while a browser is opened, and finds it in the file that is opened alone. Who
// finds it out all the same is turned away. The file goes when the page is there.
func TestCalibrateStranger(t *testing.T) {
	t.Parallel()
	loopbacktest.Needs(t)
	needs(t, "Xvfb")
	d, err := desk.Start(t.Context(), desk.Options{Width: 640, Height: 480})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	page := browsertest.New(t)
	for _, test := range []struct {
		name  string
		shown bool // whether a browser shows the page
	}{{"a browser", true}, {"no browser", false}} {
		t.Run(test.name, func(t *testing.T) {
			env, opened := noBrowser(t, d)
			home, commands := t.TempDir(), filepath.Join(t.TempDir(), "commands")
			script := filepath.Join(filepath.Dir(opened), "xdg-open")
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			look := fmt.Sprintf("#!/bin/sh\nfor one in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$one; echo; done 2>/dev/null >'%s'\n", commands)
			if err := os.WriteFile(script, []byte(strings.Replace(string(text), "#!/bin/sh\n", look, 1)), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "autoqueens", "calibrate", "--page")
			cmd.Env = append(env, "HOME="+home)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }() // it has ended by then, or the test has failed
			said := bufio.NewReader(out)
			line, _ := said.ReadString('\n')
			url := strings.TrimSpace(strings.TrimPrefix(line, "Page"))
			address, key, ok := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
			if key = strings.Trim(key, "/"); !ok || len(key) < 20 {
				t.Fatalf("it said %q", line)
			}
			file := appears(t, opened)
			seen, err := os.ReadFile(commands)
			if err != nil || !strings.Contains(string(seen), file) {
				t.Fatalf("the command lines that were seen do not open %s: %v", file, err)
			}
			if strings.Contains(string(seen), key) || strings.Contains(string(seen), address) {
				t.Errorf("the address of the page is on a command line")
			}
			if !strings.HasPrefix(file, home) {
				t.Errorf("it opens %s", file)
			}

			request := fmt.Sprintf("GET /%s/state HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", key, address)
			for range 3 {
				if got := loopbacktest.As(t, loopbacktest.Nobody, loopbacktest.Exchange, address, request); got != "" {
					t.Errorf("the stranger got %.200q", got)
				}
			}
			if test.shown {
				if err := chromedp.Do(page, chromedp.Navigate("file://"+file), chromedp.WaitVisible(chromedp.CSS("#look"))); err != nil {
					t.Fatal(err)
				}
				gone := false
				for deadline := time.Now().Add(20 * time.Second); !gone && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
					left, err := os.ReadDir(home)
					gone = err == nil && len(left) == 0
				}
				if !gone {
					t.Error("the file is there while the page is")
				}
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(said)
			_ = cmd.Wait()
			if got := exit.Status(cmd.ProcessState.ExitCode()); got != exit.Stopped {
				t.Errorf("interrupted, it ends with status %d", got)
			}
			if strings.Count(string(rest), "on this machine tried to open the page and was turned away: it is for user root alone\n") != 1 {
				t.Errorf("it says\n%s", rest)
			}
			if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
				t.Errorf("left in the home: %v %v", left, err)
			}
		})
	}
}
