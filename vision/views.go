package vision

import (
	"fmt"
	"image"
	"slices"

	"autoqueens/solver"
)

// Does a second look show the same board? A screen's flat colours are read as
// they are. Where a picture was compressed or is noisy it can be seen in several
// ways, and each errs in its own: the soft rim of a frame passes for a column
// here, a crown's last pixels are smoothed away there. So a board that was read
// in such a place is read once more in another view, and has to be the same.

// look is a way to see a picture.
type look int

const (
	asIs     look = iota
	sieved        // single pixels made like those around them, edges kept
	smoothed      // every pixel the mean of those around it
	twice         // the same once more
	looks
)

// How much noise makes which views the better ones, in units of its standard
// deviation.
const (
	noisy   = 1.5 // no screen, and no good JPEG of one
	noisier = 4.5
)

// views are the ways to see one picture, made when they are asked for.
type views struct {
	of     [looks]*picture
	sigma  float64
	still  mask
	grainy mask
	either mask // still or grainy: large cells stay flat where all around them is not
}

func newViews(p *picture) *views {
	s := surveyed(p)
	v := &views{sigma: s.sigma, still: s.still(), grainy: s.grainy(), of: [looks]*picture{asIs: p}}
	v.either = v.still.or(v.grainy)
	if s.sigma > 0 && small(p) {
		v.lookEverywhere()
	}
	return v
}

// small tells whether a picture has too few blocks to tell by what they can hold, and
// makes no work.
func small(p *picture) bool {
	const side = 300
	return p.w*p.h <= side*side
}

// modest tells whether a picture makes little work, as one of a board and hardly more
// does.
func modest(p *picture) bool {
	const side = 1000
	return p.w*p.h <= side*side
}

// lookEverywhere takes the whole picture for grainy. The views made before are
// forgotten.
func (v *views) lookEverywhere() {
	v.grainy = v.still.everywhere()
	v.either = v.grainy
	v.of = [looks]*picture{asIs: v.of[asIs]}
}

// see returns a view of the whole picture.
func (v *views) see(as look) *picture {
	if v.of[as] == nil {
		v.of[as] = v.make(as, v.grainy)
	}
	return v.of[as]
}

// make makes a view that differs from the picture where the mask says.
func (v *views) make(as look, where mask) *picture {
	p, grain := v.of[asIs], int(4*v.sigma)
	var out *picture
	switch as {
	case asIs:
		return p
	case sieved:
		out = p.sieved(max(20, grain), where)
		out.grain = grain
	default:
		out = p.smoothed(int(as-smoothed)+1, where)
		if out.sharp = v.of[sieved]; out.sharp == nil {
			out.sharp = v.make(sieved, where)
		}
	}
	out.look = as
	return out
}

// confirm reads a board again in another view where the picture is grainy there,
// and refuses it where that shows another board. A view in which nothing can be
// read says nothing, but one blurred view alone is seldom believed: the sharper
// ones were tried before it. doubted tells whether one of those saw a board there
// that can be read in two ways.
func (v *views) confirm(r *Reading, doubted bool) (*Reading, *Refusal) {
	if !v.grainyAt(r.Lattice) {
		return r, nil
	}
	others := v.others(r.look)
	second := v.again(others[0], r, v.grainy)
	if second == nil && r.look.blurred() || second != nil && !second.matches(r) {
		// Perhaps for want of cells that stay flat.
		if o := v.again(others[0], r, v.either); o != nil && o.matches(r) {
			second = o
		}
	}
	switch {
	case second == nil && (!r.look.blurred() || !doubted && r.bearsBlur()), second != nil && second.matches(r) && second.covers(r):
		return r, nil
	case second == nil:
		return nil, blurredOnly(r)
	case second.matches(r):
		// Only the lattices differ: the first view that bears one out decides.
		for _, as := range others[1:] {
			third := v.again(as, r, v.grainy)
			switch {
			case third == nil || !third.matches(r):
			case third.covers(second):
				return second, nil
			case third.covers(r):
				return r, nil
			}
		}
	case second.covers(r) && r.differsFaintly(second):
		r.forget(second)
		return r, nil
	case r.Solutions == 1 && second.Solutions != 1:
		return r, nil // a part of it, or one that is no puzzle
	case second.partOf(r.whole()):
		// A third view that shows the whole as well decides.
		for _, as := range others[1:] {
			if third := v.again(as, r, v.grainy); third != nil && third.matches(r) && third.covers(r) {
				return r, nil
			}
		}
	case second.covers(r) && r.allows(second):
		return r, nil
	case second.covers(r) && second.allows(r):
		return second, nil
	}
	return nil, differs(r, second)
}

// bearsBlur tells whether a reading may be believed that is from a blurred view
// alone: all witnesses agree, and its cells are so large that nothing of them is
// lost.
func (r *Reading) bearsBlur() bool {
	const (
		sure  = 0.92
		large = 20 // pixels
	)
	return r.Confidence >= sure && r.Solutions == 1 && r.Lattice.pitch() >= large
}

// others lists the views beside one, those that show the most first.
func (v *views) others(than look) []look {
	order := []look{sieved, smoothed, twice, asIs}
	if v.sigma >= noisier {
		order = []look{sieved, twice, smoothed, asIs}
	}
	if than.blurred() {
		order = []look{smoothed, twice}
	}
	return slices.DeleteFunc(order, func(l look) bool { return l == than })
}

// blurred tells whether small things are lost in a view.
func (l look) blurred() bool { return l == smoothed || l == twice }

// matches tells whether two readings are of the same puzzle and marks.
func (r *Reading) matches(o *Reading) bool {
	return r.Lattice.Size == o.Lattice.Size && slices.Equal(r.Board.Regions, o.Board.Regions) && slices.Equal(r.Board.Marks, o.Board.Marks)
}

// allows tells whether another reading is of the same puzzle and has the same
// marks, but for some of which it shows a trace alone: those are just appearing.
func (r *Reading) allows(o *Reading) bool {
	return r.agreesBut(o, func(i int) bool { return o.Board.Marks[i] == solver.Empty && slices.Contains(o.evidence.traces, i) })
}

// agreesBut tells whether two readings are of the same puzzle and have the same marks,
// but for cells that may differ.
func (r *Reading) agreesBut(o *Reading, may func(cell int) bool) bool {
	if r.Lattice.Size != o.Lattice.Size || !slices.Equal(r.Board.Regions, o.Board.Regions) {
		return false
	}
	for i, m := range o.Board.Marks {
		if m != r.Board.Marks[i] && !may(i) {
			return false
		}
	}
	return true
}

// differsFaintly tells whether two readings are of the same puzzle and have the same marks,
// but for some that are faint in both: those are just appearing, and look like one kind in
// one view and like another in the next.
func (r *Reading) differsFaintly(o *Reading) bool {
	return r.agreesBut(o, func(i int) bool { return slices.Contains(r.evidence.faint, i) && slices.Contains(o.evidence.faint, i) })
}

// forget takes the marks away in which another reading differs.
func (r *Reading) forget(o *Reading) {
	for i, m := range o.Board.Marks {
		if m != r.Board.Marks[i] {
			r.Board.Marks[i] = solver.Empty
			r.evidence.traces = append(r.evidence.traces, i)
			r.Doubts = append(r.Doubts, Doubt{Row: i / r.Board.Size, Col: i % r.Board.Size, Words: justBegun})
		}
	}
	if n := solutions(&r.Board); n != untold {
		r.Solutions = n
	}
	r.solve()
}

// covers tells whether two readings of one size lie in the same place.
func (r *Reading) covers(o *Reading) bool {
	const (
		pixels = 2    // that a blurred rim leaves open
		share  = 0.04 // of a cell, the same
	)
	return r.Lattice.astray(o.Lattice) <= max(share, pixels/o.Lattice.pitch())
}

// grainyAt tells whether grain lies over a board, rather than beside it.
func (v *views) grainyAt(l Lattice) bool {
	const enough = 0.3 // of the blocks
	at := v.grainy.blocksOf(l.Bounds())
	grainy := 0
	for _, look := range v.grainy.clip(at).look {
		if look {
			grainy++
		}
	}
	return grainy > 0 && float64(grainy) >= enough*float64(at.Dx()*at.Dy())
}

// again reads the board at a place in another view, as far as the mask goes, or
// returns nil where that is not certain. The board may turn out half as large again.
func (v *views) again(as look, r *Reading, where mask) *Reading {
	b := r.Lattice.Bounds()
	where = where.clip(where.blocksOf(Rect{X: b.X - b.Width/2, Y: b.Y - b.Height/2, Width: 2 * b.Width, Height: 2 * b.Height}))
	p := v.of[as]
	if p == nil {
		p = v.make(as, where)
	}
	h := &hunt{}
	h.in(p, where, shaded)
	var best *Reading
	for _, o := range h.readings {
		if (best == nil || o.Lattice.area() > best.Lattice.area()) && o.Lattice.Bounds().shared(b) > 0 {
			best = o
		}
	}
	return best
}

// blocksOf returns the blocks of the mask that a rectangle of the picture touches.
func (m mask) blocksOf(r Rect) image.Rectangle {
	return image.Rect(
		floor(r.X/blockSide), floor(r.Y/blockSide),
		ceil((r.X+r.Width)/blockSide), ceil((r.Y+r.Height)/blockSide),
	).Intersect(image.Rect(0, 0, m.w, len(m.look)/m.w))
}

// or returns the mask that looks where either does.
func (m mask) or(o mask) mask {
	out := m
	out.look, out.any = slices.Clone(m.look), m.any || o.any
	for i, look := range o.look {
		out.look[i] = out.look[i] || look
	}
	return out
}

// clip returns the mask with nothing to look at outside some of its blocks.
func (m mask) clip(blocks image.Rectangle) mask {
	out := m
	out.look, out.any = make([]bool, len(m.look)), false
	for y := blocks.Min.Y; y < blocks.Max.Y; y++ {
		for x := blocks.Min.X; x < blocks.Max.X; x++ {
			i := y*m.w + x
			out.look[i] = m.look[i]
			out.any = out.any || m.look[i]
		}
	}
	return out
}

// differs refuses a board that looks otherwise in another view.
func differs(r, second *Reading) *Refusal {
	what := fmt.Sprintf("found a board of %d columns and rows, but a second look showed ", r.Lattice.Size)
	switch {
	case second.Lattice.Size != r.Lattice.Size:
		what += fmt.Sprintf("one of %d", second.Lattice.Size)
	case !slices.Equal(r.Board.Regions, second.Board.Regions):
		what += "other regions"
	case !slices.Equal(r.Board.Marks, second.Board.Marks):
		what += "other marks"
	default:
		what += "it elsewhere"
	}
	return tooRough(r, what)
}

// blurredOnly refuses a board that can be read in a blurred view alone.
func blurredOnly(r *Reading) *Refusal {
	return tooRough(r, fmt.Sprintf("found a board of %d columns and rows, but a second look showed none", r.Lattice.Size))
}

func tooRough(r *Reading, what string) *Refusal {
	return &Refusal{
		Reason:  Ambiguous,
		What:    what + ": the picture is too noisy or too compressed",
		Advice:  "take the screenshot on the machine that shows the game, and keep it as PNG",
		Lattice: r.Lattice,
		extent:  r.Lattice.Bounds(),
	}
}
