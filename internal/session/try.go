package session

import (
	"context"
	"strings"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver/games"
)

// tryFor is how long a board to try is waited for.
const tryFor = 5 * time.Second

// Several returns the games that can be played in several ways.
func Several() []games.Game { return withWays(true) }

func withWays(several bool) (found []games.Game) {
	for _, g := range games.All() {
		if (len(calibrate.WayNames(g.Name)) > 0) == several {
			found = append(found, g)
		}
	}
	return found
}

// Titles joins the titles of games.
func Titles(of []games.Game) string {
	var titles []string
	for _, g := range of {
		titles = append(titles, g.Title)
	}
	return strings.Join(titles, " or ")
}

// Try makes one right move on the board that is on the screen, in each way that its game has until one
// shows, and returns the game and that way. Of the options, Player, Report and Status are its own.
func Try(ctx context.Context, o Options) (g games.Game, way player.Way, err error) {
	o.Player = player.Options{Timeout: tryFor, Try: true}
	for _, g := range withWays(false) {
		o.Player.Passed = append(o.Player.Passed, g.Name)
	}
	anew := *o.Profile
	anew.Ways = nil // else the way that is known would be all that is tried
	o.Profile = &anew
	game := ""
	o.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			game = e.Game
		}
	}
	o.Status = func(player.Status) {}
	s, err := Open(ctx, o)
	if err != nil {
		return g, "", err
	}
	defer s.Close()
	outcomes, err := s.Player.Run(ctx)
	if fault.KindOf(err) == fault.NoBoard {
		err = fault.Wrap(err, fault.NoBoard, "no board was seen of "+Titles(Several()), "open one and bring it to the front; other games are played in one way only")
	}
	if err != nil {
		return g, "", err
	}
	if way = outcomes[0].Way; way == "" {
		return g, "", fault.Plain("the board is solved: there is no move to try", "try it on a board that is not")
	}
	g, err = games.Find(game)
	return g, way, err
}
