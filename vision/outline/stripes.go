package outline

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// A page marks cells that break a rule with diagonal stripes, translucent so that what stands in
// the cell is seen through them. How strong they are, which colour they have and how far they are
// from each other the cell itself tells: each of its diagonals has one share of stripe all along.

// Unstriped returns the board in a part of the picture without such stripes, which shows no more than
// a cell around it, or the board itself where no cell has any. They are looked for in the sharper
// picture where there is one: smoothed, they are a tint.
func (b *Board) Unstriped() *Board {
	if b.unstriped != nil {
		b.unstriped.Lock()
		defer b.unstriped.Unlock()
		if out, ok := b.unstriped.in[b.Picture]; ok {
			return out
		}
	}
	out := b.bare()
	// Where the lattice lay aside, so did what was taken for the rims of cells.
	if moved := out.Placed(); moved.OffsetFrom(b.Placed())*b.Lattice.Pitch() > aside {
		moved.Shift(image.Point{}.Sub(b.Picture.Origin))
		again := *b
		again.Lattice, again.grounds = moved, nil
		if second := again.bare(); second != &again {
			out = second
		}
	}
	if b.unstriped != nil {
		out.Grounds()
		b.unstriped.in[b.Picture] = out
	}
	return out
}

// aside is how far, in pixels, a lattice may lie from where it is without stripes.
const aside = 0.5

// Over returns a copy of the picture that the stripes were taken from which shows the board without
// them, its sharper view as well, and all that lies around it.
func (b *Board) Over(striped *raster.Picture) *raster.Picture {
	part := b.Picture.Bounds()
	out := striped.Clone()
	out.Paste(b.Picture, part)
	if b.Picture.Sharp != nil {
		out.Sharp = striped.Sharp.Clone()
		out.Sharp.Paste(b.Picture.Sharp, part)
	}
	return out
}

// Left is what is known of stripes that were taken off a cell.
type Left struct {
	Most   int   // as much is left where nothing stands but the ground, 0 to 255, and may be left in its middle
	Stripe Color // as it was seen on the ground
}

// Left tells what is left of the stripes of a cell. It is false where none were taken off.
func (b *Board) Left(i int) (l Left, striped bool) {
	l, striped = b.left[i]
	return l, striped
}

// bare takes the stripes from a board.
func (b *Board) bare() *Board {
	sharp := b
	if b.Picture.Sharp != nil {
		sharp = b.In(b.Picture.Sharp)
	}
	found, hidden, how := sharp.striped()
	if found == nil && hidden == nil {
		return b
	}
	if found == nil { // nothing is to be taken off
		out := *b
		out.Hidden = hidden
		return &out
	}
	shown := b.Lattice.Inflated(1).Image().Intersect(b.Picture.Bounds())
	p := sharp.Picture.CloneWithin(shown)
	for _, s := range found {
		s.remove(p, how)
	}
	// Stripes end where a line begins, be that a pixel outside: once those of the cell there are gone.
	for _, s := range found {
		s.sides(p, s.cell, s.around())
	}
	if sharp != b {
		smooth := b.Picture.CloneWithin(shown)
		for _, s := range found {
			smooth.Paste(p, s.around().Sub(shown.Min)) // removing them paints the rim as well
		}
		smooth.Sharp, p = p, smooth
	}
	out := b.In(p)
	out.Hidden, out.left = hidden, make(map[int]Left)
	for _, s := range found {
		most := s.left(p)
		if most >= raster.LeastContrast/2 {
			s.sift(p)
			most = s.left(p)
		}
		out.left[s.index] = Left{most, s.stripe}
	}
	out.Lattice.Shift(image.Point{}.Sub(shown.Min))
	// Stripes beside lines draw the lattice aside. Lines that fit badly say nothing, nor do none.
	if g := out.grid(); g.usual > 0 && g.fit() <= even {
		out.Lattice = g.board().Lattice
	}
	return out
}

// striped lists the cells with stripes, those first through which is seen what stands there, and
// tells how much of it is.
func (b *Board) striped() (found []*striped, hidden []int, how layer) {
	n, grounds := b.Lattice.Size, b.Grounds()
	var layers []layer
	plain := func(c Color) bool { // cells without stripes have it
		return slices.ContainsFunc(grounds, func(g Ground) bool {
			return g.Support > unstained && raster.Chebyshev(g.RGB, c.RGB()) <= alike
		})
	}
	// in returns what is found in some cells, and those in which nothing is.
	in := func(cells []int, find func(row, col int) *striped) (stripes []*striped, rest []int) {
		by := make([]*striped, len(cells))
		parallel.Each(len(cells), func(k int) { by[k] = find(cells[k]/n, cells[k]%n) })
		for k, s := range by {
			if s != nil {
				stripes = append(stripes, s)
			} else {
				rest = append(rest, cells[k])
			}
		}
		return stripes, rest
	}
	cells := make([]int, len(grounds))
	for i := range cells {
		cells[i] = i
	}
	measured, rest := in(cells, b.stripes)
	if !oneKind(measured) {
		return nil, nil, how
	}
	all := measured
	measured = slices.DeleteFunc(slices.Clone(all), func(s *striped) bool { return against(s, all) })
	for _, s := range all {
		if !slices.Contains(measured, s) {
			rest = append(rest, s.index)
		}
	}
	// What stands in a cell may hide where they run. Most others show a ground.
	others, _ := in(rest, func(row, col int) *striped {
		if grounds[row*n+col].Support > unstained && !b.crossed(row, col) {
			return nil
		}
		return b.stripedAs(measured, row, col)
	})
	for _, s := range slices.Concat(measured, others) {
		v, ok, hides := s.layer()
		// So do stripes wider than what they leave free. What is left could be part of anything.
		if hides || plain(s.stripe) && !plain(s.ground) {
			hidden = append(hidden, s.index)
			continue
		}
		found = append(found, s)
		if ok {
			layers = append(layers, v)
		}
	}
	var through []float64
	below, above := 0.0, 0.0
	for _, l := range layers {
		through = append(through, l.through)
		below, above = below+l.below, above+l.above
	}
	return found, hidden, layer{num.Median(through), below, above}
}

// against tells whether a cell has stripes where most of all have none: its ground was taken for them.
func against(s *striped, all []*striped) bool {
	other := 0
	for _, o := range all {
		var off []float64
		for d, known := range s.known {
			if is := o.of(d + shift(s, o)); known && is.ok {
				off = append(off, math.Abs(is.share-s.share[d]))
			}
		}
		if num.Median(off) > 0.5 {
			other++
		}
	}
	return 2*other > len(all)
}

// oneKind tells whether stripes run in one direction, at one distance, as those do that mark what
// breaks a rule, but for a few that were measured wrong: others are the patterns of regions.
func oneKind(all []*striped) bool {
	const (
		off  = 1    // diagonals
		most = 0.75 // of them
	)
	var every []float64
	for _, s := range all {
		every = append(every, s.every)
	}
	usual := num.Median(every)
	var like [2]int // falling and rising ones
	for _, s := range all {
		if math.Abs(s.every-usual) > off+0.1*usual {
			continue
		}
		if s.rising {
			like[1]++
		} else {
			like[0]++
		}
	}
	return float64(max(like[0], like[1])) >= most*float64(len(all))
}
