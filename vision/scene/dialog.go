package scene

import (
	"image"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Is it the game? A page can show how the game is played on a small board that
// plays by itself, in a dialog: a card of one ground, and all of the page around it
// dimmed. To dim a page, a dark layer is laid over it. One that lets through a share
// s of what is below leaves of a value v no more than s*v, so
//
//   - nothing on the page is brighter than what is left of white, s*255, while the card
//     that lies over the layer shows its colours in full;
//   - what the page's ground was, the brightest that is left of it tells nearly: on a
//     light page all grounds are near white, so that all it shows is about as bright as
//     its ground, or darker;
//   - on a dark page the text is the brightest, and so faint that no page would have
//     it so.
//
// A dark desktop, a terminal or a dark page around a light card has none of that:
// what is written there is brighter than its ground, and can be read with ease.

const (
	// leastLeft and mostLeft are the shares of light that the layers of pages let through:
	// a layer darker than that hides the page, one lighter does not set the card off.
	leastLeft, mostLeft = 0.2, 0.7
	// paper is the least that the ground of a light page has of white, in each channel:
	// the greys that sites use go down to #d9d9d9.
	paper = 0.85
	// legible is the contrast that text must have by the guidelines for pages (WCAG 2,
	// level AA). Dimmed, a dark page's has less: its ground cannot get much darker.
	legible = 4.5
	// white is the brightest a channel can be.
	white float64 = 255
	// edgeSamples is how many places of a line are looked at to tell what it crosses.
	edgeSamples = 16
)

// level is how bright the brightest channel of a colour is: a layer leaves less of each.
func level(c raster.RGB) int { return int(max(c[0], c[1], c[2])) }

// setting is a card with a board on it, and what lies around it.
type setting struct {
	p      *raster.Picture
	card   image.Rectangle
	own    raster.RGB // the card's ground
	ground raster.RGB // that of what lies around the card
	found  [4]bool    // the sides of the card that the picture shows, as in sideNames
	pitch  int
	limit  int             // nothing of a dimmed page is brighter
	page   image.Rectangle // what lies around the card, up to where another thing begins
}

// InDialog tells whether a board stands in a dialog over a dimmed page. Where that is
// not certain it says no: the game would not be played.
func InDialog(p *raster.Picture, l lattice.Lattice) bool {
	s := &setting{p: p, pitch: max(4, int(l.Pitch()))}
	var ok bool
	if s.own, ok = s.around(l); !ok {
		return false
	}
	light := float64(level(s.own)) > mostLeft*white
	if !s.findCard(l, light) || !s.evenRim() || !s.findGround() {
		return false
	}
	if light {
		return s.overLightPage(l)
	}
	return s.overDarkPage(l)
}

// around returns the ground that the board stands on, if it is one.
func (s *setting) around(l lattice.Lattice) (raster.RGB, bool) {
	const (
		off  = 0.35 // of a cell from the board: beyond its frame
		most = 0.6  // of the samples: buttons and text can lie that near
	)
	b := l.Inflated(off)
	var samples []uint32
	for i := range edgeSamples / 2 {
		t := (float64(i) + 0.5) / (edgeSamples / 2)
		for _, at := range [...]raster.Point{
			{X: b.X, Y: b.Y + t*b.Height}, {X: b.X + b.Width, Y: b.Y + t*b.Height},
			{X: b.X + t*b.Width, Y: b.Y}, {X: b.X + t*b.Width, Y: b.Y + b.Height},
		} {
			if x, y := num.Floor(at.X), num.Floor(at.Y); s.p.Inside(x, y) {
				samples = append(samples, s.p.At(x, y).Packed())
			}
		}
	}
	g := cellcolor.Mode(samples)
	return g.RGB, g.Support >= most
}

// findCard looks for the sides of the card around the board, and tells whether two that
// face each other have a darker page beyond them.
func (s *setting) findCard(l lattice.Lattice, light bool) bool {
	// A layer leaves of a light page what is darker than any light card; of a dark one,
	// whose ground is no brighter than its cards, what is darker than this card. Text on
	// it, which may be brighter, leaves half of it free.
	dim, most := num.Floor(mostLeft*white), edgeSamples
	if !light {
		dim, most = int(mostLeft*float64(level(s.own))), edgeSamples/2
	}
	whole := s.p.Bounds()
	b := l.Bounds().Image().Intersect(whole)
	s.card = whole
	if s.find(b, true, dim, most); s.found[0] && s.found[1] {
		b.Min.X, b.Max.X = s.card.Min.X, s.card.Max.X
	}
	s.find(b, false, dim, most)
	return s.opposite(func(side int) bool { return s.found[side] })
}

// opposite tells whether something holds of two sides that face each other.
func (s *setting) opposite(holds func(side int) bool) bool {
	return holds(0) && holds(1) || holds(2) && holds(3)
}

// far returns how far from the card the page must be seen: half a cell, which no line
// in a card and no frame around one is wide.
func (s *setting) far() int { return s.pitch / 2 }

// find walks from the board, or what is known of the card, to the upright sides of the
// card or the others.
func (s *setting) find(b image.Rectangle, upright bool, dim, most int) {
	from, ends, lo, hi := [2]int{b.Min.X, b.Max.X}, [2]int{0, s.p.W - 1}, b.Min.Y, b.Max.Y
	sides := [2]*int{&s.card.Min.X, &s.card.Max.X}
	if !upright {
		from, ends, lo, hi = [2]int{b.Min.Y, b.Max.Y}, [2]int{0, s.p.H - 1}, b.Min.X, b.Max.X
		sides = [2]*int{&s.card.Min.Y, &s.card.Max.Y}
	}
	dark := func(line int) bool {
		n := 0
		for i := range edgeSamples {
			at := lo + (2*i+1)*(hi-lo)/(2*edgeSamples)
			if level(s.p.On(upright, line, at)) <= dim {
				n++
			}
			if i-n >= edgeSamples-most {
				return false
			}
		}
		return true
	}
	for i, dir := range [...]int{-1, 1} {
		step := dir * max(1, s.far()/3)
		first, begun := 0, false
		for line := from[i] + dir*s.pitch/3; line >= 0 && line <= ends[1]; line += step {
			if !dark(line) {
				begun = false
				continue
			}
			if !begun {
				first, begun = line, true
			}
			if (line-first)*dir >= s.far() {
				for first != from[i] && dark(first-dir) {
					first -= dir
				}
				*sides[i] = first
				if i == 0 {
					*sides[i]++
				}
				if !upright {
					i += 2
				}
				s.found[i] = true
				break
			}
		}
	}
}

// rim is how many pixels beside the side of a card are neither its own nor the page's:
// a line around it, or what scaling and compression made of its edge.
func (s *setting) rim() int { return max(3, s.pitch/8) }

// along returns pixels of a line that runs along a side of the card so many pixels from
// it, positive outside, but for the rounded corners.
func (s *setting) along(side, off int) (samples []uint32) {
	const corner = 12 // a part of the side's length
	c := s.card
	upright := side < 2
	line := [...]int{c.Min.X - 1 - off, c.Max.X + off, c.Min.Y - 1 - off, c.Max.Y + off}[side]
	lo, hi, end := c.Min.Y, c.Max.Y, s.p.W
	if !upright {
		lo, hi, end = c.Min.X, c.Max.X, s.p.H
	}
	if line < 0 || line >= end {
		return nil
	}
	lo, hi = lo+(hi-lo)/corner, hi-(hi-lo)/corner
	for i := range edgeSamples {
		samples = append(samples, s.p.On(upright, line, lo+(2*i+1)*(hi-lo)/(2*edgeSamples)).Packed())
	}
	return samples
}

// evenRim tells whether the card has its ground on all sides: a window has its title
// and its buttons on one.
func (s *setting) evenRim() bool {
	for side, found := range s.found {
		if !found {
			continue
		}
		n := 0
		for _, c := range s.along(side, -1-s.rim()) {
			if raster.Chebyshev(raster.Unpacked(c), s.own) <= cellcolor.SameColor {
				n++
			}
		}
		if n < 3*edgeSamples/4 {
			return false
		}
	}
	return true
}

// findGround finds the ground of the page: what shows most beside the card.
func (s *setting) findGround() bool {
	var counted []cellcolor.Color
	for side, found := range s.found {
		if found {
			counted = append(counted, cellcolor.Mode(s.along(side, s.far()-1)))
		}
	}
	// Beside one side there may be a picture, beside another the game.
	best := slices.MaxFunc(counted, func(a, b cellcolor.Color) int { return int(100*a.Support) - int(100*b.Support) })
	s.ground = best.RGB
	return best.Support >= 0.75
}

// overLightPage tells whether the ground around a light card is what a layer left of a
// light page.
func (s *setting) overLightPage(l lattice.Lattice) bool {
	g := level(s.ground)
	least := int(min(s.ground[0], s.ground[1], s.ground[2]))
	// What was near white in each channel is grey, nearly.
	if float64(g) < leastLeft*paper*white-1 || float64(g) > mostLeft*white+1 || float64(least) < paper*float64(g)-grayish {
		return false
	}
	// White shows how much the layer lets through, and the ground was hardly darker.
	s.limit = int(float64(g)/paper) + cellcolor.SameColor
	if level(s.own) <= s.limit || !s.findPage() {
		return false
	}
	// Ink is at most half as bright as paper, or nobody would print with it; shadows are
	// not that dark.
	lo, hi := int(paper*float64(g))-cellcolor.SameColor, s.limit
	if s.written(s.page, s.card.Inset(-s.rim()), func(v int) bool { return v >= lo && v <= hi }, func(v int) bool { return 2*v <= g }) {
		return true
	}
	// A plain grey ground may as well be that of a page with one card. But where pages
	// show games, they are not as small as examples.
	return l.Size <= lattice.ExampleSize && s.plain(lo)
}

// grayish is by how much rounding and compression can change the channels of a grey.
const grayish = 4

// overDarkPage tells whether what is written around a dark card is what a layer left
// of the text of a dark page.
func (s *setting) overDarkPage(l lattice.Lattice) bool {
	g := level(s.ground)
	// A colour has no more contrast than the grey of its brightest channel.
	s.limit = s.legibleOn(g)
	ink := s.ink(l)
	if ink < s.legibleOn(level(s.own)) || float64(s.limit) > mostLeft*float64(ink) || !s.findPage() {
		return false
	}
	return s.written(s.page, s.card.Inset(-s.rim()),
		func(v int) bool { return v <= g+cellcolor.SameColor }, func(v int) bool { return v >= int(leastLeft*float64(ink)) })
}

// legibleOn returns the darkest grey in which text can be read on a dark ground.
func (s *setting) legibleOn(g int) int {
	least := legible*(cellcolor.LinearLight[g]+0.05) - 0.05
	for v := range cellcolor.LinearLight {
		if cellcolor.LinearLight[v] >= least {
			return v
		}
	}
	return 255
}

// ink returns how bright the brightest is that is written on the card, beside the board.
func (s *setting) ink(l lattice.Lattice) int {
	const few = 30 // pixels: less than a word
	var count [256]int
	board := l.Inflated(0.35).Image()
	inner := s.card.Inset(s.rim())
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		for x := inner.Min.X; x < inner.Max.X; x++ {
			if y >= board.Min.Y && y < board.Max.Y && x >= board.Min.X && x < board.Max.X {
				x = board.Max.X - 1
				continue
			}
			count[level(s.p.At(x, y))]++
		}
	}
	n, v := 0, 255
	for ; v > 0; v-- {
		if n += count[v]; n >= few {
			break
		}
	}
	return v
}

// findPage finds how far the page reaches around the card, and tells whether it is
// dimmed all over. It ends at the picture's edge, or where something that is not
// dimmed begins along a straight line: the window's own bars, another window, the
// desktop. Bright text that no such line sets off is the page's own.
func (s *setting) findPage() bool {
	s.page = s.card.Inset(-s.rim()).Intersect(s.p.Bounds())
	for side := range s.found {
		if s.found[side] && !s.extend(side) {
			return false
		}
	}
	reach := [4]int{s.card.Min.X - s.page.Min.X, s.page.Max.X - s.card.Max.X, s.card.Min.Y - s.page.Min.Y, s.page.Max.Y - s.card.Max.Y}
	return s.opposite(func(side int) bool { return reach[side] >= s.far() })
}

// extend moves a side of the page outwards and tells whether what it passes is dimmed.
func (s *setting) extend(side int) bool {
	const (
		bar   = 0.9 // of a line is bright where it is no text
		along = 0.8 // of a line changes where another thing begins
		every = 2   // pixels of a line: strokes that are missed in one show in the next
	)
	upright, dir := side < 2, 2*(side%2)-1
	end, lo, hi := s.p.W, s.page.Min.Y, s.page.Max.Y
	at := [...]*int{&s.page.Min.X, &s.page.Max.X, &s.page.Min.Y, &s.page.Max.Y}[side]
	if !upright {
		end, lo, hi = s.p.H, s.page.Min.X, s.page.Max.X
	}
	line := *at
	if dir < 0 {
		line--
	}
	edge, set := 0, false // where another thing may have begun
	for ; line >= 0 && line < end; line += dir {
		bright, changed := 0, 0
		inner := min(max(line-dir, 0), end-1)
		n := 0
		for i := lo; i < hi; i += every {
			n++
			c := s.p.On(upright, line, i)
			if level(c) > s.limit {
				bright++
			}
			if raster.Chebyshev(c, s.p.On(upright, inner, i)) > cellcolor.SameColor {
				changed++
			}
		}
		if float64(changed) >= along*float64(n) {
			edge, set = line, true
		}
		if bright == 0 {
			continue
		}
		if float64(bright) >= bar*float64(n) {
			break
		}
		if !set {
			return false
		}
		line = edge
		break
	}
	if *at = line; dir < 0 {
		*at = line + 1
	}
	return true
}

// written tells whether there is text in an area, but for a part of it: strokes that are
// narrow, several beside each other, on a ground that is not.
func (s *setting) written(area, but image.Rectangle, ground, ink func(level int) bool) bool {
	const (
		strokes = 3 // around each other: a letter or two; the frame of a box has two
		rows    = 5 // of pixels: the lowest small letters have as many
	)
	wide := max(6, s.far())
	found := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		n, last, inked := 0, -1, false
		for x := area.Min.X; x < area.Max.X; x++ {
			if y >= but.Min.Y && y < but.Max.Y && x >= but.Min.X && x < but.Max.X {
				x, last, inked = but.Max.X-1, -1, false
				continue
			}
			switch v := level(s.p.At(x, y)); {
			case ground(v):
				if inked && last >= 0 && x-last <= wide {
					n++
				}
				last, inked = x, false
			case ink(v):
				inked = true
			}
		}
		if n >= strokes {
			if found++; found >= rows {
				return true
			}
		}
	}
	return false
}

// plain tells whether all of the picture around the card is of one ground, but for the
// shadow that the card throws.
func (s *setting) plain(least int) bool {
	const all = 0.95
	if s.found != [4]bool{true, true, true, true} || s.page != s.p.Bounds() {
		return false
	}
	but := s.card.Inset(-s.rim())
	n, like := 0, 0
	for y := range s.p.H {
		for x := 0; x < s.p.W; x++ {
			if y >= but.Min.Y && y < but.Max.Y && x >= but.Min.X && x < but.Max.X {
				x = but.Max.X - 1
				continue
			}
			n++
			if level(s.p.At(x, y)) >= least {
				like++
			}
		}
	}
	return float64(like) >= all*float64(n)
}
