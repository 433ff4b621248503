package marks

import (
	"math"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/raster"
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
func (d direction) greyness(ground raster.RGB) float64 {
	black, white := poles(ground)
	return max(d.along(black), d.along(white))
}

// darkens tells whether black is the nearer.
func (d direction) darkens(ground raster.RGB) bool {
	black, white := poles(ground)
	return d.along(black) > d.along(white)
}

// poles returns where black and white lie from a ground.
func poles(ground raster.RGB) (black, white direction) {
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
func (r *reader) doubtColored(p *raster.Picture, sure []certainty, of []measures) {
	for i, m := range r.Marks {
		if m != solver.Cross || sure[i] != certain || !r.Pristine(i) {
			continue
		}
		ground := r.Colors[i].RGB
		own := directed(of[i].tint(p, ground))
		if own == (direction{}) || own.greyness(ground) >= greyish || !own.darkens(ground) {
			continue
		}
		if !r.greyCrosses(p, sure, of) {
			return
		}
		if j := r.nearest(i, solver.Cross, sure); own.along(directed(of[j].shift(p, r.Colors[j].RGB, ground))) < greyish {
			sure[i] = either
		}
	}
}

// nearest returns the cell, of those with another mark of a kind of which there is no
// doubt, that has the ground most like one's own, or the cell itself.
func (r *reader) nearest(cell int, kind solver.Mark, sure []certainty) int {
	best, least := cell, math.Inf(1)
	for j, m := range r.Marks {
		if j == cell || m != kind || sure[j] != certain {
			continue
		}
		if d := r.Colors[j].Lab.Distance(r.Colors[cell].Lab); d < least {
			best, least = j, d
		}
	}
	return best
}

// greyish is how grey a direction is for ink to be grey: 26 degrees from black or white,
// at most.
const greyish = 0.9

// greyCrosses tells whether nearly all crosses of which there is no doubt are grey.
func (r *reader) greyCrosses(p *raster.Picture, sure []certainty, of []measures) bool {
	crosses, others := 0, 0
	for i, m := range r.Marks {
		if m != solver.Cross || sure[i] != certain {
			continue
		}
		if directed(of[i].tint(p, r.Colors[i].RGB)).greyness(r.Colors[i].RGB) >= greyish {
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
func (r *reader) compareTints(p *raster.Picture, sure []certainty, of []measures) {
	const (
		colored = 0.75 // 41 degrees from black and white, at least
		like    = 0.9  // the queens
	)
	flat := r.Spotless || float64(p.Grain) >= 4*raster.VeryNoisySigma
	if !slices.Contains(sure, either) || !r.greyCrosses(p, sure, of) {
		return
	}
	for i := range r.Marks {
		if sure[i] != either {
			continue
		}
		ground := r.Colors[i].RGB
		own := directed(of[i].tint(p, ground))
		if own == (direction{}) || own.greyness(ground) > colored || !flat && r.Colors[i].Exact < cellcolor.MostlyExact {
			continue
		}
		queens, most := 0, 0.0
		for j, m := range r.Marks {
			if m != solver.Queen || sure[j] != certain {
				continue
			}
			queens, most = queens+1, max(most, own.along(directed(of[j].shift(p, r.Colors[j].RGB, ground))))
		}
		if queens == 0 || most >= like {
			r.Marks[i], sure[i] = solver.Queen, certain
		}
	}
}
