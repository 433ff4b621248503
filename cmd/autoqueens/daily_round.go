package main

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
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision"
)

// ending is how a game of the day went.
type ending int

const (
	unseen ending = iota
	finished
	failed
)

// round is one run through the games of the day.
type round struct {
	picked []gamesolver.Game                                   // to be played
	ends   map[string]ending                                   // by the name of the game
	wait   time.Duration                                       // for the next board
	press  func(p *player.Player, first bool, games ...string) // lets it press the start buttons of these
	seen   string                                              // the game that is being played, "" before a board is seen
}

// over tells whether nothing is left to be played.
func (r *round) over() bool { return len(r.with(unseen)) == 0 }

func (r *round) any(e ending) bool { return len(r.with(e)) > 0 }

// with returns the titles of the games that went like this.
func (r *round) with(e ending) (titles []string) {
	for _, g := range r.picked {
		if r.ends[g.Name] == e {
			titles = append(titles, g.Title)
		}
	}
	return titles
}

// words is the line for all games.
func (r *round) words() string {
	line := fmt.Sprintf("%d of %d games of the day done", len(r.with(finished)), len(r.picked))
	if r.any(failed) {
		line += "; not done: " + strings.Join(r.with(failed), ", ")
	}
	if r.any(unseen) {
		line += "; not seen: " + strings.Join(r.with(unseen), ", ")
	}
	return line
}

// see listens to a player for the game of the board that it plays.
func (r *round) see(p *player.Player) {
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
func (r *round) bounded(ctx context.Context, longer time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, r.wait+longer,
		fault.Newf(fault.Unverified, "look at what the page does; 'autoqueens play --verbose' tells more", "the board was not done %v after it could have been there", playing))
}

// play plays each game that is left as it appears, by once. It ends when all were played,
// when none of them appears in time, and when the player must not go on. Each end of a
// board is told, with its error. A board that could not be finished is left to the person.
func (r *round) play(ctx context.Context, p *player.Player, once func(context.Context) error, tell func(error) error) error {
	var failure error
	for first := true; ; first = false {
		left, passed := r.games()
		p.Options.Timeout, p.Options.Passed = r.wait, passed
		if r.any(failed) {
			p.Options.Starts = nil // they might take the person away from that board
		} else {
			r.press(p, first, left...)
		}
		r.seen = ""
		limited, cancel := r.bounded(ctx, playing)
		err := once(limited)
		cancel()
		switch {
		case err == nil:
			r.ends[r.seen] = finished
		case r.seen != "":
			r.ends[r.seen] = failed
			failure = err
		case !r.any(finished) && failure == nil || !player.Passable(err) || r.left(err):
			return err
		default:
			return failure // none appeared any more
		}
		if told := tell(err); told != nil {
			return told
		}
		if err != nil && !player.Passable(err) || r.over() {
			return failure
		}
		r.wait = min(r.wait, nextGame)
	}
}

// games names the games that are still to be played, and those whose boards are passed over.
func (r *round) games() (left, passed []string) {
	for _, g := range gamesolver.All() {
		if slices.ContainsFunc(r.picked, func(p gamesolver.Game) bool { return p.Name == g.Name }) && r.ends[g.Name] == unseen {
			left = append(left, g.Name)
		} else {
			passed = append(passed, g.Name)
		}
	}
	return left, passed
}

// left tells whether a wait ended with a board in sight that was refused, of a game that
// is known and was still to be played. What a result card leaves of a board that was won is
// refused as well, without a game to its name.
func (r *round) left(err error) bool {
	refusal, ok := errors.AsType[*vision.Refusal](err)
	if !ok || refusal.Game == "" {
		return false
	}
	for _, g := range r.picked {
		if g.Name == refusal.Game {
			return r.ends[g.Name] == unseen
		}
	}
	return false
}

// whatOf returns what is wrong, without the advice.
func whatOf(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.What
	}
	return err.Error()
}
