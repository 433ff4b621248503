package main

import (
	"fmt"
	"image"
	"io"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/desk"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

// loading bounds the wait for the browser to show the board. A browser's
// first start on a slow machine takes many seconds.
const loading = 90 * time.Second

// play serves one board, opens it, plays it, and hears the game's verdict.
func (f *demoFlags) play(cmd *cobra.Command, line *term.Line, s *desk.Stage, name string, n int) (err error) {
	ctx := cmd.Context()
	line.Set("opening the practice game in a browser")
	game, err := practice.Start(ctx, practice.Options{
		Game: name, Size: f.size, Seed: f.seed + uint64(n), Dark: &f.dark, AutoStart: true,
		Tell: func(line string) { note(cmd, line) },
	})
	if err != nil {
		return err
	}
	defer game.Close()
	browser, err := s.OpenBrowser(ctx, game.URL(), desk.BrowserOptions{Zoom: f.zoom / 100, Dark: f.dark, Maximized: true})
	if err != nil {
		return err
	}
	defer browser.Close()
	printable.Fprintf(details(cmd), "the practice game is at %s\n", game.URL())

	anywhere := place.Anywhere
	anywhere.Capture = f.capture
	source, views, err := anywhere.Open(ctx, nil, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	if err := f.openHand(ctx); err != nil {
		return err
	}

	p := newPlayer(source, views, player.Options{Timeout: loading, Pause: pauseOf(f.pace)})
	p.Hand = f.hand
	var before image.Image
	var area image.Rectangle // of the board
	p.Why = reasons(cmd)
	watchedBy(line, p, io.Discard)
	tell := reporter(cmd, words(cmd), f.json)
	p.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			// What else is on the desktop is private.
			area = calibrate.Around(e.Reading.Lattice, e.Picture.Rect)
			before = dump.Cut(e.Picture, area)
		}
		tell(e)
	}
	played := play(ctx, p)
	line.Set("waiting for the game's verdict")
	if played != nil || area.Empty() {
		return played
	}
	verdict, err := game.Verdict(ctx)
	if err != nil {
		return err
	}
	line.Set("")
	after, err := game.Crowned(ctx, func() (*image.RGBA, error) { return source.Capture(area) })
	if err != nil {
		return err
	}
	return f.conclude(cmd, verdict, n, before, after, browser)
}

// conclude files the pictures and tells the verdict.
func (f *demoFlags) conclude(cmd *cobra.Command, verdict practice.Result, n int, before, after image.Image, browser *desk.Browser) error {
	paths := [2]string{f.picturePath("before", n), f.picturePath("after", n)}
	for i, img := range []image.Image{before, after} {
		if err := writePNG(paths[i], img); err != nil {
			return err
		}
	}
	if f.json {
		if err := jsonLines(cmd).Encode(demoVerdict{
			Event: "verdict", Won: true, Game: verdict.Game, Size: verdict.Size, Seed: verdict.Seed,
			Clock: dump.Hundredths(float64(verdict.Clock) / float64(time.Millisecond)), Clicks: verdict.Clicks,
			Before: paths[0], After: paths[1],
		}); err != nil {
			return fault.Unwritable("the output", err)
		}
	} else {
		verdictWords(words(cmd), verdict)
		printable.Fprintf(words(cmd), "Pictures  %s\n          %s\n", paths[0], paths[1])
	}
	if !f.keepOpen {
		return nil
	}
	fmt.Fprintln(words(cmd), "The browser stays open until you close it or press Ctrl-C.")
	select {
	case <-cmd.Context().Done(): // how it is meant to end
	case <-browser.Done():
	}
	return nil
}
