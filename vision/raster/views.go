package raster

// View is a way to see a picture.
type View int

const (
	Original         View = iota
	SigmaFiltered         // single pixels made like those around them, edges kept
	BoxFiltered           // every pixel the mean of those around it
	BoxFilteredTwice      // the same once more
	Evened                // patterns finer than evenedSide made one colour, edges kept
	EvenedMore            // those up to twice as coarse
	viewCount
)

// How much noise makes which views the better ones, in units of its standard
// deviation.
const (
	NoisySigma     = 1.5 // no screen, and no good JPEG of one
	VeryNoisySigma = 4.5
)

// Views are the ways to see one picture, made when they are asked for.
type Views struct {
	Of     [viewCount]*Picture
	Sigma  float64
	Still  Mask
	Grainy Mask
	Either Mask // still or grainy: large cells stay flat where all around them is not
}

// NewViews surveys a picture and returns its views.
func NewViews(p *Picture) *Views {
	s := surveyed(p)
	v := &Views{Sigma: s.sigma, Still: s.still(), Grainy: s.grainy(), Of: [viewCount]*Picture{Original: p}}
	v.Either = v.Still.or(v.Grainy)
	if s.sigma > 0 && Small(p) {
		v.LookEverywhere()
	}
	return v
}

// Small tells whether a picture has too few blocks to tell by what they can hold, and
// makes no work.
func Small(p *Picture) bool {
	const side = 300
	return p.W*p.H <= side*side
}

// Modest tells whether a picture makes little work, as one of a board and hardly more
// does.
func Modest(p *Picture) bool {
	const side = 1000
	return p.W*p.H <= side*side
}

// LookEverywhere takes the whole picture for grainy. The views made before are
// forgotten.
func (v *Views) LookEverywhere() {
	v.Grainy = v.Everywhere()
	v.Either = v.Grainy
	v.Of = [viewCount]*Picture{Original: v.Of[Original]}
}

// Everywhere returns the mask with all of the picture to look at.
func (v *Views) Everywhere() Mask { return v.Still.everywhere() }

// See returns a view of the whole picture.
func (v *Views) See(as View) *Picture {
	if v.Of[as] == nil {
		where := v.Grainy
		if as.Evened() {
			where = v.Everywhere()
		}
		v.Of[as] = v.Make(as, where)
	}
	return v.Of[as]
}

// Make makes a view that differs from the picture where the mask says.
func (v *Views) Make(as View, where Mask) *Picture {
	p, grain := v.Of[Original], int(4*v.Sigma)
	var out *Picture
	switch as {
	case Original:
		return p
	case SigmaFiltered:
		out = p.sieved(max(20, grain), where)
		out.Grain = grain
	case Evened, EvenedMore:
		out = p.evened(evenedSide<<(as-Evened), where)
		out.Sharp = p
	default:
		out = p.smoothed(int(as-BoxFiltered)+1, where)
		if out.Sharp = v.Of[SigmaFiltered]; out.Sharp == nil {
			out.Sharp = v.Make(SigmaFiltered, where)
		}
	}
	out.View = as
	return out
}

// evenedSide is the side of the squares of pixels that an evened view takes the means of: less than half
// that of the smallest cells.
const evenedSide = 5

// Evened tells whether patterns are gone in a view, and with them thin lines and what stands in cells: it
// serves to find cells, which are then looked at in [Picture.Sharp].
func (l View) Evened() bool { return l == Evened || l == EvenedMore }

// Blurred tells whether small things are lost in a view.
func (l View) Blurred() bool { return l == BoxFiltered || l == BoxFilteredTwice }

// GrainyAt tells whether grain lies over a rectangle, rather than beside it.
func (v *Views) GrainyAt(r Rect) bool {
	const enough = 0.3 // of the blocks
	at := v.Grainy.BlocksOf(r)
	grainy := 0
	for _, look := range v.Grainy.Clip(at).Blocks {
		if look {
			grainy++
		}
	}
	return grainy > 0 && float64(grainy) >= enough*float64(at.Dx()*at.Dy())
}
