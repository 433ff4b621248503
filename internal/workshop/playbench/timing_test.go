//go:build linux

package main

import (
	"testing"

	"autoqueens/internal/practice"
)

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		v    []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 4}, 4}, {[]float64{4, 1, 2, 9}, 3}} {
		if got := median(tt.v); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.v, got, tt.want)
		}
	}
}

func TestMomentsOf(t *testing.T) {
	events := []practice.Event{
		{Session: 1, Kind: practice.Ready, Time: 5},
		{Session: 2, Kind: practice.Ready, Time: 100},
		{Session: 2, Kind: practice.Down, Time: 130},
		{Session: 2, Kind: practice.Down, Time: 140},
		{Session: 2, Kind: practice.Won, Time: 150},
	}
	m, err := momentsOf(events, 2)
	if err != nil || m.painted != 100 || m.firstDown != 130 || m.won != 150 || len(m.downs) != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := momentsOf(events, 1); err == nil {
		t.Error("a board that was not won has all its moments")
	}
}
