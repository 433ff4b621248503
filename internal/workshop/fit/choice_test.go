package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestChoices finds the weights again by which choices were dealt.
func TestChoices(t *testing.T) {
	want := []float64{0.5, 2, -3}
	r := rand.New(rand.NewPCG(1, 2))
	var samples []Choice
	for range 4000 {
		c := Choice{Right: -1}
		for range 1 + r.IntN(3) {
			c.Options = append(c.Options, []float64{1, r.Float64(), r.Float64()})
		}
		at := r.Float64()
		for i, p := range Probabilities(c.Options, want) {
			if at -= p; at < 0 {
				if i < len(c.Options) {
					c.Right = i
				}
				break
			}
		}
		samples = append(samples, c)
	}
	got, _ := Choices(samples, make([]bool, len(want)), 1e-6)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 0.3 {
			t.Errorf("weight %d is %.2f, want about %.2f", i, got[i], want[i])
		}
	}
	// What can only speak against an option gets no weight for it.
	if got, _ := Choices(samples, []bool{false, true, true}, 1e-6); got[1] != 0 || got[2] >= 0 {
		t.Errorf("weights %.2f that can only be against", got[1:])
	}
}

// TestProbabilities adds up to one, with none being right among them.
func TestProbabilities(t *testing.T) {
	p := Probabilities([][]float64{{1}, {2}}, []float64{1000})
	if math.Abs(p[0]+p[1]+p[2]-1) > 1e-9 || p[1] < 0.999 {
		t.Errorf("probabilities %v", p)
	}
}
