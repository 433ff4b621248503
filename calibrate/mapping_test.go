package calibrate_test

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/calibrate"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// Displays of the kinds that are met: what they cover on a capture, and for
// the pointer.
var displays = map[string]struct{ pixels, points image.Rectangle }{
	"plain":                  {image.Rect(0, 0, 1920, 1080), image.Rect(0, 0, 1920, 1080)},
	"left of the primary":    {image.Rect(-2560, -200, 0, 1240), image.Rect(-2560, -200, 0, 1240)},
	"retina":                 {image.Rect(0, 0, 2880, 1800), image.Rect(0, 0, 1440, 900)},
	"retina, second display": {image.Rect(2880, 0, 4800, 1080), image.Rect(1440, -90, 3360, 990)},
	"125 %":                  {image.Rect(0, 0, 1920, 1080), image.Rect(0, 0, 1536, 864)},
	"150 %, above":           {image.Rect(0, -2160, 3840, 0), image.Rect(0, -1440, 2560, 0)},
	"enlarged":               {image.Rect(100, 50, 740, 530), image.Rect(0, 0, 1280, 960)},
	"uneven":                 {image.Rect(0, 0, 1366, 768), image.Rect(7, 9, 1093, 577)},
}

func TestMappingPoint(t *testing.T) {
	tests := []struct {
		display string
		pixel   vision.Point
		point   image.Point
	}{
		{"plain", vision.Point{X: 0, Y: 0}, image.Pt(0, 0)},
		{"plain", vision.Point{X: 10.5, Y: 20.5}, image.Pt(10, 20)},
		{"plain", vision.Point{X: 10.999, Y: 20.001}, image.Pt(10, 20)},
		{"plain", vision.Point{X: 1919.5, Y: 1079.5}, image.Pt(1919, 1079)},
		{"left of the primary", vision.Point{X: -0.5, Y: -0.5}, image.Pt(-1, -1)},
		{"left of the primary", vision.Point{X: -2559.5, Y: -199.5}, image.Pt(-2560, -200)},
		{"retina", vision.Point{X: 2879.5, Y: 1799.5}, image.Pt(1439, 899)},
		{"retina", vision.Point{X: 749.5, Y: 250}, image.Pt(374, 125)},
		{"retina, second display", vision.Point{X: 2880.5, Y: 0.5}, image.Pt(1440, -90)},
		{"125 %", vision.Point{X: 960, Y: 540}, image.Pt(768, 432)},
		{"150 %, above", vision.Point{X: 1920, Y: -1080}, image.Pt(1280, -720)},
		{"150 %, above", vision.Point{X: 0.5, Y: -0.5}, image.Pt(0, -1)},
		{"enlarged", vision.Point{X: 101, Y: 51}, image.Pt(2, 2)},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s at %g,%g", tt.display, tt.pixel.X, tt.pixel.Y), func(t *testing.T) {
			d := displays[tt.display]
			m := calibrate.Between(d.pixels, d.points)
			if got := m.Point(tt.pixel); got != tt.point {
				t.Errorf("Point(%v) = %v, want %v", tt.pixel, got, tt.point)
			}
		})
	}
}

// TestMappingRoundTrip checks, on every kind of display and all over it, that
// the way there and back leads to the same point and within half a point of
// the same place.
func TestMappingRoundTrip(t *testing.T) {
	for name, d := range displays {
		t.Run(name, func(t *testing.T) {
			m := calibrate.Between(d.pixels, d.points)
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			for range 20000 {
				place := vision.Point{
					X: float64(d.pixels.Min.X) + rng.Float64()*float64(d.pixels.Dx()),
					Y: float64(d.pixels.Min.Y) + rng.Float64()*float64(d.pixels.Dy()),
				}
				p := m.Point(place)
				if !p.In(d.points) {
					t.Fatalf("%v is on the display, and its point %v is not", place, p)
				}
				checkRoundTrip(t, m, place)
			}
		})
	}
}

func checkRoundTrip(t *testing.T, m calibrate.Mapping, place vision.Point) {
	t.Helper()
	p := m.Point(place)
	back := m.Pixel(p)
	if again := m.Point(back); again != p {
		t.Fatalf("Point(Pixel(%v)) = %v", p, again)
	}
	const slack = 1e-6
	if dx, dy := math.Abs(back.X-place.X)*m.ScaleX, math.Abs(back.Y-place.Y)*m.ScaleY; dx > 0.5+slack || dy > 0.5+slack {
		t.Fatalf("%v comes back as %v, %g and %g points away", place, back, dx, dy)
	}
}

func FuzzMapping(f *testing.F) {
	f.Add(0, 0, 0.0, 0.0, 1.0, 1.0, 10.5, 20.5)
	f.Add(-2560, 200, -1280.0, 100.0, 0.5, 0.5, -100.0, 300.0)
	f.Add(3840, -2160, 2560.25, -1440.5, 0.6666666, 1.25, 1e6, -1e6)
	f.Add(1, 1, math.NaN(), math.Inf(1), math.Inf(-1), 0.0, math.NaN(), math.MaxFloat64)
	f.Fuzz(func(t *testing.T, originX, originY int, pointerX, pointerY, scaleX, scaleY, x, y float64) {
		m := calibrate.Mapping{
			Origin:        image.Pt(originX, originY),
			PointerOrigin: vision.Point{X: pointerX, Y: pointerY},
			ScaleX:        scaleX, ScaleY: scaleY,
		}
		place := vision.Point{X: x, Y: y}
		m.Point(place) // whatever it is, it may not panic
		m.Inside(vision.Rect{X: x, Y: y, Width: y, Height: x})
		if m.Validate() != nil || !(math.Abs(x) <= 1<<21) || !(math.Abs(y) <= 1<<21) {
			return
		}
		checkRoundTrip(t, m, place)
	})
}

func TestMappingInside(t *testing.T) {
	tests := []struct {
		display string
		area    vision.Rect
		want    image.Rectangle
	}{
		{"plain", vision.Rect{X: 10, Y: 20, Width: 30, Height: 40}, image.Rect(10, 20, 40, 60)},
		{"plain", vision.Rect{X: 10.1, Y: 20.9, Width: 30, Height: 40}, image.Rect(11, 21, 40, 60)},
		{"plain", vision.Rect{X: 10.2, Y: 10.2, Width: 1.5, Height: 1.5}, image.Rectangle{}},
		{"retina", vision.Rect{X: 749.5, Y: 250, Width: 391, Height: 391}, image.Rect(375, 125, 570, 320)},
		{"left of the primary", vision.Rect{X: -20.5, Y: -10.5, Width: 10, Height: 10}, image.Rect(-20, -10, -11, -1)},
	}
	for _, tt := range tests {
		d := displays[tt.display]
		if got := calibrate.Between(d.pixels, d.points).Inside(tt.area); got != tt.want {
			t.Errorf("%s: Inside(%v) = %v, want %v", tt.display, tt.area, got, tt.want)
		}
	}
}

// TestMappingInsideStaysInside checks that the fence never reaches over the
// board, and falls short of it by less than a point.
func TestMappingInsideStaysInside(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, d := range displays {
		m := calibrate.Between(d.pixels, d.points)
		for range 2000 {
			r := vision.Rect{
				X: float64(d.pixels.Min.X) + rng.Float64()*200, Y: float64(d.pixels.Min.Y) + rng.Float64()*200,
				Width: 100 + rng.Float64()*200, Height: 100 + rng.Float64()*200,
			}
			in := m.Inside(r)
			topLeft, bottomRight := m.Point(vision.Point{X: r.X, Y: r.Y}), m.Point(vision.Point{X: r.X + r.Width, Y: r.Y + r.Height})
			if d := in.Min.Sub(topLeft); d.X < 0 || d.X > 1 || d.Y < 0 || d.Y > 1 {
				t.Fatalf("%s: the fence %v does not start at %v", name, in, topLeft)
			}
			if in.Max != bottomRight {
				t.Fatalf("%s: the fence %v does not end at %v", name, in, bottomRight)
			}
		}
	}
}

func TestFromDisplay(t *testing.T) {
	for _, test := range []struct {
		name    string
		display screen.Display
		want    calibrate.Mapping
	}{
		{"points that are pixels", screen.Display{Index: 1, Bounds: image.Rect(-1280, 100, 0, 1124)},
			calibrate.Mapping{Origin: image.Pt(-1280, 100), PointerOrigin: vision.Point{X: -1280, Y: 100}, ScaleX: 1, ScaleY: 1}},
		{"two pixels a point", screen.Display{Bounds: image.Rect(2880, -200, 5760, 1600), Points: image.Rect(1440, -100, 2880, 800)},
			calibrate.Mapping{Origin: image.Pt(2880, -200), PointerOrigin: vision.Point{X: 1440, Y: -100}, ScaleX: 0.5, ScaleY: 0.5}},
	} {
		if diff := cmp.Diff(test.want, calibrate.FromDisplay(test.display)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestMappingValidate(t *testing.T) {
	good := calibrate.Mapping{ScaleX: 1, ScaleY: 1}
	if err := good.Validate(); err != nil {
		t.Errorf("a plain mapping: %v", err)
	}
	bad := map[string]func(*calibrate.Mapping){
		"zero scale":      func(m *calibrate.Mapping) { m.ScaleX = 0 },
		"negative scale":  func(m *calibrate.Mapping) { m.ScaleY = -1 },
		"no number":       func(m *calibrate.Mapping) { m.ScaleY = math.NaN() },
		"infinite":        func(m *calibrate.Mapping) { m.ScaleX = math.Inf(1) },
		"far away":        func(m *calibrate.Mapping) { m.Origin.X = 1 << 40 },
		"origin nowhere":  func(m *calibrate.Mapping) { m.PointerOrigin.Y = math.NaN() },
		"origin infinite": func(m *calibrate.Mapping) { m.PointerOrigin.X = math.Inf(-1) },
	}
	for name, spoil := range bad {
		m := good
		spoil(&m)
		if m.Validate() == nil {
			t.Errorf("%s: Validate takes %+v", name, m)
		}
	}
}

// TestFit measures points as a system gives them, whole and rounded down, and
// expects the mapping that made them.
func TestFit(t *testing.T) {
	for name, d := range displays {
		t.Run(name, func(t *testing.T) {
			real := calibrate.Between(d.pixels, d.points)
			rng := rand.New(rand.NewPCG(5, 6))
			var pairs []calibrate.Pair
			for range 40 {
				place := vision.Point{
					X: float64(d.pixels.Min.X) + rng.Float64()*float64(d.pixels.Dx()),
					Y: float64(d.pixels.Min.Y) + rng.Float64()*float64(d.pixels.Dy()),
				}
				pairs = append(pairs, calibrate.Pair{Pixel: place, Point: real.Point(place)})
			}
			m, residual, err := calibrate.Fit(pairs)
			if err != nil {
				t.Fatal(err)
			}
			if residual > 1 {
				t.Errorf("residual %g, want at most a point", residual)
			}
			if math.Abs(m.ScaleX-real.ScaleX) > 0.002 || math.Abs(m.ScaleY-real.ScaleY) > 0.002 {
				t.Errorf("scale %g x %g, want %g x %g", m.ScaleX, m.ScaleY, real.ScaleX, real.ScaleY)
			}
			for _, p := range pairs {
				if got := m.Point(p.Pixel).Sub(p.Point); got.X < -1 || got.X > 1 || got.Y < -1 || got.Y > 1 {
					t.Errorf("%v maps %v points away from where it was measured", p.Pixel, got)
				}
			}
		})
	}
}

func TestFitRefuses(t *testing.T) {
	at := func(x, y float64, px, py int) calibrate.Pair {
		return calibrate.Pair{Pixel: vision.Point{X: x, Y: y}, Point: image.Pt(px, py)}
	}
	tests := map[string][]calibrate.Pair{
		"nothing":       nil,
		"one pair":      {at(10, 10, 10, 10)},
		"one line":      {at(10, 10, 10, 10), at(500, 10, 500, 10)},
		"same place":    {at(10, 10, 10, 10), at(10, 10, 11, 11)},
		"stuck pointer": {at(0, 0, 5, 5), at(500, 500, 5, 5)},
		"mirrored":      {at(0, 0, 500, 500), at(500, 500, 0, 0)},
		"no numbers":    {at(math.NaN(), 0, 1, 1), at(500, 500, 0, 0)},
	}
	for name, pairs := range tests {
		if m, _, err := calibrate.Fit(pairs); err == nil {
			t.Errorf("%s: Fit = %+v, want an error", name, m)
		}
	}
	// A pointer stopped by the screen's edge fits no line, and the residual
	// says so.
	_, residual, err := calibrate.Fit([]calibrate.Pair{at(0, 0, 0, 0), at(500, 500, 500, 500), at(1000, 1000, 500, 500)})
	if err != nil || residual < 50 {
		t.Errorf("a stopped pointer: residual %g, %v, want a large one", residual, err)
	}
}

func ExampleMapping() {
	// A display captured at twice its points, right of another one.
	m := calibrate.Between(image.Rect(2880, 0, 5760, 1800), image.Rect(1440, 0, 2880, 900))
	fmt.Println(m.Point(vision.Point{X: 3000.5, Y: 100.5}))
	fmt.Println(m.Pixel(image.Pt(1500, 50)))
	fmt.Println(m.Inside(vision.Rect{X: 3000, Y: 100, Width: 391, Height: 391}))
	// Output:
	// (1500,50)
	// {3001 101}
	// (1500,50)-(1695,245)
}

// TestPixelAt names whole pixels, on displays with negative coordinates too.
func TestPixelAt(t *testing.T) {
	left := calibrate.Between(image.Rect(-1280, -100, 0, 924), image.Rect(-640, -50, 0, 462)) // two pixels a point
	same := calibrate.Between(image.Rect(-1280, -100, 0, 924), image.Rect(-1280, -100, 0, 924))
	for _, tt := range []struct {
		m        calibrate.Mapping
		at, want image.Point
	}{
		{same, image.Pt(-900, -50), image.Pt(-900, -50)},
		{same, image.Pt(-1, 0), image.Pt(-1, 0)},
		{same, image.Pt(12, 923), image.Pt(12, 923)},
		{left, image.Pt(-640, -50), image.Pt(-1279, -99)},
		{left, image.Pt(-1, 461), image.Pt(-1, 923)},
	} {
		if got := tt.m.PixelAt(tt.at); got != tt.want {
			t.Errorf("%v is the pixel %v, want %v", tt.at, got, tt.want)
		}
	}
}
