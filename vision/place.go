package vision

import (
	"fmt"
	"image"
	"math"
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
func (l Lattice) Bounds() Rect {
	n := float64(l.Size)
	return Rect{X: l.X, Y: l.Y, Width: n * l.PitchX, Height: n * l.PitchY}
}

// Center returns the middle of a cell; row and col count from 0.
func (l Lattice) Center(row, col int) Point {
	return Point{X: l.X + (float64(col)+0.5)*l.PitchX, Y: l.Y + (float64(row)+0.5)*l.PitchY}
}

// Cell returns the area of a cell up to the middle of the lines around it.
func (l Lattice) Cell(row, col int) Rect {
	return Rect{X: l.X + float64(col)*l.PitchX, Y: l.Y + float64(row)*l.PitchY, Width: l.PitchX, Height: l.PitchY}
}

// around returns the board and so many cells on each side.
func (l Lattice) around(cells float64) Rect {
	b := l.Bounds()
	return Rect{X: b.X - cells*l.PitchX, Y: b.Y - cells*l.PitchY, Width: b.Width + 2*cells*l.PitchX, Height: b.Height + 2*cells*l.PitchY}
}

// scaled returns the lattice in a picture that is x times as wide and y times as high.
func (l Lattice) scaled(x, y float64) Lattice {
	l.X, l.Y, l.PitchX, l.PitchY = x*l.X, y*l.Y, x*l.PitchX, y*l.PitchY
	return l
}

// pitch returns that of the columns or of the rows, whichever is less, in pixels.
func (l Lattice) pitch() float64 { return min(l.PitchX, l.PitchY) }

func (l Lattice) area() float64 { return l.Bounds().area() }

func (l *Lattice) shift(by image.Point) {
	l.X += float64(by.X)
	l.Y += float64(by.Y)
}

// astray returns how far apart two lattices of one size lie, in cells: the
// largest distance of two of their corners along an axis.
func (l Lattice) astray(m Lattice) float64 {
	a, b := l.Bounds(), m.Bounds()
	return max(
		abs(a.X-b.X)/m.PitchX, abs(a.X+a.Width-b.X-b.Width)/m.PitchX,
		abs(a.Y-b.Y)/m.PitchY, abs(a.Y+a.Height-b.Y-b.Height)/m.PitchY,
	)
}

// settled is how far a lattice may be off its lines, in cells, without its
// cells being measured again.
const settled = 0.02

// minCell is the smallest cell, line included, that the reader takes, in pixels.
const minCell = 12

// exampleSize is the largest board that pages show as an example beside the
// game.
const exampleSize = 5

// holds tells whether c is a part of d: smaller, inside it, on the same lines.
func (d candidate) holds(c candidate) bool {
	off := func(v, pitch float64) float64 { return abs(v/pitch - math.Round(v/pitch)) }
	return c.rows*c.cols < d.rows*d.cols &&
		abs(c.lattice.PitchX-d.lattice.PitchX) < 0.04*d.lattice.PitchX &&
		off(c.lattice.X-d.lattice.X, d.lattice.PitchX) < 0.15 && off(c.lattice.Y-d.lattice.Y, d.lattice.PitchY) < 0.15 &&
		c.lattice.X > d.lattice.X-d.lattice.PitchX/2 && c.lattice.Y > d.lattice.Y-d.lattice.PitchY/2 &&
		c.lattice.X+float64(c.cols)*c.lattice.PitchX < d.lattice.X+(float64(d.cols)+0.5)*d.lattice.PitchX &&
		c.lattice.Y+float64(c.rows)*c.lattice.PitchY < d.lattice.Y+(float64(d.rows)+0.5)*d.lattice.PitchY
}

// outside returns the pixel that lies out cells beyond a side of the board,
// inside where out is negative, and along cells from that side's first corner.
func (l Lattice) outside(side int, along, out float64) (x, y int) {
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
	return floor(l.X + u*l.PitchX), floor(l.Y + v*l.PitchY)
}

// sides of a board, in the order of the indices used below.
var sideNames = [...]string{"left", "right", "top", "bottom"}

// String describes a lattice as "8 x 8 at 12.0,30.5, cells of 48.9 x 48.9".
func (l Lattice) String() string {
	return fmt.Sprintf("%d x %d at %.1f,%.1f, cells of %.1f x %.1f", l.Size, l.Size, l.X, l.Y, l.PitchX, l.PitchY)
}
