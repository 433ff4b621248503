package outline

import (
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Ground is the colour that a cell is filled with.
type Ground struct {
	RGB raster.RGB
	// Support is the share of the samples that agree with it, 0 to 1.
	Support float64
}

// corners says where the ground is sampled, as shares of a cell from each of its corners: what
// stands in the middle of a cell does not reach there, nor do signs in the middle of its sides.
var corners = [...]float64{0.13, 0.19, 0.25}

// Grounds returns the ground of each cell, row by row. They are measured once, on boards
// that several readers see at the same time before any of them does.
func (b *Board) Grounds() []Ground {
	if b.grounds == nil {
		n := b.Lattice.Size
		b.grounds = make([]Ground, n*n)
		for i := range b.grounds {
			b.grounds[i] = groundOf(b.Picture, b.Lattice, i/n, i%n)
		}
	}
	return b.grounds
}

// groundOf measures the ground of a cell.
func groundOf(p *raster.Picture, l lattice.Lattice, row, col int) Ground {
	var room [4 * len(corners) * len(corners)]raster.RGB
	samples := room[:0]
	cell := l.Cell(row, col)
	for _, v := range corners {
		for _, u := range corners {
			for _, at := range [...][2]float64{{u, v}, {1 - u, v}, {u, 1 - v}, {1 - u, 1 - v}} {
				x, y := num.Floor(cell.X+at[0]*cell.Width), num.Floor(cell.Y+at[1]*cell.Height)
				if p.Inside(x, y) {
					samples = append(samples, p.At(x, y))
				}
			}
		}
	}
	if len(samples) == 0 {
		return Ground{}
	}
	g := Ground{RGB: raster.MedianColor(samples)}
	for _, c := range samples {
		if raster.Chebyshev(c, g.RGB) <= alike {
			g.Support += 1 / float64(len(room))
		}
	}
	return g
}

// Inner returns the usual colour within the lines and frames of a cell.
func Inner(b *Board, i int) raster.RGB {
	const inset, places = 0.22, 16 // of a cell; along a side
	r := b.Lattice.Cell(i/b.Lattice.Size, i%b.Lattice.Size).Inset(inset).Image().Intersect(b.Picture.Bounds())
	step := max(r.Dx()/places, 1)
	all := make([]raster.RGB, 0, (r.Dx()/step+1)*(r.Dy()/step+1))
	for y := r.Min.Y; y < r.Max.Y; y += step {
		line := b.Picture.Row(y)
		for x := r.Min.X; x < r.Max.X; x += step {
			all = append(all, raster.Unpacked(raster.Pixel(line, x)))
		}
	}
	return raster.MedianColor(all)
}

// Veiled tells of a cell in which nothing stands out whether something of nearly its colour covers its middle.
func Veiled(b *Board, i int, ground raster.RGB) bool {
	return raster.Chebyshev(Inner(b, i), ground) >= 2*faint
}
