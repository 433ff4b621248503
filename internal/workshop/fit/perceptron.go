package fit

import (
	"math"
	"math/rand/v2"

	"autoqueens/vision/num"
)

// Sample is what was measured of something, and what it is.
type Sample struct {
	X     []float32
	Class int
}

// FitPerceptron fits a network by stochastic gradient descent with momentum, so many times
// over all samples, with a step that falls evenly to 0 and a decay of the weights. The same
// samples and seed give the same network.
func FitPerceptron(samples []Sample, hidden, classes, rounds int, seed uint64) *num.Perceptron {
	const (
		step     = 0.002
		momentum = 0.9
		decay    = 1e-5
	)
	rng := rand.New(rand.NewPCG(seed, 1))
	n := &num.Perceptron{Inputs: len(samples[0].X), Hidden: hidden, Classes: classes}
	n.First, n.Second = make([]float32, hidden*(n.Inputs+1)), make([]float32, classes*(hidden+1))
	for i := range n.First {
		n.First[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(n.Inputs)))
	}
	for i := range n.Second {
		n.Second[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(hidden)))
	}
	v1, v2 := make([]float32, len(n.First)), make([]float32, len(n.Second))
	h, back := make([]float32, hidden), make([]float32, hidden)
	out := make([]float64, classes)
	total, done := float64(rounds*len(samples)), 0
	for range rounds {
		for _, i := range rng.Perm(len(samples)) {
			rate := float32(step * (1 - float64(done)/total))
			done++
			s := &samples[i]
			n.Forward(s.X, h, out)
			clear(back)
			for c := range classes {
				slope := float32(out[c])
				if c == s.Class {
					slope--
				}
				row, vel := n.Second[c*(hidden+1):][:hidden+1], v2[c*(hidden+1):][:hidden+1]
				for j, a := range h {
					back[j] += slope * row[j]
					vel[j] = momentum*vel[j] - rate*(slope*a+decay*row[j])
					row[j] += vel[j]
				}
				vel[hidden] = momentum*vel[hidden] - rate*slope
				row[hidden] += vel[hidden]
			}
			for j, a := range h {
				if a <= 0 {
					continue
				}
				row, vel := n.First[j*(n.Inputs+1):][:n.Inputs+1], v1[j*(n.Inputs+1):][:n.Inputs+1]
				slope := back[j]
				for k, x := range s.X {
					vel[k] = momentum*vel[k] - rate*(slope*x+decay*row[k])
					row[k] += vel[k]
				}
				vel[n.Inputs] = momentum*vel[n.Inputs] - rate*slope
				row[n.Inputs] += vel[n.Inputs]
			}
		}
	}
	return n
}
