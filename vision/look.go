package vision

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

// blurred tells whether small things are lost in a view.
func (l look) blurred() bool { return l == smoothed || l == twice }

// grainyAt tells whether grain lies over a rectangle, rather than beside it.
func (v *views) grainyAt(r Rect) bool {
	const enough = 0.3 // of the blocks
	at := v.grainy.blocksOf(r)
	grainy := 0
	for _, look := range v.grainy.clip(at).look {
		if look {
			grainy++
		}
	}
	return grainy > 0 && float64(grainy) >= enough*float64(at.Dx()*at.Dy())
}
