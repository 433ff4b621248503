package zip

import (
	"testing"

	"autoqueens/vision/digit"
)

// TestLeft: the others tell one number that is not certain, and no more than that.
func TestLeft(t *testing.T) {
	sure := func(k int) cell { return cell{kind: disc, answer: digit.Answer{Number: k, Likelihood: 1}} }
	unsure := func(k int) cell { return cell{kind: disc, answer: digit.Answer{Number: k, Likelihood: 0.6}} }
	for name, test := range map[string]struct {
		cells []cell
		want  int
	}{
		"the one that is left":     {[]cell{sure(2), {}, unsure(3), sure(1)}, 2},
		"another than is left":     {[]cell{sure(2), {}, unsure(4), sure(1)}, -1},
		"one that is there":        {[]cell{sure(2), {}, unsure(2), sure(1)}, -1},
		"two that are not certain": {[]cell{sure(2), {}, unsure(3), unsure(1)}, -1},
		"a gap among the others":   {[]cell{sure(1), {}, unsure(2), sure(4)}, -1},
		"all are certain":          {[]cell{sure(2), {}, sure(3), sure(1)}, -1},
	} {
		if got := (&board{n: 2, cells: test.cells}).left(); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
