package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/daily"
	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/internal/printable"
	"autoqueens/internal/session"
	"autoqueens/internal/userdirs"
	gamesolver "autoqueens/solver/games"
)

// dailyFlags are the flags of daily.
type dailyFlags struct {
	play  playFlags
	games []string // those to play, none for all
	again bool
}

func newDailyCommand() *cobra.Command {
	f := dailyFlags{play: playFlags{terse: true}}
	cmd := &cobra.Command{
		Use:   "daily",
		Short: "Play today's boards, each game once, for a scheduler or a hotkey",
		Long: `Wait for the games of the day and play them one after the other, each once, and say
in a line each how it went: what you do each morning, for a scheduler or a hotkey to
do. The page must be open or be opened beside it, and you go on to the next game
there; which game it is follows from what is seen. Nothing but the boards is
clicked, except the buttons that you have shown it: "calibrate --start-button pointer
--game zip" shows the one that opens Zip, which is pressed while Zip is left to be played;
one that was shown for no game is pressed before the first board alone. After a board
that failed none is pressed any more.

It plays with your profile, under the same promises as "play": it never acts on a
misread board, stops at once when you move the mouse, hold a button or press Esc,
and never clicks outside the board, except on buttons that you have shown it.

A game that daily solved today is done: run again, it is passed over, and once all are
done it says so, touches nothing and ends with status 0. --again plays all the same.
What failed, or what you stopped, is not done. Each profile has days of its own.
--game picks one game, or several. Two of them never play at once: the second ends
with status 1.

It waits up to ten minutes for the first board, and a minute for each further game. A
board that is not done five minutes after that is given up. A last line says which
games are done and which were not seen. It ends with status 0 when a game of the day is
done and none that was seen was left undone, else with that of the last which was.

Boards are written down for "autoqueens stats", except with --no-history or
AUTOQUEENS_HISTORY=off; which day was done last is remembered either way.

cron (crontab -e), on Linux with X11, at 9 on weekdays; "echo $DISPLAY $XAUTHORITY"
in a terminal says what your desktop calls its display:
  0 9 * * 1-5  DISPLAY=:0 /usr/local/bin/autoqueens daily >>$HOME/queens.log 2>&1

systemd, which catches up on what it slept through, in ~/.config/systemd/user:
  queens.service  [Service]
                  Type=oneshot
                  ExecStart=/usr/local/bin/autoqueens daily
  queens.timer    [Timer]
                  OnCalendar=Mon..Fri 09:00
                  Persistent=true
                  [Install]
                  WantedBy=timers.target
  systemctl --user enable --now queens.timer
Leave out Restart=: who stops it with the mouse does not want it to begin again.

A hotkey, in the settings of your desktop:
  sh -c 'notify-send Queens "$(autoqueens daily 2>&1)"'`,
		Example: `  autoqueens daily
  autoqueens daily --profile work --pace human
  autoqueens daily --timeout 1h         # the page is opened later
  autoqueens daily --game queens        # one game, which ends it
  autoqueens daily --game tango,zip
  autoqueens daily --again`,
		Args:   cobra.NoArgs,
		PreRun: func(cmd *cobra.Command, _ []string) { stopOnSuspend(cmd.Context()) },
		RunE:   func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addPlaceFlags(cmd, &f.play.place)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.games, "game", nil, "play `NAME` alone, or several with commas: "+strings.Join(gamesolver.Names(), ", ")+" (default: all)")
	_ = cmd.RegisterFlagCompletionFunc("game", values(gamesolver.Names()...))
	flags.DurationVar(&f.play.timeout, "timeout", 10*time.Minute, "wait for the first board up to this `TIME`, such as 1h; 0 looks once")
	_ = cmd.RegisterFlagCompletionFunc("timeout", values("0\tlook once", "1m", "10m", "1h"))
	f.play.addHandFlags(cmd)
	flags.BoolVar(&f.again, "again", false, "play even if today is done")
	return cmd
}

// check looks at the flags alone, and returns the games to play, in the order of all.
func (f *dailyFlags) check() ([]gamesolver.Game, error) {
	wanted := map[string]bool{}
	for _, name := range f.games {
		g, err := gamesolver.Find(name)
		if err != nil {
			return nil, err
		}
		wanted[g.Name] = true
	}
	var picked []gamesolver.Game
	for _, g := range gamesolver.All() {
		if len(wanted) == 0 || wanted[g.Name] {
			picked = append(picked, g)
		}
	}
	if len(picked) == 1 {
		f.play.game = picked[0].Name
	}
	return picked, f.play.check()
}

func (f *dailyFlags) run(cmd *cobra.Command) error {
	picked, err := f.check()
	if err != nil {
		return err
	}
	state, err := userdirs.State("daily")
	if err != nil {
		return err
	}
	turn, err := daily.Take(state, f.play.place.Profile)
	if err != nil {
		return err
	}
	defer turn.Close()
	d := &dailyRun{dailyFlags: f, cmd: cmd, turn: turn, today: history.DayOf(time.Now()), alone: len(picked) == 1}
	r := daily.NewRound(picked, f.play.timeout)
	if err := d.pass(r, picked); err != nil || r.Over() {
		return err
	}
	// Asking whether the mouse may be used takes time as well.
	ctx, cancel := r.Bounded(cmd.Context())
	defer cancel()
	cmd.SetContext(ctx)
	failure := f.play.during(cmd, func(s *session.Session) error {
		return r.Play(ctx, s.Player, s, func(name string, failure error) error { return d.over(s, name, failure) })
	})
	if d.alone || !r.Begun() {
		return failure
	}
	line := r.Words()
	if d.latest != nil && r.Done() {
		line += d.streak()
	}
	if _, err := fmt.Fprintln(words(cmd), line); err != nil && failure == nil {
		return fault.Unwritable("the output", err)
	}
	return failure
}

// dailyRun is one run through the games of the day.
type dailyRun struct {
	*dailyFlags
	cmd    *cobra.Command
	turn   *daily.Turn
	today  history.Day
	alone  bool          // there is one game only
	latest *history.Game // the one that was done last
}

// pass passes over the games that are done today.
func (d *dailyRun) pass(r *daily.Round, picked []gamesolver.Game) error {
	for _, g := range picked {
		done := d.turn.Done(g.Name)
		if done.Day != d.today || d.again {
			continue
		}
		r.Pass(g.Name)
		if _, err := printable.Fprintf(words(d.cmd), "Already done today: %s; --again plays all the same\n", d.titled(g, done.Words)); err != nil {
			return fault.Unwritable("the output", err)
		}
	}
	return nil
}

// over remembers a game that is done, and says how it went.
func (d *dailyRun) over(s *session.Session, name string, failure error) error {
	g, err := gamesolver.Find(name)
	if err != nil {
		return err // cannot be: it was read
	}
	if failure != nil {
		return d.tellFailed(g, failure)
	}
	if d.latest = s.History.Latest; d.latest == nil {
		return errors.New("the player has ended without a board") // it does not
	}
	if err := d.turn.Finish(g.Name, d.today, d.latest.Words()); err != nil {
		note(d.cmd, err.Error()+"; a further run today will play again")
	}
	s.History.Wait() // days are counted with this one
	return d.tell(g)
}

// tellFailed says that a game was not done, or not seen won. Where it is the only one, the error says it.
func (d *dailyRun) tellFailed(g gamesolver.Game, failure error) error {
	if d.alone {
		return nil
	}
	what := failure.Error()
	if f, ok := errors.AsType[*fault.Error](failure); ok {
		what = f.What
	}
	if !errors.Is(failure, fault.Unseen) {
		what = "not done, " + what
	}
	_, err := printable.Fprintf(words(d.cmd), "%s: %s\n", g.Title, what)
	return fault.Unwritable("the output", err)
}

// tell says how the latest game went.
func (d *dailyRun) tell(g gamesolver.Game) error {
	line := capitalized(d.titled(g, d.latest.Words()))
	if d.alone && g.Name == gamesolver.Queens { // days are counted over all games
		line += d.streak()
	}
	_, err := fmt.Fprintln(words(d.cmd), line)
	return fault.Unwritable("the output", err)
}

// titled puts a game before words about it, but for Queens where it is played alone.
func (d *dailyRun) titled(g gamesolver.Game, words string) string {
	if d.alone && g.Name == gamesolver.Queens {
		return words
	}
	return g.Title + ": " + words
}

func capitalized(text string) string {
	if text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}

// streak says for how many days in a row a board was finished, where that is
// known.
func (d *dailyRun) streak() string {
	if !d.play.recorded() {
		return ""
	}
	path, err := historyFile()
	if err != nil {
		return ""
	}
	games, err := gamesIn(d.cmd.Context(), io.Discard, path, "")
	if err != nil || len(games) == 0 {
		return "" // what is wrong was said when the board was written down
	}
	if days := history.Summarize(games, d.latest.Day()).Streak; days > 1 {
		return fmt.Sprintf("; %d days in a row", days)
	}
	return ""
}
