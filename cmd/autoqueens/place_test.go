package main

import (
	"bytes"
	"image"
	"runtime/debug"
	"strings"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/exit"
	"autoqueens/vision/screen"
)

// two displays, the second left of the first.
var displays = []screen.Display{
	{Index: 0, Bounds: image.Rect(0, 0, 1920, 1080), Primary: true, Name: "DP-1"},
	{Index: 1, Bounds: image.Rect(-1280, 0, 0, 1024), Name: "HDMI-1"},
}

func TestViews(t *testing.T) {
	region := image.Rect(-900, 100, -500, 500)
	profile := calibrate.New("left", displays[1], region, calibrate.FromDisplay(displays[1]))
	gone := calibrate.New("old", screen.Display{Index: 1, Name: "HDMI-1", Bounds: image.Rect(-800, 0, 0, 600)}, image.Rect(-700, 0, -300, 400), calibrate.FromDisplay(displays[0]))
	for _, tt := range []struct {
		name    string
		place   place
		profile *calibrate.Profile
		want    string // the views' names and areas
		status  exit.Status
		note    string
	}{
		{name: "everywhere", place: place{display: -1}, want: "display 0 0,0,1920,1080; display 1 -1280,0,1280,1024"},
		{name: "the profile first", place: place{display: -1}, profile: profile,
			want: "profile left -900,100,400,400; display 0 0,0,1920,1080; display 1 -1280,0,1280,1024"},
		{name: "one display", place: place{display: 1}, want: "display 1 -1280,0,1280,1024"},
		{name: "a region at negative coordinates", place: place{display: -1, region: "-900,100,400,400"}, want: "region -900,100,400,400 -900,100,400,400"},
		{name: "a region across two displays", place: place{display: -1, region: "-100,0,400,400"}, want: "region -100,0,400,400 0,0,300,400"},
		{name: "a region off the screen", place: place{display: -1, region: "1900,0,400,400"}, status: exit.Failed},
		{name: "no such display", place: place{display: 2}, status: exit.Failed},
		{name: "a default profile that no longer fits", place: place{display: -1}, profile: gone,
			want: "display 0 0,0,1920,1080; display 1 -1280,0,1280,1024", note: "looking at every display instead"},
		{name: "a named profile that no longer fits", place: place{display: -1, profile: "old"}, profile: gone, status: exit.Failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var notes bytes.Buffer
			views, err := tt.place.views(displays, tt.profile, &notes)
			if got := exit.StatusOf(err); got != tt.status {
				t.Fatalf("status %d (%v), want %d", got, err, tt.status)
			}
			var got []string
			for _, v := range views {
				got = append(got, v.Name+" "+rectWords(v.Area))
				if !v.Area.In(v.Screen) {
					t.Errorf("%s: %v is not on its screen %v", v.Name, v.Area, v.Screen)
				}
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			if !strings.Contains(notes.String(), tt.note) || tt.note == "" && notes.Len() > 0 {
				t.Errorf("notes %q, want %q", notes.String(), tt.note)
			}
		})
	}
}

func FuzzRegion(f *testing.F) {
	for _, s := range []string{"1,2,3,4", "-5, 0,1,1", ",,,", "1,2,3", "9999999999999999999,0,1,1", "1,2,3,4,5", "1,2,9223372036854775807,4", "-9223372036854775808,0,1,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := place{region: s, display: -1}
		if r, err := p.rectangle(); err == nil && (r.Empty() || !r.In(anywhere)) {
			t.Errorf("%q is the region %v", s, r)
		}
		_, _ = p.views(displays, nil, &bytes.Buffer{})
	})
}

// anywhere is where regions and places may be at all.
var anywhere = image.Rect(-farthest, -farthest, 2*farthest+1, 2*farthest+1)

func FuzzButtonPlace(f *testing.F) {
	for _, s := range []string{"720,640", " -3 , 4 ", "1", "1,2,3", ",", "-9223372036854775808,0", "0,-9223372036854775808", "pointer"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		flags := calibrateFlags{startButton: s}
		if p, err := flags.buttonPlace(); err == nil && !p.In(anywhere) {
			t.Errorf("%q is the place %v", s, p)
		}
	})
}

func TestVersionLine(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"},
		{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"},
		{Key: "vcs.modified", Value: "true"},
	}}
	for _, tt := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{info, "autoqueens v1.2.3, commit 0123456789ab+changes of 2026-01-02T03:04:05Z, go"},
		{nil, "autoqueens (devel), go"},
	} {
		if got := versionLine(tt.info); !strings.HasPrefix(got, tt.want) {
			t.Errorf("got %q, want it to begin %q", got, tt.want)
		}
	}
}

func TestTook(t *testing.T) {
	for ms, want := range map[float64]string{0: "0 µs", 0.003: "3 µs", 0.5: "0.5 ms", 9.94: "9.9 ms", 41.2: "41 ms", 999.4: "999 ms", 1234: "1.23 s", 61_000: "61.00 s"} {
		if got := took(ms); got != want {
			t.Errorf("took(%v) = %q, want %q", ms, got, want)
		}
	}
}
