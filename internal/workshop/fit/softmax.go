package fit

import (
	"math"

	"autoqueens/vision/num"
)

// Example is what was measured of something, and what it is.
type Example struct {
	X      []float64
	Class  int
	Weight float64
}

// place is where a free weight belongs.
type place struct{ class, feature int }

// Softmax is a fitted multinomial logistic regression: for each class but the first,
// weights such that the sum of their products with the features is the log-odds
// against the first.
type Softmax struct {
	W [][]float64 // by class and feature

	free     []place
	inverted [][]float64 // inverse of the Hessian at the optimum, by free weight
}

// problem is what is to be fitted.
type problem struct {
	examples []Example
	classes  int
	penalty  float64
	free     []place
	index    [][]int // by class and feature: which free weight, or -1
}

// FitSoftmax fits a regression. Penalty is half of that on the square of every weight
// (L2), in units of one example's log-likelihood; free tells which weights may
// differ from 0, nil for all; start holds weights to begin with, or nil. It is
// Newton's method with halved steps, and gives the same for the same examples.
func FitSoftmax(examples []Example, classes int, penalty float64, free func(class, feature int) bool, start [][]float64) *Softmax {
	if len(examples) == 0 {
		return nil
	}
	n := len(examples[0].X)
	p := &problem{examples: examples, classes: classes, penalty: penalty, index: make([][]int, classes)}
	var w []float64
	for k := range classes {
		p.index[k] = make([]int, n)
		for j := range n {
			p.index[k][j] = -1
			if k > 0 && (free == nil || free(k, j)) {
				p.index[k][j] = len(p.free)
				p.free = append(p.free, place{k, j})
				first := 0.0
				if start != nil {
					first = start[k][j]
				}
				w = append(w, first)
			}
		}
	}
	w = p.newton(w)
	s := &Softmax{W: make([][]float64, classes), free: p.free}
	for k := range s.W {
		s.W[k] = make([]float64, n)
	}
	for i, at := range p.free {
		s.W[at.class][at.feature] = w[i]
	}
	_, h := p.slopes(w)
	s.inverted = inverse(h)
	return s
}

// newton returns the weights of the least loss.
func (p *problem) newton(w []float64) []float64 {
	const (
		rounds = 60
		still  = 1e-9 // of the loss: less is no gain
	)
	loss := p.loss(w)
	for range rounds {
		g, h := p.slopes(w)
		step := product(inverse(h), g)
		gain := 0.0
		for scale := 1.0; scale > 1e-4 && gain == 0; scale /= 2 {
			next := make([]float64, len(w))
			for i := range w {
				next[i] = w[i] - scale*step[i]
			}
			if l := p.loss(next); l < loss {
				gain = loss - l
				w, loss = next, l
			}
		}
		if gain <= still*loss {
			break
		}
	}
	return w
}

// probabilities fills in those of the classes of one example.
func (p *problem) probabilities(w, x, out []float64) {
	for k := range out {
		out[k] = 0
		for j, i := range p.index[k] {
			if i >= 0 {
				out[k] += w[i] * x[j]
			}
		}
	}
	num.Softmax(out)
}

// loss returns the penalised negative log-likelihood.
func (p *problem) loss(w []float64) float64 {
	sum := 0.0
	q := make([]float64, p.classes)
	for e := range p.examples {
		x := &p.examples[e]
		p.probabilities(w, x.X, q)
		sum -= x.Weight * math.Log(math.Max(q[x.Class], math.SmallestNonzeroFloat64))
	}
	for _, v := range w {
		sum += p.penalty / 2 * v * v
	}
	return sum
}

// slopes returns the gradient and the Hessian of the loss.
func (p *problem) slopes(w []float64) (g []float64, h [][]float64) {
	const nothing = 1e-10 // curvature that does not count
	g, h = make([]float64, len(w)), make([][]float64, len(w))
	for i := range h {
		h[i] = make([]float64, len(w))
	}
	q := make([]float64, p.classes)
	for e := range p.examples {
		x := &p.examples[e]
		p.probabilities(w, x.X, q)
		for k := 1; k < p.classes; k++ {
			r := q[k]
			if k == x.Class {
				r--
			}
			for j, i := range p.index[k] {
				if i >= 0 {
					g[i] += x.Weight * r * x.X[j]
				}
			}
			for l := 1; l <= k; l++ {
				c := -q[k] * q[l]
				if l == k {
					c += q[k]
				}
				if c *= x.Weight; math.Abs(c) > nothing {
					p.curve(h, k, l, c, x.X)
				}
			}
		}
	}
	for i, v := range w {
		g[i] += p.penalty * v
		h[i][i] += p.penalty
		for j := range i {
			h[j][i] = h[i][j]
		}
	}
	return g, h
}

// curve adds the curvature between two classes to the lower half of the Hessian.
func (p *problem) curve(h [][]float64, k, l int, c float64, x []float64) {
	for j, i := range p.index[k] {
		if i < 0 || x[j] == 0 {
			continue
		}
		row, f := h[i], c*x[j]
		for m, o := range p.index[l] {
			if o >= 0 && o <= i {
				row[o] += f * x[m]
			}
		}
	}
}

// Saliency tells by how much the loss would grow, to the second order, were some of
// the weights 0 and the others fitted anew: optimal brain surgery (Hassibi and Stork).
func (s *Softmax) Saliency(of func(class, feature int) bool) float64 {
	var rows []int
	for i, at := range s.free {
		if of(at.class, at.feature) {
			rows = append(rows, i)
		}
	}
	part, w := make([][]float64, len(rows)), make([]float64, len(rows))
	for a, i := range rows {
		w[a] = s.W[s.free[i].class][s.free[i].feature]
		for _, j := range rows {
			part[a] = append(part[a], s.inverted[i][j])
		}
	}
	sum := 0.0
	for a, v := range product(inverse(part), w) {
		sum += v * w[a] / 2
	}
	return sum
}

func product(m [][]float64, v []float64) []float64 {
	out := make([]float64, len(m))
	for i := range m {
		for j, x := range m[i] {
			out[i] += x * v[j]
		}
	}
	return out
}

// inverse returns the inverse of a symmetric positive definite matrix.
func inverse(m [][]float64) [][]float64 {
	l := cholesky(m)
	out := make([][]float64, len(m))
	for c := range out {
		unit := make([]float64, len(m))
		unit[c] = 1
		out[c] = substitute(l, unit) // a row is a column
	}
	return out
}
