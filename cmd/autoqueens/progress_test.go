package main

import (
	"strings"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	var out strings.Builder
	l := progressLine{w: &out, start: time.Now()}
	l.show(1, 4, "early")
	if out.Len() > 0 {
		t.Errorf("it speaks at once: %q", out.String())
	}
	l.start = l.start.Add(-time.Minute)
	l.show(1, 4, "some so far")
	l.show(2, 4, "too soon after the last")
	l.clear()
	want := "\r25 %, about 3 min to go, some so far\x1b[K\r\x1b[K"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	silent := progressLine{start: l.start}
	silent.show(1, 2, "")
	silent.clear()
}

func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                "1 s",
		90 * time.Second: "2 min",
		90 * time.Minute: "1.5 h",
		72 * time.Hour:   "3 days",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
