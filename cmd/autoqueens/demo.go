package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/input"
	"autoqueens/internal/atomicfile"
	"autoqueens/internal/demo"
	"autoqueens/internal/desk"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/outfile"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/printable"
	"autoqueens/internal/session"
	"autoqueens/internal/term"
	"autoqueens/internal/userdirs"
	gamesolver "autoqueens/solver/games"
)

// demoFlags are the flags of demo.
type demoFlags struct {
	game     string
	size     int
	seed     uint64
	dark     bool
	zoom     float64
	virtual  bool
	wm       string
	pace     string
	out      string
	force    bool
	runs     int
	keepOpen bool
	json     bool
	input    string // the name of a way to use the mouse, see input.Open
	capture  string // of one to capture, see screen.Open

	hand *input.Hand // that of the person's own session; nil until it is opened
}

func newDemoCommand() *cobra.Command {
	var f demoFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Open the practice games in a browser and play them",
		Long: `Open the practice game in a browser, play it with the very same player as
"play", and end with the game's own verdict, the time of each stage, and a
picture of each board from before and after. It plays all games, one after the
other in the same page, or the one that --game names; with --size alone Queens.
"help practice" has the sizes of each.

Where there is no display that it can click on, or with --virtual, it makes a
virtual one with a window manager. That needs Linux and the programs Xvfb and
openbox.

The practice game is served on this machine only. The browser has a profile of
its own that is thrown away afterwards.`,
		Example: `  autoqueens demo
  autoqueens demo --size 11 --dark --zoom 125   # a larger board on a dark page
  autoqueens demo --virtual --runs 5            # five boards where nobody sees them
  autoqueens demo --pace human --keep-open      # at ease, and look at it afterwards`,
		Args:   cobra.NoArgs,
		PreRun: func(cmd *cobra.Command, _ []string) { stopOnSuspend(cmd.Context()) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64N(1_000_000)
			}
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	addGameFlag(cmd, &f.game, "play the game `NAME` alone, not all one after the other")
	addSizeFlag(cmd, &f.size, practice.Sizes)
	flags.Uint64Var(&f.seed, "seed", 0, "the first board is that of seed `N` (default: another one each time)")
	flags.BoolVar(&f.dark, "dark", false, "a dark page")
	flags.Float64Var(&f.zoom, "zoom", 100, "zoom the page to so many `PERCENT`, such as 125 (or 1.25)")
	flags.BoolVar(&f.virtual, "virtual", false, "play on a virtual display, even if there is a real one")
	flags.StringVar(&f.wm, "wm", desk.Openbox, "window manager of the virtual display: `NAME` is openbox, xfwm4 or none")
	flags.StringVar(&f.pace, "pace", "fast", "`PACE` is fast, human, or the pause between two clicks, such as 150ms")
	flags.StringVarP(&f.out, "out", "o", "", "put the pictures into the folder `DIR` (default: a folder in your cache)")
	addForceFlag(cmd, &f.force, "out")
	flags.IntVar(&f.runs, "runs", 1, "play `N` boards of each game")
	flags.BoolVar(&f.keepOpen, "keep-open", false, "leave the browser open until you close it or press Ctrl-C")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each event, and one with the verdict")
	addInputFlag(cmd, &f.input)
	addCaptureFlag(cmd, &f.capture)
	_ = cmd.RegisterFlagCompletionFunc("wm", values(desk.Openbox, desk.Xfwm4, "none"))
	_ = cmd.RegisterFlagCompletionFunc("zoom", values("67", "80", "100", "125", "150", "200"))
	_ = cmd.MarkFlagDirname("out")
	return cmd
}

func (f *demoFlags) check() error {
	if err := checkGame(&f.game); err != nil {
		return err
	}
	switch {
	case f.runs < 1:
		return fault.Plainf("give the number of boards to play", "%d boards cannot be played", f.runs)
	case f.zoom < 25 || f.zoom > 500:
		return fault.Plainf("give a zoom in percent, such as 80 or 125", "no browser shows a page at %g %%", f.zoom)
	case f.wm != desk.Openbox && f.wm != desk.Xfwm4 && f.wm != "none":
		return fault.Plainf("choose openbox, xfwm4 or none", "there is no window manager %q to choose", f.wm)
	}
	pace := playFlags{pace: f.pace, clicks: 1}
	return pace.check()
}

func (f *demoFlags) run(cmd *cobra.Command) (err error) {
	if f.zoom > 0 && f.zoom <= 5 {
		f.zoom *= 100
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := f.makeRoom(); err != nil {
		return err
	}
	line := newLine(cmd)
	defer line.Close()
	line.Set("opening a display and a browser")
	defer func() {
		if f.hand != nil {
			err = errors.Join(err, f.hand.Close())
		}
	}()
	display := desk.Options{Width: 1440, Height: 1100, WM: f.wm}
	if f.wm == "none" {
		display.WM = desk.NoWM
	}
	stage, err := desk.OpenStage(cmd.Context(), f.virtual, func() bool { return f.openHand(cmd.Context()) == nil }, display)
	if err != nil {
		return err
	}
	defer stage.Close()
	if name := stage.Display(); name != "" {
		printable.Fprintf(details(cmd), "playing on the virtual display %s\n", name)
	}
	line.Set("opening the practice game in a browser")
	open, err := demo.Play(cmd.Context(), stage, f.options(cmd, line))
	if err != nil {
		return err
	}
	defer open.Close()
	if f.keepOpen {
		fmt.Fprintln(words(cmd), "The browser stays open until you close it or press Ctrl-C.")
		select {
		case <-cmd.Context().Done(): // how it is meant to end
		case <-open.Browser.Done():
		}
	}
	return nil
}

// makeRoom sees to it, before anything is played, that the pictures can be written.
func (f *demoFlags) makeRoom() (err error) {
	if f.out == "" {
		if f.out, err = userdirs.Cache("demo"); err != nil {
			return err
		}
		f.force = true // over the last demo's
	}
	if err := atomicfile.Folder(f.out); err != nil {
		return fault.Unwritable(f.out, err)
	}
	for n := range f.boards() {
		for _, when := range []string{"before", "after"} {
			if err := outfile.Free(f.picturePath(when, n), "", f.force); err != nil {
				return err
			}
		}
	}
	return nil
}

// options returns what the flags ask for, told to the command's outputs.
func (f *demoFlags) options(cmd *cobra.Command, line *term.Line) demo.Options {
	// Of the board that is played: times count from its beginning.
	var tell func(player.Event)
	var status func(player.Status)
	return demo.Options{
		Games: f.games(), Boards: f.boards(), Size: f.size, Seed: f.seed, Dark: f.dark, Zoom: f.zoom / 100,
		Pace: f.pace, Capture: f.capture,
		Hand: func(ctx context.Context) (*input.Hand, error) {
			err := f.openHand(ctx)
			return f.hand, err
		},
		Note:   func(line string) { note(cmd, line) },
		Notes:  cmd.ErrOrStderr(),
		Opened: func(address string) { printable.Fprintf(details(cmd), "the practice game is at %s\n", address) },
		Begins: func(n int) {
			tell, status = reporter(cmd, words(cmd), f.json), statusOn(line, io.Discard)
			if f.boards() > 1 && !f.json {
				fmt.Fprintf(words(cmd), "\nBoard %d of %d\n", n+1, f.boards())
			}
		},
		Report: func(e player.Event) { tell(e) },
		Status: func(s player.Status) { status(s) },
		Why:    reasons(cmd),
		Waits:  line.Set,
		Over:   func(b demo.Board) error { return f.conclude(cmd, b) },
	}
}

// boards returns how many boards are played.
func (f *demoFlags) boards() int { return f.runs * len(f.games()) }

// games returns the games to play, one after the other. A size alone is one of Queens.
func (f *demoFlags) games() []string {
	switch {
	case f.game != "":
		return []string{f.game}
	case f.size != 0:
		return []string{gamesolver.Queens}
	}
	return gamesolver.Names()
}

// openHand opens the mouse, unless that was done before.
func (f *demoFlags) openHand(ctx context.Context) (err error) {
	if f.hand == nil {
		f.hand, err = session.Hand(ctx, f.input, f.pace)
	}
	return err
}

// conclude files the pictures of a board and tells the verdict.
func (f *demoFlags) conclude(cmd *cobra.Command, b demo.Board) error {
	before, after := f.picturePath("before", b.Number), f.picturePath("after", b.Number)
	if err := writePNG(before, f.force, b.Before); err != nil {
		return err
	}
	if err := writePNG(after, f.force, b.After); err != nil {
		return err
	}
	v := b.Verdict
	if f.json {
		return fault.Unwritable("the output", jsonLines(cmd).Encode(demoVerdict{
			Event: "verdict", Won: true, Game: v.Game, Size: v.Size, Seed: v.Seed,
			Clock: dump.Hundredths(float64(v.Clock) / float64(time.Millisecond)), Clicks: v.Clicks,
			Before: before, After: after,
		}))
	}
	verdictWords(words(cmd), v)
	printable.Fprintf(words(cmd), "Pictures  %s\n          %s\n", before, after)
	return nil
}

// demoVerdict is the last line of 'demo --json'.
type demoVerdict struct {
	Event  string  `json:"event"` // "verdict"
	Won    bool    `json:"won"`
	Game   string  `json:"game"`
	Size   int     `json:"size"`
	Seed   uint64  `json:"seed"`
	Clock  float64 `json:"clock"`  // by the game's own clock, ms
	Clicks int     `json:"clicks"` // that the game counted
	Before string  `json:"before"`
	After  string  `json:"after"`
}

func verdictWords(w io.Writer, r practice.Result) {
	game, err := gamesolver.Find(r.Game)
	if err != nil {
		return // cannot be: it was played
	}
	fmt.Fprintf(w, "Verdict   the game says: won, %s board %d of size %d, %s on its clock, %s\n",
		game.Title, r.Seed, r.Size, took(float64(r.Clock)/float64(time.Millisecond)), printable.Count(r.Clicks, "click"))
}

// picturePath returns the path of a picture of the nth run.
func (f *demoFlags) picturePath(when string, n int) string {
	name := when
	if f.boards() > 1 {
		name = fmt.Sprintf("%s-%d", when, n+1)
	}
	return filepath.Join(f.out, name+".png")
}
