package session

import (
	"image"
	"slices"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/player"
	"autoqueens/internal/spot"
)

// TestPress lets buttons be pressed as they were shown: for some games, and on the display
// of the profile alone.
func TestPress(t *testing.T) {
	screen := image.Rect(0, 0, 1000, 800)
	profile := &calibrate.Profile{Name: "mine", Starts: []spot.Spot{{At: image.Pt(1, 1)}}}
	profile.Display.Bounds = screen
	profile.SetGameStart("zip", spot.Spot{At: image.Pt(2, 2)})
	profile.SetGameStart("tango", spot.Spot{At: image.Pt(3, 3)})
	s := Session{profile: profile, Player: &player.Player{Views: []player.View{{Screen: screen, Mapping: profile.Mapping}}}}
	for _, test := range []struct {
		first bool
		games []string
		want  []int
	}{
		{true, []string{"queens", "tango", "zip"}, []int{1, 3, 2}},
		{false, []string{"queens", "tango", "zip"}, []int{3, 2}},
		{true, []string{""}, []int{1, 3, 2}},
		{true, []string{"zip"}, []int{1, 2}},
		{false, []string{"queens"}, nil},
	} {
		s.Press(test.first, test.games...)
		var got []int
		for _, button := range s.Player.Options.Starts {
			got = append(got, button.At.X)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v %v: %v may be pressed, not %v", test.first, test.games, got, test.want)
		}
	}
	if name := s.profileOn(0); name != "mine" {
		t.Errorf("display 0 has the profile %q", name)
	}
	s.Player.Views[0].Screen = image.Rect(0, 0, 1000, 900)
	if s.Press(true, "zip"); s.Player.Options.Starts != nil {
		t.Error("buttons of another display may be pressed")
	}
	if name := s.profileOn(0); name != "" {
		t.Errorf("another display has the profile %q", name)
	}
}
