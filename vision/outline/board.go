package outline

import (
	"math"
	"sync"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Board is a square grid of cells with lines between them, as far as it goes.
type Board struct {
	Picture *raster.Picture
	Lattice lattice.Lattice // fitted to the inner lines
	// Usual is the usual contrast of the inner segments, 0 to 255; 0 where there are none, but spots.
	Usual float64
	// Hidden lists the cells in which stripes hide what stands there; see Unstriped.
	Hidden []int

	grounds   []Ground
	left      map[int]Left // of stripes that were taken off, by cell
	unstriped *unstriped
}

// unstriped is a board without stripes, as far as it was asked for, by the picture it is seen in. Several readers may ask at
// the same time.
type unstriped struct {
	sync.Mutex
	in map[*raster.Picture]*Board
}

// Upright and Level are the axes of a board: lines that stand and that lie.
const (
	Upright = iota
	Level
)

// Of follows a grid that a search found to where its lines end. It is false where that makes
// no square board of lattice.MinSize to lattice.MaxSize cells a side, or where the grid has
// no lines.
func Of(p *raster.Picture, c lattice.Candidate) (*Board, bool) {
	g := grid{p: p, at: [2]float64{c.Lattice.X, c.Lattice.Y}, pitch: [2]float64{c.Lattice.PitchX, c.Lattice.PitchY}, n: [2]int{c.Cols, c.Rows}}
	if min(g.n[0], g.n[1]) < 2 || max(g.n[0], g.n[1]) > lattice.MaxSize {
		return nil, false
	}
	if min(g.share(Upright), g.share(Level)) < sound {
		g.shift()
	}
	if g.usual = g.contrast(); g.usual < faint {
		return nil, false
	}
	// What stands in the middle of cells says where they lie, but not where they end, and to a fraction
	// of a pixel only where they are many. Lines do, unless others run beside them.
	if c.Spots {
		g.cut()
	}
	onto := func(lines func() (off float64)) {
		at, pitch := g.at, g.pitch
		if lines() > even {
			g.at, g.pitch = at, pitch
		}
	}
	onto(g.fit)
	fitted := g.n
	for g.grow() {
		if max(g.n[0], g.n[1]) > lattice.MaxSize {
			return nil, false
		}
		onto(g.refit)
	}
	if g.n != fitted {
		onto(g.fit)
	}
	g.trim()
	const square = 0.06 // by how much the sides of a cell may differ
	if g.n[0] != g.n[1] || g.n[0] < lattice.MinSize || math.Abs(g.pitch[0]-g.pitch[1]) > square*g.pitch[0] {
		return nil, false
	}
	return g.board(), true
}

// Placed returns where the board lies in the image that its picture is a view or a part of.
func (b *Board) Placed() lattice.Lattice {
	l := b.Lattice
	l.Shift(b.Picture.Origin)
	return l
}

// Line measures an upright line or one that lies, from 0, the outer left or upper one, to
// Lattice.Size: as many segments as there are cells along it.
func (b *Board) Line(axis, k int) []Segment { return b.grid().line(axis, k) }

// Middle is how far the middle of what stands in a cell lies from the cell's along one axis: right
// of it (Upright), or below it (Level).
type Middle struct {
	At  int     // the cell's column (Upright) or row (Level)
	Off float64 // in cells
}

// Centered returns the board with its lattice moved to where things stand in the middle of
// their cells, which is told for each axis by itself: where other lines run close to those of the
// lattice, these tell less. Along an axis on which they stand in fewer than three rows or columns,
// cells are as long as they are along the other.
func (b *Board) Centered(by [2][]Middle) *Board {
	g := b.grid()
	const enough = 3 // rows or columns
	var k, off [2][]float64
	for axis := range by {
		rows := make([][]float64, b.Lattice.Size)
		for _, m := range by[axis] {
			rows[m.At] = append(rows[m.At], m.Off)
		}
		for i, r := range rows {
			if len(r) > 0 {
				k[axis], off[axis] = append(k[axis], float64(i)+0.5), append(off[axis], num.Median(r)*g.pitch[axis])
			}
		}
		if len(k[axis]) >= enough {
			at, pitch, _ := straight(k[axis], off[axis])
			g.at[axis] += at
			g.pitch[axis] += pitch
		}
	}
	for axis := range by {
		if other := 1 - axis; len(k[axis]) > 0 && len(k[axis]) < enough && len(k[other]) >= enough {
			longer := g.pitch[other] - g.pitch[axis]
			for i := range off[axis] {
				off[axis][i] -= longer * k[axis][i]
			}
			g.at[axis] += num.Median(off[axis])
			g.pitch[axis] += longer
		}
	}
	out := g.board()
	out.Hidden, out.left = b.Hidden, b.left
	return out
}
