package outline

import (
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What a cell shows near its corners is its ground: clues, discs, strokes and badges keep to
// the middle, walls and lines to the rim.

// corner is how far from both sides of a cell its ground is looked at, as a share of the cell:
// outside what is drawn along a line, and inside what stands in the middle.
const corner = 0.155

// What compression leaves beside lines and borders has less contrast, 0 to 255, than anything that is drawn: than
// Visible where that is looked at place by place, and than Distinct where it fills a part of a cell.
const (
	Visible  = 1.25 * raster.LeastContrast
	Distinct = 1.5 * raster.LeastContrast
)

// Color is a colour whose channels are fractions, 0 to 255.
type Color [3]float64

// ColorOf returns that of a pixel.
func ColorOf(c raster.RGB) Color { return Color{float64(c[0]), float64(c[1]), float64(c[2])} }

// RGB returns the nearest colour that a pixel can have.
func (c Color) RGB() (out raster.RGB) {
	for ch, v := range c {
		out[ch] = uint8(min(max(v+0.5, 0), 255))
	}
	return out
}

// Away returns the largest difference of two colours in any channel, 0 to 255.
func (c Color) Away(o Color) float64 { return away(c, o) }

// Mixed returns which share of the way from one colour to another is the nearest to a colour, and how far
// that is from it, 0 to 255.
func (c Color) Mixed(from, to Color) (share, rest float64) {
	share = c.minus(from).share(to.minus(from))
	return share, from.toward(to, share).Away(c)
}

// Departs returns how far a colour is from two others and all mixtures of them, 0 to 255.
func (c Color) Departs(a, b Color) float64 {
	if a == b {
		return c.Away(a)
	}
	share := min(max(c.minus(a).share(b.minus(a)), 0), 1)
	return c.Away(a.toward(b, share))
}

// toward returns the colour at a share of the way to another.
func (c Color) toward(o Color, share float64) Color {
	for ch, v := range o {
		c[ch] += share * (v - c[ch])
	}
	return c
}

// share returns which share of another difference of colours is the nearest to one.
func (c Color) share(whole Color) float64 {
	dot, length := 0.0, 0.0
	for ch, v := range whole {
		dot, length = dot+c[ch]*v, length+v*v
	}
	return dot / max(length, 1)
}

// minus returns the difference of two colours.
func (c Color) minus(o Color) Color {
	for ch, v := range o {
		c[ch] -= v
	}
	return c
}

// Median returns the median of colours, channel by channel; at least one is asked for.
func Median(colors ...Color) Color { return num.Medians(colors) }

// At returns the colour at a place in a cell, between the pixels' middles: down and right are
// shares of the cell, from its upper left corner, and may lie outside it.
func (b *Board) At(row, col int, down, right float64) (c Color) {
	x := b.Lattice.X + (float64(col)+right)*b.Lattice.PitchX - 0.5
	y := b.Lattice.Y + (float64(row)+down)*b.Lattice.PitchY - 0.5
	xi, yi := num.Floor(x), num.Floor(y)
	fx, fy := x-float64(xi), y-float64(yi)
	p := b.Picture
	if xi < 0 || yi < 0 || xi+1 >= p.W || yi+1 >= p.H {
		p00, p10 := p.Clamped(xi, yi), p.Clamped(xi+1, yi)
		p01, p11 := p.Clamped(xi, yi+1), p.Clamped(xi+1, yi+1)
		for ch := range c {
			c[ch] = bilinear(p00[ch], p10[ch], p01[ch], p11[ch], fx, fy)
		}
		return c
	}
	upper := p.Pix[yi*p.Stride+4*xi:][:7]
	lower := p.Pix[(yi+1)*p.Stride+4*xi:][:7]
	for ch := range c {
		c[ch] = bilinear(upper[ch], upper[4+ch], lower[ch], lower[4+ch], fx, fy)
	}
	return c
}

// bilinear returns the value between four pixels'.
func bilinear(p00, p10, p01, p11 uint8, fx, fy float64) float64 {
	upper := float64(p00)*(1-fx) + float64(p10)*fx
	lower := float64(p01)*(1-fx) + float64(p11)*fx
	return upper*(1-fy) + lower*fy
}

// Corners returns the colour that a cell has near its corners. Outer corners of the board may be
// round and are left out.
func (b *Board) Corners(row, col int) Color {
	all, n := b.corners(row, col)
	return Median(all[:n]...)
}

// Uneven returns by how much what a cell has near its corners departs from that, 0 to 255: what
// compression leaves there of lines and borders, it leaves in the middle of the cell as well. It is
// 0 where it is so much that something else may stand there.
func (b *Board) Uneven(row, col int, ground Color) float64 {
	var all []float64
	corners, n := b.corners(row, col)
	for _, c := range corners[:n] {
		all = append(all, c.Away(ground))
	}
	if off := num.Median(all); off < raster.LeastContrast {
		return off
	}
	return 0
}

// Free returns the colour of a cell in the middle of which nothing stands: it is looked at further in as well.
func (b *Board) Free(row, col int) Color {
	corners, n := b.corners(row, col)
	all := append(make([]Color, 0, 2*len(corners)), corners[:n]...)
	for _, in := range [...]float64{0.19, 0.22, 0.25} {
		for _, down := range [2]float64{in, 1 - in} {
			for _, right := range [2]float64{in, 1 - in} {
				all = append(all, b.At(row, col, down, right))
			}
		}
	}
	return Median(all...)
}

// corners returns the n colours that are looked at near the corners of a cell.
func (b *Board) corners(row, col int) (all [20]Color, n int) {
	last := b.Lattice.Size - 1
	for _, down := range [2]float64{corner, 1 - corner} {
		for _, right := range [2]float64{corner, 1 - corner} {
			if (row == 0 && down < 0.5 || row == last && down > 0.5) && (col == 0 && right < 0.5 || col == last && right > 0.5) {
				continue
			}
			const beside = 0.02 // of a cell: the colour of one place alone would be its noise
			for _, at := range [...][2]float64{{down, right}, {down - beside, right}, {down + beside, right}, {down, right - beside}, {down, right + beside}} {
				all[n] = b.At(row, col, at[0], at[1])
				n++
			}
		}
	}
	return all, n
}

// In returns the board in another view of the same picture.
func (b *Board) In(p *raster.Picture) *Board {
	c := *b
	if c.Picture = p; p != b.Picture {
		c.grounds = nil
	}
	return &c
}

// Margin is that of a picture of an area, in pixels.
const Margin = 3

// Inside returns the picture of an area and a [Margin] of the colour fill around it, for what is
// to be read within something: what lies outside has that colour.
func (b *Board) Inside(area raster.Rect, fill raster.RGB) *raster.Picture {
	in := func(x, y float64) bool {
		return x >= area.X && y >= area.Y && x < area.X+area.Width && y < area.Y+area.Height
	}
	r := area.Image().Inset(-Margin)
	p := &raster.Picture{Pix: make([]uint8, 4*r.Dx()*r.Dy()), Stride: 4 * r.Dx(), W: r.Dx(), H: r.Dy(), Grain: b.Picture.Grain}
	for y := range p.H {
		for x := range p.W {
			c := fill
			if in(float64(r.Min.X+x)+0.5, float64(r.Min.Y+y)+0.5) {
				c = b.Picture.Clamped(r.Min.X+x, r.Min.Y+y)
			}
			copy(p.Pix[y*p.Stride+4*x:], c[:])
		}
	}
	return p
}
