package player

import (
	"strings"
	"testing"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
	"autoqueens/vision"
)

// TestExplainPlan wants every cell that is clicked to be named with its clicks
// and the reason, and those that are not as well.
func TestExplainPlan(t *testing.T) {
	regions := []string{"aaab", "cabb", "ccdb", "cddd"}
	answer := solver.Placement{1, 3, 0, 2}
	for name, c := range map[string]struct {
		marks   []string
		clicked map[Cell]int
		repairs int
		want    []string
	}{
		"empty": {
			marks: []string{"....", "....", "....", "...."},
			want: []string{
				"plan: 4 queens are missing; 8 clicks, each cell once before any cell again",
				"2 clicks: empty, and a queen takes as many clicks as that",
			},
		},
		"with marks": {
			marks: []string{".Q..", "....", "x...", "...."},
			want: []string{
				"plan: 3 queens are missing; 5 clicks",
				"plan: no click on r1c2, where the queen is right",
				"r3c1, 1 click: a cross, and the next mark after it is a queen",
			},
		},
		"wrong queen": {
			marks: []string{"Q...", "....", "....", "...."},
			want: []string{
				"plan: 1 queen stands on the wrong cells",
				"plan: r1c1, 1 click: a queen that the answer has not",
			},
		},
		"repair": {
			marks:   []string{".Q..", "...Q", "Q...", "...."},
			clicked: map[Cell]int{{3, 2}: 2},
			repairs: 2,
			want: []string{
				"plan: repair 2 of at most 5: 1 queen is still missing, 60ms or more between two clicks",
				"plan: r4c3, 2 clicks: still empty after 2 clicks",
			},
		},
	} {
		b := solvertest.Board(t, regions, c.marks)
		var told []string
		g := &game{
			Player:  &Player{Why: func(line string) { told = append(told, line) }},
			reading: &vision.Reading{Board: *b}, answer: answer, perCell: c.clicked, out: &Outcome{Repairs: c.repairs},
		}
		g.explainPlan(Decide(b, answer, 2))
		all := strings.Join(told, "\n")
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, all)
			}
		}
	}
}

// TestStatus plays a board and wants to be told all that goes on, in order.
func TestStatus(t *testing.T) {
	var doing []Doing
	clicks := 0
	w := newWorld(t, 8)
	p, _ := w.player(Options{})
	p.Status = func(s Status) {
		if len(doing) == 0 || doing[len(doing)-1] != s.Doing {
			doing = append(doing, s.Doing)
		}
		if s.Doing == Clicking {
			clicks = max(clicks, s.Done)
			if s.Of != 16 || s.Board != 1 {
				t.Errorf("%+v", s)
			}
		}
	}
	if _, err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := doing, []Doing{Settling, Solving, Clicking, Verifying}; strings.Join(words(got), " ") != strings.Join(words(want), " ") {
		t.Errorf("%v, want %v", got, want)
	}
	if clicks != 16 {
		t.Errorf("%d clicks told, want 16", clicks)
	}
}

// TestRegionCuts: a board that the region of a profile cuts and its display shows whole is not told
// as one that is cut off.
func TestRegionCuts(t *testing.T) {
	w := newWorld(t, 8)
	p, _ := w.player(Options{})
	w.refusal = &vision.Refusal{Reason: vision.CutOff, What: "not its edge all around", Advice: "-", Lattice: w.lattice}
	cut := p.Views[0]
	cut.Area = cellArea(w.lattice, Cell{3, 3})
	p.Views = append([]View{cut}, p.Views...)
	refused := false
	p.Why = func(line string) { refused = refused || strings.Contains(line, "refused as "+string(vision.CutOff)) }
	p.Status = func(s Status) {
		if s.Doing == Doubting {
			t.Errorf("%+v", s)
		}
	}
	if _, err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !refused {
		t.Error("the region does not cut the board")
	}
}

func words(doing []Doing) (out []string) {
	for _, d := range doing {
		out = append(out, string(d))
	}
	return out
}
