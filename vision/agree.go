package vision

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/solver"
)

// What do the witnesses agree on? Colour and lines each propose ways to cut
// the cells into regions; every proposal is then held against both of them
// and against the puzzle itself: exactly as many regions as rows, and, in the
// common case, exactly one solution. A near miss of the right reading has
// several solutions or none, so one solution is the cheapest proof there is.
// It chooses between proposals; it never makes up for witnesses that disagree.

// How sure a reading is, by what speaks for it. Readings below certain are
// refused.
const (
	certain       = 0.85
	allAgree      = 0.99 // colour, lines and one solution
	oneSilent     = 0.96 // one witness, the other silent, one solution
	oddExplained  = 0.95 // both, but for a hovered cell or the like; one solution
	severalAgree  = 0.94 // colour and lines, several solutions
	overruled     = 0.92 // clear colours overrule unusable lines; one solution
	noneAgree     = 0.88 // colour and lines, no solution, all four sides seen
	severalLines  = 0.89 // lines without one out of place, several solutions
	severalSilent = 0.87 // clear colours, lines silent, several solutions
	doubtful      = 0.50
)

// strong is how clear the gap between the colours must be (see clusters.clear)
// for colour to be believed alone.
const strong = 3.0

// evidence is all that was measured of one lattice.
type evidence struct {
	n        int
	lattice  Lattice
	ground   []ground
	clusters clusters
	lines    lineWords
	marks    []solver.Mark
	strange  []int // cells whose ink looks like no mark
	unclear  []int // cells whose mark could be one or another
	margin   bool  // all four sides of the board lie inside the picture
}

// proposal is one way to cut the cells into regions, and how it fares.
type proposal struct {
	labels     []int
	odd        []int  // cells that do not have their region's colour
	explained  bool   // every odd cell is a shade of its region's colour, or tinted under a queen
	shaded     bool   // every odd cell is a shade of its region's colour and of no other
	adrift     bool   // an odd cell neither is a shade nor borders its region on a thin line
	twins      int    // pairs of regions with the same colour
	broken     []edge // lines that say otherwise
	tinted     bool   // a region is nothing but cells with queens, as clashing ones are tinted
	pieces     int    // connected parts; as many as regions where each is in one piece
	solutions  int    // up to 2, keeping the queens on the board where possible
	confidence float64
	overruled  bool // the lines were left out of account
}

// judge weighs ways to cut the cells into regions and returns them, the surest
// first.
func judge(ev *evidence, cuts [][]int) []proposal {
	var out []proposal
	for _, labels := range cuts {
		out = append(out, weigh(ev, labels))
	}
	slices.SortStableFunc(out, func(a, b proposal) int {
		return cmp.Or(
			cmp.Compare(b.confidence, a.confidence),
			cmp.Compare(a.disagreements(), b.disagreements()),
		)
	})
	return out
}

func (h *proposal) disagreements() int { return len(h.odd) + len(h.broken) + h.twins }

// propose lists the different ways to cut the board into exactly n regions
// that colour or lines or both suggest.
func propose(ev *evidence) [][]int {
	n := ev.n
	var out [][]int
	add := func(labels []int) {
		if count(labels) != n {
			return
		}
		for _, o := range out {
			if slices.Equal(o, labels) {
				return
			}
		}
		out = append(out, labels)
	}
	if labels, _, between := ev.clusters.cut(n); between >= noticeable {
		add(labels)
	}
	// Too many colours: a hovered cell, a pointer, a cell in mid-animation.
	for k := n + 1; k <= n+3 && k < n*n; k++ {
		if ev.clusters.clear(k) >= 1.5 {
			labels, _, _ := ev.clusters.cut(k)
			add(absorb(ev, labels, k-n, false))
			if ev.lines.speak {
				add(absorb(ev, labels, k-n, true))
			}
		}
	}
	// Too few: regions that share a colour.
	for k := n - 1; k >= max(2, n-4); k-- {
		if ev.clusters.clear(k) >= 1.5 {
			labels, _, _ := ev.clusters.cut(k)
			for _, s := range split(ev, labels, n-k) {
				add(s)
			}
		}
	}
	if ev.lines.speak {
		pieces := ev.connected(func(e edge) bool { return !ev.lines.bounds(e) })
		add(pieces)
		add(gather(ev, pieces))
	}
	return out
}

// connected joins cells across every edge that same accepts.
func (ev *evidence) connected(same func(e edge) bool) []int {
	s := newSets(ev.n * ev.n)
	for _, e := range ev.lines.edges {
		if same(e) {
			s.join(e.a, e.b)
		}
	}
	return s.labels()
}

// absorb gives the cells of the smallest groups to the regions around them: to
// the region whose shade they are, or, by the lines, to the one behind a thin
// line. It returns labels with more groups than asked for where that cannot be
// done.
func absorb(ev *evidence, labels []int, surplus int, byLines bool) []int {
	size := make([]int, count(labels))
	for _, l := range labels {
		size[l]++
	}
	out := slices.Clone(labels)
	for range surplus {
		best, to := -1, -1
		for i, l := range out {
			if size[l] != 1 {
				continue
			}
			if t := host(ev, out, i, byLines); t >= 0 {
				if best >= 0 {
					// More lone cells than there should be: prefer the one
					// that is a shade of its host.
					if !shade(ev.ground[i].rgb, ev.center(out, t)) || shade(ev.ground[best].rgb, ev.center(out, to)) {
						continue
					}
				}
				best, to = i, t
			}
		}
		if best < 0 {
			return out
		}
		size[out[best]]--
		size[to]++
		out[best] = to
	}
	return relabel(out)
}

// host returns the label of the region cell i belongs to by the word of its
// neighbours, or -1 where they do not agree.
func host(ev *evidence, labels []int, i int, byLines bool) int {
	host := -1
	for _, e := range ev.lines.edges {
		if e.a != i && e.b != i {
			continue
		}
		t := labels[e.a+e.b-i]
		if t == labels[i] {
			continue
		}
		belongs := !ev.lines.bounds(e)
		if !byLines {
			belongs = shade(ev.ground[i].rgb, ev.center(labels, t))
		}
		if !belongs || t == host {
			continue
		}
		if host >= 0 {
			return -1
		}
		host = t
	}
	return host
}

// split takes groups of one colour apart where they hold several regions:
// where wide lines or other colours separate their cells. Every choice of
// groups that makes up for the missing regions is returned.
func split(ev *evidence, labels []int, missing int) [][]int {
	pieces := ev.connected(func(e edge) bool {
		return labels[e.a] == labels[e.b] && !(ev.lines.speak && ev.lines.bounds(e))
	})
	inGroup := make(map[int]map[int]bool)
	for i, l := range labels {
		if inGroup[l] == nil {
			inGroup[l] = make(map[int]bool)
		}
		inGroup[l][pieces[i]] = true
	}
	var groups []int // those in several pieces
	for l := range count(labels) {
		if len(inGroup[l]) > 1 {
			groups = append(groups, l)
		}
	}
	if len(groups) > 6 {
		return nil
	}
	var out [][]int
	for choice := 1; choice < 1<<len(groups); choice++ {
		gain := 0
		apart := make(map[int]bool)
		for k, l := range groups {
			if choice>>k&1 == 1 {
				gain += len(inGroup[l]) - 1
				apart[l] = true
			}
		}
		if gain != missing {
			continue
		}
		raw := make([]int, len(labels))
		for i, l := range labels {
			raw[i] = -1 - l
			if apart[l] {
				raw[i] = pieces[i]
			}
		}
		out = append(out, relabel(raw))
	}
	return out
}

// gather joins pieces that lines set apart but that have one colour, closest
// first, until as many regions are left as the board has rows.
func gather(ev *evidence, pieces []int) []int {
	k := count(pieces)
	if k <= ev.n || k > 3*ev.n {
		return pieces
	}
	centers := make([]lab, k)
	for l := range centers {
		centers[l] = toLab(ev.center(pieces, l))
	}
	var links []link
	for a := range k {
		for b := a + 1; b < k; b++ {
			if d := centers[a].distance(centers[b]); d < 2*noticeable {
				links = append(links, link{a, b, d})
			}
		}
	}
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(a.d, b.d) })
	s := newSets(k)
	for _, l := range links {
		if k == ev.n {
			break
		}
		if s.find(l.a) != s.find(l.b) {
			s.join(l.a, l.b)
			k--
		}
	}
	raw := make([]int, len(pieces))
	for i, p := range pieces {
		raw[i] = s.find(p)
	}
	return relabel(raw)
}

// center returns the usual colour of a region, channel by channel; of two
// cells the brighter, since the pointer darkens.
func (ev *evidence) center(labels []int, region int) rgb {
	var channel [3][]float64
	var cells []int
	for i, l := range labels {
		if l == region {
			cells = append(cells, i)
			for k := range channel {
				channel[k] = append(channel[k], float64(ev.ground[i].rgb[k]))
			}
		}
	}
	if len(cells) == 2 {
		a, b := ev.ground[cells[0]].rgb, ev.ground[cells[1]].rgb
		if a.luma() >= b.luma() {
			return a
		}
		return b
	}
	var c rgb
	for k := range c {
		c[k] = uint8(median(channel[k]))
	}
	return c
}

// weigh holds a proposal against every witness.
func weigh(ev *evidence, labels []int) proposal {
	h := proposal{labels: labels, explained: true, shaded: true}
	centers := make([]rgb, ev.n)
	labs := make([]lab, ev.n)
	for r := range centers {
		centers[r] = ev.center(labels, r)
		labs[r] = toLab(centers[r])
	}
	tolerance := max(1.5*noticeable, 4*ev.noise())
	for i, l := range labels {
		if ev.ground[i].lab.distance(labs[l]) > tolerance {
			h.odd = append(h.odd, i)
			// The pointer shades a cell; queens that clash tint theirs.
			shaded := shade(ev.ground[i].rgb, centers[l])
			only := shaded // the only region it can be a shade of
			for r := range centers {
				only = only && (r == l || !shade(ev.ground[i].rgb, centers[r]))
			}
			h.shaded = h.shaded && only
			h.explained = h.explained && (shaded || ev.marks[i] == solver.Queen)
			h.adrift = h.adrift || (!shaded && !ev.vouched(labels, i))
		}
	}
	for a := range labs {
		for b := a + 1; b < len(labs); b++ {
			if labs[a].distance(labs[b]) < noticeable {
				h.twins++
			}
		}
	}
	if ev.lines.speak {
		for _, e := range ev.lines.edges {
			if ev.lines.denies(e, labels[e.a] == labels[e.b]) {
				h.broken = append(h.broken, e)
			}
		}
	}
	h.pieces = piecesOf(labels, ev.n)
	h.tinted = ev.tinted(labels)
	h.solutions = solutions(ev.board(labels))
	h.confidence = ev.confidence(&h)
	return h
}

// vouched tells whether a thin line leads from a cell to its own region.
func (ev *evidence) vouched(labels []int, i int) bool {
	for _, e := range ev.lines.edges {
		if (e.a == i || e.b == i) && labels[e.a] == labels[e.b] && ev.lines.speak && !ev.lines.bounds(e) {
			return true
		}
	}
	return false
}

// tinted tells whether a region of several cells holds a queen in each.
func (ev *evidence) tinted(labels []int) bool {
	cells, queens := make([]int, ev.n), make([]int, ev.n)
	for i, l := range labels {
		cells[l]++
		if ev.marks[i] == solver.Queen {
			queens[l]++
		}
	}
	for l := range cells {
		if cells[l] > 1 && queens[l] == cells[l] {
			return true
		}
	}
	return false
}

// noise is the usual distance in colour of a cell from its nearest.
func (ev *evidence) noise() float64 {
	var d []float64
	for _, l := range ev.clusters.links {
		d = append(d, l.d)
	}
	return median(d)
}

// board is the puzzle a proposal stands for, with the marks that were read.
func (ev *evidence) board(labels []int) *solver.Board {
	b := &solver.Board{Size: ev.n, Regions: make([]uint8, len(labels)), Marks: ev.marks}
	for i, l := range labels {
		b.Regions[i] = uint8(l)
	}
	return b
}

// solutions counts up to 2, keeping the queens on the board where that is
// possible.
func solutions(b *solver.Board) int {
	if n := solver.Count(b, 2); n > 0 {
		return n
	}
	return solver.Count(b.Cleared(), 2)
}

// confidence says how sure a proposal is; see the constants.
func (ev *evidence) confidence(h *proposal) float64 {
	clear := clearOr(ev, h) >= strong
	colour := len(h.odd) == 0 && h.twins == 0
	// Cells that are not their region's colour: the pointer makes one or two,
	// queens that clash make more, and then only lines can vouch for them.
	few := len(h.odd) <= 2 && h.twins <= 1 && h.explained
	some := len(h.odd) <= ev.n*ev.n/6 && h.twins <= max(1, ev.n/4) && !h.adrift
	if ev.lines.speak && few && clear && len(h.broken) > len(ev.lines.edges)/12 {
		// Lines that contradict clear colours all over the board were drawn by
		// something else than the game, or to whole pixels here and there.
		h.overruled = true
		h.broken = nil
	}
	speak := ev.lines.speak && !h.overruled
	lines := speak && len(h.broken) == 0
	// Of 660 known boards 35 have a loose piece or two, and 15 very many.
	// Pictures that merely hold a grid of colours nearly all have: where lines
	// do not vouch for them, such boards are not believed.
	whole := h.pieces <= ev.n+ev.n/3 || (clearOr(ev, h) >= 2*strong && h.pieces <= ev.n+ev.n/2)
	scattered := h.pieces > ev.n+ev.n/2
	switch {
	case colour && lines:
		switch {
		case h.solutions == 1:
			return allAgree
		case h.solutions > 1:
			return severalAgree
		case ev.margin:
			return noneAgree
		}
	case lines && some && h.solutions == 1:
		return oddExplained
	case lines && some && h.solutions > 1 && (h.pieces == ev.n || few):
		// Lines of two widths that close exactly as many regions as rows,
		// without one out of place, are no accident.
		return severalLines
	case scattered, !few, !clear, !h.shaded, h.tinted:
		// Nothing that speaks for it.
	case h.solutions == 1 && speak && len(h.broken) <= max(1, len(ev.lines.edges)/60):
		// The pointer, or a blot, lies over a line or two.
		return oddExplained
	case h.solutions == 1 && colour && !ev.lines.speak:
		return oneSilent
	case h.solutions == 1:
		return overruled
	case h.solutions > 1 && whole && (!speak || (clearOr(ev, h) >= 2*strong && len(h.broken) <= len(ev.lines.edges)/60)):
		return severalSilent
	}
	return max(0, doubtful-0.01*float64(h.disagreements()))
}

// clearOr is the clearness of the colours at the number of groups the proposal
// really shows: one more for every odd cell.
func clearOr(ev *evidence, h *proposal) float64 {
	best := 0.0
	for k := ev.n - h.twins; k <= ev.n+len(h.odd); k++ {
		best = math.Max(best, ev.clusters.clear(k))
	}
	return best
}
