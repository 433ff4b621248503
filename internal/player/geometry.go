package player

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"

	"autoqueens/vision"
)

// displacedBy is the share of a cell by which a board may have moved and still
// be clicked at its old place: the middle of a cell is half a cell from its
// edge.
const displacedBy = 1.0 / 3

// parkedAt is how far outside the board the pointer is parked, in cells.
const parkedAt = 0.75

// nearby returns the part of the desktop to look at for a board that was at l:
// a cell more on every side, so that its frame shows and a small move is seen.
func nearby(l vision.Lattice, v View) image.Rectangle {
	b := l.Bounds()
	margin := max(l.PitchX, l.PitchY)
	r := vision.Rect{X: b.X - margin, Y: b.Y - margin, Width: b.Width + 2*margin, Height: b.Height + 2*margin}
	return r.Image().Intersect(v.screen())
}

// surface returns the pixels that a board at l covers, its frame included, as far as
// they lie within a rectangle.
func surface(l vision.Lattice, within image.Rectangle) image.Rectangle {
	b := l.Bounds()
	dx, dy := l.PitchX/8, l.PitchY/8
	r := vision.Rect{X: b.X - dx, Y: b.Y - dy, Width: b.Width + 2*dx, Height: b.Height + 2*dy}
	return r.Image().Intersect(within)
}

// samePixels tells whether two pictures show the same in r. Where either does
// not show all of it, the answer is no.
func samePixels(a, b *image.RGBA, r image.Rectangle) bool {
	if !r.In(a.Rect) || !r.In(b.Rect) {
		return false
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i, j := a.PixOffset(r.Min.X, y), b.PixOffset(r.Min.X, y)
		if !bytes.Equal(a.Pix[i:i+4*r.Dx()], b.Pix[j:j+4*r.Dx()]) {
			return false
		}
	}
	return true
}

// samePicture tells whether a picture shows what an earlier one did, at the same place; before may be nil, as there was none.
func samePicture(before, now *image.RGBA) bool {
	return before != nil && before.Rect == now.Rect && samePixels(before, now, now.Rect)
}

// shift returns how far a board has moved from a to b, in cells: the largest
// distance between any of its corners then and now.
func shift(a, b vision.Lattice) float64 {
	if a.Size != b.Size || a.PitchX <= 0 || a.PitchY <= 0 {
		return math.Inf(1)
	}
	p, q := a.Bounds(), b.Bounds()
	return max(
		math.Abs(p.X-q.X)/a.PitchX, math.Abs(p.X+p.Width-q.X-q.Width)/a.PitchX,
		math.Abs(p.Y-q.Y)/a.PitchY, math.Abs(p.Y+p.Height-q.Y-q.Height)/a.PitchY,
	)
}

// overlap tells whether two boards share a place on the screen.
func overlap(a, b vision.Lattice) bool {
	return a.Bounds().Image().Overlaps(b.Bounds().Image())
}

// pointer returns where the pointer is; known is false where the system does not tell.
func (g *game) pointer() (at image.Point, known bool, err error) {
	at, err = g.Hand.Position()
	if errors.Is(err, errors.ErrUnsupported) {
		return at, false, nil
	}
	return at, err == nil, err
}

// park moves the pointer off a board that lies at l, to the nearest place
// beside it that is on the screen. It tells whether the pointer was moved: it
// stays where it is off the board already, and where the board leaves no room. One
// that may be anywhere is taken to stand on the middle of the board.
func (g *game) park(ctx context.Context, v View, l vision.Lattice) (bool, error) {
	at, known, err := g.pointer()
	if err != nil {
		return false, err
	}
	pointer, b := v.Mapping.Pixel(at), l.Bounds()
	if !known {
		pointer = vision.Point{X: b.X + b.Width/2, Y: b.Y + b.Height/2}
	}
	if !onBoard(pointer, l) {
		return false, nil
	}
	dx, dy := parkedAt*l.PitchX, parkedAt*l.PitchY
	x := min(max(pointer.X, b.X), b.X+b.Width)
	y := min(max(pointer.Y, b.Y), b.Y+b.Height)
	screen := v.screen().Inset(2) // screen edges have a life of their own
	best, distance := vision.Point{}, math.Inf(1)
	for _, p := range []vision.Point{
		{X: b.X - dx, Y: y}, {X: b.X + b.Width + dx, Y: y},
		{X: x, Y: b.Y - dy}, {X: x, Y: b.Y + b.Height + dy},
	} {
		d := math.Hypot(p.X-pointer.X, p.Y-pointer.Y)
		if d < distance && image.Pt(int(p.X), int(p.Y)).In(screen) {
			best, distance = p, d
		}
	}
	if math.IsInf(distance, 1) {
		return false, nil
	}
	return true, g.Hand.Park(ctx, v.Mapping.Point(best))
}

// pointerOn tells whether the pointer stands on a board as it was read. One that may be
// anywhere stands there where a cell is in doubt.
func (g *game) pointerOn(v View, r *vision.Reading) (bool, error) {
	at, known, err := g.pointer()
	if !known {
		return err == nil && doubted(r), err
	}
	return onBoard(v.Mapping.Pixel(at), r.Lattice), nil
}

// onBoard tells whether a pointer at p covers any of a board, its frame
// included.
func onBoard(p vision.Point, l vision.Lattice) bool {
	return near(p, l.Bounds(), l.PitchX/4, l.PitchY/4)
}

// near tells whether p lies in r or within a margin of it.
func near(p vision.Point, r vision.Rect, marginX, marginY float64) bool {
	return p.X >= r.X-marginX && p.X < r.X+r.Width+marginX &&
		p.Y >= r.Y-marginY && p.Y < r.Y+r.Height+marginY
}

func round2(v float64) float64 { return math.Round(v*100) / 100 }
