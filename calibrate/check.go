package calibrate

import (
	"context"
	"fmt"
	"image"
	"math"

	"autoqueens/internal/fault"
	"autoqueens/vision"
)

// Pointer is what CheckMapping needs of a hand. It has no way to press.
type Pointer interface {
	// Position returns where the pointer is, in pointer points.
	Position() (image.Point, error)
	// Move brings the pointer to p and returns when it is there, or an error
	// of kind Failed when it came to another place.
	Move(ctx context.Context, p image.Point) error
}

// tolerance is how far the pointer may be from where it was sent, in points
// along either axis: a system that scales may round once more.
const tolerance = 1

// Disagreement is the cause of the error that CheckMapping returns when the
// pointer was not where it was sent.
type Disagreement struct {
	Sent, Came []image.Point // pointer points, one each for every place tried
}

// Error names the place that was missed by most.
func (d *Disagreement) Error() string {
	sent, came := d.worst()
	return fmt.Sprintf("the pointer was sent to %d,%d and came to %d,%d", sent.X, sent.Y, came.X, came.Y)
}

func (d *Disagreement) worst() (sent, came image.Point) {
	most := -1
	for i := range d.Sent {
		by := d.Came[i].Sub(d.Sent[i])
		if far := by.X*by.X + by.Y*by.Y; far > most {
			most, sent, came = far, d.Sent[i], d.Came[i]
		}
	}
	return sent, came
}

// Scale returns how far the pointer went for each point it was sent, along
// either axis, and false where no single factor explains what was measured.
func (d *Disagreement) Scale() (x, y float64, ok bool) {
	pairs := make([]Pair, len(d.Sent))
	for i := range d.Sent {
		pairs[i] = Pair{Pixel: vision.Point{X: float64(d.Sent[i].X) + 0.5, Y: float64(d.Sent[i].Y) + 0.5}, Point: d.Came[i]}
	}
	m, residual, err := Fit(pairs)
	if err != nil || residual > 1.5 {
		return 0, 0, false
	}
	return m.ScaleX, m.ScaleY, true
}

// CheckMapping moves the pointer to the four corners and the middle of area,
// in capture pixels, and reads back where it is. Nothing is pressed, and the
// pointer is put back. Where it was not where it was sent the error is a
// *fault.Error that says by how much, and wraps a *Disagreement. When the
// person takes the mouse, or ctx ends, the check ends with that error and the
// pointer stays where it is.
//
// What it cannot see is a system that scales both ways alike; that shows only
// in what the page does.
func CheckMapping(ctx context.Context, hand Pointer, m Mapping, area image.Rectangle) (err error) {
	if err := m.Validate(); err != nil {
		return fault.Wrap(err, fault.Failed, err.Error(), "calibrate again: autoqueens calibrate")
	}
	if area.Empty() {
		return fault.Plain("there is no area to check the mapping on",
			"give a region with a width and a height above 0")
	}
	start, err := hand.Position()
	if err != nil {
		return err
	}
	defer func() {
		if ctx.Err() != nil || fault.KindOf(err) == fault.Stopped {
			return
		}
		if back := hand.Move(ctx, start); back != nil && err == nil {
			err = back
		}
	}()

	var seen Disagreement
	agreed := true
	for _, place := range places(area) {
		target := m.Point(place)
		moved := hand.Move(ctx, target)
		if moved != nil && (ctx.Err() != nil || fault.KindOf(moved) != fault.Failed) {
			return moved
		}
		at, err := hand.Position()
		if err != nil {
			return err
		}
		seen.Sent, seen.Came = append(seen.Sent, target), append(seen.Came, at)
		if off(target, at) > tolerance {
			agreed = false
		} else if moved != nil {
			return moved
		}
	}
	if agreed {
		return nil
	}
	sent, came := seen.worst()
	advice := "if the displays were changed, calibrate again: autoqueens calibrate; else run `autoqueens doctor`"
	if x, y, ok := seen.Scale(); ok && (math.Abs(x-1) > 0.01 || math.Abs(y-1) > 0.01) {
		advice = fmt.Sprintf("the pointer goes %.3g times as far across and %.3g times as far down as it is sent: "+
			"set the display's scale to 100 %% and run `autoqueens calibrate`", x, y)
	}
	return fault.Wrap(&seen, fault.Failed, fmt.Sprintf(
		"the pointer does not go where it is sent: for %d,%d it came to %d,%d, which is %d points across and %d down from it",
		sent.X, sent.Y, came.X, came.Y, came.X-sent.X, came.Y-sent.Y), advice)
}

// places returns the middles of the corner pixels of an area, and its middle.
func places(area image.Rectangle) []vision.Point {
	left, top := float64(area.Min.X)+0.5, float64(area.Min.Y)+0.5
	right, bottom := float64(area.Max.X)-0.5, float64(area.Max.Y)-0.5
	return []vision.Point{
		{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom},
		{X: (left + right) / 2, Y: (top + bottom) / 2},
	}
}

// off returns how far two points are apart along the axis that is worse.
func off(a, b image.Point) int {
	d := a.Sub(b)
	return max(d.X, -d.X, d.Y, -d.Y)
}
