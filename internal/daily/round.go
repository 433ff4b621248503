package daily

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver/games"
	"autoqueens/vision"
)

const (
	// playing bounds the time that a board may take once it is there.
	playing = 5 * time.Minute
	// nextGame is how long a further game is waited for: a person opens it, or a page
	// that loads.
	nextGame = time.Minute
)

// ending is how a game of the day went.
type ending int

const (
	unseen ending = iota
	finished
	doubtful // every move was made, and that it was won was not seen
	failed
)

// Round is one run through the games of the day.
type Round struct {
	games []games.Game      // to be played
	ends  map[string]ending // by the name of the game
	wait  time.Duration     // for the next board
	seen  string            // the game that is being played, "" before a board is seen
}

// NewRound returns a round through some games. It waits so long for the first board.
func NewRound(games []games.Game, wait time.Duration) *Round {
	return &Round{games: games, ends: map[string]ending{}, wait: wait}
}

// Pass takes a game for done: it was, earlier today. What is left is waited for no longer
// than a further game.
func (r *Round) Pass(game string) {
	r.ends[game] = finished
	r.wait = min(r.wait, nextGame)
}

// Over tells whether nothing is left to be played.
func (r *Round) Over() bool { return len(r.with(unseen)) == 0 }

// Begun tells whether any game was played, to its end or not.
func (r *Round) Begun() bool { return r.any(finished) || r.any(doubtful) || r.any(failed) }

// Done tells whether any game was done.
func (r *Round) Done() bool { return r.any(finished) }

func (r *Round) any(e ending) bool { return len(r.with(e)) > 0 }

// with returns the titles of the games that went like this.
func (r *Round) with(e ending) (titles []string) {
	for _, g := range r.games {
		if r.ends[g.Name] == e {
			titles = append(titles, g.Title)
		}
	}
	return titles
}

// Words is the line for all games.
func (r *Round) Words() string {
	line := fmt.Sprintf("%d of %d games of the day done", len(r.with(finished)), len(r.games))
	if r.any(doubtful) {
		line += "; not seen won: " + strings.Join(r.with(doubtful), ", ")
	}
	if r.any(failed) {
		line += "; not done: " + strings.Join(r.with(failed), ", ")
	}
	if r.any(unseen) {
		line += "; not seen: " + strings.Join(r.with(unseen), ", ")
	}
	return line
}

// Bounded ends what is done with ctx when a run through all games should long be over.
func (r *Round) Bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return r.bounded(ctx, time.Duration(len(r.games))*(nextGame+playing))
}

// see listens to a player for the game of the board that it plays.
func (r *Round) see(p *player.Player) {
	report := p.Report
	p.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			r.seen = cmp.Or(e.Game, vision.Queens)
		}
		if report != nil {
			report(e)
		}
	}
}

// bounded ends a run that long after the wait for a board.
func (r *Round) bounded(ctx context.Context, longer time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, r.wait+longer,
		fault.Newf(fault.Unverified, "look at what the page does; 'autoqueens play --verbose' tells more", "the board was not done %v after it could have been there", playing))
}

// Table is where a player plays; package session has it.
type Table interface {
	// Press lets the player press the start buttons of games, and those of none in
	// particular where first says so.
	Press(first bool, games ...string)
	// Play plays a board as the options of the player say.
	Play(ctx context.Context) error
}

// Play plays each game that is left as it appears. It ends when all were played, when none
// of them appears in time, and when the player must not go on. Each end of a board is told,
// with its error. A board that could not be finished is left to the person.
func (r *Round) Play(ctx context.Context, p *player.Player, table Table, tell func(game string, err error) error) error {
	r.see(p)
	var failure error
	for first := true; ; first = false {
		left, passed := r.left()
		p.Options.Timeout, p.Options.Passed = r.wait, passed
		if r.any(failed) {
			p.Options.Starts = nil // they might take the person away from that board
		} else {
			table.Press(first, left...)
		}
		r.seen = ""
		limited, cancel := r.bounded(ctx, playing)
		err := table.Play(limited)
		cancel()
		switch {
		case err == nil:
			r.ends[r.seen] = finished
		case r.seen != "":
			r.ends[r.seen] = failed
			if errors.Is(err, fault.Unseen) {
				r.ends[r.seen] = doubtful
			}
			failure = err
		case !r.any(finished) && failure == nil || !player.Passable(err) || r.refused(err):
			return err
		default:
			return failure // none appeared any more
		}
		if told := tell(r.seen, err); told != nil {
			return told
		}
		if err != nil && !player.Passable(err) || r.Over() {
			return failure
		}
		r.wait = min(r.wait, nextGame)
	}
}

// left names the games that are still to be played, and those whose boards are passed over.
func (r *Round) left() (left, passed []string) {
	for _, g := range games.All() {
		if slices.ContainsFunc(r.games, func(w games.Game) bool { return w.Name == g.Name }) && r.ends[g.Name] == unseen {
			left = append(left, g.Name)
		} else {
			passed = append(passed, g.Name)
		}
	}
	return left, passed
}

// refused tells whether a wait ended with a board in sight that was refused, of a game that
// is known and was still to be played. What a result card leaves of a board that was won is
// refused as well, without a game to its name.
func (r *Round) refused(err error) bool {
	refusal, ok := errors.AsType[*vision.Refusal](err)
	if !ok || refusal.Game == "" {
		return false
	}
	for _, g := range r.games {
		if g.Name == refusal.Game {
			return r.ends[g.Name] == unseen
		}
	}
	return false
}
