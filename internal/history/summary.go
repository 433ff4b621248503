package history

import (
	"cmp"
	"slices"
	"strings"

	"autoqueens/internal/player"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// Summary is what a list of games amounts to. As JSON it is what 'stats --json'
// prints; scripts rely on it. Times are in seconds.
type Summary struct {
	Games    int       `json:"games"`
	Finished int       `json:"finished"` // those that were won, and those solved already
	Outcomes []Counted `json:"outcomes"` // the most frequent first
	First    Day       `json:"first,omitempty"`
	Last     Day       `json:"last,omitempty"`
	Days     int       `json:"days"` // on which a board was finished
	// Streak is the number of days in a row, up to today or yesterday, on which a
	// board was finished; Longest is that of the longest row of days ever.
	Streak  int      `json:"streak"`
	Longest int      `json:"longest"`
	Kinds   []Group  `json:"by_game"` // by game, Queens first
	Sizes   []Group  `json:"sizes"`   // by game and size, the smallest first
	Grades  []Group  `json:"grades"`  // by grade, the easiest first
	Stages  []Stage  `json:"stages"`  // of the games that were won
	Latest  []Played `json:"latest"`  // the last games, the newest first
}

// Counted is a word and how often it applies.
type Counted struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// Group is what the games of one size or grade amount to. Times and clicks are
// those of the games that were won.
type Group struct {
	Name    string  `json:"name"`
	Games   int     `json:"games"`
	Won     int     `json:"won"`
	Best    float64 `json:"best"`
	Median  float64 `json:"median"`
	Worst   float64 `json:"worst"`
	Clicks  float64 `json:"clicks"`  // median
	Repairs int     `json:"repairs"` // in all
}

// Stage is how long a stage took.
type Stage struct {
	Name   string  `json:"name"`
	Median float64 `json:"median"`
	Worst  float64 `json:"worst"`
}

// Played is a game in short.
type Played struct {
	Ended   string  `json:"ended"` // RFC 3339, in the person's time zone
	Command string  `json:"command"`
	Game    string  `json:"game"`
	Size    int     `json:"size"`
	Grade   string  `json:"grade,omitempty"`
	Outcome Outcome `json:"outcome"`
	Took    float64 `json:"took"`
	Clicks  int     `json:"clicks"`
	Repairs int     `json:"repairs"`
	Profile string  `json:"profile,omitempty"`
}

// latest is how many games a summary lists.
const latest = 10

// Summarize counts games, each board once a day, which are in the order in which they ended. today is
// the person's calendar day.
func Summarize(games []Game, today Day) Summary {
	games = distinct(games)
	s := Summary{Games: len(games), Outcomes: []Counted{}, Kinds: []Group{}, Sizes: []Group{}, Grades: []Group{}, Stages: []Stage{}, Latest: []Played{}}
	if len(games) == 0 {
		return s
	}
	s.First, s.Last = games[0].Day(), games[len(games)-1].Day()
	outcomes := map[Outcome]int{}
	var days []Day
	for i := range games {
		g := &games[i]
		outcomes[g.Outcome]++
		if g.Finished() {
			s.Finished++
			days = append(days, g.Day())
		}
	}
	for name, n := range outcomes {
		s.Outcomes = append(s.Outcomes, Counted{string(name), n})
	}
	slices.SortFunc(s.Outcomes, func(a, b Counted) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Name, b.Name)) })
	slices.Sort(days) // a person who travels may have days out of order
	days = slices.Compact(days)
	s.Days = len(days)
	s.Streak, s.Longest = streaks(days, today)
	s.Kinds = groups(games, func(g *Game) (int, string) { return rank(g), titleOf(g.Name()) })
	s.Sizes = groups(games, func(g *Game) (int, string) {
		const sizes = 1000 // more than there are
		return rank(g)*sizes + g.Size, titled(g.Name(), g.Size)
	})
	s.Grades = groups(games, func(g *Game) (int, string) {
		grade, err := puzzle.ParseGrade(g.Grade)
		if err != nil {
			return 0, "" // it is not known
		}
		return int(grade), g.Grade
	})
	s.Stages = stages(games)
	for i := len(games) - 1; i >= 0 && len(s.Latest) < latest; i-- {
		s.Latest = append(s.Latest, playedOf(&games[i]))
	}
	return s
}

// rank returns the place of a game's name in the table of games, one past it for an unknown one.
func rank(g *Game) int {
	names := puzzles.Names()
	at := slices.Index(names, g.Name())
	if at < 0 {
		return len(names)
	}
	return at
}

// titleOf returns what people call a game.
func titleOf(name string) string {
	if g, err := puzzles.Find(name); err == nil {
		return g.Title
	}
	return name
}

// titled returns the size of a board, with its game where that is not Queens: "Zip 7 x 7".
func titled(game string, size int) string {
	if game == puzzles.Queens {
		return sizeName(size)
	}
	return titleOf(game) + " " + sizeName(size)
}

// distinct returns games with each board once a day: one that was begun and finished
// later is the game that finished it, and one that was found solved after it was
// finished is no further game. A board that was won twice was played twice.
func distinct(games []Game) []Game {
	type board struct {
		day           Day
		game, regions string
	}
	var kept []*Game
	latest := map[board]int{} // index into kept
	for i := range games {
		g := &games[i]
		b := board{g.Day(), g.Game, strings.Join(g.Regions, " ")}
		if at, again := latest[b]; again && b.regions != "" {
			if g.Outcome == AlreadySolved && kept[at].Finished() {
				continue
			}
			if !kept[at].Finished() {
				kept[at] = nil
			}
		}
		latest[b] = len(kept)
		kept = append(kept, g)
	}
	out := make([]Game, 0, len(kept))
	for _, g := range kept {
		if g != nil {
			out = append(out, *g)
		}
	}
	return out
}

// streaks returns how many days in a row lead up to today, or to yesterday where
// today's board is still to come, and the most that ever were. The days are
// sorted, each once.
func streaks(days []Day, today Day) (now, longest int) {
	row := 0
	for i, day := range days {
		if i == 0 || days[i-1].Next() != day {
			row = 0
		}
		row++
		longest = max(longest, row)
	}
	if len(days) > 0 {
		if last := days[len(days)-1]; last >= today || last.Next() == today {
			now = row
		}
	}
	return now, longest
}

// groups summarizes games by a key, in its order. Those without a name are left
// out.
func groups(games []Game, key func(*Game) (order int, name string)) []Group {
	members := map[int][]*Game{}
	names := map[int]string{}
	for i := range games {
		order, name := key(&games[i])
		if name != "" {
			members[order] = append(members[order], &games[i])
			names[order] = name
		}
	}
	out := []Group{}
	for order, name := range names {
		g := Group{Name: name, Games: len(members[order])}
		var took, clicks []float64
		for _, game := range members[order] {
			g.Repairs += game.Repairs
			if game.Outcome == Won {
				took = append(took, game.Took())
				clicks = append(clicks, float64(game.Clicks))
			}
		}
		g.Won = len(took)
		if g.Won > 0 {
			g.Best, g.Median, g.Worst, g.Clicks = slices.Min(took), median(took), slices.Max(took), median(clicks)
		}
		out = append(out, g)
	}
	order := map[string]int{}
	for o, name := range names {
		order[name] = o
	}
	slices.SortFunc(out, func(a, b Group) int { return order[a.Name] - order[b.Name] })
	return out
}

// stages returns how long the stages of the games that were won took.
func stages(games []Game) []Stage {
	out := []Stage{}
	for _, stage := range []struct {
		name string
		of   func(*player.Stages) float64
	}{
		{"waited", func(s *player.Stages) float64 { return s.Waited }},
		{"seen", func(s *player.Stages) float64 { return s.Seen }},
		{"solved", func(s *player.Stages) float64 { return s.Solved }},
		{"clicked", func(s *player.Stages) float64 { return s.Clicked }},
		{"verified", func(s *player.Stages) float64 { return s.Verified }},
	} {
		var took []float64
		for i := range games {
			if games[i].Outcome == Won {
				took = append(took, stage.of(&games[i].Stages)/1000)
			}
		}
		if len(took) > 0 {
			out = append(out, Stage{stage.name, median(took), slices.Max(took)})
		}
	}
	return out
}

// median returns the middle one of values, of which there is at least one.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
