package main

import (
	"context"
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
	"autoqueens/internal/session"
	"autoqueens/internal/term"
	"autoqueens/vision/games"
)

// loading bounds the wait for the browser to show the board. A browser's
// first start on a slow machine takes many seconds.
const loading = 90 * time.Second

// series opens the practice game and plays its boards, which follow each other in one
// page: a browser takes longer to start than a board to be played.
func (f *demoFlags) series(cmd *cobra.Command, line *term.Line, s *desk.Stage) error {
	ctx := cmd.Context()
	line.Set("opening the practice game in a browser")
	of := f.games()
	game, err := practice.Start(ctx, practice.Options{
		Game: of[0], Size: f.size, Seed: f.seed, Dark: &f.dark, AutoStart: true,
		Boards: f.boards(), AutoNext: time.Millisecond, Hold: true,
		Deal: func(number int) practice.Deal { return practice.Deal{Game: of[number%len(of)]} },
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
	for n := range f.boards() {
		if n > 0 {
			if err := goOn(ctx, game, n-1); err != nil {
				return err
			}
		}
		if f.boards() > 1 && !f.json {
			fmt.Fprintf(words(cmd), "\nBoard %d of %d\n", n+1, f.boards())
		}
		if err := f.play(cmd, line, game, n); err != nil {
			return err
		}
	}
	if !f.keepOpen {
		return nil
	}
	fmt.Fprintln(words(cmd), "The browser stays open until you close it or press Ctrl-C.")
	select {
	case <-ctx.Done(): // how it is meant to end
	case <-browser.Done():
	}
	return nil
}

// goOn lets the page go on from the nth board, and waits until the next one is shown: the
// solved one must not be taken for it.
func goOn(ctx context.Context, game *practice.Server, n int) error {
	patient, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	session := game.State().Session
	game.GoOn(n)
	err := game.WaitNext(patient, session)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fault.Wrap(err, fault.NoBoard, "the practice game does not go on to the next board", "leave its browser open, or play one game alone with --game")
	}
	return nil
}

// play plays the nth board, which is shown or about to be, and hears the game's verdict.
func (f *demoFlags) play(cmd *cobra.Command, line *term.Line, game *practice.Server, n int) error {
	ctx := cmd.Context()
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

	p := session.NewPlayer(source, views, f.pace, player.Options{Timeout: loading})
	p.Hand = f.hand
	of := f.games()
	p.Reader = games.Reader{Game: of[n%len(of)]} // the page may still show the board before
	var before image.Image
	var area image.Rectangle // of the board
	p.Why = reasons(cmd)
	p.Status = statusOn(line, io.Discard)
	tell := reporter(cmd, words(cmd), f.json)
	p.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			// What else is on the desktop is private.
			area = calibrate.Around(e.Reading.Lattice, e.Picture.Rect)
			before = dump.Cut(e.Picture, area)
		}
		tell(e)
	}
	_, played := p.Run(ctx)
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
	return f.conclude(cmd, verdict, n, before, after)
}

// conclude files the pictures and tells the verdict.
func (f *demoFlags) conclude(cmd *cobra.Command, verdict practice.Result, n int, before, after image.Image) error {
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
	return nil
}
