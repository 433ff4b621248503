//go:build linux && cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/practice"
	"autoqueens/internal/wayland/waylandtest"
)

// window is a browser in which games are opened one after the other: to start one takes as long as
// most tests do. Each game is served where the one before was, and the page is loaded again.
type window struct {
	desk    *desk.Desk
	wm      string // of the desk; desk.Sway in a Wayland session
	options desk.BrowserOptions
	browser *desk.Browser
	addr    string              // where games are served
	person  *waylandtest.Person // who loads the page again in a Wayland session, else nil
}

// idle are the windows that no test has.
var idle struct {
	sync.Mutex
	windows []*window
}

func init() { afterAll = closeIdle }

func closeIdle() {
	idle.Lock()
	defer idle.Unlock()
	for _, w := range idle.windows {
		w.close()
	}
	idle.windows = nil
}

// takeIdle returns an idle window of a kind, nil where there is none.
func takeIdle(wm string, o desk.BrowserOptions) *window {
	idle.Lock()
	defer idle.Unlock()
	i := slices.IndexFunc(idle.windows, func(w *window) bool { return w.wm == wm && reflect.DeepEqual(w.options, o) })
	if i < 0 {
		return nil
	}
	w := idle.windows[i]
	idle.windows = slices.Delete(idle.windows, i, i+1)
	return w
}

// shareWindow returns a window that no other test has meanwhile, on a desk under a window manager or,
// for desk.Sway, in a Wayland session: one that an earlier test has left, or a new one. It is empty, there is
// nothing else on its desk, and the program has kept no file there. A test must leave nothing behind that
// outlives its page and its programs.
func shareWindow(t *testing.T, wm string, o desk.BrowserOptions) *window {
	t.Helper()
	w := takeIdle(wm, o)
	begun := w != nil
	if !begun { // it may outlive the test
		w = &window{wm: wm, options: o, desk: startDesk(context.Background(), t, wm)}
	}
	t.Cleanup(func() {
		fit := func() bool { return !t.Failed() && w.browser != nil && w.browser.Err() == nil }
		defer func() {
			if !fit() { // it may be in any state
				w.close()
				return
			}
			idle.Lock()
			defer idle.Unlock()
			idle.windows = append(idle.windows, w)
		}()
		if fit() {
			w.clear(t)
		}
	})
	if !begun {
		w.begin(context.Background(), t)
	}
	return w
}

// ownWindow returns a window for one test alone, on a desk of its own.
func ownWindow(t *testing.T, d *desk.Desk, o desk.BrowserOptions) *window {
	t.Helper()
	w := &window{options: o, desk: d}
	w.begin(t.Context(), t)
	return w
}

// begin opens the browser, on an empty page.
func (w *window) begin(ctx context.Context, t *testing.T) {
	t.Helper()
	if w.desk.Display() == "" {
		var err error
		if w.person, err = waylandtest.Sit(waylandtest.Socket(w.desk)); err != nil {
			t.Fatal(err)
		}
	}
	// A loopback number that nothing else is served at, so that the port stays free between two games.
	w.addr = fmt.Sprintf("127.%d.%d.%d:0", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
	w.showNothing(t, func(url string) {
		o := w.options
		o.Maximized = o.Size.X == 0
		var err error
		if w.browser, err = w.desk.OpenBrowser(ctx, url, o); err != nil {
			t.Fatal(err)
		}
	})
}

// clear makes the window, and the desk around it, what they were when they were new.
func (w *window) clear(t *testing.T) {
	w.showNothing(t, func(string) { w.loadAgain(t) })
	for _, folder := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		if err := os.RemoveAll(filepath.Join(folderOf(w.desk, folder), "autoqueens")); err != nil {
			t.Error(err)
		}
	}
	if w.person == nil {
		nudge(t, w.desk, deskSize.X/2, deskSize.Y/2) // where an X server begins
	}
}

func (w *window) close() {
	if w.person != nil {
		w.person.Leave()
	}
	w.desk.Close()
}

// blankPage is an empty page that tells when it was painted.
const blankPage = `<!doctype html><link rel="icon" href="data:,"><title>nothing</title>
<script>requestAnimationFrame(() => requestAnimationFrame(() => fetch("/painted")))</script>`

// showNothing serves an empty page where games are served, has it loaded, and returns when it is shown.
func (w *window) showNothing(t *testing.T, load func(url string)) {
	t.Helper()
	listener := listenAgain(t, func() (net.Listener, error) { return net.Listen("tcp", w.addr) })
	w.addr = listener.Addr().String()
	painted := make(chan struct{}, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /painted", func(http.ResponseWriter, *http.Request) {
		select {
		case painted <- struct{}{}:
		default:
		}
	})
	mux.HandleFunc("GET /{$}", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		out.Header().Set("Cache-Control", "no-store")
		_, _ = fmt.Fprint(out, blankPage)
	})
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	load("http://" + w.addr + "/")
	w.until(t, func(ctx context.Context) error {
		select {
		case <-painted:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// until waits until a page is shown that is being loaded. It is loaded again where it takes long: a
// key may have come when the browser did not listen.
func (w *window) until(t *testing.T, shown func(context.Context) error) {
	t.Helper()
	for range 10 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		err := shown(ctx)
		cancel()
		if err == nil {
			return
		}
		w.loadAgain(t)
	}
	t.Fatal("the page was not loaded again")
}

// loadAgain presses F5, as a person would.
func (w *window) loadAgain(t *testing.T) {
	t.Helper()
	if w.person == nil {
		join(t, w.desk).strike(keyF5)
	} else if err := errors.Join(w.person.Hold(waylandtest.KeyF5, true), w.person.Hold(waylandtest.KeyF5, false)); err != nil {
		t.Fatal(err)
	}
}

// listenAgain serves where something else was served just now: a program that is being started holds
// the socket of that until it runs.
func listenAgain[T any](t *testing.T, listen func() (T, error)) T {
	t.Helper()
	l, err := listen()
	for end := time.Now().Add(10 * time.Second); errors.Is(err, syscall.EADDRINUSE) && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
		l, err = listen()
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// open serves a game that begins by itself, and returns when its board is on the page.
func (w *window) open(t *testing.T, o practice.Options) *table {
	t.Helper()
	o.AutoStart = true
	return w.load(t, o, practice.Playing)
}

// visit serves a game, and returns when the page on which a visit begins is there.
func (w *window) visit(t *testing.T, o practice.Options) *table {
	t.Helper()
	return w.load(t, o, practice.Splash)
}

func (w *window) load(t *testing.T, o practice.Options, phase practice.Phase) *table {
	t.Helper()
	o.Addr = w.addr
	if o.Dark == nil {
		o.Dark = &w.options.Dark
	}
	game := listenAgain(t, func() (*practice.Server, error) { return practice.Start(t.Context(), o) })
	t.Cleanup(func() { game.Close() })
	w.loadAgain(t)
	w.until(t, func(ctx context.Context) error { return game.WaitPhase(ctx, phase) })
	return &table{t: t, desk: w.desk, game: game, browser: w.browser}
}
