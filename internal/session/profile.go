package session

import (
	"slices"

	"autoqueens/calibrate"
	"autoqueens/internal/player"
	"autoqueens/solver/games"
)

// press lets a player press the start buttons of a profile, see [Session.Press].
func press(p *player.Player, profile *calibrate.Profile, first bool, names ...string) {
	p.Options.Starts = nil
	if !inView(profile, p.Views) {
		return
	}
	if slices.Contains(names, "") {
		names = games.Names()
	}
	p.Options.Starts = profile.StartsOf(names...)
	if !first {
		p.Options.Starts = p.Options.Starts[len(profile.Starts):]
	}
}

// takeWays takes from the profile how moves are made and, where it holds, the pad.
func (s *Session) takeWays() {
	if s.profile == nil {
		return
	}
	s.ways = map[string]player.Way{}
	for game, way := range s.profile.Ways {
		s.ways[game] = player.Way(way)
	}
	s.Player.Options.Ways = s.ways
	if inView(s.profile, s.Player.Views) {
		s.Player.Options.Pad = s.profile.Pad
	}
}

// inView tells whether a profile, nil for none, holds on one of the views.
func inView(p *calibrate.Profile, views []player.View) bool {
	return p != nil && slices.ContainsFunc(views, func(v player.View) bool { return holds(p, v) })
}

// profileOn returns what names the profile that holds on a display, "" where none does.
func (s *Session) profileOn(display int) string {
	for _, v := range s.Player.Views {
		if s.profile != nil && v.Display == display && holds(s.profile, v) {
			return s.profile.Name
		}
	}
	return ""
}

// holds tells whether a profile is of the display that a view lies on, as it is now.
func holds(p *calibrate.Profile, v player.View) bool {
	m, ok := v.Mapping.(calibrate.Mapping)
	return ok && p.Covers(v.Screen, m)
}
