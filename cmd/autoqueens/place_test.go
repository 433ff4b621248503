package main

import (
	"image"
	"runtime/debug"
	"strings"
	"testing"

	"autoqueens/internal/place"
)

// anywhere is where places may be at all.
var anywhere = image.Rect(-place.Farthest, -place.Farthest, 2*place.Farthest+1, 2*place.Farthest+1)

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
