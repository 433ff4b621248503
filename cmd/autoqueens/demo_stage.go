package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/desk"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

const (
	// loading bounds the wait for the browser to show the board. A browser's
	// first start on a slow machine takes many seconds.
	loading = 90 * time.Second
	// judging bounds the wait for the game's word after the player is done.
	judging = 10 * time.Second
	// celebrating bounds the wait for the result card.
	celebrating = 5 * time.Second
)

// stage is the desktop on which the demo plays: the person's, or a virtual one.
type stage struct {
	desk *desk.Desk // nil on the person's own
}

// newStage makes a desktop where there is none to use.
func (f *demoFlags) newStage(cmd *cobra.Command) (*stage, error) {
	if !f.virtual && hasDisplay() {
		return &stage{}, nil
	}
	wm := f.wm
	if wm == "none" {
		wm = desk.NoWM
	}
	d, err := desk.Start(cmd.Context(), desk.Options{Width: 1440, Height: 1100, WM: wm})
	if err != nil {
		return nil, err
	}
	moveTo(d.Env())
	printable.Fprintf(details(cmd), "playing on the virtual display %s\n", d.Display())
	return &stage{desk: d}, nil
}

// hasDisplay tells whether this session has a display that can be clicked on.
func hasDisplay() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	return os.Getenv("DISPLAY") != "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("XDG_SESSION_TYPE") != "wayland"
}

// moveTo makes this process a program of the session that an environment
// describes.
func moveTo(env []string) {
	for _, name := range []string{"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"} {
		value, found := "", false
		for _, entry := range env {
			if v, ok := strings.CutPrefix(entry, name+"="); ok {
				value, found = v, true
			}
		}
		if found {
			os.Setenv(name, value)
		} else {
			os.Unsetenv(name)
		}
	}
}

func (s *stage) Close() error {
	if s.desk == nil {
		return nil
	}
	return s.desk.Close()
}

// open shows a page in a browser on the stage.
func (s *stage) open(ctx context.Context, url string, o desk.BrowserOptions) (*desk.Browser, error) {
	if s.desk != nil {
		return s.desk.OpenBrowser(ctx, url, o)
	}
	return desk.OpenBrowser(ctx, url, o)
}

// play serves one board, opens it, plays it, and hears the game's verdict.
func (f *demoFlags) play(cmd *cobra.Command, line *term.Line, s *stage, n int) (err error) {
	ctx := cmd.Context()
	line.Set("opening the practice game in a browser")
	game, err := practice.Start(ctx, practice.Options{
		Size: f.size, Seed: f.seed + uint64(n), Dark: &f.dark, AutoStart: true,
		Tell: func(line string) { note(cmd, line) },
	})
	if err != nil {
		return err
	}
	defer game.Close()
	browser, err := s.open(ctx, game.URL(), desk.BrowserOptions{Zoom: f.zoom / 100, Dark: f.dark, Maximized: true})
	if err != nil {
		return err
	}
	defer browser.Close()
	printable.Fprintf(details(cmd), "the practice game is at %s\n", game.URL())

	source, views, err := (&place{display: -1}).open(ctx, nil, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	hand, err := openHand(f.pace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hand.Close()) }()

	p := newPlayer(source, views, player.Options{Timeout: loading, Pause: pauseOf(f.pace)})
	p.Hand = hand
	var before image.Image
	var place image.Rectangle // of the board
	p.Why = reasons(cmd)
	watchedBy(line, p, io.Discard)
	tell := reporter(cmd, words(cmd), f.json)
	p.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			// What else is on the desktop is private.
			place = calibrate.Around(e.Reading.Lattice, e.Picture.Rect)
			before = dump.Cut(e.Picture, place)
		}
		tell(e)
	}
	played := play(ctx, p)
	line.Set("waiting for the game's verdict")
	if place.Empty() {
		return played
	}
	verdict, err := hear(ctx, game, played)
	if err != nil {
		return err
	}
	line.Set("")
	after, err := crowned(ctx, game, func() (*image.RGBA, error) { return source.Capture(place) })
	if err != nil {
		return err
	}
	return f.conclude(cmd, verdict, n, before, after, browser)
}

// hear waits for the game's own word on a board that the player is done with.
// Where the player failed, its error stands.
func hear(ctx context.Context, game *practice.Server, played error) (practice.Result, error) {
	if played != nil {
		return practice.Result{}, played
	}
	patient, cancel := context.WithTimeout(ctx, judging)
	defer cancel()
	verdict, err := game.WaitWon(patient)
	if ctx.Err() != nil {
		return verdict, context.Cause(ctx)
	}
	if err != nil {
		return verdict, fault.Wrap(err, fault.Unverified,
			"the game does not say that it was won, though every queen was seen on the board",
			"run the demo again with --keep-open and look at the page")
	}
	return verdict, nil
}

// crowned returns a picture of the finished board with all crowns gold, from
// before the result card covers it. On a machine so slow that the card is there
// first, it is the picture from when the last queen was placed.
func crowned(ctx context.Context, game *practice.Server, capture func() (*image.RGBA, error)) (*image.RGBA, error) {
	ctx, cancel := context.WithTimeout(ctx, celebrating)
	defer cancel()
	early, err := capture()
	if err != nil {
		return nil, err
	}
	if game.WaitPhase(ctx, practice.Golden) != nil {
		return early, nil // what there is, is a picture of a board that was won
	}
	img, err := capture()
	// The card is drawn before the game reports it, so the picture counts only
	// if the game was not finished even after it was taken.
	if err != nil || game.State().Phase >= practice.Finished {
		return early, nil
	}
	return img, nil
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
			Event: "verdict", Won: true, Size: verdict.Size, Seed: verdict.Seed,
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
