//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"strings"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/desktops"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// loading bounds the wait for a browser to show the first board.
const loading = 90 * time.Second

// onSway names the Wayland compositor in place of a window manager.
const onSway = "sway"

// arena is a virtual desktop and what it takes to play on it.
type arena struct {
	desk   *desk.Desk
	real   *desktops.Desktop // the same, where it is one of those; else nil
	eye    screen.Source
	hand   *input.Hand
	screen screen.Display
	zoom   float64 // of the page; 1 where 0
	dark   bool    // whether the page is
}

// openArena starts one of the real desktops or, where none is named, one with a window manager.
func openArena(ctx context.Context, real, wm string, floating bool) (*arena, error) {
	if real == "" {
		return newArena(ctx, wm, floating)
	}
	d, err := desktops.Start(ctx, real, desktops.Options{})
	if err != nil {
		return nil, err
	}
	a := &arena{desk: d.Desk, real: d}
	limited, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- errors.Join(d.LetSee(limited), d.LetClick(limited)) }()
	for name, value := range d.Session() {
		os.Setenv(name, value)
	}
	if err = a.open(input.Asking(ctx, func(string) {})); err != nil {
		cancel()
	}
	if err = errors.Join(err, <-answered); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// newArena starts a desktop; on Wayland windows fill it, or float where they are to be
// moved.
func newArena(ctx context.Context, wm string, floating bool) (*arena, error) {
	var d *desk.Desk
	var err error
	if wm == onSway {
		d, err = desk.StartWayland(ctx, desk.WaylandOptions{NoPortal: true, Floating: floating, Monitors: []desk.Monitor{{Size: image.Pt(1440, 1100)}}})
	} else {
		d, err = desk.Start(ctx, desk.Options{Width: 1440, Height: 1100, WM: wm})
	}
	if err != nil {
		return nil, err
	}
	a := &arena{desk: d}
	for _, name := range []string{"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_RUNTIME_DIR"} {
		os.Unsetenv(name)
		for _, entry := range d.Env() {
			if value, ok := strings.CutPrefix(entry, name+"="); ok {
				os.Setenv(name, value)
			}
		}
	}
	if err := a.open(ctx); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

func (a *arena) open(ctx context.Context) (err error) {
	if a.eye, err = screen.Open(ctx, ""); err != nil {
		return err
	}
	displays, err := a.eye.Displays()
	if err != nil {
		return err
	}
	a.screen = displays[0]
	a.hand, err = input.Open(ctx, "")
	return err
}

func (a *arena) close() {
	if a.hand != nil {
		_ = a.hand.Close()
	}
	if a.eye != nil {
		_ = a.eye.Close()
	}
	if a.real != nil {
		_ = a.real.Close()
	} else {
		_ = a.desk.Close()
	}
}

// table is a browser with the practice game on it.
type table struct {
	game    *practice.Server
	browser *desk.Browser
}

func (a *arena) serve(ctx context.Context, o practice.Options) (*table, error) {
	o.AutoStart = true
	game, err := practice.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	browser, err := a.desk.OpenBrowser(ctx, game.URL(), desk.BrowserOptions{Maximized: true, Zoom: a.zoom, Dark: a.dark})
	if err != nil {
		_ = game.Close()
		return nil, err
	}
	return &table{game, browser}, nil
}

func (t *table) close() {
	_ = t.browser.Close()
	_ = t.game.Close()
}

// player returns a player for the arena; the caller may wrap its parts.
func (a *arena) player(o player.Options) *player.Player {
	o.PointerShown = a.eye.ShowsPointer()
	return &player.Player{
		Eye: a.eye, Reader: reader{}, Hand: a.hand, Clock: player.SystemClock{}, Options: o,
		Views: []player.View{{Name: "the desk", Area: a.screen.Bounds, Screen: a.screen.Bounds, Mapping: calibrate.FromDisplay(a.screen)}},
	}
}

// reader reads as play does, whatever the game.
type reader struct{}

func (reader) Read(img image.Image) (*vision.Reading, error) { return games.Read(img) }

func (reader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return games.ReadAt(img, last)
}

func (reader) ReadAll(img image.Image) []*vision.Reading { return games.ReadAll(img) }

// moments are the times of a board by the page's clock, in ms since the page
// was loaded.
type moments struct {
	painted, firstDown, lastDown, won float64
	downs                             []float64
}

// momentsOf finds them in what the page reported of a session.
func momentsOf(events []practice.Event, session int) (moments, error) {
	m := moments{painted: -1, won: -1}
	for _, e := range events {
		if e.Session != session {
			continue
		}
		switch e.Kind {
		case practice.Ready:
			m.painted = e.Time
		case practice.Down:
			m.downs = append(m.downs, e.Time)
		case practice.Won:
			m.won = e.Time
		}
	}
	if m.painted < 0 || m.won < 0 || len(m.downs) == 0 {
		return m, fmt.Errorf("the page did not report all of board %d", session)
	}
	m.firstDown, m.lastDown = m.downs[0], m.downs[len(m.downs)-1]
	return m, nil
}

var errLost = errors.New("a board was not won")
