package loopback_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"autoqueens/internal/loopback"
	"autoqueens/internal/workshop/browsertest"
)

// opener makes xdg-open a script that writes down what it is to open, and gives
// this test a home.
func opener(t *testing.T) (home string, opened func() string) {
	t.Helper()
	dir := t.TempDir()
	home = t.TempDir()
	file := filepath.Join(dir, "opened")
	script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' \"$@\" >'%s.part' && mv '%s.part' '%s'\n", file, file, file)
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("HOME", home)
	return home, func() string {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if data, err := os.ReadFile(file); err == nil {
				return strings.TrimSuffix(string(data), "\n")
			}
		}
		t.Fatal("nothing was opened")
		return ""
	}
}

func empty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestOpenSecretly(t *testing.T) {
	home, opened := opener(t)
	const url = `http://127.0.0.1:80/SECRET/?a="<&b`
	forget, err := loopback.OpenSecretly(url)
	if err != nil {
		t.Fatal(err)
	}
	file := opened()
	if strings.Contains(file, "SECRET") || strings.Contains(file, "\n") {
		t.Errorf("it opens %q", file)
	}
	rel, err := filepath.Rel(home, file)
	if err != nil || strings.HasPrefix(rel, ".") {
		t.Errorf("%s is not in the home, or hidden there", file)
	}
	for path, want := range map[string]os.FileMode{file: 0o600, filepath.Dir(file): os.ModeDir | 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v, want %v", path, info, err, want)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "http://127.0.0.1:80/SECRET/?a=&#34;&lt;&amp;b") != 2 || strings.Contains(string(text), "script") {
		t.Errorf("the file says %s, %v", text, err)
	}
	forget()
	forget()
	empty(t, home)
}

func TestOpenSecretlyFails(t *testing.T) {
	home, _ := opener(t)
	t.Setenv("PATH", t.TempDir())
	forget, err := loopback.OpenSecretly("http://127.0.0.1/")
	if err == nil || !strings.Contains(err.Error(), "xdg-open") {
		t.Errorf("without an opener: %v", err)
	}
	empty(t, home)
	forget()
	for _, bad := range []string{"", filepath.Join(home, "none"), "."} {
		t.Setenv("HOME", bad)
		forget, err := loopback.OpenSecretly("http://127.0.0.1/")
		if err == nil {
			t.Errorf("with the home %q it opens", bad)
		}
		forget()
	}
}

// TestOpenBrowserFails: an opener that finds no browser says so by how it ends.
func TestOpenBrowserFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\nexit 4\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	failed := make(chan error, 1)
	if err := loopback.OpenBrowser("http://127.0.0.1/", func(err error) { failed <- err }); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; err.Error() != "xdg-open: exit status 4" {
		t.Errorf("it says %v", err)
	}
}

// TestRedirect opens the file in a real browser, which has to get past the guard by
// it, and tells nothing of the file.
func TestRedirect(t *testing.T) {
	ctx := browsertest.New(t)
	_, opened := opener(t)
	asked := make(chan *http.Request, 10)
	l := listen(t, loopback.FreePort, nil)
	guard := loopback.Guard{Hosts: []string{l.Addr().String()}, PostOrigin: true}
	server := loopback.NewServer(guard.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/SECRET/" {
			asked <- r
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><p id="there">there`)
	})))
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	forget, err := loopback.OpenSecretly("http://" + l.Addr().String() + "/SECRET/")
	defer forget()
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+opened()), chromedp.WaitVisible(chromedp.CSS("#there"))); err != nil {
		t.Fatal(err)
	}
	r := <-asked
	t.Logf("the browser sends %v", r.Header)
	if r.Header.Get("Referer") != "" || r.Header.Get("Origin") != "" {
		t.Errorf("it tells where it is from: %v", r.Header)
	}
}
