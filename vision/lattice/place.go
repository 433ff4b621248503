package lattice

import (
	"fmt"
	"image"
	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Lattice says where the cells lie: the outer left and top edge of the outer
// cells (without the frame) and the distance from one line to the next. A line
// between two cells is centred on its lattice position.
type Lattice struct {
	X, Y           float64 // outer edges of the first column and row
	PitchX, PitchY float64 // width and height of a cell, line included
	Size           int     // cells a side
}

// Bounds returns the outer edges of the outer cells. Where a picture was cut
// at the frame they can lie a few pixels outside it.
func (l Lattice) Bounds() raster.Rect {
	n := float64(l.Size)
	return raster.Rect{X: l.X, Y: l.Y, Width: n * l.PitchX, Height: n * l.PitchY}
}

// Center returns the middle of a cell; row and col count from 0.
func (l Lattice) Center(row, col int) raster.Point {
	return raster.Point{X: l.X + (float64(col)+0.5)*l.PitchX, Y: l.Y + (float64(row)+0.5)*l.PitchY}
}

// Cell returns the area of a cell up to the middle of the lines around it.
func (l Lattice) Cell(row, col int) raster.Rect {
	return raster.Rect{X: l.X + float64(col)*l.PitchX, Y: l.Y + float64(row)*l.PitchY, Width: l.PitchX, Height: l.PitchY}
}

// Inflated returns the board and so many cells on each side.
func (l Lattice) Inflated(cells float64) raster.Rect {
	b := l.Bounds()
	return raster.Rect{X: b.X - cells*l.PitchX, Y: b.Y - cells*l.PitchY, Width: b.Width + 2*cells*l.PitchX, Height: b.Height + 2*cells*l.PitchY}
}

// Scaled returns the lattice in a picture that is x times as wide and y times as high.
func (l Lattice) Scaled(x, y float64) Lattice {
	l.X, l.Y, l.PitchX, l.PitchY = x*l.X, y*l.Y, x*l.PitchX, y*l.PitchY
	return l
}

// Pitch returns that of the columns or of the rows, whichever is less, in pixels.
func (l Lattice) Pitch() float64 { return min(l.PitchX, l.PitchY) }

func (l Lattice) Area() float64 { return l.Bounds().Area() }

func (l *Lattice) Shift(by image.Point) {
	l.X += float64(by.X)
	l.Y += float64(by.Y)
}

// SamePitch tells whether the columns of two lattices are about as wide.
func (l Lattice) SamePitch(m Lattice) bool { return math.Abs(l.PitchX-m.PitchX) < 0.04*m.PitchX }

// OffsetFrom returns how far apart two lattices of one size lie, in cells: the
// largest distance of two of their corners along an axis.
func (l Lattice) OffsetFrom(m Lattice) float64 {
	a, b := l.Bounds(), m.Bounds()
	return max(
		math.Abs(a.X-b.X)/m.PitchX, math.Abs(a.X+a.Width-b.X-b.Width)/m.PitchX,
		math.Abs(a.Y-b.Y)/m.PitchY, math.Abs(a.Y+a.Height-b.Y-b.Height)/m.PitchY,
	)
}

// Converged is how far a lattice may be off its lines, in cells, without its
// cells being measured again.
const Converged = 0.02

// MinCell is the smallest cell, line included, that the reader takes, in pixels.
const MinCell = 12

// ExampleSize is the largest board that pages show as an example beside the
// game.
const ExampleSize = 5

// Holds tells whether c is a part of d: smaller, inside it, on the same lines.
func (d Candidate) Holds(c Candidate) bool {
	return c.Rows*c.Cols < d.Rows*d.Cols && c.Lattice.SamePitch(d.Lattice) &&
		off(c.Lattice.X-d.Lattice.X, d.Lattice.PitchX) < 0.15 && off(c.Lattice.Y-d.Lattice.Y, d.Lattice.PitchY) < 0.15 &&
		c.Lattice.X > d.Lattice.X-d.Lattice.PitchX/2 && c.Lattice.Y > d.Lattice.Y-d.Lattice.PitchY/2 &&
		c.Lattice.X+float64(c.Cols)*c.Lattice.PitchX < d.Lattice.X+(float64(d.Cols)+0.5)*d.Lattice.PitchX &&
		c.Lattice.Y+float64(c.Rows)*c.Lattice.PitchY < d.Lattice.Y+(float64(d.Rows)+0.5)*d.Lattice.PitchY
}

// Room returns how many pixels of a picture lie beyond each side of the board, in the order of [SideNames]; it
// is negative where the board reaches out of the picture.
func (l Lattice) Room(p *raster.Picture) [4]float64 {
	b := l.Bounds()
	return [4]float64{b.X, float64(p.W) - b.X - b.Width, b.Y, float64(p.H) - b.Y - b.Height}
}

// PitchAt returns the pitch across a side, in pixels.
func (l Lattice) PitchAt(side int) float64 {
	return [...]float64{l.PitchX, l.PitchX, l.PitchY, l.PitchY}[side]
}

// Outside returns the pixel that lies out cells beyond a side of the board,
// inside where out is negative, and along cells from that side's first corner.
func (l Lattice) Outside(side int, along, out float64) (x, y int) {
	u, v := along, along
	switch side {
	case 0:
		u = -out
	case 1:
		u = float64(l.Size) + out
	case 2:
		v = -out
	case 3:
		v = float64(l.Size) + out
	}
	return num.Floor(l.X + u*l.PitchX), num.Floor(l.Y + v*l.PitchY)
}

// sides of a board, in the order of the indices used below.
var SideNames = [...]string{"left", "right", "top", "bottom"}

// String describes a lattice as "8 x 8 at 12.0,30.5, cells of 48.9 x 48.9".
func (l Lattice) String() string {
	return fmt.Sprintf("%d x %d at %.1f,%.1f, cells of %.1f x %.1f", l.Size, l.Size, l.X, l.Y, l.PitchX, l.PitchY)
}
