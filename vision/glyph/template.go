package glyph

import (
	"image"
	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// TemplateSide is the number of fields along a side of a stamp.
const TemplateSide = 16

// Template is a part of a cell averaged into fields: how far each departs from the
// ground, less the mean of all, at unit strength.
type Template [TemplateSide * TemplateSide]float32

// NewTemplate takes the stamp of an area. Compression blurs colour far more than
// brightness, which therefore counts for more.
func NewTemplate(p *raster.Picture, area raster.Rect, ground raster.RGB) (s Template) {
	const samples = 3 // a side of a field
	stepX, stepY := area.Width/(TemplateSide*samples), area.Height/(TemplateSide*samples)
	luma := ground.Luma()
	mean := float32(0)
	for i := range TemplateSide * samples {
		for j := range TemplateSide * samples {
			v := p.Clamped(num.Floor(area.X+(float64(j)+0.5)*stepX), num.Floor(area.Y+(float64(i)+0.5)*stepY))
			d := max(float32(raster.AbsDiff(v.Luma(), luma)), float32(raster.Chebyshev(v, ground))/2)
			s[i/samples*TemplateSide+j/samples] += d
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
func (s *Template) normalize() {
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

func (s *Template) Add(o *Template) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *Template) Subtract(o *Template) {
	for i := range s {
		s[i] -= o[i]
	}
}

// Correlation is the correlation of two stamps, -1 to 1, at the best of the nine
// ways to lay one on the other that are at most a field aside.
func (s *Template) Correlation(o *Template) float64 {
	return s.correlationIn(o, image.Rect(0, 0, TemplateSide, TemplateSide))
}

// HalfCorrelation is the likeness of the halves that are most alike of the left,
// the right, the upper and the lower ones: where something lies over one side of
// a mark, the other still shows.
func (s *Template) HalfCorrelation(o *Template) float64 {
	const half = TemplateSide / 2
	best := -1.0
	for _, part := range [...]image.Rectangle{
		image.Rect(0, 0, half, TemplateSide), image.Rect(half, 0, TemplateSide, TemplateSide),
		image.Rect(0, 0, TemplateSide, half), image.Rect(0, half, TemplateSide, TemplateSide),
	} {
		best = max(best, s.correlationIn(o, part))
	}
	return best
}

// correlationIn is the likeness of the fields of s that lie in part.
func (s *Template) correlationIn(o *Template, part image.Rectangle) float64 {
	best := -1.0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var dot, a, b float32
			for y := max(part.Min.Y, -dy); y < min(part.Max.Y, TemplateSide-dy); y++ {
				for x := max(part.Min.X, -dx); x < min(part.Max.X, TemplateSide-dx); x++ {
					u, v := s[y*TemplateSide+x], o[(y+dy)*TemplateSide+x+dx]
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
