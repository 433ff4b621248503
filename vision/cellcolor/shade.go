package cellcolor

import (
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// IsShade tells whether c is t darkened or lightened evenly, as a cell under the
// pointer is: mixed with black or with white, up to a tolerance per channel.
func IsShade(c, t raster.RGB, tol float64) bool {
	for _, towards := range []float64{0, 255} {
		var sum, den float64
		for k := range 3 {
			a, b := towards-float64(t[k]), float64(c[k])-float64(t[k])
			sum += a * b
			den += a * a
		}
		if den == 0 {
			continue
		}
		mix := sum / den
		if mix < 0.04 || mix > 0.5 {
			continue
		}
		off := 0.0
		for k := range 3 {
			off = max(off, num.Abs(float64(t[k])+mix*(towards-float64(t[k]))-float64(c[k])))
		}
		if off <= tol {
			return true
		}
	}
	return false
}

// How far a cell under the pointer may be off an exact shade of its region, per
// channel: rounded alone; as on a screen; or compressed, noisy, or washed out.
const (
	RoundedShade = 1.0
	ExactShade   = 3.0
	RoughShade   = 9.0
)
