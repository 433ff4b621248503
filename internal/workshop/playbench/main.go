//go:build linux

// Command playbench measures the player on the practice game, in a real browser
// on a virtual desktop, judged by the page.
//
//	playbench             how long a board takes, beside a clicker that knows it
//	playbench -game zip   the same of another game, beside a hand that looks at nothing
//	playbench -wins 200   how many boards are won, of Queens the sizes 7 to 11
//	playbench -soak 500   what a long run leaves behind in the process
//	playbench -bare 30    how long a board takes on a page that only records clicks
//	playbench -visits 1000 -losses 300  whether wins, and nothing else, are told as wins
//	playbench -trouble 20 what becomes of boards to which something happens
//
// It needs Xvfb, Chromium, and the window manager that it is told to use; with -desktop the
// folder of `make desktops`, which AUTOQUEENS_DESKTOPS names.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"autoqueens/internal/desk"
	"autoqueens/solver/games"
)

// why has the reasons of the player printed.
var why = flag.Bool("why", false, "with -visits: print the reasons of the player's decisions")

func main() {
	var (
		n    = flag.Int("n", 30, "boards to time, for the player and for the reference each")
		wins = flag.Int("wins", 0, "play so many boards and count the wins, instead")
		soak = flag.Int("soak", 0, "play so many boards in one process and watch it, instead")
		bare = flag.Int("bare", 0, "time so many boards on a page that only records clicks, instead")
		bad  = flag.Int("trouble", 0, "play so many boards with each kind of trouble, instead")
		tour = flag.Int("visits", 0, "play so many boards over all ways that a visit can go, instead")
		loss = flag.Int("losses", 0, "play so many boards to which something happens, after -visits or alone")
		only = flag.String("only", "", "with -trouble, -visits and -losses: only the kinds with this in their name")
		game = flag.String("game", games.Queens, "the game whose boards are timed, or counted with -wins")
		size = flag.Int("size", 8, "cells a side of the Queens boards that are timed")
		wm   = flag.String("wm", desk.Openbox, "window manager: openbox, xfwm4 or none; or sway, on Wayland, but for -bare and -losses")
		real = flag.String("desktop", "", "gnome, kde or sway of Debian 13, in place of -wm: for boards that are timed, -wins and -soak")
		zoom = flag.Float64("zoom", 1, "zoom of the page")
		dark = flag.Bool("dark", false, "have the page dark")
		seed = flag.Uint64("seed", 1, "seed of the first board")
	)
	flag.Parse()
	if *real == "" { // KDE's compositor does not start without that right
		asAnybody()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *wm == "none" {
		*wm = desk.NoWM
	}
	a, err := openArena(ctx, *real, *wm, *bad > 0)
	if err == nil {
		a.zoom, a.dark = *zoom, *dark
		switch {
		case *wins > 0:
			err = a.countWins(ctx, *game, *wins, *seed)
		case *soak > 0:
			err = a.soak(ctx, *soak, *seed)
		case *bare > 0:
			err = a.bare(ctx, *bare, *size, *seed)
		case *tour > 0 || *loss > 0:
			err = a.visits(ctx, *tour, *loss, *seed, *only)
		case *bad > 0:
			err = a.series(ctx, *bad, *seed, *only)
		case *game != games.Queens:
			err = a.timeGame(ctx, *game, *n, *seed)
		default:
			err = a.time(ctx, *n, *size, *seed)
		}
		a.close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "playbench:", err)
		os.Exit(1)
	}
}
