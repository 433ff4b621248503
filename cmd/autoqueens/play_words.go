package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/dump"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/record"
	"autoqueens/internal/session"
	"autoqueens/internal/term"
	"autoqueens/solver"
	gamesolver "autoqueens/solver/games"
)

// reporter returns what tells events: as JSON for scripts, as words on w for
// people.
func reporter(cmd *cobra.Command, w io.Writer, asJSON bool) func(player.Event) {
	if asJSON {
		lines := jsonLines(cmd)
		return func(e player.Event) { _ = lines.Encode(record.EventOf(e)) }
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
	return func(why string) { fmt.Fprintln(w, printable.OneLine(why)) }
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

// tellLearned says what games were found to need, and where that is kept.
func tellLearned(w io.Writer, l session.Learned) {
	pace := fmt.Sprintf("this game needs %s between clicks; kept in %s", l.Pace, l.Path)
	how := "kept in " + l.Path
	if l.Path == "" {
		pace = fmt.Sprintf("this game loses quick clicks; --pace %s avoids the repairs, and 'autoqueens calibrate --pace %s' keeps it", l.Pace, l.Pace)
		how = "with a profile, which 'autoqueens calibrate' makes, that is known from the start"
	}
	if l.Pace > 0 {
		printable.Fprintf(w, "Learned   %s\n", pace)
	}
	for _, g := range gamesolver.All() {
		if way, ok := l.Ways[g.Name]; ok {
			printable.Fprintf(w, "Learned   %s is played by %s here; %s\n", g.Title, way, how)
		}
	}
}

// narrator tells the events of a player to a person.
type narrator struct {
	w       io.Writer // for words
	drawn   io.Writer // for boards, which may be in colour
	style   term.Style
	details io.Writer
	last    float64 // milliseconds at the event before
}

func (n *narrator) tell(e player.Event) {
	lap := took(e.MS - n.last)
	n.last = e.MS
	switch e.Kind {
	case player.Seen:
		if n.details != io.Discard {
			dump.ExplainReading(n.details, e.View, e.Reading)
		}
		if e.Reading.Puzzle != nil {
			printable.Fprintf(n.w, "Seen      a %s board of %d x %d on %s, after %s\n", gamesolver.Of(e.Reading.Puzzle).Title, e.Size, e.Size, e.View, lap)
			return
		}
		printable.Fprintf(n.w, "Seen      a board of %d x %d on %s, after %s%s\n", e.Size, e.Size, e.View, lap, marksWords(e.Reading.Board.Queens(), crosses(&e.Reading.Board)))
	case player.Solved:
		if e.Reading.Puzzle != nil {
			printable.Fprintf(n.w, "Solved    %s to make\n\n", printable.Count(*e.Planned, "move"))
			printable.Fprintf(n.drawn, "%s\n", e.Reading.Answer)
			fmt.Fprintln(n.w)
			return
		}
		printable.Fprintf(n.w, "Solved    queens in columns %s%s\n", dump.Columns(e.Solution), solvedWords(e))
		n.board(e)
	case player.Clicked:
		if e.Game != "" {
			printable.Fprintf(n.w, "Made      %s in %s\n", printable.Count(e.Clicks, "move"), lap)
			return
		}
		verb := "Clicked "
		if e.Wrong > 0 {
			verb = "Cleared "
		}
		printable.Fprintf(n.w, "%s  %s in %s\n", verb, printable.Count(e.Clicks, "click"), lap)
	case player.Repaired:
		if e.Clicks == 0 { // it was stopped before the first of them
			return
		}
		printable.Fprintf(n.w, "Repaired  %s for %s\n", printable.Count(e.Clicks, "click"), printable.Count(max(e.Missing, e.Wrong), "cell"))
	case player.Verified:
		printable.Fprintf(n.w, "Verified  %s, after %s\n", evidenceWords[e.By], lap)
	case player.Ended:
		printable.Fprintf(n.w, "Ended     %s, after %s\n", evidenceWords[e.By], lap)
	case player.Opened:
		fmt.Fprintf(n.w, "Opened    the game, with a click on the button at %d,%d\n", e.At[0], e.At[1])
	case player.Done:
		if e.DryRun {
			fmt.Fprintln(n.w, "Dry run   nothing was moved or clicked")
			return
		}
		if e.Corrected {
			fmt.Fprintln(n.w, "Corrected the mouse went to other cells at first; see 'autoqueens calibrate --check'")
		}
		s := e.Stages
		printable.Fprintf(n.w, "Done      in %s: waited %s, seen %s, solved %s, clicked %s, verified %s\n", took(s.Total),
			took(s.Waited), took(s.Seen), took(s.Solved), took(s.Clicked), took(s.Verified))
	}
}

// board shows the board with the answer.
func (n *narrator) board(e player.Event) {
	fmt.Fprintln(n.w)
	b := &e.Reading.Board
	if !n.style.Colorful() {
		// Text has no second kind of queen, so it shows the answer as marks.
		b = e.Solution.On(b)
	}
	_ = n.style.Board(n.drawn, b, e.Reading.Colors, e.Solution)
	fmt.Fprintln(n.w)
}

var evidenceWords = map[player.Evidence]string{
	player.AnswerSeen:    "the answer stands on the board",
	player.MovesSeen:     "every move shows on the board",
	player.QueensSeen:    "every queen stands on the board",
	player.AlreadySolved: "the board was solved already",
	player.BoardGone:     "the board went away right after the last move, before it could be seen solved",
}

func solvedWords(e player.Event) string {
	if e.Kept != nil && !*e.Kept {
		return " (wrong queens are cleared first)"
	}
	return ""
}

func crosses(b *solver.Board) int {
	n := 0
	for _, m := range b.Marks {
		if m == solver.Cross {
			n++
		}
	}
	return n
}

func marksWords(queens []int, crosses int) string {
	var parts []string
	if len(queens) > 0 {
		parts = append(parts, printable.Count(len(queens), "queen"))
	}
	if crosses > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", crosses, pick(crosses, "cross", "crosses")))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", with " + strings.Join(parts, " and ") + " on it"
}

func pick(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// took writes milliseconds the way people read them.
func took(ms float64) string {
	switch d := time.Duration(ms * float64(time.Millisecond)); {
	case d < 100*time.Microsecond:
		return fmt.Sprintf("%.0f µs", 1000*ms)
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", ms)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", ms)
	default:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
}
