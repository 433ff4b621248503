// Package history remembers the boards that a person had played, in a database
// of their own machine, and counts what is in it.
//
//	player ──> Recorder ──> Store ──> Summary ──> a table, a chart, CSV
//
// A game never waits for it: a board is written down when it is over, and what
// goes wrong with that is said in a line and is no reason to stop playing. A
// database that is damaged, or that a newer program has written, is never
// changed: the first is put aside before a new one is begun, the second is left
// alone.
//
// Several processes may use one database at once. A Store is used by one
// goroutine at a time.
package history

import (
	"cmp"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	puzzles "autoqueens/solver/games"
)

// Outcome says what came of a board.
type Outcome string

// The outcomes.
const (
	Won           Outcome = "won"            // every queen was placed
	AlreadySolved Outcome = "already solved" // nothing was left to do
	Unseen        Outcome = "not seen won"   // every move was made, and the board went away before it was seen
	Stopped       Outcome = "stopped"        // by the person
	Unverified    Outcome = "not verified"   // the clicks did not do what they should
	Lost          Outcome = "lost"           // the board was not seen again
	Uncertain     Outcome = "uncertain"      // it was not read with certainty again
	Unsolvable    Outcome = "no solution"
	Failed        Outcome = "failed" // for another reason
)

// outcomeOf returns what came of a board that ended with a failure.
func outcomeOf(failure fault.Kind) Outcome {
	switch failure {
	case fault.Stopped:
		return Stopped
	case fault.Unverified:
		return Unverified
	case fault.NoBoard:
		return Lost
	case fault.Uncertain:
		return Uncertain
	case fault.NoSolution:
		return Unsolvable
	}
	return Failed
}

// Game is a board that was played.
type Game struct {
	Ended    time.Time // in the person's time zone, to the millisecond
	Command  string    // what played it: "play" or "daily"
	Outcome  Outcome
	Evidence player.Evidence // what a success rests on; empty otherwise
	Game     string          // its name, "" for Queens
	Size     int             // rows
	Regions  []string        // rows, a letter a cell; of another game the lines of its text
	Marked   int             // queens and crosses that stood on it at first
	Grade    string          // for a person; empty where it was not found in time
	Stages   player.Stages
	Clicks   int
	Repairs  int
	Display  int
	Profile  string // empty where none was used
	Program  string // version of the program
}

// Name returns the name of the game.
func (g *Game) Name() string { return cmp.Or(g.Game, puzzles.Queens) }

// Day returns the person's calendar day on which the game ended.
func (g *Game) Day() Day { return DayOf(g.Ended) }

// Finished tells whether the board was solved in the end, by whomever.
func (g *Game) Finished() bool { return g.Outcome == Won || g.Outcome == AlreadySolved }

// Took returns how long the board took from the picture that showed it to the
// last look, in seconds: all stages but the wait for it.
func (g *Game) Took() float64 {
	s := g.Stages
	return (s.Seen + s.Solved + s.Clicked + s.Verified) / 1000
}

// Day is a calendar day, as "2026-11-21".
type Day string

// DayOf returns the calendar day of a time, in its own time zone.
func DayOf(t time.Time) Day { return Day(t.Format(time.DateOnly)) }

// ParseDay reads a day. The error is a [fault.Error].
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return "", fault.Plainf("give a day such as 2026-11-21", "%q is no day", text)
	}
	return DayOf(t), nil
}

// Next returns the day after.
func (d Day) Next() Day {
	t, _ := time.Parse(time.DateOnly, string(d)) // days are made from times
	return DayOf(t.AddDate(0, 0, 1))
}
