package main

import (
	"context"
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
	"autoqueens/internal/userdirs"
	gamesolver "autoqueens/solver/games"
)

// dailyFlags are the flags of daily.
type dailyFlags struct {
	play  playFlags
	again bool
}

func newDailyCommand() *cobra.Command {
	f := dailyFlags{play: playFlags{terse: true, game: gamesolver.Queens}}
	cmd := &cobra.Command{
		Use:   "daily",
		Short: "Play today's board once, for a scheduler or a hotkey",
		Long: `Wait for the board, play it, and say in one line how it went: what you do each
morning, for a scheduler or a hotkey to do. The page must be open or be opened
beside it; nothing but the board is clicked, except the button of its start page
once you have shown it with "calibrate --start-button".

It plays with your profile, under the same promises as "play": it never acts on a
misread board, stops at once when you move the mouse, hold a button or press Esc,
and never clicks outside the board, except on buttons that you have shown it.

A day on which the board was solved is done: run again, it says so, touches
nothing and ends with status 0. --again plays all the same. What failed, or what
you stopped, is not done. Each profile has days of its own, and so has each --game.
Two of them never play at once: the second ends with status 1.

It waits up to ten minutes for a board, and gives up five minutes after that
whatever happens, with status 6. The board is written down for "autoqueens stats",
except with --no-history or AUTOQUEENS_HISTORY=off; which day was done last is
remembered either way.

cron (crontab -e), on Linux with X11, at 9 on weekdays; "echo $DISPLAY $XAUTHORITY"
in a terminal says what your desktop calls its display:
  0 9 * * 1-5  DISPLAY=:0 $HOME/bin/autoqueens daily >>$HOME/queens.log 2>&1

systemd, which catches up on what it slept through, in ~/.config/systemd/user:
  queens.service  [Service]
                  Type=oneshot
                  ExecStart=%h/bin/autoqueens daily
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
  autoqueens daily --game tango         # and so for each game of the day
  autoqueens daily --again`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addPlaceFlags(cmd, &f.play.place)
	flags := cmd.Flags()
	flags.StringVar(&f.play.game, "game", gamesolver.Queens, "play `NAME`: "+strings.Join(gamesolver.Names(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("game", values(gamesolver.Names()...))
	flags.DurationVar(&f.play.timeout, "timeout", 10*time.Minute, "wait for the board up to this `TIME`, such as 1h; 0 looks once")
	_ = cmd.RegisterFlagCompletionFunc("timeout", values("0\tlook once", "1m", "10m", "1h"))
	f.play.addHandFlags(cmd)
	flags.BoolVar(&f.again, "again", false, "play even if today is done")
	return cmd
}

// playing bounds the time that a board may take once it is there.
const playing = 5 * time.Minute

func (f *dailyFlags) run(cmd *cobra.Command) error {
	if err := f.play.check(); err != nil {
		return err
	}
	state, err := userdirs.State("daily")
	if err != nil {
		return err
	}
	days := f.play.place.Profile
	if f.play.game != gamesolver.Queens {
		days = strings.TrimPrefix(days+"-"+f.play.game, "-") // each game has days of its own
	}
	turn, err := daily.Take(state, days)
	if err != nil {
		return err
	}
	defer turn.Close()
	today := history.DayOf(time.Now())
	if done := turn.Done(); done.Day == today && !f.again {
		_, err := printable.Fprintf(words(cmd), "Already done today: %s; --again plays all the same\n", done.Words)
		return fault.Unwritable("the output", err)
	}
	ctx, cancel := context.WithTimeoutCause(cmd.Context(), f.play.timeout+playing,
		fault.Newf(fault.Unverified, "look at what the page does; 'autoqueens play --verbose' tells more", "the board was not done %v after it could have been there", playing))
	defer cancel()
	cmd.SetContext(ctx)
	if err := f.play.run(cmd); err != nil {
		return err
	}
	game := f.play.recorder.Latest
	if game == nil {
		return errors.New("the player has ended without a board") // it does not
	}
	line := dailyWords(game)
	if g, err := gamesolver.Find(f.play.game); err == nil && g.Name != gamesolver.Queens {
		line = g.Title + ": " + line
	}
	if err := turn.Finish(today, line); err != nil {
		note(cmd, err.Error()+"; a further run today will play again")
	}
	_, err = fmt.Fprintln(words(cmd), capitalized(line)+f.streak(cmd, game))
	return fault.Unwritable("the output", err)
}

// dailyWords says how a board went: "won 8 x 8 (medium) in 1.23 s at 09:00, 16
// clicks".
func dailyWords(g *history.Game) string {
	grade := ""
	if g.Grade != "" {
		grade = " (" + g.Grade + ")"
	}
	what := fmt.Sprintf("%d x %d%s", g.Size, g.Size, grade)
	at := g.Ended.Format("15:04")
	if g.Outcome == history.AlreadySolved {
		return fmt.Sprintf("%s was solved already at %s", what, at)
	}
	line := fmt.Sprintf("won %s in %s at %s, %s", what, took(1000*g.Took()), at, plural(g.Clicks, "click"))
	if g.Repairs > 0 {
		line += ", " + plural(g.Repairs, "repair")
	}
	return line
}

func capitalized(text string) string {
	if text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}

// streak says for how many days in a row a board was finished, where that is
// known.
func (f *dailyFlags) streak(cmd *cobra.Command, g *history.Game) string {
	if !f.play.recorded() || f.play.game != gamesolver.Queens { // days are counted over all games
		return ""
	}
	path, err := historyFile()
	if err != nil {
		return ""
	}
	games, err := gamesIn(cmd.Context(), io.Discard, path, "")
	if err != nil || len(games) == 0 {
		return "" // what is wrong was said when the board was written down
	}
	if days := history.Summarize(games, g.Day()).Streak; days > 1 {
		return fmt.Sprintf("; %d days in a row", days)
	}
	return ""
}
