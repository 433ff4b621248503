package vision

import (
	"image"
	"math"
)

// stampSide is the number of fields along a side of a stamp.
const stampSide = 16

// stamp is a part of a cell averaged into fields: how far each departs from the
// ground, less the mean of all, at unit strength.
type stamp [stampSide * stampSide]float32

// stampOf takes the stamp of an area. Compression blurs colour far more than
// brightness, which therefore counts for more.
func stampOf(p *picture, area Rect, ground rgb) (s stamp) {
	const samples = 3 // a side of a field
	stepX, stepY := area.Width/(stampSide*samples), area.Height/(stampSide*samples)
	luma := ground.luma()
	mean := float32(0)
	for i := range stampSide * samples {
		for j := range stampSide * samples {
			v := p.clamped(floor(area.X+(float64(j)+0.5)*stepX), floor(area.Y+(float64(i)+0.5)*stepY))
			d := max(float32(diff(v.luma(), luma)), float32(apart(v, ground))/2)
			s[i/samples*stampSide+j/samples] += d
			mean += d
		}
	}
	mean /= float32(len(s))
	for i := range s {
		s[i] -= mean
	}
	s.normalize()
	return s
}

// normalize brings the stamp to the same strength as all others, so that a
// bold mark counts for no more than a faint one.
func (s *stamp) normalize() {
	var sum float32
	for _, v := range s {
		sum += v * v
	}
	if sum == 0 {
		return
	}
	f := 1 / float32(math.Sqrt(float64(sum)))
	for i := range s {
		s[i] *= f
	}
}

func (s *stamp) add(o *stamp) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *stamp) subtract(o *stamp) {
	for i := range s {
		s[i] -= o[i]
	}
}

// likeness is the correlation of two stamps, -1 to 1, at the best of the nine
// ways to lay one on the other that are at most a field aside.
func (s *stamp) likeness(o *stamp) float64 {
	return s.likenessIn(o, image.Rect(0, 0, stampSide, stampSide))
}

// halfLikeness is the likeness of the halves that are most alike of the left,
// the right, the upper and the lower ones: where something lies over one side of
// a mark, the other still shows.
func (s *stamp) halfLikeness(o *stamp) float64 {
	const half = stampSide / 2
	best := -1.0
	for _, part := range [...]image.Rectangle{
		image.Rect(0, 0, half, stampSide), image.Rect(half, 0, stampSide, stampSide),
		image.Rect(0, 0, stampSide, half), image.Rect(0, half, stampSide, stampSide),
	} {
		best = max(best, s.likenessIn(o, part))
	}
	return best
}

// likenessIn is the likeness of the fields of s that lie in part.
func (s *stamp) likenessIn(o *stamp, part image.Rectangle) float64 {
	best := -1.0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var dot, a, b float32
			for y := max(part.Min.Y, -dy); y < min(part.Max.Y, stampSide-dy); y++ {
				for x := max(part.Min.X, -dx); x < min(part.Max.X, stampSide-dx); x++ {
					u, v := s[y*stampSide+x], o[(y+dy)*stampSide+x+dx]
					dot, a, b = dot+u*v, a+u*u, b+v*v
				}
			}
			if a > 0 && b > 0 {
				best = max(best, float64(dot)/math.Sqrt(float64(a)*float64(b)))
			}
		}
	}
	return best
}
