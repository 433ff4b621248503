package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

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
