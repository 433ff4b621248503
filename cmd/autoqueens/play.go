package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/session"
	"autoqueens/internal/term"
)

// playFlags are the flags of play.
type playFlags struct {
	place   place.Place
	game    string // the one to play, "" for any
	timeout time.Duration
	dryRun  bool
	pace    string
	input   string // the name of a way to use the mouse, see input.Open
	clicks  int
	repeat  int
	record  string
	json    bool

	fullFrames bool
	targetTime time.Duration
	watch      bool
	noHistory  bool

	giveUp time.Duration // how long a refused board may stand, without --timeout; 0 for all of that
	terse  bool          // what play says of itself is for --verbose only
}

func newPlayCommand() *cobra.Command {
	f := playFlags{giveUp: giveUp}
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Find the board on the screen, solve it, and play it",
		Long: `Find the board on the screen, of whichever game, solve it, make the moves, and
see that they stand there. What a click missed is repaired, more slowly each time.

It looks at the place that "autoqueens calibrate" saved, if it did, and then at
every display, and waits for a board to appear. Queens that are already right
stay, wrong ones are taken away.

You stay in charge: move the mouse, hold one of its buttons, press Esc or
Ctrl-C, and it stops at once. It never clicks outside the board, except on buttons
that you have shown it with "calibrate --start-button": that of a start page and
that of the next board. "calibrate --help" says when.

The last click is held back until every other queen is seen to stand. A success
means that the last one was seen as well. Where the board went out of sight as the
page answered that click, as when a result card covers it, with the page around it
still there, it was most likely won, and that was not seen: it ends with status 9.
Anything less ends with status 6.

A board that it must refuse is told at once, in a pipe once that has lasted for a
second, and it goes on looking. Where no --timeout is given, it ends when the board
has been refused at one place for one reason for five seconds. An example, in a
dialog or on a start page or one that plays by itself, is told in the same way and
waited out until the time is up.

After a failure the last pictures of the board, with what was read in them, are
kept in your state folder; the advice says where. The last 20 failures are kept.

Each board is written down for "autoqueens stats", on this machine only;
--no-history or AUTOQUEENS_HISTORY=off keeps it from that.`,
		Example: `  autoqueens play                     # wait up to a minute for a board and play it
  autoqueens play --dry-run           # show what it would do, move nothing
  autoqueens play --game zip          # no board but one of Zip
  autoqueens play --pace human        # take as long as a person would
  autoqueens play --timeout 10m --repeat 4   # five boards, ten minutes for each
  autoqueens play --watch             # every board that appears, until Ctrl-C
  autoqueens play --target-time 1s    # finish a second after the board appeared
  autoqueens play --region 700,200,450,450 --json   # for a script
  autoqueens play --verbose           # with the reason of everything it does`,
		Args:   cobra.NoArgs,
		PreRun: func(cmd *cobra.Command, _ []string) { stopOnSuspend(cmd.Context()) },
		RunE:   func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addPlaceFlags(cmd, &f.place)
	f.addHandFlags(cmd)
	flags := cmd.Flags()
	addGameFlag(cmd, &f.game, "play the game `NAME` alone, whatever else is seen")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "wait for each board up to this `TIME`, such as 90s; 0 looks once")
	flags.BoolVarP(&f.dryRun, "dry-run", "n", false, "show the board and the answer, move nothing")
	flags.IntVar(&f.repeat, "repeat", 0, "play `N` further boards as they appear; see --watch")
	flags.BoolVar(&f.watch, "watch", false, "play every board that appears until you stop it, clicking nothing in between but the start buttons that calibrate was shown")
	flags.DurationVar(&f.targetTime, "target-time", 0, "spread the clicks so that the game ends `TIME` after the board appeared, such as 1s")
	flags.StringVar(&f.record, "record", "", "keep every picture, reading and click in the folder `DIR`")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each event")
	_ = cmd.RegisterFlagCompletionFunc("timeout", values("0\tlook once", "30s", "1m", "10m"))
	_ = cmd.RegisterFlagCompletionFunc("target-time", values("1s", "5s", "30s"))
	_ = cmd.MarkFlagDirname("record")
	cmd.MarkFlagsMutuallyExclusive("watch", "repeat")
	cmd.MarkFlagsMutuallyExclusive("watch", "timeout")
	return cmd
}

// addHandFlags adds the flags that say how clicks are made and what is kept.
func (f *playFlags) addHandFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.pace, "pace", "fast", "`PACE` is fast, human, or the pause between two clicks, such as 150ms")
	flags.IntVar(&f.clicks, "clicks", calibrate.DefaultClicks, "an empty cell takes `N` clicks to a queen")
	flags.BoolVar(&f.fullFrames, "full-frames", false, "after a failure keep whole pictures of the screen, not only the board's place")
	flags.BoolVar(&f.noHistory, "no-history", false, "do not write the boards down for 'autoqueens stats'")
	addInputFlag(cmd, &f.input)
	_ = cmd.RegisterFlagCompletionFunc("clicks", values(numbers(1, calibrate.MaxClicks)...))
}

// paces are what --pace is completed with.
var paces = []string{"fast\tas fast as the game takes them", "human\tas a person would", "50ms", "150ms\tthe pause between two clicks", "300ms"}

// check looks at the flags alone, so that a slip of the keyboard is told
// before anything is opened.
func (f *playFlags) check() error {
	if err := checkGame(&f.game); err != nil {
		return err
	}
	switch {
	case f.timeout < 0:
		return fault.Plainf("give a time such as 90s or 10m, or 0 to look once", "a timeout of %v is no time to wait", f.timeout)
	case f.clicks < 1 || f.clicks > calibrate.MaxClicks:
		return fault.Plainf(fmt.Sprintf("give a number from 1 to %d; most games take 2", calibrate.MaxClicks), "%d clicks make no queen", f.clicks)
	case f.repeat < 0:
		return fault.Plainf("give the number of further boards, 0 for none", "a board cannot be repeated %d times", f.repeat)
	}
	if f.targetTime < 0 || f.targetTime > maxTargetTime {
		return fault.Plainf(fmt.Sprintf("give a time up to %v, such as 1s", maxTargetTime), "a game cannot be made to take %v", f.targetTime)
	}
	if _, err := input.ParsePace(f.pace); err != nil {
		return err
	}
	return f.place.Check()
}

// recorded tells whether the boards are written down in the history.
func (f *playFlags) recorded() bool { return !f.noHistory && !f.dryRun && !historyOff() }

// words returns where a run says how things go.
func (f *playFlags) words(cmd *cobra.Command) io.Writer {
	if f.terse {
		return details(cmd)
	}
	return words(cmd)
}

// maxTargetTime keeps a slip of the keyboard from looking like a program that
// hangs.
const maxTargetTime = time.Hour

// giveUp is how long a board that is refused stays in sight, where nobody said how
// long to wait for one: its refusal is told at once, and a person who is at it, to
// scroll it into view or to close what lies over it, has done so by then.
const giveUp = 5 * time.Second

// watchFor is how long one wait of --watch is. It is followed by another.
const watchFor = time.Hour

func (f *playFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	return f.during(cmd, func(s *session.Session) error {
		switch {
		case f.json:
		case f.watch:
			fmt.Fprintln(f.words(cmd), "Looking   for boards; Ctrl-C ends it")
		case f.timeout > 0:
			printable.Fprintf(f.words(cmd), "Looking   for a board, up to %s; Ctrl-C ends it\n", took(float64(f.timeout/time.Millisecond)))
		}
		return s.Play(cmd.Context())
	})
}

// during opens a session, lets play do what it does in it, and keeps what is left of it.
func (f *playFlags) during(cmd *cobra.Command, play func(*session.Session) error) error {
	line := newLine(cmd)
	defer line.Close()
	profile, err := f.place.Load()
	if err != nil {
		return err
	}
	explainPlace(details(cmd), &f.place, profile)
	s, err := session.Open(cmd.Context(), f.options(cmd, line, profile))
	if err != nil {
		return err
	}
	for _, v := range s.Player.Views {
		printable.Fprintf(details(cmd), "looking at %s: %s\n", v.Name, place.Words(v.Area))
	}
	printable.Fprintf(details(cmd), "%s from an empty cell to a queen, pace %s\n", printable.Count(s.Player.Options.Clicks, "click"), f.pace)
	failure := play(s)
	kept := f.keepLearned(cmd, s)
	closed := s.Close()
	switch {
	case closed == nil && f.record != "" && !f.json:
		printable.Fprintf(f.words(cmd), "Recorded  %s\n", f.record)
	case closed != nil && failure != nil: // what went wrong with the play says more
		note(cmd, closed.Error())
	}
	return cmp.Or(failure, kept, closed)
}

// options says how to play. A profile knows the game; flags that were given know better.
func (f *playFlags) options(cmd *cobra.Command, line *term.Line, profile *calibrate.Profile) session.Options {
	if profile != nil && !cmd.Flags().Changed("clicks") {
		f.clicks = profile.Clicks
	}
	if profile != nil && !cmd.Flags().Changed("pace") {
		f.pace = profile.Pace
	}
	o := session.Options{
		Place: f.place, Profile: profile, Game: f.game, Input: f.input, Pace: f.pace,
		Player: player.Options{
			Clicks: f.clicks, Timeout: f.timeout, Repeat: f.repeat, Endless: f.watch, DryRun: f.dryRun, TargetTime: f.targetTime,
		},
		Report: reporter(cmd, f.words(cmd), f.json), Why: reasons(cmd),
		Record: f.record, FullFrames: f.fullFrames, History: recorder(cmd, f.recorded()), Notes: cmd.ErrOrStderr(),
	}
	switch {
	case f.watch:
		o.Player.Timeout = watchFor
	case !cmd.Flags().Changed("timeout"):
		o.Player.GiveUp = f.giveUp
	}
	obstacles := f.words(cmd)
	if f.json {
		obstacles = io.Discard
	}
	o.Status = statusOn(line, obstacles)
	return o
}

// keepLearned keeps what a game was found to need, and says so. A pace that was asked for on the
// command line is not kept.
func (f *playFlags) keepLearned(cmd *cobra.Command, s *session.Session) error {
	learned, err := s.Learn(!cmd.Flags().Changed("pace") && f.pace != calibrate.PaceHuman)
	if err == nil && !f.json {
		tellLearned(f.words(cmd), learned)
	}
	return err
}
