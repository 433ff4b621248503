package glyph

import (
	"image"
	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// TemplateSide is the number of fields along a side of a template.
const TemplateSide = 16

// Template is a part of a cell averaged into fields: how far each departs from the
// background, less the mean of all, at unit strength.
type Template [TemplateSide * TemplateSide]float32

// NewTemplate takes the template of an area. Corner is the first of the part of the cell to
// which the background belongs. It returns as well how strong what stands there was, in units of its own, before it was
// brought to unit strength.
func NewTemplate(p *raster.Picture, area raster.Rect, b Background, corner image.Point) (s Template, strength float64) {
	return newTemplate(p, area, b, corner, raster.Departure)
}

// TemplateOn takes the template that what stands in an area would have on the background of another cell: what has that
// colour is not seen there. What departs from its own by less than least, 0 to 255, is background.
func TemplateOn(p *raster.Picture, area raster.Rect, b Background, corner image.Point, on raster.RGB, least int) (s Template, strength float64) {
	return newTemplate(p, area, b, corner, func(c, under raster.RGB) int {
		if raster.Departure(c, under) < least {
			return 0
		}
		return raster.Departure(c, on)
	})
}

func newTemplate(p *raster.Picture, area raster.Rect, b Background, corner image.Point, departs func(c, under raster.RGB) int) (s Template, strength float64) {
	const samples = 3 // a side of a field
	stepX, stepY := area.Width/(TemplateSide*samples), area.Height/(TemplateSide*samples)
	mean := float32(0)
	for i := range TemplateSide * samples {
		for j := range TemplateSide * samples {
			x, y := num.Floor(area.X+(float64(j)+0.5)*stepX), num.Floor(area.Y+(float64(i)+0.5)*stepY)
			if image.Pt(x, y).Sub(corner).In(b.Blank) {
				continue
			}
			d := float32(departs(p.Clamped(x, y), b.at(max(x-corner.X, 0), max(y-corner.Y, 0))))
			s[i/samples*TemplateSide+j/samples] += d
			mean += d
		}
	}
	mean /= float32(len(s))
	for i := range s {
		s[i] -= mean
	}
	return s, s.normalize()
}

// normalize brings the template to the same strength as all others, so that a
// bold mark counts for no more than a faint one, and returns what that was.
func (s *Template) normalize() (strength float64) {
	var sum float32
	for _, v := range s {
		sum += v * v
	}
	if sum == 0 {
		return 0
	}
	strength = math.Sqrt(float64(sum))
	f := 1 / float32(strength)
	for i := range s {
		s[i] *= f
	}
	return strength
}

// AddScaled adds so many times another template.
func (s *Template) AddScaled(o *Template, times float32) {
	for i := range s {
		s[i] += times * o[i]
	}
}

// Correlation is the correlation of two templates, -1 to 1, at the best of the nine
// ways to lay one on the other that are at most a field aside.
func (s *Template) Correlation(o *Template) float64 {
	best := -1.0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var dot, a, b float32
			for y := max(0, -dy); y < min(TemplateSide, TemplateSide-dy); y++ {
				for x := max(0, -dx); x < min(TemplateSide, TemplateSide-dx); x++ {
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

// Turns is the correlation of a template with itself, turned by a quarter.
func (s *Template) Turns() float64 {
	var turned Template
	for y := range TemplateSide {
		for x := range TemplateSide {
			turned[x*TemplateSide+TemplateSide-1-y] = s[y*TemplateSide+x]
		}
	}
	return s.Correlation(&turned)
}
