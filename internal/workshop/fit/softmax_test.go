package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// dealt deals examples whose classes follow known weights.
func dealt(w [][]float64, n int) []Example {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]Example, n)
	for i := range out {
		x := []float64{1, r.NormFloat64(), r.NormFloat64()}
		p, sum := make([]float64, len(w)), 0.0
		for k := range w {
			dot := 0.0
			for j := range x {
				dot += w[k][j] * x[j]
			}
			p[k] = math.Exp(dot)
			sum += p[k]
		}
		class, u := 0, r.Float64()*sum
		for u > p[class] && class < len(p)-1 {
			u -= p[class]
			class++
		}
		out[i] = Example{X: x, Class: class, Weight: 1}
	}
	return out
}

var truth = [][]float64{{0, 0, 0}, {0.5, 2, 0}, {-1, -1, 1.5}}

func TestSoftmaxFindsTheWeights(t *testing.T) {
	s := FitSoftmax(dealt(truth, 20000), 3, 0.01, nil, nil)
	for k := range truth {
		for j, want := range truth[k] {
			if got := s.W[k][j]; math.Abs(got-want) > 0.15 {
				t.Errorf("weight %d of class %d is %.2f, want %.2f", j, k, got, want)
			}
		}
	}
}

func TestSoftmaxKeepsToTheFreeWeights(t *testing.T) {
	s := FitSoftmax(dealt(truth, 2000), 3, 0.01, func(k, j int) bool { return j != 2 }, nil)
	for k := range truth {
		if s.W[k][2] != 0 {
			t.Errorf("weight 2 of class %d is %.2f, want 0", k, s.W[k][2])
		}
	}
}

// TestSaliency holds what leaving a weight out is said to cost against what it costs.
func TestSaliency(t *testing.T) {
	truth := [][]float64{{0, 0, 0}, {0.5, 0.5, 0}, {-1, -1, 0.2}}
	examples := dealt(truth, 4000)
	loss := func(s *Softmax) float64 {
		p := &problem{examples: examples, classes: 3, penalty: 0.01}
		var w []float64
		for k := range s.W {
			p.index = append(p.index, []int{-1, -1, -1})
			for j := range s.W[k] {
				if k > 0 {
					p.index[k][j] = len(w)
					w = append(w, s.W[k][j])
				}
			}
		}
		return p.loss(w)
	}
	full := FitSoftmax(examples, 3, 0.01, nil, nil)
	for _, left := range []place{{1, 1}, {2, 2}, {1, 2}} {
		is := func(k, j int) bool { return k == left.class && j == left.feature }
		less := FitSoftmax(examples, 3, 0.01, func(k, j int) bool { return !is(k, j) }, nil)
		want, got := loss(less)-loss(full), full.Saliency(is)
		if math.Abs(got-want) > 0.15*want+0.5 {
			t.Errorf("without weight %d of class %d the loss is said to grow by %.2f, and grows by %.2f", left.feature, left.class, got, want)
		}
	}
}
