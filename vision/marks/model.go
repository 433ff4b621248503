package marks

import (
	"math"

	"autoqueens/solver"
	"autoqueens/vision/num"
)

// Kind is what can stand in a cell.
type Kind int

// The kinds.
const (
	Empty     Kind = iota // nothing, but for what compression leaves behind
	Cross                 // whatever small sign a game has for no queen
	Queen                 // whatever it has for one
	Foreign               // the pointer, or something else that passes over the board
	Appearing             // a mark that only begins to appear, or is going
	Kinds
)

// KindNames are the constants' names.
var KindNames = [Kinds]string{"Empty", "Cross", "Queen", "Foreign", "Appearing"}

// Clear is the least natural logarithm of the odds at which what stands in a cell is told: 32
// times as likely as all else. The reader looks two or three times.
const Clear = 5 * math.Ln2

// Model is a multinomial logistic regression: the log-odds of each kind against the
// first are linear in the features.
type Model [Kinds]Vector

// Probabilities returns how likely each kind is.
func (m *Model) Probabilities(f *Vector) (p [Kinds]float64) {
	for k := range p {
		for i, w := range m[k] {
			p[k] += w * f[i]
		}
	}
	num.Softmax(p[:])
	return p
}

// Decide returns the mark that a cell is read as, and the natural logarithm of
// the odds that this is right. What passes over the cell is no mark. A mark that only
// begins to appear may be taken for none, or for what it becomes. What is like no queen of the model
// is no queen, whatever that says of it, and what is seen in cells that are apart is no pointer.
func (o *Cell) Decide() (solver.Mark, float64) {
	const least = math.SmallestNonzeroFloat64
	becomes := func(m Kind) float64 { return o.P[Appearing] * o.P[m] / max(o.P[Cross]+o.P[Queen], least) }
	right := [...]float64{
		solver.Empty: o.P[Empty] + o.P[Foreign] + o.P[Appearing],
		solver.Cross: o.P[Cross] + becomes(Cross),
		solver.Queen: o.P[Queen] + becomes(Queen),
	}
	best := solver.Empty
	for m := range right {
		if right[m] > right[best] {
			best = solver.Mark(m)
		}
	}
	wrong := o.P[Cross] + o.P[Queen]
	if best != solver.Empty {
		// Small numbers are added up, not taken from 1.
		other := Cross + Queen - Kind(best)
		wrong = o.P[Empty]
		if !o.repeated {
			wrong += o.P[Foreign]
		}
		if !(o.noCross && other == Cross || o.noQueen && other == Queen) {
			wrong += o.P[other] + becomes(other)
		}
	}
	return best, math.Log(right[best] / max(wrong, least))
}

// likeliest returns the kind that is likelier than all others.
func (o *Cell) likeliest() Kind {
	best := Empty
	for k, p := range o.P {
		if p > o.P[best] {
			best = Kind(k)
		}
	}
	return best
}
