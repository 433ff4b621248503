package main

import (
	"math"

	"autoqueens/internal/workshop/fit"
	"autoqueens/vision/marks"
)

const (
	mostFeatures = 16 // beside the bias
	mostWeights  = 58 // in all
	penalty      = 0.01
	rare         = 24 // times: of what passes over boards there are few examples
)

// weights tells which may differ from 0.
type weights [marks.Kinds][marks.Features]bool

func (w *weights) free(kind, feature int) bool { return w[kind][feature] }

// kept returns which differ from 0.
func kept(m *marks.Model) (w weights) {
	for k := range m {
		for j, v := range m[k] {
			w[k][j] = v != 0
		}
	}
	return w
}

// count returns how many weights there are, and how many features they are of, the bias
// left out.
func (w *weights) count() (weights, features int) {
	for j := range int(marks.Features) {
		used := false
		for k := range w {
			if w[k][j] {
				weights, used = weights+1, true
			}
		}
		if used && j > 0 {
			features++
		}
	}
	return weights, features
}

// examples returns those of all cells with something in them.
func examples(all []sight, m *marks.Model) (out []fit.Example) {
	share := evenly(all)
	for i := range all {
		s := &all[i]
		first := len(out)
		for j := range s.board.Cells {
			o := &s.board.Cells[j]
			if !o.Inked || s.mistaken[j] {
				continue
			}
			x := make([]float64, marks.Features)
			copy(x, o.Features[:])
			switch k := s.kinds[j]; {
			case s.under[j]:
				out = append(out, fit.Example{X: x, Class: int(k), Weight: rare})
			case k == marks.Appearing:
				// How far it has come is not known: it may be called what it becomes.
				const least = 1e-9
				own, p := marks.Kind(s.marks[j]), m.Probabilities(&o.Features)
				grown := (p[own] + least) / (p[own] + p[k] + 2*least)
				out = append(out, fit.Example{X: x, Class: int(own), Weight: grown}, fit.Example{X: x, Class: int(k), Weight: 1 - grown})
			default:
				out = append(out, fit.Example{X: x, Class: int(k), Weight: 1})
			}
		}
		for j := first; j < len(out); j++ {
			out[j].Weight *= share(s)
		}
	}
	return out
}

// evenly returns how much each sight counts, for what was drawn here and what a browser
// drew to count the same, and so that the mean is 1.
func evenly(all []sight) func(*sight) float64 {
	pages := 0
	for i := range all {
		if all[i].group == web {
			pages++
		}
	}
	n := len(all)
	return func(s *sight) float64 {
		if pages == 0 || pages == n {
			return 1
		}
		if s.group == web {
			return float64(n) / float64(2*pages)
		}
		return float64(n) / float64(2*(n-pages))
	}
}

// byTurns fits the weights, and finds how far fading marks have come with them, by turns.
func byTurns(all []sight, m *marks.Model, w *weights) (s *fit.Softmax, on []fit.Example) {
	start := make([][]float64, marks.Kinds)
	for k := range m {
		start[k] = m[k][:]
	}
	const rounds = 2
	for range rounds {
		for i := range all {
			all[i].board.Apply(m)
		}
		on = examples(all, m)
		s = fit.FitSoftmax(on, int(marks.Kinds), penalty, w.free, start)
		start, *m = s.W, modelOf(s)
	}
	return s, on
}

func modelOf(s *fit.Softmax) (m marks.Model) {
	for k := range s.W {
		copy(m[k][:], s.W[k])
	}
	return m
}

// fitPruned fits the model, and takes features and weights away that say least until few
// are left.
func fitPruned(all []sight) (m marks.Model) {
	var w weights
	for k := 1; k < len(w); k++ {
		for j := range w[k] {
			w[k][j] = marks.Kind(k) != marks.Foreign || !marks.Comparing[j]
		}
	}
	s, on := byTurns(all, &m, &w)
	for {
		count, features := w.count()
		if count <= mostWeights && features <= mostFeatures {
			break
		}
		w.drop(s, features > mostFeatures)
		s = fit.FitSoftmax(on, int(marks.Kinds), penalty, w.free, s.W)
	}
	m = modelOf(s)
	byTurns(all, &m, &w)
	return m
}

// drop takes away the feature, or the weight, without which the loss grows least.
func (w *weights) drop(s *fit.Softmax, feature bool) {
	bestK, bestJ, least := 0, 0, math.Inf(1)
	for k := range w {
		for j := range w[k] {
			if !w[k][j] || feature && j == 0 {
				continue
			}
			cost := s.Saliency(func(kind, of int) bool { return of == j && (feature || kind == k) })
			if cost < least {
				bestK, bestJ, least = k, j, cost
			}
		}
	}
	for k := range w {
		if feature || k == bestK {
			w[k][bestJ] = false
		}
	}
}
