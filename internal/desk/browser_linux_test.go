package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"autoqueens/internal/workshop/testneeds"

	"golang.org/x/sys/unix"
)

// view is what a page says of itself.
type view struct {
	Ratio         float64
	Dark          bool
	X, Y          int // of the window
	Width, Height int // of the window, outside
}

// page serves a page that reports what it sees.
func page(t *testing.T) (url string, reports <-chan view) {
	t.Helper()
	views := make(chan view, 64)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><title>view</title><script>
const report = () => requestAnimationFrame(() => requestAnimationFrame(() =>
  fetch("/report", {method: "POST", body: JSON.stringify({
    ratio: devicePixelRatio,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    x: screenX, y: screenY, width: outerWidth, height: outerHeight,
  })})))
addEventListener("load", report)
addEventListener("resize", report)
</script>`)
	})
	mux.HandleFunc("POST /report", func(w http.ResponseWriter, r *http.Request) {
		var v view
		if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
			t.Errorf("the page reports nonsense: %v", err)
		}
		select {
		case views <- v:
		default: // nobody waits for that many
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/", views
}

// report waits for the page's first report.
func report(t *testing.T, b *Browser, reports <-chan view) view {
	t.Helper()
	return reportOf(t, b, reports, func(view) bool { return true })
}

// reportOf waits for a report that is as wanted: a window manager may still be
// placing the window when the page reports for the first time.
func reportOf(t *testing.T, b *Browser, reports <-chan view, wanted func(view) bool) view {
	t.Helper()
	var last view
	deadline := time.After(time.Minute)
	for {
		select {
		case last = <-reports:
			if wanted(last) {
				return last
			}
		case <-b.Done():
			t.Fatalf("the browser ended: %v", b.Err())
		case <-deadline:
			t.Fatalf("the page did not report what is wanted within a minute; its last word is %+v", last)
		}
	}
}

func open(t *testing.T, d *Desk, url string, o BrowserOptions) *Browser {
	t.Helper()
	b, err := d.OpenBrowser(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return b
}

func TestBrowserView(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox", "chromium")
	d := desk(t, Options{Width: 1280, Height: 1000, WM: Openbox})
	tests := []struct {
		options BrowserOptions
		ratio   float64
	}{
		{BrowserOptions{}, 1},
		{BrowserOptions{Zoom: 0.8}, 0.8},
		{BrowserOptions{Zoom: 1.25, Dark: true}, 1.25},
		{BrowserOptions{Zoom: 1.5}, 1.5},
		{BrowserOptions{Scale: 2, Dark: true}, 2},
		{BrowserOptions{Zoom: 1.1, Scale: 1.5, App: true}, 1.65},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("zoom=%g,scale=%g,dark=%t", tt.options.Zoom, tt.options.Scale, tt.options.Dark), func(t *testing.T) {
			url, reports := page(t)
			b := open(t, d, url, tt.options)
			v := report(t, b, reports)
			// Zoom levels are stored with limited precision.
			if math.Abs(v.Ratio-tt.ratio) > 0.005 {
				t.Errorf("devicePixelRatio is %g, want %g", v.Ratio, tt.ratio)
			}
			if v.Dark != tt.options.Dark {
				t.Errorf("prefers-color-scheme: dark is %t, want %t", v.Dark, tt.options.Dark)
			}
			t.Logf("%+v", v)
		})
	}
}

// TestFirefoxView runs where there is a Firefox; no test or demo depends on it.
func TestFirefoxView(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox")
	path, err := exec.LookPath("firefox")
	if err != nil {
		t.Skip("needs Firefox, which is not on this machine")
	}
	d := desk(t, Options{WM: Openbox})
	for _, o := range []BrowserOptions{{Path: path}, {Path: path, Zoom: 1.25, Scale: 1.2, Dark: true}} {
		url, reports := page(t)
		b := open(t, d, url, o)
		v := report(t, b, reports)
		want := max(o.Zoom, 1) * max(o.Scale, 1)
		if math.Abs(v.Ratio-want) > 0.005 || v.Dark != o.Dark {
			t.Errorf("devicePixelRatio is %g and dark %t, want %g and %t", v.Ratio, v.Dark, want, o.Dark)
		}
		if err := b.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := leftovers(t, b.dir); len(left) > 0 {
			t.Errorf("processes left behind: %v", left)
		}
	}
}

func TestBrowserWindow(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox", "chromium")
	d := desk(t, Options{Width: 1280, Height: 1000, WM: Openbox})
	tests := map[string]struct {
		options BrowserOptions
		wanted  func(view) bool
	}{
		// The place is that of the frame or of the window in it.
		"placed": {BrowserOptions{Position: image.Pt(40, 60), Size: image.Pt(900, 700)}, func(v view) bool {
			return v.Width == 900 && v.Height == 700 && v.X >= 40 && v.X <= 60 && v.Y >= 60 && v.Y <= 100
		}},
		"maximized":               {BrowserOptions{Maximized: true}, fills},
		"maximized, without tabs": {BrowserOptions{Maximized: true, App: true, Size: image.Pt(300, 300)}, fills},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			url, reports := page(t)
			reportOf(t, open(t, d, url, tt.options), reports, tt.wanted)
		})
	}
}

// fills tells whether a window fills a desk of 1280 x 1000 pixels or a little
// more, but for a window manager's decoration and the pixel by which Chromium
// keeps a window from looking like one that is full screen.
func fills(v view) bool { return v.Width >= 1279 && v.Height >= 950 }

func TestBrowserUnderEachManager(t *testing.T) {
	for _, wm := range []string{NoWM, Xfwm4} {
		t.Run("wm="+wm, func(t *testing.T) {
			testneeds.Programs(t, "Xvfb", "chromium")
			if wm != NoWM {
				testneeds.Programs(t, wm)
			}
			d := desk(t, Options{WM: wm})
			url, reports := page(t)
			reportOf(t, open(t, d, url, BrowserOptions{Maximized: true}), reports, fills)
		})
	}
}

func TestBrowserLeavesNothingBehind(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "chromium")
	ends := map[string]func(*testing.T, *Browser, context.CancelFunc){
		"close":   func(t *testing.T, b *Browser, _ context.CancelFunc) {},
		"kill":    func(_ *testing.T, b *Browser, _ context.CancelFunc) { b.Kill() },
		"context": func(_ *testing.T, b *Browser, cancel context.CancelFunc) { cancel(); <-b.Done() },
		"crash": func(t *testing.T, b *Browser, _ context.CancelFunc) {
			if err := unix.Kill(b.process.group.pgid, unix.SIGSEGV); err != nil {
				t.Error(err)
			}
			<-b.Done()
			if b.Err() == nil {
				t.Error("Err is nil after a crash")
			}
		},
	}
	// A folder with a short name: a socket's path has to fit.
	temp, err := os.MkdirTemp("", "t")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temp) })
	t.Setenv("TMPDIR", temp)
	d := desk(t, Options{})
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			url, reports := page(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			b, err := d.OpenBrowser(ctx, url, BrowserOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			report(t, b, reports)
			if b.Err() != nil {
				t.Errorf("Err is %v while the browser runs", b.Err())
			}
			if len(leftovers(t, b.dir)) < 3 {
				t.Error("the test does not see the browser's processes")
			}
			end(t, b, cancel)
			if err := b.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			if left := outlast(func() []string { return leftovers(t, b.dir) }); len(left) > 0 {
				t.Errorf("processes left behind: %v", left)
			}
			if left := outlast(func() []string { return members(t, b.process.group.pgid) }); len(left) > 0 {
				t.Errorf("the process group is left behind: %v", left)
			}
			if _, err := os.Stat(b.dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the profile %s is left behind: %v", b.dir, err)
			}
			if left, err := filepath.Glob(filepath.Join(temp, "*Chromium*")); err != nil || len(left) > 0 {
				t.Errorf("left behind in the temporary folder: %v, %v", left, err)
			}
		})
	}
}

func TestDeskEndsItsBrowsers(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox", "chromium")
	d := desk(t, Options{WM: Openbox})
	url, reports := page(t)
	b := open(t, d, url, BrowserOptions{})
	report(t, b, reports)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-b.Done():
	default:
		t.Error("the browser outlives its desk")
	}
	if left := leftovers(t, d.dir); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
}
