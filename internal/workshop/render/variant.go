package render

import (
	"fmt"
	"image"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/disintegration/imaging"
)

// The variants each board is drawn in.
const (
	Plain     = "plain"
	JPEG      = "jpeg"    // compressed at quality 50 to 95
	Resized   = "scale"   // scaled by 0.67 to 1.75
	Noisy     = "noise"   // Gaussian noise
	Warm      = "warm"    // a night filter
	Toned     = "tone"    // gamma, wash-out, or a colour profile
	HoverOver = "hover"   // the pointer over a cell
	Cropped   = "crop"    // cut to the frame, or into the board
	Covered   = "cover"   // something over the board
	Striped   = "stripes" // cells that clash
	Signs     = "signs"   // crosses that are pluses or dots
	Scratched = "scratch" // lines through cells
)

// Variants lists them in the order they are drawn.
var Variants = []string{Plain, JPEG, Resized, Noisy, Warm, Toned, HoverOver, Cropped, Covered}

// Strange lists those that are drawn where they are asked for by name: boards that readers need not know.
var Strange = []string{Striped, Signs, Scratched}

// Name returns the name of a picture, which Parse reads.
func Name(seed uint64, number int, variant string) string {
	return fmt.Sprintf("s%d-k%d-%s", seed, number, variant)
}

// Parse takes a picture's name apart.
func Parse(name string) (seed uint64, number int, variant string, err error) {
	if _, err = fmt.Sscanf(strings.ReplaceAll(name, "-", " "), "s%d k%d %s", &seed, &number, &variant); err != nil {
		return 0, 0, "", fmt.Errorf("%q names no picture: want s<seed>-k<case>-<variant>", name)
	}
	return seed, number, variant, nil
}

// Pictures draws a case in all its [Variants], or only in those named, which may be of [Strange] too.
func Pictures(seed uint64, number int, variants ...string) iter.Seq[Picture] {
	return func(yield func(Picture) bool) {
		r := generator(seed, number, 0)
		scene := pick(r, Crop, Crop, Crop, Crop, Crop, Crop, Page, Page, Phone, Desktop)
		s, kinds := newSpec(r, scene)
		base := s.picture(generator(seed, number, 1), scene)
		if len(variants) == 0 {
			variants = Variants
		}
		for i, variant := range slices.Concat(Variants, Strange) {
			if !slices.Contains(variants, variant) {
				continue
			}
			p := s.variant(generator(seed, number, 2+i), base, variant, func(s *Spec) *image.RGBA {
				return s.picture(generator(seed, number, 1), scene)
			})
			p.Name, p.Kinds = Name(seed, number, variant), kinds
			p.Kinds.Variant = variant
			if s.marksBorders() && !Connected(s.Board) {
				p.Kinds.Palette += ", pieces"
			}
			if !yield(p) {
				return
			}
		}
	}
}

// Draw draws one picture by its seed, case and variant.
func Draw(seed uint64, number int, variant string) (Picture, error) {
	for p := range Pictures(seed, number, variant) {
		return p, nil
	}
	return Picture{}, fmt.Errorf("there is no variant %q: want one of %s", variant, strings.Join(slices.Concat(Variants, Strange), ", "))
}

// variant changes the base picture; redraw draws a changed board in the same
// surroundings.
func (s *Spec) variant(r *rand.Rand, base *image.RGBA, variant string, redraw func(*Spec) *image.RGBA) Picture {
	bounds, c := s.bounds(), condition{factor: 1}
	img := image.Image(base)
	switch variant {
	case JPEG:
		c.quality = 50 + r.IntN(46)
		img = compressed(img, c.quality)
	case Resized:
		img, bounds = s.resize(r, img, &c)
	case Noisy:
		c.noise = between(r, 1, 12)
		img = noisy(r, img, c.noise)
	case Warm:
		img = recolored(img, warm(r))
	case Toned:
		img = recolored(img, pick(r, gamma, washed, profiled)(r))
	case HoverOver:
		h := *s
		h.hover(r)
		s = &h
		img = redraw(s)
	case Cropped:
		return s.crop(r, base)
	case Covered:
		return s.cover(r, base)
	case Striped, Signs, Scratched:
		return s.strange(r, variant, redraw)
	}
	t := s.truth(bounds)
	t.Demand, t.Why = demand(img, s, bounds, c)
	return Picture{Image: img, Truth: t}
}

// truth returns what a picture with the whole board at bounds shows.
func (s *Spec) truth(bounds Rect) Truth {
	t := Truth{Board: s.Board, Bounds: bounds}
	if s.Lines.Kind == Gaps {
		t.Slack = s.Lines.Thin / 2 * bounds.Width / s.bounds().Width
	}
	if s.Moving >= 0 && s.MovingAge < 0.6 {
		t.Either = []int{s.Moving}
	}
	t.Under = s.underPointer()
	return t
}

// resize scales the picture, keeping cells readable and pictures of a size
// that screens have.
func (s *Spec) resize(r *rand.Rand, img image.Image, c *condition) (image.Image, Rect) {
	factor := between(r, 0.67, 1.75)
	if pitch := min(s.PitchX, s.PitchY); pitch*factor < smallest {
		factor = between(r, 1, 1.75)
	}
	if wide := img.Bounds().Dx(); float64(wide)*factor > 2400 {
		factor = between(r, 0.67, 1)
	}
	filter := pick(r, imaging.Linear, imaging.Lanczos, imaging.NearestNeighbor)
	c.nearest = filter.Support == 0
	out, fx, fy := resized(img, factor, filter)
	c.factor = min(fx, fy)
	b := s.bounds()
	return out, Rect{b.X * fx, b.Y * fy, b.Width * fx, b.Height * fy}
}

// crop cuts the picture: to the frame, a little into the outer cells, or deep
// into the board.
func (s *Spec) crop(r *rand.Rand, base *image.RGBA) Picture {
	if chance(r, 0.6) {
		return s.trim(r, base)
	}
	n := s.size()
	b := s.bounds()
	// Whole columns or rows are lost, and usually part of the next.
	lost := 1 + r.IntN(max(1, n/2-1))
	fraction := pick(r, 0, between(r, 0.2, 0.8), between(r, 0.2, 0.8), between(r, 0.2, 0.8))
	cut := base.Rect
	switch depth := float64(lost) + fraction; r.IntN(4) {
	case 0:
		cut.Min.X = int(b.X + depth*s.PitchX)
	case 1:
		cut.Max.X = int(math.Ceil(b.X + b.Width - depth*s.PitchX))
	case 2:
		cut.Min.Y = int(b.Y + depth*s.PitchY)
	default:
		cut.Max.Y = int(math.Ceil(b.Y + b.Height - depth*s.PitchY))
	}
	return Picture{Image: base.SubImage(cut), Truth: Truth{Demand: Refuse, Why: "rows or columns lie outside the picture"}}
}

// trim cuts the picture near the board's frame on every side.
func (s *Spec) trim(r *rand.Rand, base *image.RGBA) Picture {
	b := s.bounds()
	deepest := 0.0
	inset := func(pitch float64) int {
		clip := pick(r, between(r, 0, 0.08)*pitch, -s.Frame.Width, -between(r, 0, 4), 0)
		deepest = max(deepest, math.Round(clip)/pitch)
		return int(math.Round(clip))
	}
	cut := image.Rect(
		int(math.Round(b.X))+inset(s.PitchX), int(math.Round(b.Y))+inset(s.PitchY),
		int(math.Round(b.X+b.Width))-inset(s.PitchX), int(math.Round(b.Y+b.Height))-inset(s.PitchY),
	).Intersect(base.Rect)
	img := base.SubImage(cut)
	t := s.truth(b) // a sub-image keeps the coordinates
	t.Demand, t.Why = demand(img, s, b, condition{factor: 1, clipped: deepest})
	return Picture{Image: img, Truth: t}
}

// cover lays something over the board that hides several whole cells.
func (s *Spec) cover(r *rand.Rand, base *image.RGBA) Picture {
	c := canvas{image.NewRGBA(base.Rect)}
	copy(c.Pix, base.Pix)
	b := s.bounds()
	w := max(between(r, 0.35, 0.9)*b.Width, 2.3*s.PitchX)
	h := max(between(r, 0.3, 0.8)*b.Height, 2.3*s.PitchY)
	x, y := b.X+between(r, 0, 1)*(b.Width-w), b.Y+between(r, 0, 1)*(b.Height-h)
	switch r.IntN(4) {
	case 0: // a window over one side
		x, w = b.X+b.Width-w, w+0.2*b.Width
		y, h = b.Y-0.1*b.Height, 1.2*b.Height
	case 1: // a toast across the foot
		x, w = b.X-0.05*b.Width, 1.1*b.Width
		y = b.Y + b.Height - h
	case 2: // a dialogue in the middle
		x, y = b.X+(b.Width-w)/2, b.Y+(b.Height-h)/2
	}
	card(r, c, x, y, x+w, y+h, s.Scale, s.Dark)
	return Picture{Image: c.RGBA, Truth: Truth{Demand: Refuse, Why: "something hides whole cells"}}
}

// card draws a pop-up with a heading, text and a button.
func card(r *rand.Rand, c canvas, x0, y0, x1, y1, scale float64, dark bool) {
	t := themeOf(dark)
	for i := range 4 { // a soft shadow
		g := float64(4-i) * 1.5 * scale
		k := black
		k.A = 14
		c.rounded(x0-g, y0-g, x1+g, y1+g, 8*scale+g, k)
	}
	c.pill(x0, y0, x1, y1, 8*scale, max(1, scale), t.card, t.rim)
	size := max(9, min(18*scale, (y1-y0)/5))
	clip := canvas{c.RGBA.SubImage(image.Rect(int(x0)+4, int(y0)+4, int(x1)-4, int(y1)-4).Intersect(c.Rect)).(*image.RGBA)}
	if clip.Rect.Empty() {
		return
	}
	clip.text(bold, x0+size, y0+1.8*size, size, t.ink, words(r, 3))
	for i := range 3 {
		clip.text(regular, x0+size, y0+(3.4+1.4*float64(i))*size, 0.75*size, t.soft, words(r, 8))
	}
	clip.pill(x0+size, y1-2.6*size, x0+min(9*size, x1-x0-size), y1-0.8*size, size, max(1, scale), hex(0x0A66C2), hex(0x0A66C2))
	clip.text(bold, x0+2*size, y1-1.4*size, 0.8*size, white, "See results")
}
