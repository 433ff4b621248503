package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/record"
	"autoqueens/internal/userdirs"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision"
	"autoqueens/vision/games"
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

	// series, if set, plays several times with a player, each time by once.
	series   func(p *player.Player, once func(ctx context.Context) error) error
	profile  *calibrate.Profile // played with, nil for none
	giveUp   time.Duration      // how long a refused board may stand, without --timeout; 0 for all of that
	terse    bool               // what play says of itself is for --verbose only
	recorder *history.Recorder  // of the latest run
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
means that the last one was seen as well, or that the board went out of sight as
the page answered that click, as when a result card covers it, with the page
around it still there. Anything less ends with status 6.

A board that it must refuse is told at once, and it goes on looking. Where no
--timeout is given, it ends when the board has been refused at one place for one
reason for five seconds. An example, in a dialog or on a start page or one that plays
by itself, is told at once as well and waited out until the time is up.

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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addPlaceFlags(cmd, &f.place)
	f.addHandFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "play `NAME` alone: "+strings.Join(gamesolver.Names(), ", ")+" (default: what is seen)")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "wait for each board up to this `TIME`, such as 90s; 0 looks once")
	flags.BoolVarP(&f.dryRun, "dry-run", "n", false, "show the board and the answer, move nothing")
	flags.IntVar(&f.repeat, "repeat", 0, "play `N` further boards as they appear; see --watch")
	flags.BoolVar(&f.watch, "watch", false, "play every board that appears until you stop it, clicking nothing in between but the start buttons that calibrate was shown")
	flags.DurationVar(&f.targetTime, "target-time", 0, "spread the clicks so that the game ends `TIME` after the board appeared, such as 1s")
	flags.StringVar(&f.record, "record", "", "keep every picture, reading and click in the folder `DIR`")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each event")
	_ = cmd.RegisterFlagCompletionFunc("game", values(gamesolver.Names()...))
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
	if f.game != "" {
		g, err := gamesolver.Find(f.game)
		if err != nil {
			return err
		}
		f.game = g.Name
	}
	switch {
	case f.timeout < 0:
		return fault.Newf(fault.Failed, "give a time such as 90s or 10m, or 0 to look once", "a timeout of %v is no time to wait", f.timeout)
	case f.clicks < 1 || f.clicks > calibrate.MaxClicks:
		return fault.Newf(fault.Failed, fmt.Sprintf("give a number from 1 to %d; most games take 2", calibrate.MaxClicks), "%d clicks make no queen", f.clicks)
	case f.repeat < 0:
		return fault.Newf(fault.Failed, "give the number of further boards, 0 for none", "a board cannot be repeated %d times", f.repeat)
	}
	if f.targetTime < 0 || f.targetTime > maxTargetTime {
		return fault.Newf(fault.Failed, fmt.Sprintf("give a time up to %v, such as 1s", maxTargetTime), "a game cannot be made to take %v", f.targetTime)
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

func (f *playFlags) run(cmd *cobra.Command) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	profile, err := f.place.Load()
	if err != nil {
		return err
	}
	line := newLine(cmd)
	defer line.Close()
	explainPlace(details(cmd), &f.place, profile)
	if profile != nil {
		// A profile knows the game; flags that were given know better.
		if !cmd.Flags().Changed("clicks") {
			f.clicks = profile.Clicks
		}
		if !cmd.Flags().Changed("pace") {
			f.pace = profile.Pace
		}
	}
	var hand *input.Hand
	if !f.dryRun {
		// Before the screen: where nothing can be clicked, nobody needs to be
		// asked whether it may be looked at.
		if hand, err = openHand(cmd.Context(), f.input, f.pace); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, hand.Close()) }()
	}
	source, views, err := f.place.Open(cmd.Context(), profile, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	for _, v := range views {
		printable.Fprintf(details(cmd), "looking at %s: %s\n", v.Name, place.Words(v.Area))
	}
	p := newPlayer(source, views, player.Options{
		Clicks: f.clicks, Timeout: f.timeout, Repeat: f.repeat, Endless: f.watch, DryRun: f.dryRun,
		Pause: pauseOf(f.pace), TargetTime: f.targetTime,
	})
	p.Reader = reader{f.game}
	if !f.watch && !cmd.Flags().Changed("timeout") {
		p.Options.GiveUp = f.giveUp
	}
	printable.Fprintf(details(cmd), "%s from an empty cell to a queen, pace %s\n", plural(f.clicks, "click"), f.pace)
	f.profile = profile
	f.press(p, true, wanted(f.game)...)
	if hand != nil {
		p.Hand = hand
	}
	p.Report = reporter(cmd, f.words(cmd), f.json)
	p.Why = reasons(cmd)
	if f.json {
		watchedBy(line, p, io.Discard)
	} else {
		watchedBy(line, p, f.words(cmd))
	}
	f.recorder = recordIn(cmd, p, profile, f.recorded())
	if f.watch {
		p.Options.Timeout = watchFor
		if !f.json {
			fmt.Fprintln(f.words(cmd), "Looking   for boards; Ctrl-C ends it")
		}
	} else if !f.json && f.timeout > 0 {
		printable.Fprintf(f.words(cmd), "Looking   for a board, up to %s; Ctrl-C ends it\n", took(float64(f.timeout/time.Millisecond)))
	}
	if f.record != "" {
		var tape *record.Tape
		if tape, err = record.Create(f.record); err != nil {
			return err
		}
		defer func() {
			switch closed := tape.Close(); {
			case closed == nil && !f.json:
				printable.Fprintf(f.words(cmd), "Recorded  %s\n", f.record)
			case closed != nil && err == nil:
				err = closed
			case closed != nil: // what went wrong with the play says more
				note(cmd, closed.Error())
			}
		}()
		tape.Wrap(p)
	}
	flight := &record.FlightRecorder{FullFrames: f.fullFrames}
	flight.Wrap(p)
	before := p.Options.Pause
	once := func(ctx context.Context) error { return keepFailure(cmd, flight, play(ctx, p)) }
	var failure error
	if f.series != nil {
		failure = f.series(p, once)
	} else {
		failure = once(cmd.Context())
	}
	if learned := p.Options.Pause; learned > before {
		if err := f.keepPace(cmd, profile, learned); err != nil && failure == nil {
			return err
		}
	}
	return failure
}

// press lets a player press the start buttons of games, and those of none in particular
// where first says so, if the profile holds on one of its views.
func (f *playFlags) press(p *player.Player, first bool, names ...string) {
	p.Options.Starts = nil
	for _, v := range p.Views {
		if f.profile != nil && v.Screen == f.profile.Display.Bounds {
			p.Options.Starts = f.profile.StartsOf(names...)
			if !first {
				p.Options.Starts = p.Options.Starts[len(f.profile.Starts):]
			}
			return
		}
	}
}

// wanted names the games that are played: the one that is named, or all.
func wanted(game string) []string {
	if game == "" {
		return gamesolver.Names()
	}
	return []string{game}
}

// keepPace keeps a pace that a game was found to need in the profile that was
// played with. A pace that was asked for on the command line is not kept.
func (f *playFlags) keepPace(cmd *cobra.Command, profile *calibrate.Profile, pause time.Duration) error {
	pace := pause.Round(time.Millisecond).String()
	switch {
	case cmd.Flags().Changed("pace") || f.pace == calibrate.PaceHuman:
		return nil
	case profile == nil:
		if !f.json {
			printable.Fprintf(f.words(cmd), "Learned   this game loses quick clicks; --pace %s avoids the repairs, and 'autoqueens calibrate --pace %s' keeps it\n", pace, pace)
		}
		return nil
	}
	profile.Pace = pace
	path, err := profile.Save()
	if err == nil && !f.json {
		printable.Fprintf(f.words(cmd), "Learned   this game needs %s between clicks; kept in %s\n", pace, path)
	}
	return err
}

// keepFailure keeps pictures of what went wrong, and adds to the advice where
// they are. That they could not be kept is no reason to hide the failure.
func keepFailure(cmd *cobra.Command, flight *record.FlightRecorder, failure error) error {
	f, ok := errors.AsType[*fault.Error](failure)
	if !ok || !record.Worth(f) {
		return failure
	}
	dir := ""
	failures, err := userdirs.State("failures")
	if err == nil {
		dir, err = flight.Keep(failures, f)
	}
	if err != nil {
		note(cmd, "no picture of the failure is kept: "+err.Error())
	}
	if dir == "" {
		return failure
	}
	return fault.Wrap(failure, f.Kind, f.What, f.Advice+"; pictures of it are in "+dir)
}

// play runs a player. It is the one way in which play and demo do it.
func play(ctx context.Context, p *player.Player) error {
	_, err := p.Run(ctx)
	return err
}

// newPlayer returns a player for the real screen, without a hand yet.
func newPlayer(eye player.Eye, views []player.View, o player.Options) *player.Player {
	if s, ok := eye.(interface{ ShowsPointer() bool }); ok {
		o.PointerShown = s.ShowsPointer()
	}
	return &player.Player{Eye: eye, Reader: reader{}, Clock: player.SystemClock{}, Views: views, Options: o}
}

// openHand returns the real mouse, which keeps the pace "human" by itself.
func openHand(ctx context.Context, way, pace string) (*input.Hand, error) {
	hand, err := input.Open(ctx, way)
	if err != nil {
		return nil, err
	}
	if pace == calibrate.PaceHuman {
		hand.SetPace(input.Human)
	}
	return hand, nil
}

// pauseOf returns the pause that a pace of the form 150ms asks for. The player
// keeps it, and not the hand: it looks at the board after the pause and before
// the click.
func pauseOf(pace string) time.Duration {
	d, _ := time.ParseDuration(pace) // fast and human have none
	return d
}

// reader reads boards of every game, or of one, where that is named.
type reader struct{ game string }

func (r reader) Read(img image.Image) (*vision.Reading, error) {
	if r.game == gamesolver.Queens {
		return vision.Read(img)
	}
	reading, err := games.Read(img)
	if err == nil && !r.wants(reading) {
		return nil, vision.AnotherGame(reading, r.game)
	}
	return reading, err
}

// wants tells whether a board is of the game that is to be read.
func (r reader) wants(reading *vision.Reading) bool {
	return r.game == "" || games.Name(reading) == r.game
}

func (reader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return games.ReadAt(img, last)
}

func (r reader) ReadAll(img image.Image) []*vision.Reading {
	return slices.DeleteFunc(games.ReadAll(img), func(reading *vision.Reading) bool { return !r.wants(reading) })
}

// reporter returns what tells events: as JSON for scripts, as words on w for
// people.
func reporter(cmd *cobra.Command, w io.Writer, asJSON bool) func(player.Event) {
	if asJSON {
		lines := jsonLines(cmd)
		return func(e player.Event) { _ = lines.Encode(e) }
	}
	n := &narrator{w: w, drawn: w, style: styleOf(cmd, cmd.OutOrStdout()), details: details(cmd)}
	if w != io.Discard {
		n.drawn = cmd.OutOrStdout()
	}
	return n.tell
}

// reasons returns what tells why a player does what it does, nil where nobody
// asked with --verbose.
func reasons(cmd *cobra.Command) func(string) {
	w := details(cmd)
	if w == io.Discard {
		return nil
	}
	return func(why string) { fmt.Fprintln(w, oneLine(why)) }
}

// explainPlace says which profile is used, or why none is.
func explainPlace(w io.Writer, p *place.Place, profile *calibrate.Profile) {
	switch {
	case profile != nil:
		fmt.Fprintf(w, "profile %s: its region %s is looked at first, then every display\n", profile.Name, place.Words(profile.Region))
	case p.Region != "" || p.Display >= 0:
		fmt.Fprintln(w, "no profile is used: the place to look at was given")
	default:
		fmt.Fprintf(w, "there is no profile %s: every display is looked at; 'autoqueens calibrate' saves one\n", calibrate.DefaultName)
	}
}
