package history

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Columns are those of the CSV, in its order.
var Columns = []string{
	"ended", "day", "command", "outcome", "evidence", "size", "grade", "marked",
	"waited_ms", "seen_ms", "solved_ms", "clicked_ms", "verified_ms", "took_ms",
	"clicks", "repairs", "display", "profile", "program", "regions", "game",
}

// record returns the values of Columns.
func (g *Game) record() []string {
	ms := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	st := g.Stages
	return []string{
		g.Ended.Format(time.RFC3339), string(g.Day()), g.Command, string(g.Outcome), string(g.Evidence), strconv.Itoa(g.Size), g.Grade, strconv.Itoa(g.Marked),
		ms(st.Waited), ms(st.Seen), ms(st.Solved), ms(st.Clicked), ms(st.Verified), ms(1000 * g.Took()),
		strconv.Itoa(g.Clicks), strconv.Itoa(g.Repairs), strconv.Itoa(g.Display), g.Profile, g.Program, strings.Join(g.Regions, "/"), g.Name(),
	}
}

// WriteCSV writes games as CSV after RFC 4180, with a header: lines end with CR
// and LF, times are in milliseconds.
func WriteCSV(w io.Writer, games []Game) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	_ = out.Write(Columns) // the writer keeps its error
	for i := range games {
		_ = out.Write(games[i].record())
	}
	out.Flush()
	return out.Error()
}

// WriteJSON writes a line of JSON for each game, with the columns of the CSV as
// they are in the database: numbers as numbers, regions as rows.
func WriteJSON(w io.Writer, games []Game) error {
	lines := json.NewEncoder(w)
	for i := range games {
		g := &games[i]
		st := g.Stages
		if err := lines.Encode(struct {
			Ended    string   `json:"ended"`
			Day      Day      `json:"day"`
			Command  string   `json:"command"`
			Outcome  Outcome  `json:"outcome"`
			Evidence string   `json:"evidence"`
			Size     int      `json:"size"`
			Grade    string   `json:"grade"`
			Marked   int      `json:"marked"`
			Waited   float64  `json:"waited_ms"`
			Seen     float64  `json:"seen_ms"`
			Solved   float64  `json:"solved_ms"`
			Clicked  float64  `json:"clicked_ms"`
			Verified float64  `json:"verified_ms"`
			Took     float64  `json:"took_ms"`
			Clicks   int      `json:"clicks"`
			Repairs  int      `json:"repairs"`
			Display  int      `json:"display"`
			Profile  string   `json:"profile"`
			Program  string   `json:"program"`
			Regions  []string `json:"regions"`
			Game     string   `json:"game"`
		}{
			g.Ended.Format(time.RFC3339), g.Day(), g.Command, g.Outcome, string(g.Evidence), g.Size, g.Grade, g.Marked,
			st.Waited, st.Seen, st.Solved, st.Clicked, st.Verified, 1000 * g.Took(),
			g.Clicks, g.Repairs, g.Display, g.Profile, g.Program, g.Regions, g.Name(),
		}); err != nil {
			return err
		}
	}
	return nil
}

func playedOf(g *Game) Played {
	return Played{
		Ended: g.Ended.Format(time.RFC3339), Command: g.Command, Game: g.Name(), Size: g.Size, Grade: g.Grade, Outcome: g.Outcome,
		Took: g.Took(), Clicks: g.Clicks, Repairs: g.Repairs, Profile: g.Profile,
	}
}

// sizeName returns "8 x 8".
func sizeName(n int) string { return fmt.Sprintf("%d x %d", n, n) }
