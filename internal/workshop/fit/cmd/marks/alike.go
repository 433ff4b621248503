package main

import (
	"slices"

	"autoqueens/internal/workshop/fit"
	"autoqueens/solver"
	"autoqueens/vision/marks"
)

// likeness fits the log-odds, linear in how much a mark's template correlates with what others
// have in common, that it is of their kind: a logistic regression, of boards with both kinds. The
// marks of a kind count together as much as one does that is alone.
func likeness(all []sight) (l marks.Likeness) {
	var on []fit.Example
	for i := range all {
		s := &all[i]
		var of [marks.Kinds][]int
		for j, k := range s.kinds {
			if s.board.Cells[j].Inked && !s.mistaken[j] {
				of[k] = append(of[k], j)
			}
		}
		crosses, queens := of[marks.Cross], of[marks.Queen]
		if len(crosses) == 0 || len(queens) == 0 {
			continue
		}
		for _, pair := range [...][2][]int{{crosses, crosses}, {queens, queens}, {crosses, queens}, {queens, crosses}} {
			class := 0
			if pair[0][0] == pair[1][0] {
				class = 1
			}
			for _, j := range pair[0] {
				if others := slices.DeleteFunc(slices.Clone(pair[1]), func(k int) bool { return k == j }); len(others) > 0 {
					on = append(on, fit.Example{X: []float64{1, s.board.Correlation(j, others)}, Class: class, Weight: 1 / float64(len(pair[0]))})
				}
			}
		}
	}
	w := fit.FitSoftmax(on, 2, penalty, nil, nil).W[1]
	return marks.Likeness{Bias: w[0], Slope: w[1]}
}

// clashes returns how often two queens of a board clash, in units of how often they would if they
// stood anywhere: the rate of Poisson's distribution that makes the boards likeliest, on each of
// which a queen counts as one.
func clashes(all []sight) float64 {
	sum, expected := 0.0, 0.0
	for i := range all {
		s := &all[i]
		var queens []int
		for j, m := range s.marks {
			if m == solver.Queen {
				queens = append(queens, j)
			}
		}
		if len(queens) > 1 {
			n, e := marks.Clashes(queens, s.rows)
			sum, expected = sum+n/float64(len(queens)), expected+e/float64(len(queens))
		}
	}
	return sum / expected
}
