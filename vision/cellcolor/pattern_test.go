package cellcolor

import (
	"image"
	"math"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// drawing is a board of cells with one pattern, and marks on some of them.
type drawing struct {
	pitch, n int
	ground   raster.RGB
	ink      raster.RGB
	pattern  func(x, y int) float64 // how much of a pixel of a cell is ink, 0 to 1
	own      bool                   // the pattern begins anew in each cell
	marks    map[image.Point]func(x, y int) (raster.RGB, bool)
}

func (d drawing) draw() (*raster.Picture, lattice.Lattice) {
	side := d.pitch * d.n
	p := &raster.Picture{W: side, H: side, Stride: 4 * side, Pix: make([]uint8, 4*side*side)}
	for y := range side {
		for x := range side {
			u, v := x, y
			if d.own {
				u, v = x%d.pitch, y%d.pitch
			}
			share := d.pattern(u, v)
			var c raster.RGB
			for k := range c {
				c[k] = uint8(math.Round(float64(d.ground[k])*(1-share) + float64(d.ink[k])*share))
			}
			if mark := d.marks[image.Pt(x/d.pitch, y/d.pitch)]; mark != nil {
				if m, ok := mark(x%d.pitch, y%d.pitch); ok {
					c = m
				}
			}
			if x%d.pitch == 0 || y%d.pitch == 0 {
				c = raster.RGB{60, 60, 60} // lines
			}
			copy(p.Row(y)[4*x:], c[:])
		}
	}
	return p, lattice.Lattice{PitchX: float64(d.pitch), PitchY: float64(d.pitch), Size: d.n}
}

// departs returns the share of a cell, without its lines, that has another colour than the ground.
func departs(p *raster.Picture, l lattice.Lattice, at image.Point, ground raster.RGB) float64 {
	area := within(p, l.Cell(at.Y, at.X), beside)
	n := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if p.At(x, y) != ground {
				n++
			}
		}
	}
	return float64(n) / float64(area.Dx()*area.Dy())
}

// stripes returns stripes that many pixels wide each so many, at an angle in degrees, as thick lines are drawn.
func stripes(width, every, angle float64) func(x, y int) float64 {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	return func(x, y int) float64 {
		t := math.Mod(float64(x)*cos+float64(y)*sin+100*every, every)
		return min(max(width/2+0.5-math.Abs(t-every/2), 0), 1)
	}
}

func dots(radius, every float64) func(x, y int) float64 {
	return func(x, y int) float64 {
		u, v := math.Mod(float64(x)+0.5, every)-every/2, math.Mod(float64(y)+0.5, every)-every/2
		return min(max(radius+0.5-math.Hypot(u, v), 0), 1)
	}
}

func both(a, b func(x, y int) float64) func(x, y int) float64 {
	return func(x, y int) float64 { return max(a(x, y), b(x, y)) }
}

var drawnPatterns = map[string]func(x, y int) float64{
	"upright stripes":         stripes(2, 7, 0),
	"stripes that lie":        stripes(3, 9, 90),
	"stripes over half of it": stripes(5, 10, 45),
	"slanted stripes":         stripes(1.2, 6, 45),
	"steep stripes":           stripes(1.2, 6, 30),
	"a grid":                  both(stripes(1, 6, 0), stripes(1, 6, 90)),
	"a slanted grid":          both(stripes(1, 8, 45), stripes(1, 8, -45)),
	"dots":                    dots(1.5, 6),
	"large dots":              dots(3, 10),
	"uneven steps":            dots(2, 7.4),
	"checks":                  func(x, y int) float64 { return float64((x/5 + y/5) % 2) },
}

var (
	paper    = raster.RGB{150, 190, 250}
	ink      = raster.RGB{105, 133, 175}
	markInk  = raster.RGB{20, 20, 30}
	faintInk = raster.RGB{128, 160, 210}
)

// disc and cross are marks of a colour on cells of 40 pixels.
func disc(c raster.RGB) func(x, y int) (raster.RGB, bool) {
	return func(x, y int) (raster.RGB, bool) { return c, math.Hypot(float64(x)-20, float64(y)-20) < 10 }
}

func cross(c raster.RGB) func(x, y int) (raster.RGB, bool) {
	return func(x, y int) (raster.RGB, bool) {
		u, v := x-20, y-20
		return c, max(u, -u) <= 9 && (max(u-v, v-u) <= 2 || max(u+v, -u-v) <= 2)
	}
}

// TestUnpatterned paints the patterns of cells over, wherever they begin, and leaves the marks on them.
func TestUnpatterned(t *testing.T) {
	for name, pattern := range drawnPatterns {
		for _, own := range []bool{false, true} {
			d := drawing{pitch: 40, n: 4, ground: paper, ink: ink, pattern: pattern, own: own,
				marks: map[image.Point]func(x, y int) (raster.RGB, bool){{X: 1, Y: 2}: disc(markInk), {X: 3, Y: 1}: cross(markInk)}}
			p, l := d.draw()
			out, ok := Unpatterned(p, l)
			if !ok {
				t.Errorf("%s, own %v: not understood", name, own)
				continue
			}
			ground := out.At(20, 20)
			for y := range d.n {
				for x := range d.n {
					at := image.Pt(x, y)
					share, want := departs(out, l, at, ground), 0.0
					if d.marks[at] != nil {
						want = 0.1
					}
					if want == 0 && share > stray || share < want {
						t.Errorf("%s, own %v: %.3f of cell %v is no ground", name, own, share, at)
					}
				}
			}
		}
	}
}

// TestUnpatternedRefuses never paints a mark over: it is left, or the cells are not understood.
func TestUnpatternedRefuses(t *testing.T) {
	at := image.Pt(1, 2)
	for name, pattern := range drawnPatterns {
		for what, mark := range map[string]func(x, y int) (raster.RGB, bool){
			"a disc of the ink":     disc(ink),
			"a disc of the ground":  disc(paper),
			"a disc in between":     disc(faintInk),
			"a cross of the ink":    cross(ink),
			"a cross in between":    cross(faintInk),
			"a disc of another ink": disc(raster.RGB{220, 90, 90}),
		} {
			p, l := drawing{pitch: 40, n: 4, ground: paper, ink: ink, pattern: pattern, own: true,
				marks: map[image.Point]func(x, y int) (raster.RGB, bool){at: mark}}.draw()
			out, ok := Unpatterned(p, l)
			if !ok {
				continue
			}
			if share := departs(out, l, at, out.At(20, 20)); share < 0.05 {
				t.Errorf("%s on %s is painted over: %.3f is left", what, name, share)
			}
		}
	}
}

// TestUnpatternedFaint never paints faint marks over that stand in all cells: nothing is stranger in one than in another.
func TestUnpatternedFaint(t *testing.T) {
	faint := func(x, y int) (raster.RGB, bool) {
		return raster.RGB{136, 176, 236}, math.Hypot(float64(x)-20, float64(y)-20) < 7
	}
	for name, pattern := range drawnPatterns {
		for _, own := range []bool{false, true} {
			d := drawing{pitch: 40, n: 4, ground: paper, ink: ink, pattern: pattern, own: own,
				marks: make(map[image.Point]func(x, y int) (raster.RGB, bool))}
			for i := range d.n * d.n {
				d.marks[image.Pt(i%d.n, i/d.n)] = faint
			}
			p, l := d.draw()
			if out, ok := Unpatterned(p, l); ok && departs(out, l, image.Pt(1, 1), out.At(20, 6)) < 0.05 {
				t.Errorf("on %s, own %v, they are painted over", name, own)
			}
		}
	}
}

// TestUnpatternedTwo understands no cells of one colour that show two patterns, or one and none.
func TestUnpatternedTwo(t *testing.T) {
	for name, other := range map[string]func(x, y int) float64{
		"none":         func(int, int) float64 { return 0 },
		"a grid":       both(stripes(1, 6, 0), stripes(1, 6, 90)),
		"wide stripes": stripes(2, 12, 0),
	} {
		d := drawing{pitch: 40, n: 5, ground: paper, ink: ink}
		d.pattern = func(x, y int) float64 {
			if x < 80 {
				return other(x, y)
			}
			return stripes(1.2, 6, 45)(x, y)
		}
		p, l := d.draw()
		if _, ok := Unpatterned(p, l); ok {
			t.Errorf("slanted stripes and %s pass for one", name)
		}
	}
}

// TestUnpatternedFlat takes nothing for a pattern where there is none, and no mark on flat cells.
func TestUnpatternedFlat(t *testing.T) {
	for name, mark := range map[string]func(x, y int) (raster.RGB, bool){
		"none": nil, "discs": disc(markInk), "crosses": cross(markInk),
		"frames": func(x, y int) (raster.RGB, bool) { return markInk, min(x, y, 40-x, 40-y) < 8 },
		"large":  func(x, y int) (raster.RGB, bool) { return markInk, x > 4 && x < 37 && y > 10 && (x/4)%3 > 0 },
	} {
		d := drawing{pitch: 40, n: 5, ground: paper, ink: ink, pattern: func(int, int) float64 { return 0 },
			marks: make(map[image.Point]func(x, y int) (raster.RGB, bool))}
		for i := range 25 {
			if mark != nil {
				d.marks[image.Pt(i%5, i/5)] = mark
			}
		}
		p, l := d.draw()
		if out, ok := Unpatterned(p, l); ok {
			t.Errorf("%s: flat cells show a pattern, %.3f is left", name, departs(out, l, image.Pt(1, 1), out.At(5, 5)))
		}
	}
}
