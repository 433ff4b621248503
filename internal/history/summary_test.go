package history

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/player"
	"autoqueens/internal/workshop/golden"
)

// season returns games of a month, with gaps, failures and slow ones.
func season() []Game {
	var all []Game
	for n := range 24 {
		if n%7 == 3 {
			continue // a day without a board
		}
		g := game(n)
		g.Stages.Clicked = 700 + 90*float64(n*n%11)
		switch {
		case n == 5:
			g.Outcome, g.Evidence, g.Stages.Verified, g.Clicks = Stopped, "", 0, 3
		case n == 12:
			g.Outcome, g.Evidence, g.Clicks, g.Stages.Clicked = AlreadySolved, player.AlreadySolved, 0, 0
		case n == 20:
			g.Command, g.Stages.Clicked = "daily", 21_000
		}
		all = append(all, g)
	}
	return all
}

func TestText(t *testing.T) {
	s := Summarize(season(), "2026-11-24")
	var out strings.Builder
	if err := s.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "stats.golden"), out.String())
	golden.Check(t, filepath.Join("testdata", "chart.golden"), TextChart(season(), 80, false)+"\n"+TextChart(season(), 24, true))
	if chart := TextChart(season()[:1], 80, false); chart != "" {
		t.Errorf("one board makes the chart\n%s", chart)
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetIndent("", " ")
	for _, games := range [][]Game{season()[:3], nil} {
		s := Summarize(games, "2026-11-03")
		if err := lines.Encode(s); err != nil {
			t.Fatal(err)
		}
	}
	golden.Check(t, filepath.Join("testdata", "stats.json.golden"), out.String())
}

// TestGames counts boards by game as well, where there are several.
func TestGames(t *testing.T) {
	all := season()[:6]
	all[1].Game, all[1].Size = "zip", 7
	all[2].Game, all[2].Size = "tango", 6
	all[3].Game, all[3].Size = "zip", 7
	all[3].Regions = []string{"zip", " 1  2"}
	s := Summarize(all, "2026-11-06")
	var kinds, sizes []string
	for _, g := range s.Kinds {
		kinds = append(kinds, fmt.Sprint(g.Games, " ", g.Name))
	}
	for _, g := range s.Sizes {
		sizes = append(sizes, g.Name)
	}
	if diff := cmp.Diff([]string{"3 Queens", "1 Tango", "2 Zip"}, kinds); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !slices.Contains(sizes, "Zip 7 x 7") || !slices.Contains(sizes, "Tango 6 x 6") {
		t.Errorf("sizes %q", sizes)
	}
	var out strings.Builder
	if err := s.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" game  boards ", "Queens ", "Zip 7 x 7 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestStreaks(t *testing.T) {
	for _, tt := range []struct {
		days         []Day
		today        Day
		now, longest int
	}{
		{nil, "2026-11-21", 0, 0},
		{[]Day{"2026-11-21"}, "2026-11-21", 1, 1},
		{[]Day{"2026-11-20"}, "2026-11-21", 1, 1},
		{[]Day{"2026-11-19"}, "2026-11-21", 0, 1},
		{[]Day{"2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"}, "2026-03-03", 1, 3},
		{[]Day{"2025-12-30", "2025-12-31", "2026-01-01"}, "2026-01-02", 3, 3},
		{[]Day{"2026-03-28", "2026-03-29", "2026-03-30"}, "2026-03-30", 3, 3}, // the clocks change
		{[]Day{"2026-11-21", "2026-11-22"}, "2026-11-21", 2, 2},               // back from further east
	} {
		if now, longest := streaks(tt.days, tt.today); now != tt.now || longest != tt.longest {
			t.Errorf("%v on %s: %d and %d, want %d and %d", tt.days, tt.today, now, longest, tt.now, tt.longest)
		}
	}
}

// TestCSV reads the CSV back, with values that need quotes.
func TestCSV(t *testing.T) {
	all := season()
	all[1].Profile = "left, \"big\"\nscreen"
	var out bytes.Buffer
	if err := WriteCSV(&out, all); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(out.String(), "\r\n")
	if head != strings.Join(Columns, ",") {
		t.Errorf("header %q", head)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != len(all)+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	want := []string{
		"2026-11-02T09:30:01+01:00", "2026-11-02", "play", "won", "queens seen", "8", "hard", "1",
		"1000.000", "100.500", "0.125", "790.000", "90.000", "980.625", "16", "1", "1", all[1].Profile, "v1.2.3", "aab/abb/ccc", "queens",
	}
	if diff := cmp.Diff(want, rows[2]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var empty bytes.Buffer
	if err := WriteCSV(&empty, nil); err != nil || empty.String() != head+"\r\n" {
		t.Errorf("no games make %q, %v", empty.String(), err)
	}
}

func TestJSONLines(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, season()); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(out.String(), "\n")
	var fields map[string]any
	if err := json.Unmarshal([]byte(first), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range Columns {
		if _, ok := fields[name]; !ok {
			t.Errorf("the column %s is not in %s", name, first)
		}
		delete(fields, name)
	}
	if len(fields) > 0 {
		t.Errorf("more than the columns: %v", fields)
	}
}

// TestPNG draws charts of many boards and of one, of short and long histories:
// each size has marks of its own colour.
func TestPNG(t *testing.T) {
	for name, games := range map[string][]Game{
		"one": season()[:1], "many": season(), "slow and fast": append(season(), func() Game {
			g := game(25)
			g.Stages.Clicked = 60_000
			return g
		}()),
		"years": {game(0), func() Game { g := game(1); g.Ended = g.Ended.AddDate(3, 0, 0); return g }()},
	} {
		var out bytes.Buffer
		if err := WritePNG(&out, games); err != nil {
			t.Fatal(name, err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(name, err)
		}
		if b := img.Bounds(); b.Dx() < 800 || b.Dy() < 400 {
			t.Errorf("%s: %v", name, b)
		}
		sizes := map[int]bool{}
		for _, g := range WonGames(games) {
			sizes[g.Size] = true
		}
		for i, ink := range sizeInks {
			if drawn := holds(img, ink); drawn != (i < len(sizes)) && ink != (color.NRGBA{A: 255}) {
				t.Errorf("%s: the colour of size %d is there: %t, of %d sizes", name, i, drawn, len(sizes))
			}
		}
	}
}

func holds(img image.Image, c color.NRGBA) bool {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if color.NRGBAModel.Convert(img.At(x, y)) == c {
				return true
			}
		}
	}
	return false
}

func TestDays(t *testing.T) {
	// A game that ended after midnight in the east is of the new day there.
	g := Game{Ended: time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC).In(time.FixedZone("", 3600))}
	if g.Day() != "2026-11-21" {
		t.Errorf("day %s", g.Day())
	}
	for text, ok := range map[string]bool{"2026-11-21": true, "21.11.2026": false, "2026-02-30": false, "": false} {
		if _, err := ParseDay(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestDistinct counts a board once a day, whatever became of the first tries at it.
func TestDistinct(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 3, n, 9, 0, 0, 0, time.UTC) }
	a, b := []string{"ab", "cd"}, []string{"aa", "bc"}
	games := []Game{
		{Ended: day(1), Outcome: Stopped, Regions: a},
		{Ended: day(1), Outcome: Unverified, Regions: a},
		{Ended: day(1), Outcome: AlreadySolved, Regions: a}, // it was won after all
		{Ended: day(1), Outcome: Won, Regions: b},
		{Ended: day(1), Outcome: AlreadySolved, Regions: b},
		{Ended: day(1), Outcome: Won, Regions: b}, // opened anew and played again
		{Ended: day(2), Outcome: AlreadySolved, Regions: b},
		{Ended: day(2), Outcome: Stopped, Regions: a},
	}
	var got []string
	for _, g := range distinct(games) {
		got = append(got, fmt.Sprintf("%d %s %s", g.Ended.Day(), g.Outcome, g.Regions[0]))
	}
	want := "1 already solved ab, 1 won aa, 1 won aa, 2 already solved aa, 2 stopped ab"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if s := Summarize(games, DayOf(day(2))); s.Games != 5 || s.Finished != 4 {
		t.Errorf("%d games, %d finished", s.Games, s.Finished)
	}
}

// TestGameWords says how a board went in a line.
func TestGameWords(t *testing.T) {
	g := Game{
		Ended: time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC), Outcome: Won, Size: 8, Grade: "hard", Clicks: 16,
		Stages: player.Stages{Waited: 60_000, Seen: 120, Clicked: 1000, Verified: 110},
	}
	repaired, solved := g, g
	repaired.Repairs, repaired.Grade = 2, ""
	solved.Outcome = AlreadySolved
	for want, g := range map[string]*Game{
		"won 8 x 8 (hard) in 1.23 s at 09:05, 16 clicks":     &g,
		"won 8 x 8 in 1.23 s at 09:05, 16 clicks, 2 repairs": &repaired,
		"8 x 8 (hard) was solved already at 09:05":           &solved,
	} {
		if got := g.Words(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
