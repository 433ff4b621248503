package vision

import (
	"cmp"
	"slices"
)

// How could the cells be cut into regions? By colour, where as many groups as
// rows stand out; by colour and lines, where there are a few groups too many or
// too few; by lines alone. What is listed here is judged in agree.go.

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
			if k == n+1 {
				for _, h := range ev.shades(labels) {
					add(merged(labels, h.cell, h.host))
				}
			}
			add(absorb(ev, labels, k-n, false))
			if ev.lines.speak {
				add(absorb(ev, labels, k-n, true))
			}
			if ev.lines.speak && k == n+1 {
				for _, s := range parted(ev, labels) {
					add(s)
				}
			}
		}
	}
	// Too few: regions that share a colour, and perhaps a hovered cell as well.
	ways := []bool{false} // by lines as well, or by colour alone
	if ev.lines.speak {
		ways = []bool{true, false}
	}
	for k := n; k >= max(2, n-4); k-- {
		if ev.clusters.clear(k) < 1.5 {
			continue
		}
		labels, _, _ := ev.clusters.cut(k)
		shades := ev.shades(labels)
		for _, byLines := range ways {
			for _, s := range split(ev, labels, n-k, byLines) {
				add(s)
			}
			for _, h := range shades {
				for _, s := range split(ev, merged(labels, h.cell, h.host), n-k+1, byLines) {
					add(s)
				}
			}
		}
	}
	if ev.lines.speak {
		pieces := ev.connected(func(e edge) bool { return !ev.lines.bounds(e) })
		add(pieces)
		gathered := gather(ev, pieces)
		add(gathered)
		add(ev.untinted(gathered))
	}
	return out
}

// hopeful tells whether anything may come of a lattice that lies only about
// where it should: some number of groups near that of the rows stands out, or
// the lines speak.
func (ev *evidence) hopeful() bool {
	for k := max(2, ev.n-4); k <= ev.n+3; k++ {
		if ev.clusters.clear(k) >= 1.2 {
			return true
		}
	}
	_, _, between := ev.clusters.cut(ev.n)
	return ev.lines.speak || between >= noticeable
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

// hovered is a cell that may be a shaded one of a region beside it.
type hovered struct{ cell, host int }

// shades lists the cells that are alone in their group and could be a shaded
// cell of a group beside them, or of any where lines wall them in. Exact shades,
// where there are any, rule out the others.
func (ev *evidence) shades(labels []int) []hovered {
	if exact := ev.shadesWithin(labels, exactShade); len(exact) > 0 {
		return exact
	}
	return ev.shadesWithin(labels, roughShade)
}

// shadesWithin lists the shades that are exact to a tolerance per channel.
func (ev *evidence) shadesWithin(labels []int, tol float64) (out []hovered) {
	size := make([]int, count(labels))
	for _, l := range labels {
		size[l]++
	}
	for i, l := range labels {
		if size[l] != 1 {
			continue
		}
		hosts := ev.beside(labels, i)
		if tol == exactShade && ev.walled(i) {
			hosts = others(labels, i)
		}
		for _, t := range hosts {
			if shade(ev.ground[i].rgb, ev.center(labels, t), tol) {
				out = append(out, hovered{i, t})
			}
		}
	}
	return out
}

// adjoins tells whether a cell has another of its region beside it that is none of
// the odd ones, which could vouch for each other, or is walled in, so that its
// region may lie elsewhere.
func (ev *evidence) adjoins(labels []int, i int, odd []int) bool {
	for e := range ev.lines.around(i) {
		if labels[e.a] == labels[e.b] && !slices.Contains(odd, e.a+e.b-i) {
			return true
		}
	}
	return ev.walled(i)
}

// walled tells whether there is a wide line on all sides of a cell: it may be a
// loose piece of a region elsewhere.
func (ev *evidence) walled(i int) bool {
	if !ev.lines.speak {
		return false
	}
	for e := range ev.lines.around(i) {
		if !ev.lines.bounds(e) {
			return false
		}
	}
	return true
}

// others lists the groups that a cell does not belong to.
func others(labels []int, i int) (out []int) {
	for t := range count(labels) {
		if t != labels[i] {
			out = append(out, t)
		}
	}
	return out
}

// beside lists the other groups that the neighbours of a cell belong to.
func (ev *evidence) beside(labels []int, i int) (out []int) {
	row, col := i/ev.n, i%ev.n
	for _, d := range [...][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		r, c := row+d[0], col+d[1]
		if r < 0 || c < 0 || r >= ev.n || c >= ev.n {
			continue
		}
		if t := labels[r*ev.n+c]; t != labels[i] && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// merged returns the labels with one cell given to another group.
func merged(labels []int, cell, host int) []int {
	out := slices.Clone(labels)
	out[cell] = host
	return relabel(out)
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
			t := host(ev, out, i, byLines)
			if t < 0 && byLines {
				t = host(ev, out, i, false) // the pointer hides its lines
			}
			if t >= 0 {
				if best >= 0 {
					// More lone cells than there should be: prefer the one
					// that is a shade of its host.
					if !shade(ev.ground[i].rgb, ev.center(out, t), roughShade) || shade(ev.ground[best].rgb, ev.center(out, to), roughShade) {
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

// parted takes each group of two cells for two that are tinted, as those of queens that
// clash are, and gives them to the regions behind their thin lines, where all of those
// lead to one.
func parted(ev *evidence, labels []int) (out [][]int) {
	members := make([][]int, count(labels))
	for i, l := range labels {
		members[l] = append(members[l], i)
	}
	for _, pair := range members {
		if len(pair) != 2 {
			continue
		}
		s, all := slices.Clone(labels), true
		for _, i := range pair {
			t := host(ev, labels, i, true)
			if all = all && t >= 0; all {
				s[i] = t
			}
		}
		if all {
			out = append(out, relabel(s))
		}
	}
	return out
}

// host returns the label of the region cell i belongs to by the word of its
// neighbours, or -1 where they do not agree.
func host(ev *evidence, labels []int, i int, byLines bool) int {
	host := -1
	for e := range ev.lines.around(i) {
		t := labels[e.a+e.b-i]
		if t == labels[i] {
			continue
		}
		belongs := !ev.lines.bounds(e)
		if !byLines {
			belongs = shade(ev.ground[i].rgb, ev.center(labels, t), roughShade)
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
// where other colours, or by their word wide lines, separate their cells. Every
// choice of groups that makes up for the missing regions is returned.
func split(ev *evidence, labels []int, missing int, byLines bool) [][]int {
	pieces := ev.connected(func(e edge) bool {
		return labels[e.a] == labels[e.b] && !(byLines && ev.lines.bounds(e))
	})
	inGroup := make([]int, count(labels)) // pieces
	seen := 0
	for i, l := range labels {
		if pieces[i] == seen { // they are numbered in this order
			inGroup[l]++
			seen++
		}
	}
	var groups []int // those in several pieces
	for l, n := range inGroup {
		if n > 1 {
			groups = append(groups, l)
		}
	}
	if len(groups) > 6 {
		return nil
	}
	var out [][]int
	for choice := 1; choice < 1<<len(groups); choice++ {
		gain := 0
		for k, l := range groups {
			if choice>>k&1 == 1 {
				gain += inGroup[l] - 1
			}
		}
		if gain != missing {
			continue
		}
		apart := make([]bool, len(inGroup))
		for k, l := range groups {
			apart[l] = choice>>k&1 == 1
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

// gather joins pieces that lines set apart but that have one colour, those side
// by side first and then the closest, until as many regions are left as the board
// has rows.
func gather(ev *evidence, pieces []int) []int {
	k := count(pieces)
	if k <= ev.n || k > 3*ev.n {
		return pieces
	}
	centers := make([]lab, k)
	for l := range centers {
		centers[l] = toLab(ev.center(pieces, l))
	}
	touching := make(map[[2]int]bool)
	for _, e := range ev.lines.edges {
		touching[[2]int{min(pieces[e.a], pieces[e.b]), max(pieces[e.a], pieces[e.b])}] = true
	}
	var links []link
	for a := range k {
		for b := a + 1; b < k; b++ {
			d := centers[a].distance(centers[b])
			if d >= 2*noticeable {
				continue
			}
			if d < noticeable && touching[[2]int{a, b}] {
				d -= noticeable
			}
			links = append(links, link{a: a, b: b, d: d})
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

// boardLike tells whether about as many regions as rows can be told apart by
// either witness, so that the grid is a board even if it cannot be read.
func (ev *evidence) boardLike() bool {
	if ev.n < 5 {
		return false
	}
	for k := max(4, ev.n-2); k <= ev.n+3; k++ {
		if ev.clusters.clear(k) >= strong {
			labels, _, _ := ev.clusters.cut(k)
			return piecesOf(labels, ev.n) <= 2*k+2
		}
	}
	if !ev.lines.speak {
		return false
	}
	k := count(ev.connected(func(e edge) bool { return !ev.lines.bounds(e) }))
	return k >= ev.n-1 && k <= ev.n+2
}
