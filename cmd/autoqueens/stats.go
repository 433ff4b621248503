package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/internal/outfile"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

// statsFlags are the flags of stats.
type statsFlags struct {
	game   string
	since  string
	json   bool
	export string
	chart  string
	out    string
	force  bool
	delete bool
	yes    bool
}

func newStatsCommand() *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show the boards you had played, and how long they took",
		Long: `Show your own history: how many boards, of which sizes, how long they and their
stages took, how often clicks had to be repaired, and on how many days in a row a
board was finished.

"play" and "daily" write each board down when it is over, in a database in your
state folder that only you can read; "stats --verbose" says where. One that was only
looked at and never clicked is no game. The tables count each board once a day: the
try that finished it. The export has every try. The database holds when
the board ended, its size and regions, how it went and with which profile and
display, and no picture. Nothing leaves this machine. "demo" and dry runs are left
out. To keep no history, set AUTOQUEENS_HISTORY=off or give play and daily
--no-history; --delete forgets what there is.

Times are from the picture that showed the board to the last look at it, over the
boards that were won. The grade is how hard the board is for a person.

--export csv writes a line for each board, after RFC 4180 and with a header:
  ended      when the board was over, with the time zone (RFC 3339)
  day        the calendar day there
  command    play or daily
  outcome    won, already solved, stopped, not verified, lost, uncertain
             or failed
  evidence   what a success rests on
  size       rows of the board
  grade      easy, medium, hard, expert or brutal; empty where it is not known
  marked     queens and crosses that stood on it at first
  waited_ms, seen_ms, solved_ms, clicked_ms, verified_ms
             the stages, in milliseconds
  took_ms    all of them but the wait
  clicks, repairs
  display    counted from 0
  profile    the profile it was played with; empty for none
  program    version of this program
  regions    a letter a cell, rows joined by /; of another game than Queens what
             is given, as text
  game       the name of the game
--export json writes the same as a line of JSON each, --json the summary.

With no history yet it says so and ends with status 0; a chart of nothing is an
error.`,
		Example: `  autoqueens stats
  autoqueens stats --since 2026-11-01
  autoqueens stats --chart times.png
  autoqueens stats --export csv --out boards.csv
  autoqueens stats --json | jq .streak
  autoqueens stats --delete             # asks first; --yes does not`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	addGameFlag(cmd, &f.game, "count only boards of the game `NAME`")
	flags.StringVar(&f.since, "since", "", "count only boards of this `DAY` and later, such as 2026-11-01")
	flags.BoolVar(&f.json, "json", false, "print the summary as one line of JSON")
	flags.StringVar(&f.export, "export", "", "write every board in a `FORMAT`: csv or json")
	flags.StringVar(&f.chart, "chart", "", "draw the times as a PNG into `FILE`")
	flags.StringVarP(&f.out, "out", "o", "", "with --export, write to `FILE` (default: standard output)")
	addForceFlag(cmd, &f.force, "chart", "out")
	flags.BoolVar(&f.delete, "delete", false, "forget all boards, after asking")
	flags.BoolVar(&f.yes, "yes", false, "with --delete, do not ask")
	cmd.MarkFlagsMutuallyExclusive("json", "export", "chart", "delete")
	cmd.MarkFlagsMutuallyExclusive("since", "delete")
	cmd.MarkFlagsMutuallyExclusive("game", "delete")
	_ = cmd.RegisterFlagCompletionFunc("export", values("csv", "json"))
	_ = cmd.MarkFlagFilename("chart", "png")
	return cmd
}

// check looks at the flags alone.
func (f *statsFlags) check() error {
	switch {
	case f.export != "" && f.export != "csv" && f.export != "json":
		return fault.Plainf("choose csv or json", "there is no format %q to export", f.export)
	case f.out != "" && f.export == "":
		return fault.Plain("--out says where to export to, and nothing is exported", "use it with --export csv or --export json")
	case f.yes && !f.delete:
		return fault.Plain("--yes answers a question that is not asked", "use it with --delete")
	}
	if f.chart != "" {
		if err := outfile.Named(f.chart, "the chart is a PNG", ".png"); err != nil {
			return err
		}
	}
	if err := checkGame(&f.game); err != nil {
		return err
	}
	if f.since == "" {
		return nil
	}
	_, err := history.ParseDay(f.since)
	return err
}

func (f *statsFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	path, err := historyFile()
	if err != nil {
		return err
	}
	printable.Fprintf(details(cmd), "the history is %s\n", path)
	if f.delete {
		return f.forget(cmd, path)
	}
	played, err := gamesIn(cmd.Context(), cmd.ErrOrStderr(), path, history.Day(f.since))
	if err != nil {
		return err
	}
	if f.game != "" {
		played = slices.DeleteFunc(played, func(g history.Game) bool { return g.Name() != f.game })
	}
	switch {
	case f.export != "":
		return f.write(cmd, played)
	case f.json:
		err := jsonLines(cmd).Encode(history.Summarize(played, history.DayOf(time.Now())))
		return fault.Unwritable("the output", err)
	case f.chart != "":
		if len(history.WonGames(played)) == 0 {
			return fault.Plain("there is nothing to draw: no board was won"+sinceWords(f.since), noGamesAdvice())
		}
		return f.draw(cmd, played)
	case len(played) == 0:
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "No board has been recorded%s.\nTo begin, %s.\n", sinceWords(f.since), noGamesAdvice())
		return fault.Unwritable("the output", err)
	}
	return f.tell(cmd.OutOrStdout(), played)
}

// gamesIn returns the games of a history, none where there is no history yet.
// notes is told where some of them are left out.
func gamesIn(ctx context.Context, notes io.Writer, path string, since history.Day) ([]history.Game, error) {
	games, left, err := history.Read(ctx, path, since)
	if left > 0 {
		fmt.Fprintf(notes, "note: %s left out, with numbers that no board can have; the file was changed, or is damaged\n", printable.Count(left, "row"))
	}
	return games, err
}

func sinceWords(since string) string {
	if since == "" {
		return " yet"
	}
	return " since " + since
}

// noGamesAdvice says how a history comes to be.
func noGamesAdvice() string {
	if historyOff() {
		return "unset " + historySwitch + ", which keeps boards from being recorded, and play one: autoqueens play"
	}
	return "open your game and play it: autoqueens play"
}

// tell prints tables and a chart.
func (f *statsFlags) tell(w io.Writer, games []history.Game) error {
	const widest = 100 // columns; a longer line is hard to follow
	width := min(widest, term.Width(w))
	var out bytes.Buffer
	summary := history.Summarize(games, history.DayOf(time.Now()))
	if err := summary.WriteText(&out); err != nil {
		return err
	}
	if chart := history.TextChart(games, width, term.StyleOf(w, term.Auto).ASCII); chart != "" {
		fmt.Fprintf(&out, "\n%s", chart)
	}
	_, err := w.Write(out.Bytes())
	return fault.Unwritable("the output", err)
}

// write exports the games.
func (f *statsFlags) write(cmd *cobra.Command, games []history.Game) error {
	encode := func(w io.Writer) error {
		if f.export == "csv" {
			return history.WriteCSV(w, games)
		}
		return history.WriteJSON(w, games)
	}
	if f.out == "" {
		return fault.Unwritable("the output", encode(cmd.OutOrStdout()))
	}
	if err := writeFile(f.out, f.force, encode); err != nil {
		return err
	}
	printable.Fprintf(words(cmd), "Exported  %s to %s\n", printable.Count(len(games), "board"), f.out)
	return nil
}

// draw writes the chart.
func (f *statsFlags) draw(cmd *cobra.Command, games []history.Game) error {
	if err := writeFile(f.chart, f.force, func(w io.Writer) error { return history.WritePNG(w, games) }); err != nil {
		return err
	}
	printable.Fprintf(words(cmd), "Chart     %s\n", f.chart)
	return nil
}

// forget deletes the history after asking.
func (f *statsFlags) forget(cmd *cobra.Command, path string) error {
	files, err := history.Files(path)
	if err != nil {
		return fault.Unwritable(path, err)
	}
	if len(files) == 0 {
		fmt.Fprintln(words(cmd), "There is no history to delete.")
		return nil
	}
	if !f.yes {
		what := "the history"
		if games, err := gamesIn(cmd.Context(), io.Discard, path, ""); err == nil {
			what += " of " + printable.Count(len(games), "board")
		}
		if err := f.ask(cmd, fmt.Sprintf("Delete %s, %s?", what, strings.Join(files, ", "))); err != nil {
			return err
		}
	}
	if err := history.Delete(cmd.Context(), path); err != nil {
		return err
	}
	fmt.Fprintln(words(cmd), "Deleted   the history")
	return nil
}

// ask asks a question, and returns an error where the answer is no.
func (f *statsFlags) ask(cmd *cobra.Command, question string) error {
	yes, err := term.Confirm(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), question)
	what := "the answer was not yes"
	switch {
	case errors.Is(err, term.ErrNobody):
		what = "there is nobody to ask"
	case yes || err != nil:
		return err
	}
	return fault.Plain(what+"; nothing was deleted", "--yes deletes without asking")
}
