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
	place       float64 // how uncertain that position is, as a variance
	uncertainty float64 // of the pitch, likewise
	OK          bool
	Stray       float64 // the share of the places that lie far off it
}

// Torn tells that more than a quarter of the places lie far off a progression: each line was taken to
// be in the middle of its places, which bears up to half that are wrong, but those
// on one side of it move it.
func (f AxisFit) Torn() bool { return f.Stray > 1.0/4 }

// First returns where line 0 lies.
func (f AxisFit) First() float64 { return f.at - f.index*f.Pitch }

// FitTogether gives two progressions one pitch where they differ by no more than they are
// uncertain: cells are square, and a picture is hardly ever stretched.
func FitTogether(axes *[2]AxisFit) {
	const doubt = 3 // standard deviations
	a, b := &axes[0], &axes[1]
	variance := a.uncertainty + b.uncertainty
	d := a.Pitch - b.Pitch
	if !a.OK || !b.OK || d*d > doubt*doubt*variance {
		return
	}
	a.Pitch -= d * a.uncertainty / variance
	b.Pitch = a.Pitch
}

// Astray is how far off, in cells, a lattice may be told to lie.
const Astray = 0.05

// FitAxis fits the progression to lines off which the cells along them were seen to end by the
// distances given: to the middle of those. A line far off the others is left out. It is not
// told where either end of the progression could as well lie as far off.
func FitAxis(off [][]float64, first, pitch float64) AxisFit {
	n := float64(len(off) - 1)
	all := 0
	for _, o := range off {
		all += len(o)
	}
	room := make([]float64, 4*len(off)+all)
	grow := func(n int) (s []float64) { s, room = room[:0:n], room[n:]; return s }
	index, at, count, weight := grow(len(off)), grow(len(off)), grow(len(off)), grow(len(off))
	spread := grow(all) // of the distances about the middle of theirs
	for k, o := range off {
		if len(o) == 0 {
			continue
		}
		middle := num.Median(o)
		index, at, count = append(index, float64(k)), append(at, first+float64(k)*pitch+middle), append(count, float64(len(o)))
		for _, v := range o {
			spread = append(spread, math.Abs(v-middle))
		}
	}
	// The variance of a median of Gaussian distances is pi/2 times that of their mean, and their
	// standard deviation 1.48 times the median of what they are off.
	deviation := 1.48 * num.Median(spread)
	variance := math.Pi / 2 * deviation * deviation
	for _, seen := range count {
		weight = append(weight, 1/(rounding+variance/seen))
	}
	for len(index) >= 3 && 2*float64(len(index)) >= n && index[len(index)-1]-index[0] >= 0.4*n {
		f, p, ok := fitProgression(index, at, weight)
		if !ok {
			break
		}
		worst, far := -1, Astray*pitch
		for i := range index {
			if d := math.Abs(at[i] - f - p*index[i]); d > far {
				worst, far = i, d
			}
		}
		if worst < 0 {
			if fit := fittedTo(index, at, weight, f, p); max(fit.doubt(0), fit.doubt(n)) <= far {
				fit.Stray = float64(fit.astray(off, first, pitch)) / float64(all)
				return fit
			}
			break
		}
		index, at, weight = slices.Delete(index, worst, worst+1), slices.Delete(at, worst, worst+1), slices.Delete(weight, worst, worst+1)
	}
	return AxisFit{at: first, Pitch: pitch}
}

// astray counts the places, as FitAxis gets them, that lie far off the progression.
func (f AxisFit) astray(off [][]float64, first, pitch float64) (n int) {
	for k, o := range off {
		for _, v := range o {
			if math.Abs(first+float64(k)*pitch+v-f.First()-float64(k)*f.Pitch) > Astray*pitch {
				n++
			}
		}
	}
	return n
}

// rounding is how much the place of a line that is drawn to whole pixels is off, as a
// variance.
const rounding = 1.0 / 12

// doubt returns how far off a line may lie: two standard deviations.
func (f AxisFit) doubt(line float64) float64 {
	return 2 * math.Sqrt(f.place+(line-f.index)*(line-f.index)*f.uncertainty)
}

// fittedTo tells how certain a progression is that was fitted to lines: as their weights
// have it, or less where they lie further off it than that.
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
	more := max(1, off/float64(len(index)-2))
	f.place, f.uncertainty = more/all, more/spread
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
