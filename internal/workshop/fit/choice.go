// Package fit finds the weights of statistical models from examples whose truth is known:
// conditional logit models ([Choices]) and multinomial logistic regressions ([FitSoftmax]).
//
//	drawn pictures -> what was measured, truth -> [fit] -> weights
//
// What is fitted stands in generated files of the packages that use it; nothing of this
// package is part of the program.
package fit

import (
	"math"

	"autoqueens/vision/num"
)

// Choice is one occasion on which one of several options was the right one.
type Choice struct {
	Options [][]float64 // the features of each
	// Right numbers the right one; -1 where none is. That none is right has the
	// log-likelihood 0.
	Right int
}

// Choices fits the weights of a conditional logit model (McFadden, 1974) by maximum
// likelihood, with a ridge penalty on all weights, by Newton's method. Weights that against
// marks are of what can only speak against an option: those that come out positive are held
// at 0. It returns the weights and the mean negative log-likelihood of a choice, in nats.
func Choices(samples []Choice, against []bool, ridge float64) (weights []float64, loss float64) {
	held := make([]bool, len(against))
	for {
		weights, loss = newton(samples, held, ridge)
		again := false
		for i, w := range weights {
			if against[i] && w > 0 {
				held[i], again = true, true
			}
		}
		if !again {
			return weights, loss
		}
	}
}

// newton fits the weights that are not held at 0.
func newton(samples []Choice, held []bool, ridge float64) (weights []float64, loss float64) {
	features := len(held)
	w := make([]float64, features)
	evaluate := func(samples []Choice, w []float64, ridge float64) (float64, []float64, [][]float64) {
		v, g, h := evaluate(samples, w, ridge)
		for i, fixed := range held {
			if !fixed {
				continue
			}
			for k := range h {
				h[i][k], h[k][i] = 0, 0
			}
			g[i], h[i][i] = 0, 1
		}
		return v, g, h
	}
	value, gradient, hessian := evaluate(samples, w, ridge)
	for range 200 {
		step := solve(hessian, gradient)
		slope := 0.0
		for i := range step {
			slope += step[i] * gradient[i]
		}
		if slope < 1e-10 {
			break
		}
		t := 1.0
		for {
			next := make([]float64, features)
			for i := range w {
				next[i] = w[i] - t*step[i]
			}
			v, g, h := evaluate(samples, next, ridge)
			if v <= value-1e-4*t*slope || t < 1e-8 {
				w, value, gradient, hessian = next, v, g, h
				break
			}
			t /= 2
		}
	}
	plain, _, _ := evaluate(samples, w, 0)
	return w, plain / float64(len(samples))
}

// Probabilities returns those of the options, and that none is right last.
func Probabilities(options [][]float64, w []float64) []float64 {
	out := make([]float64, len(options)+1)
	for i, o := range options {
		for k, v := range o {
			out[i] += w[k] * v
		}
	}
	num.Softmax(out)
	return out
}

// evaluate returns the penalised negative log-likelihood, its gradient and its Hessian.
func evaluate(samples []Choice, w []float64, ridge float64) (value float64, gradient []float64, hessian [][]float64) {
	n := len(w)
	gradient, hessian = make([]float64, n), make([][]float64, n)
	for i := range hessian {
		hessian[i] = make([]float64, n)
		hessian[i][i] = ridge
		gradient[i] = ridge * w[i]
		value += ridge * w[i] * w[i] / 2
	}
	mean := make([]float64, n)
	for _, s := range samples {
		p := Probabilities(s.Options, w)
		right := len(s.Options)
		if s.Right >= 0 {
			right = s.Right
		}
		value -= math.Log(max(p[right], 1e-300))
		clear(mean)
		for k, o := range s.Options {
			for i, v := range o {
				mean[i] += p[k] * v
			}
		}
		for k, o := range s.Options {
			for i := range o {
				d := o[i] - mean[i]
				if o[i] == 0 && mean[i] == 0 {
					continue
				}
				for j := range i + 1 {
					hessian[i][j] += p[k] * d * (o[j] - mean[j])
				}
			}
		}
		none := p[len(s.Options)]
		for i := range mean {
			for j := range i + 1 {
				hessian[i][j] += none * mean[i] * mean[j]
			}
			gradient[i] += mean[i]
			if s.Right >= 0 {
				gradient[i] -= s.Options[right][i]
			}
		}
	}
	for i := range hessian {
		for j := range i {
			hessian[j][i] = hessian[i][j]
		}
	}
	return value, gradient, hessian
}

// solve returns x of a*x = b for a positive definite a, by Cholesky's decomposition.
func solve(a [][]float64, b []float64) []float64 {
	return substitute(cholesky(a), b)
}
