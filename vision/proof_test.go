package vision_test

import (
	"strings"
	"testing"

	"autoqueens/solver/sudoku"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// TestClosest tells whose words are shown of a board that the readers of several games refused.
func TestClosest(t *testing.T) {
	refused := func(why vision.Reason, doubts int, but string) (both [2]*vision.Refusal) {
		both[0] = vision.Seen{Puzzle: &zip.Puzzle{}, Doubts: make([]vision.Doubt, doubts)}.Refuse(why, but, "advice")
		both[1] = vision.Seen{Puzzle: &sudoku.Puzzle{}, Doubts: make([]vision.Doubt, doubts)}.Refuse(why, but, "advice")
		both[0].Game, both[1].Game = zip.Name, sudoku.Name
		return both
	}
	one, four := refused(vision.Ambiguous, 1, "one"), refused(vision.Ambiguous, 4, "four")
	cut, cutOff := refused(vision.CutOff, 0, "cut"), refused(vision.CutOff, 3, "cut")
	solved := &vision.Refusal{Game: zip.Name, Reason: vision.NoGrid, What: "solved"}
	for _, tt := range []struct {
		name    string
		refused []*vision.Refusal
		game    string
		want    string
	}{
		{"one game", []*vision.Refusal{four[0]}, zip.Name, "found a Zip board of 0 columns and rows, but four"},
		{"fewer doubts of the second", []*vision.Refusal{four[0], one[1]}, sudoku.Name, "found a Mini Sudoku board of 0 columns and rows, but one"},
		{"fewer doubts of the first", []*vision.Refusal{one[0], four[1]}, zip.Name, "found a Zip board of 0 columns and rows, but one"},
		{"as many", []*vision.Refusal{one[0], one[1]}, "", "found a board of 0 columns and rows that may be of Zip or Mini Sudoku, but one"},
		{"a part", []*vision.Refusal{cut[0], cutOff[1]}, "", "found a board of 0 columns and rows that may be of Zip or Mini Sudoku, but cut"},
		{"solved", []*vision.Refusal{solved, cut[1]}, zip.Name, "solved"},
	} {
		if got := vision.Closest(tt.refused); got.Game != tt.game || got.What != tt.want {
			t.Errorf("%s: %q: %s, want %q: %s", tt.name, got.Game, got.What, tt.game, tt.want)
		}
	}
	if strings.Contains(one[0].What, "may be") {
		t.Errorf("what a reader said was changed: %s", one[0].What)
	}
}
