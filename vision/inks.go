package vision

import (
	"math"
	"slices"

	"autoqueens/solver"
)

// A queen that just appears is as small as a cross, and half transparent. But however
// thinly something is drawn, it moves the ground towards its own colour: gold, or red,
// where crosses that are grey move it towards black or white.

// direction is where ink moves a ground to: a vector of length 1 in RGB, or none.
type direction [3]float64

func directed(v [3]float64) (d direction) {
	const least = 24 // of 255: less has no direction
	length := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	if length < least {
		return d
	}
	for c := range d {
		d[c] = v[c] / length
	}
	return d
}

// along returns how much two directions are the same, 1 for one and 0 for a right angle.
func (d direction) along(o direction) float64 { return d[0]*o[0] + d[1]*o[1] + d[2]*o[2] }

// greyness tells how much ink moves a ground towards black or white, whichever is
// nearer: 1 for all, 0 for not at all.
func (d direction) greyness(ground rgb) float64 {
	black, white := poles(ground)
	return max(d.along(black), d.along(white))
}

// darkens tells whether black is the nearer.
func (d direction) darkens(ground rgb) bool {
	black, white := poles(ground)
	return d.along(black) > d.along(white)
}

// poles returns where black and white lie from a ground.
func poles(ground rgb) (black, white direction) {
	var b, w [3]float64
	for c, v := range ground {
		b[c], w[c] = -float64(v), 255-float64(v)
	}
	return directed(b), directed(w)
}

// doubtColored doubts the crosses that move their ground aside where the others are grey and
// the one on the ground most like it does not: a golden queen on orange shows no more of
// itself than a cross would. Those that make their ground lighter are not doubted: what
// filters the screen's light colours white ones.
func (r *markReader) doubtColored(p *picture, sure []sureness, of []figure) {
	for i, m := range r.marks {
		if m != solver.Cross || sure[i] != plain || !r.still(i) {
			continue
		}
		ground := r.ground[i].rgb
		own := directed(of[i].tint(p, ground))
		if own == (direction{}) || own.greyness(ground) >= greyish || !own.darkens(ground) {
			continue
		}
		if !r.greyCrosses(p, sure, of) {
			return
		}
		if j := r.nearest(i, solver.Cross, sure); own.along(directed(of[j].shift(p, r.ground[j].rgb, ground))) < greyish {
			sure[i] = torn
		}
	}
}

// nearest returns the cell, of those with another mark of a kind of which there is no
// doubt, that has the ground most like one's own, or the cell itself.
func (r *markReader) nearest(cell int, kind solver.Mark, sure []sureness) int {
	best, least := cell, math.Inf(1)
	for j, m := range r.marks {
		if j == cell || m != kind || sure[j] != plain {
			continue
		}
		if d := r.ground[j].lab.distance(r.ground[cell].lab); d < least {
			best, least = j, d
		}
	}
	return best
}

// greyish is how grey a direction is for ink to be grey: 26 degrees from black or white,
// at most.
const greyish = 0.9

// greyCrosses tells whether nearly all crosses of which there is no doubt are grey.
func (r *markReader) greyCrosses(p *picture, sure []sureness, of []figure) bool {
	crosses, others := 0, 0
	for i, m := range r.marks {
		if m != solver.Cross || sure[i] != plain {
			continue
		}
		if directed(of[i].tint(p, r.ground[i].rgb)).greyness(r.ground[i].rgb) >= greyish {
			crosses++
		} else {
			others++
		}
	}
	return crosses >= 2 && crosses >= 4*others
}

// compareTints makes queens of the marks that could be either, but move their ground to
// where none of the board's crosses do, which are grey, and, if it has queens, to where
// those do. In compressed pictures colours are smeared, and tell nothing.
func (r *markReader) compareTints(p *picture, sure []sureness, of []figure) {
	const (
		colored = 0.75 // 41 degrees from black and white, at least
		like    = 0.9  // the queens
	)
	flat := r.spotless || float64(p.grain) >= 4*noisier
	if !slices.Contains(sure, torn) || !r.greyCrosses(p, sure, of) {
		return
	}
	for i := range r.marks {
		if sure[i] != torn {
			continue
		}
		ground := r.ground[i].rgb
		own := directed(of[i].tint(p, ground))
		if own == (direction{}) || own.greyness(ground) > colored || !flat && r.ground[i].exact < mostlyExact {
			continue
		}
		queens, most := 0, 0.0
		for j, m := range r.marks {
			if m != solver.Queen || sure[j] != plain {
				continue
			}
			queens, most = queens+1, max(most, own.along(directed(of[j].shift(p, r.ground[j].rgb, ground))))
		}
		if queens == 0 || most >= like {
			r.marks[i], sure[i] = solver.Queen, plain
		}
	}
}
