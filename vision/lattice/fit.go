package lattice

import (
	"math"
	"slices"

	"autoqueens/vision/num"
)

// AxisFit is a progression as far as lines tell where it lies: how a position in the middle of
// the lines lies, where the pitch can be told best, and how uncertain that is.
type AxisFit struct {
	index, at   float64 // of the middle
	Pitch       float64
	uncertainty float64 // of the pitch, as a variance
	OK          bool
}

// First returns where line 0 lies.
func (f AxisFit) First() float64 { return f.at - f.index*f.Pitch }

// FitTogether gives two progressions one pitch where they differ by no more than they are
// uncertain: cells are square, and a picture is hardly ever stretched.
func FitTogether(axes *[2]AxisFit) {
	const doubt = 3 // standard deviations
	a, b := &axes[0], &axes[1]
	variance := a.uncertainty + b.uncertainty
	d := a.Pitch - b.Pitch
	if !a.OK || !b.OK || variance == 0 || d*d > doubt*doubt*variance {
		return
	}
	a.Pitch -= d * a.uncertainty / variance
	b.Pitch = a.Pitch
}

// FitAxis fits the progression to lines that lie off it by the medians given, those
// seen at more cells counting more. A line far off the others is left out.
func FitAxis(off [][]float64, first, pitch float64) AxisFit {
	const astray = 0.05 // of a cell
	n := float64(len(off) - 1)
	var index, at, weight []float64
	for k, o := range off {
		if len(o) > 0 {
			index = append(index, float64(k))
			at = append(at, first+float64(k)*pitch+num.Median(o))
			weight = append(weight, min(float64(len(o)), max(2, n/4)))
		}
	}
	for len(index) >= 3 && 2*float64(len(index)) >= n && index[len(index)-1]-index[0] >= 0.4*n {
		f, p, ok := fitProgression(index, at, weight)
		if !ok {
			break
		}
		worst, far := -1, astray*pitch
		for i := range index {
			if d := math.Abs(at[i] - f - p*index[i]); d > far {
				worst, far = i, d
			}
		}
		if worst < 0 {
			return fittedTo(index, at, weight, f, p)
		}
		index, at, weight = slices.Delete(index, worst, worst+1), slices.Delete(at, worst, worst+1), slices.Delete(weight, worst, worst+1)
	}
	return AxisFit{at: first, Pitch: pitch}
}

// rounding is how much the place of a line that is drawn to whole pixels is off, as a
// variance.
const rounding = 1.0 / 12

// fittedTo tells how certain a progression is that was fitted to lines.
func fittedTo(index, at, weight []float64, first, pitch float64) AxisFit {
	f := AxisFit{Pitch: pitch, OK: true}
	var all, off, spread float64
	for i, w := range weight {
		d := at[i] - first - pitch*index[i]
		all, off, f.index = all+w, off+w*d*d, f.index+w*index[i]
	}
	f.index /= all
	f.at = first + pitch*f.index
	for i, w := range weight {
		d := index[i] - f.index
		spread += w * d * d
	}
	variance := off / float64(len(index)-2)
	if len(index) < ExampleSize {
		variance = max(variance, rounding) // so few can lie just so by chance
	}
	f.uncertainty = variance / spread
	return f
}

// fitProgression fits evenly spaced places to lines by weighted least squares and
// returns where line 0 lies and the spacing.
func fitProgression(index, at, weight []float64) (first, pitch float64, ok bool) {
	if len(index) < 2 {
		return 0, 0, false
	}
	var n, sx, sy, sxx, sxy float64
	for i, w := range weight {
		n += w
		sx += w * index[i]
		sy += w * at[i]
		sxx += w * index[i] * index[i]
		sxy += w * index[i] * at[i]
	}
	den := n*sxx - sx*sx
	if den == 0 {
		return 0, 0, false
	}
	pitch = (n*sxy - sx*sy) / den
	return (sy - pitch*sx) / n, pitch, pitch > 0
}
