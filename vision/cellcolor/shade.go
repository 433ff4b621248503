package cellcolor

import (
	"math"

	"autoqueens/vision/raster"
)

// IsShade tells whether c is t darkened or lightened evenly, as a cell under the
// pointer is, up to a tolerance per channel.
func IsShade(c, t raster.RGB, tol float64) bool { return ShadeOff(c, t) <= tol }

// ShadeOff returns how far c is, in the channel in which it is furthest, from the nearest
// of the colours that t becomes when it is mixed with black or with white; infinity where
// that would take hardly any of either, or more than half.
func ShadeOff(c, t raster.RGB) float64 {
	const least, most = 0.04, 0.5 // of black or white
	best := math.Inf(1)
	for _, towards := range []float64{0, 255} {
		var num, den float64
		for k := range 3 {
			a, b := towards-float64(t[k]), float64(c[k])-float64(t[k])
			num += a * b
			den += a * a
		}
		mix := num / den
		if den == 0 || mix < least || mix > most {
			continue
		}
		off := 0.0
		for k := range 3 {
			off = max(off, math.Abs(float64(t[k])+mix*(towards-float64(t[k]))-float64(c[k])))
		}
		best = min(best, off)
	}
	return best
}

// How far a cell under the pointer may be off an exact shade of its region, per
// channel: rounded alone; as on a screen; or compressed, noisy, or washed out.
const (
	RoundedShade = 1.0
	ExactShade   = 3.0
	RoughShade   = 9.0
)
