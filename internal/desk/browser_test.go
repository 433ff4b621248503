package desk

import (
	"encoding/json"
	"errors"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/fault"
)

func TestOpenBrowserRefuses(t *testing.T) {
	tests := []struct {
		name    string
		options BrowserOptions
		path    string // PATH, as it is where empty
		kind    fault.Kind
		words   string // in the advice
	}{
		{"no browser", BrowserOptions{}, "/nonexistent", fault.NoAccess, "install"},
		{"not there", BrowserOptions{Path: "/nonexistent/browser"}, "", fault.NoAccess, "install"},
		{"zoom too small", BrowserOptions{Zoom: 0.1}, "", fault.Failed, "zoom"},
		{"zoom not a number", BrowserOptions{Zoom: math.NaN()}, "", fault.Failed, "zoom"},
		{"scale too large", BrowserOptions{Scale: 100}, "", fault.Failed, "scale"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.path != "" {
				t.Setenv("PATH", tt.path)
			}
			b, err := OpenBrowser(t.Context(), "http://127.0.0.1:9/", tt.options)
			if err == nil {
				b.Close()
				t.Fatal("OpenBrowser succeeded")
			}
			e, ok := errors.AsType[*fault.Error](err)
			if !ok || e.Kind != tt.kind || !strings.Contains(e.Advice, tt.words) {
				t.Errorf("OpenBrowser = %#v, want kind %q and advice with %q", err, tt.kind, tt.words)
			}
		})
	}
}

func TestChromiumArgs(t *testing.T) {
	const url = "http://127.0.0.1:4711/"
	tests := []struct {
		name    string
		options BrowserOptions
		with    []string // arguments that are there
		without []string // beginnings of arguments that are not
		last    string
	}{
		{"plain", BrowserOptions{Zoom: 1},
			[]string{"--no-first-run", "--disable-background-networking"},
			[]string{"--force-", "--window-", "--start-maximized", "--disable-gpu", "--app"}, url},
		{"dark and scaled", BrowserOptions{Zoom: 1, Dark: true, Scale: 1.25},
			[]string{"--force-dark-mode", "--force-device-scale-factor=1.25"}, nil, url},
		{"placed", BrowserOptions{Zoom: 1, Size: image.Pt(800, 600), Position: image.Pt(-20, 30)},
			[]string{"--window-size=800,600", "--window-position=-20,30"}, nil, url},
		{"maximized", BrowserOptions{Zoom: 1, Size: image.Pt(800, 600), Maximized: true},
			[]string{"--start-maximized"}, []string{"--window-"}, url},
		{"without tabs", BrowserOptions{Zoom: 1, App: true}, nil, nil, "--app=" + url},
		{"no graphics processor", BrowserOptions{Zoom: 1, Env: []string{softwareRendering + "=1"}},
			[]string{"--disable-gpu"}, nil, url},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			args, err := chromiumArgs(dir, url, tt.options)
			if err != nil {
				t.Fatal(err)
			}
			for _, arg := range append(tt.with, "--user-data-dir="+dir) {
				if !slices.Contains(args, arg) {
					t.Errorf("%s is missing in %q", arg, args)
				}
			}
			for _, start := range tt.without {
				if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, start) }) {
					t.Errorf("%s... is in %q", start, args)
				}
			}
			if last := args[len(args)-1]; last != tt.last {
				t.Errorf("the last argument is %s, want %s", last, tt.last)
			}
		})
	}
}

func TestChromiumZoom(t *testing.T) {
	for _, zoom := range []float64{0.25, 0.8, 1, 1.25, 5} {
		dir := t.TempDir()
		if _, err := chromiumArgs(dir, "http://127.0.0.1/", BrowserOptions{Zoom: zoom}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "Default", "Preferences"))
		if err != nil {
			t.Fatal(err)
		}
		var preferences struct {
			Partition struct {
				Level map[string]float64 `json:"default_zoom_level"`
			}
		}
		if err := json.Unmarshal(text, &preferences); err != nil {
			t.Fatal(err)
		}
		if got := math.Pow(zoomBase, preferences.Partition.Level["x"]); math.Abs(got-zoom) > 1e-9 {
			t.Errorf("the profile zooms by %g, want %g", got, zoom)
		}
	}
}

func TestFirefoxArgs(t *testing.T) {
	tests := []struct {
		options BrowserOptions
		with    []string // lines of the settings
		without string
	}{
		{BrowserOptions{Zoom: 1}, []string{`user_pref("layout.css.prefers-color-scheme.content-override", 1);`}, "devPixelsPerPx"},
		{BrowserOptions{Zoom: 1.5, Scale: 2, Dark: true}, []string{
			`user_pref("layout.css.prefers-color-scheme.content-override", 0);`,
			`user_pref("layout.css.devPixelsPerPx", "3");`}, "nothing like this"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		args, err := firefoxArgs(dir, "http://127.0.0.1/", tt.options)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(args, dir) || args[len(args)-1] != "http://127.0.0.1/" {
			t.Errorf("the arguments are %q", args)
		}
		text, err := os.ReadFile(filepath.Join(dir, "user.js"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range tt.with {
			if !strings.Contains(string(text), line+"\n") {
				t.Errorf("%s is missing in\n%s", line, text)
			}
		}
		if strings.Contains(string(text), tt.without) {
			t.Errorf("%s is in\n%s", tt.without, text)
		}
	}
}

func TestOverride(t *testing.T) {
	got := override([]string{"A=1", "B=2", "C=3", "A=4", "odd"}, []string{"B"}, "A=5", "D=6")
	if want := []string{"C=3", "odd", "A=5", "D=6"}; !slices.Equal(got, want) {
		t.Errorf("override = %q, want %q", got, want)
	}
	if got := lookup([]string{"A=1", "AB=2", "A=3=4"}, "A"); got != "3=4" {
		t.Errorf("lookup = %q, want 3=4", got)
	}
}
