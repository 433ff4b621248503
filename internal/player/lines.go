package player

import (
	"image"
	"math"

	"autoqueens/vision"
)

// leastDrawn is how far, of 765, the sum of the channels, what is drawn departs at least from what it is drawn on.
const leastDrawn = 40

// sameLines tells whether two pictures show the lines of a board at l alike. It looks at the
// pixels on them, which no mark, no shade of a cell and no pointer changes, and at those of the
// cells beside them: something of the lines' own colour may cover both, and what darkens the
// page behind a dialog leaves dark lines as they are, but changes most of the cells. Where the
// first picture has too few lines that stand out, the answer is no.
func sameLines(a, b *image.RGBA, l vision.Lattice) bool {
	const (
		reach  = 1       // pixels to either side in which a line is looked for
		ground = 1.0 / 8 // of a cell: so far from a line there is none
		differ = 48      // of 765, or half of what the line departs
		enough = 0.8     // of the places along the lines must have one
		astray = 0.01
		half   = 0.5 // of the places have a cell beside them that is as it was
	)
	// A pixel less, as surface goes so far as well, and pixels beside its last line would lie beyond it.
	off := max(int(ground*min(l.PitchX, l.PitchY))-1, reach+1)
	r := l.Bounds().Image().Inset(reach)
	seen := image.Rect(
		int(math.Floor(l.X)), int(math.Floor(l.Y)),
		int(math.Floor(l.X+float64(l.Size)*l.PitchX))+1, int(math.Floor(l.Y+float64(l.Size)*l.PitchY))+1,
	).Inset(-off)
	if r.Empty() || !seen.In(a.Rect) || !seen.In(b.Rect) {
		return false
	}
	places, lines, changed, same := 0, 0, 0, 0
	// at compares the pixel that stands out most around a place, across the line.
	at := func(x, y, dx, dy int) {
		places++
		stands := func(img *image.RGBA, k int) int {
			c := pixel(img, x+k*dx, y+k*dy)
			return max(departs(c, pixel(img, x-off*dx, y-off*dy)), departs(c, pixel(img, x+off*dx, y+off*dy)))
		}
		beside := func(k int) bool {
			return pixel(a, x+k*dx, y+k*dy) == pixel(b, x+k*dx, y+k*dy)
		}
		if beside(-off) || beside(off) {
			same++
		}
		most, on := 0, 0
		for k := -reach; k <= reach; k++ {
			if d := stands(a, k); d > most {
				most, on = d, k
			}
		}
		if most < leastDrawn {
			return
		}
		lines++
		c, now := pixel(a, x+on*dx, y+on*dy), pixel(b, x+on*dx, y+on*dy)
		if departs(c, now) > min(differ, most/2) || stands(b, on) < leastDrawn/2 {
			changed++
		}
	}
	for k := range l.Size + 1 {
		y := int(math.Floor(l.Y + float64(k)*l.PitchY))
		for x := r.Min.X; x < r.Max.X; x++ {
			at(x, y, 0, 1)
		}
		x := int(math.Floor(l.X + float64(k)*l.PitchX))
		for y := r.Min.Y; y < r.Max.Y; y++ {
			at(x, y, 1, 0)
		}
	}
	all := float64(places)
	return float64(lines) >= enough*all && float64(changed) <= astray*all && float64(same) >= half*all
}

// departs returns how far two colours are from each other, 0 to 765.
func departs(a, b [3]uint8) (sum int) {
	for ch := range a {
		sum += max(int(a[ch])-int(b[ch]), int(b[ch])-int(a[ch]))
	}
	return sum
}
