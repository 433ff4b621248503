package history

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"autoqueens/internal/printable"
)

// WriteText prints a summary for people.
func (s *Summary) WriteText(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "Boards    %d, %s, each counted once a day\n", s.Games, period(s.First, s.Last))
	fmt.Fprintf(&out, "Outcomes  %s\n", counts(s.Outcomes))
	fmt.Fprintf(&out, "Streak    %s in a row with a finished board, %d at the longest, of %d in all\n", printable.Count(s.Streak, "day"), s.Longest, s.Days)
	fmt.Fprintf(&out, "Times     from the picture that showed a board to the last look at it, and clicks,\n"+
		"          are of the boards that were won; repairs are of all\n\n")

	groups := func(title string, groups []Group) {
		if len(groups) == 0 {
			return
		}
		t := newTable(&out, title, "boards", "won", "fastest", "median", "slowest", "median clicks", "repairs")
		for _, g := range groups {
			best, middle, worst, clicks := "-", "-", "-", "-"
			if g.Won > 0 {
				best, middle, worst, clicks = seconds(g.Best), seconds(g.Median), seconds(g.Worst), fmt.Sprintf("%g", g.Clicks)
			}
			t.row(g.Name, fmt.Sprint(g.Games), fmt.Sprint(g.Won), best, middle, worst, clicks, fmt.Sprint(g.Repairs))
		}
		t.end()
	}
	if len(s.Kinds) > 1 {
		groups("game", s.Kinds)
	}
	groups("size", s.Sizes)
	groups("grade", s.Grades)
	if len(s.Stages) > 0 {
		t := newTable(&out, "stage", "median", "slowest")
		for _, stage := range s.Stages {
			t.row(stage.Name, seconds(stage.Median), seconds(stage.Worst))
		}
		t.end()
	}
	fmt.Fprintf(&out, "The latest %d of %s\n\n", len(s.Latest), printable.Count(s.Games, "board"))
	t := newTable(&out, "ended", "size", "grade", "outcome", "took", "clicks", "repairs", "by")
	for _, g := range s.Latest {
		ended, _ := time.Parse(time.RFC3339, g.Ended) // it was made from a time
		by := g.Command
		if g.Profile != "" {
			by += ", " + g.Profile
		}
		grade := g.Grade
		if grade == "" {
			grade = "-"
		}
		t.row(ended.Format("2006-01-02 15:04"), titled(g.Game, g.Size), grade, string(g.Outcome), seconds(g.Took), fmt.Sprint(g.Clicks), fmt.Sprint(g.Repairs), by)
	}
	t.end()
	_, err := w.Write(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
	return err
}

// Words says how a board went: "won 8 x 8 (medium) in 1.23 s at 09:00, 16 clicks".
func (g *Game) Words() string {
	what := sizeName(g.Size)
	if g.Grade != "" {
		what += " (" + g.Grade + ")"
	}
	at := g.Ended.Format("15:04")
	if g.Outcome == AlreadySolved {
		return fmt.Sprintf("%s was solved already at %s", what, at)
	}
	line := fmt.Sprintf("%s %s in %s at %s, %s", Won, what, seconds(g.Took()), at, printable.Count(g.Clicks, "click"))
	if g.Repairs > 0 {
		line += ", " + printable.Count(g.Repairs, "repair")
	}
	return line
}

func period(first, last Day) string {
	if first == last {
		return string(first)
	}
	return fmt.Sprintf("%s to %s", first, last)
}

func counts(all []Counted) string {
	var parts []string
	for _, c := range all {
		parts = append(parts, fmt.Sprintf("%d %s", c.Games, c.Name))
	}
	return strings.Join(parts, ", ")
}

// seconds writes a time the way people read it.
func seconds(s float64) string {
	switch {
	case s < 0.0095:
		return fmt.Sprintf("%.1f ms", 1000*s)
	case s < 0.995:
		return fmt.Sprintf("%.0f ms", 1000*s)
	case s < 100:
		return fmt.Sprintf("%.2f s", s)
	}
	return time.Duration(s * float64(time.Second)).Round(time.Second).String()
}

// table lines columns up, to the right, and leaves an empty line behind it.
type table struct {
	out *bytes.Buffer
	w   *tabwriter.Writer
}

func newTable(out *bytes.Buffer, titles ...string) *table {
	t := &table{out, tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)}
	t.row(titles...)
	return t
}

func (t *table) row(cells ...string) { fmt.Fprintln(t.w, strings.Join(cells, "\t")+"\t") }

func (t *table) end() {
	_ = t.w.Flush() // a buffer takes everything
	t.out.WriteByte('\n')
}
