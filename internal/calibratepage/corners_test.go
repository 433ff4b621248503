package calibratepage

import (
	"testing"
	"time"

	"autoqueens/vision"
)

func TestCorners(t *testing.T) {
	l := look{Board: &box{100, 200, 400, 400}, Size: 8} // cells of 50
	start := time.Unix(0, 0)
	type step struct {
		x, y  float64
		after time.Duration // since the step before
		want  int
	}
	for name, steps := range map[string][]step{
		"rests on each": {
			{100, 200, 0, -1}, {101, 201, dwell, 0}, {499, 199, 0, -1}, {499, 199, dwell, 1},
			{520, 620, 0, -1}, {510, 610, dwell, 2}, {80, 590, 0, -1}, {80, 590, dwell, 3},
		},
		"passes":              {{100, 200, 0, -1}, {300, 200, dwell / 2, -1}, {500, 200, dwell, -1}},
		"comes back too soon": {{100, 200, 0, -1}, {300, 300, dwell, -1}, {100, 200, dwell, -1}},
		"beside":              {{131, 200, 0, -1}, {131, 200, dwell, -1}, {100, 169, 0, -1}, {100, 169, dwell, -1}},
		"twice on one":        {{100, 200, 0, -1}, {100, 200, dwell, 0}, {100, 200, dwell, -1}},
	} {
		t.Run(name, func(t *testing.T) {
			c, now := newCorners(l), start
			done := 0
			for i, s := range steps {
				now = now.Add(s.after)
				if got := c.see(vision.Point{X: s.x, Y: s.y}, now); got != s.want {
					t.Errorf("step %d: corner %d, want %d", i, got, s.want)
				}
				if s.want >= 0 {
					done++
				}
			}
			if c.count() != done {
				t.Errorf("%d corners are counted, want %d", c.count(), done)
			}
		})
	}
	// Without a board the corners are those of the region.
	c := newCorners(look{Region: area{10, 20, 80, 160}})
	if c.at[2] != (vision.Point{X: 90, Y: 180}) || c.reach != 6 {
		t.Errorf("the corners are %+v", c)
	}
}
