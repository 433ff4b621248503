package session

import (
	"image"
	"slices"
	"testing"
	"time"

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

// TestLearn keeps in a profile what a game was found to need, and no pace where another was asked for.
func TestLearn(t *testing.T) {
	screen := image.Rect(0, 0, 1000, 800)
	for _, test := range []struct {
		name    string
		profile bool
		pace    bool // another one matters
		pause   time.Duration
		way     player.Way // of Zip
		learned time.Duration
		ways    int
		kept    string // as the profile's pace
		keptWay string
		written bool
	}{
		{name: "nothing new", profile: true, pace: true, pause: 50 * time.Millisecond, way: player.ByDrag, kept: "50ms"},
		{name: "slower", profile: true, pace: true, pause: 80 * time.Millisecond, way: player.ByDrag, learned: 80 * time.Millisecond, kept: "80ms", written: true},
		{name: "slower than asked for", profile: true, pause: 80 * time.Millisecond, way: player.ByDrag, kept: "50ms"},
		{name: "by keys", profile: true, pace: true, pause: 50 * time.Millisecond, way: player.ByKeys, ways: 1, kept: "50ms", keptWay: "keys", written: true},
		{name: "without a profile", pace: true, pause: 80 * time.Millisecond, way: player.ByKeys, learned: 80 * time.Millisecond, ways: 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "APPDATA"} {
				t.Setenv(name, t.TempDir())
			}
			s := Session{asked: 50 * time.Millisecond, ways: map[string]player.Way{"zip": player.ByDrag}, Player: &player.Player{}}
			s.Player.Options = player.Options{Pause: test.pause, Ways: map[string]player.Way{"zip": test.way}}
			if test.profile {
				s.profile = &calibrate.Profile{Version: calibrate.Version, Name: "mine", Region: screen, Clicks: 2, Pace: "50ms", Mapping: calibrate.Mapping{ScaleX: 1, ScaleY: 1}}
				s.profile.Display.Bounds = screen
			}
			learned, err := s.Learn(test.pace)
			if err != nil || learned.Pace != test.learned || len(learned.Ways) != test.ways || (learned.Path != "") != test.written {
				t.Errorf("%+v, %v", learned, err)
			}
			if p := s.profile; p != nil && (p.Pace != test.kept || p.Ways["zip"] != test.keptWay) {
				t.Errorf("the profile keeps %s and %q", p.Pace, p.Ways["zip"])
			}
		})
	}
}
