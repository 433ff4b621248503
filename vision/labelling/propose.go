package labelling

import (
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/partition"
	"cmp"
	"slices"
)

// How could the cells be cut into regions? By colour, where as many groups as
// rows stand out; by colour and lines, where there are a few groups too many or
// too few; by lines alone. What is listed here is judged in agree.go.

// Propose lists the different ways to cut the board into exactly n regions
// that colour or lines or both suggest.
func Propose(ev *Observations) [][]int {
	n := ev.N
	var out [][]int
	add := func(labels []int) {
		if partition.Count(labels) != n {
			return
		}
		for _, o := range out {
			if slices.Equal(o, labels) {
				return
			}
		}
		out = append(out, labels)
	}
	if labels, _, between := ev.Clusters.Cut(n); between >= cellcolor.JND {
		add(labels)
	}
	// Too many colours: a hovered cell, a pointer, a cell in mid-animation.
	for k := n + 1; k <= n+3 && k < n*n; k++ {
		if ev.Clusters.Clearness(k) >= 1.5 {
			labels, _, _ := ev.Clusters.Cut(k)
			if k == n+1 {
				for _, h := range ev.Shades(labels) {
					add(merged(labels, h.cell, h.host))
				}
			}
			add(absorb(ev, labels, k-n, false))
			if ev.Lines.TwoWidths {
				add(absorb(ev, labels, k-n, true))
			}
			if ev.Lines.TwoWidths && k == n+1 {
				for _, s := range parted(ev, labels) {
					add(s)
				}
			}
		}
	}
	// Too few: regions that share a colour, and perhaps a hovered cell as well.
	ways := []bool{false} // by lines as well, or by colour alone
	if ev.Lines.TwoWidths {
		ways = []bool{true, false}
	}
	for k := n; k >= max(2, n-4); k-- {
		if ev.Clusters.Clearness(k) < 1.5 {
			continue
		}
		labels, _, _ := ev.Clusters.Cut(k)
		shades := ev.Shades(labels)
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
	if ev.Lines.TwoWidths {
		pieces := ev.connected(func(e gridline.Edge) bool { return !ev.Lines.IsWide(e) })
		add(pieces)
		gathered := gather(ev, pieces)
		add(gathered)
	}
	return out
}

// Hopeful tells whether anything may come of a lattice that lies only about
// where it should: some number of groups near that of the rows stands out, or
// the lines speak.
func (ev *Observations) Hopeful() bool {
	for k := max(2, ev.N-4); k <= ev.N+3; k++ {
		if ev.Clusters.Clearness(k) >= 1.2 {
			return true
		}
	}
	_, _, between := ev.Clusters.Cut(ev.N)
	return ev.Lines.TwoWidths || between >= cellcolor.JND
}

// connected joins cells across every edge that same accepts.
func (ev *Observations) connected(same func(e gridline.Edge) bool) []int {
	s := partition.NewSets(ev.N * ev.N)
	for _, e := range ev.Lines.Edges {
		if same(e) {
			s.Join(e.A, e.B)
		}
	}
	return s.Labels()
}

// hovered is a cell that may be a shaded one of a region beside it.
type hovered struct{ cell, host int }

// Shades lists the cells that are alone in their group and could be a shaded
// cell of a group beside them, or of any where lines wall them in. Exact shades,
// where there are any, rule out the others.
func (ev *Observations) Shades(labels []int) []hovered {
	if exact := ev.shadesWithin(labels, cellcolor.ExactShade); len(exact) > 0 {
		return exact
	}
	return ev.shadesWithin(labels, cellcolor.RoughShade)
}

// shadesWithin lists the shades that are exact to a tolerance per channel.
func (ev *Observations) shadesWithin(labels []int, tol float64) (out []hovered) {
	size := make([]int, partition.Count(labels))
	for _, l := range labels {
		size[l]++
	}
	for i, l := range labels {
		if size[l] != 1 {
			continue
		}
		hosts := ev.beside(labels, i)
		if tol == cellcolor.ExactShade && ev.walled(i) {
			hosts = others(labels, i)
		}
		for _, t := range hosts {
			if cellcolor.IsShade(ev.Colors[i].RGB, ev.center(labels, t), tol) {
				out = append(out, hovered{i, t})
			}
		}
	}
	return out
}

// adjoins tells whether a cell has another of its region beside it that is none of
// the odd ones, which could vouch for each other, or is walled in, so that its
// region may lie elsewhere.
func (ev *Observations) adjoins(labels []int, i int, odd []int) bool {
	for e := range ev.Lines.Around(i) {
		if labels[e.A] == labels[e.B] && !slices.Contains(odd, e.A+e.B-i) {
			return true
		}
	}
	return ev.walled(i)
}

// walled tells whether there is a wide line on all sides of a cell: it may be a
// loose piece of a region elsewhere.
func (ev *Observations) walled(i int) bool {
	if !ev.Lines.TwoWidths {
		return false
	}
	for e := range ev.Lines.Around(i) {
		if !ev.Lines.IsWide(e) {
			return false
		}
	}
	return true
}

// others lists the groups that a cell does not belong to.
func others(labels []int, i int) (out []int) {
	for t := range partition.Count(labels) {
		if t != labels[i] {
			out = append(out, t)
		}
	}
	return out
}

// beside lists the other groups that the neighbours of a cell belong to.
func (ev *Observations) beside(labels []int, i int) (out []int) {
	row, col := i/ev.N, i%ev.N
	for _, d := range [...][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		r, c := row+d[0], col+d[1]
		if r < 0 || c < 0 || r >= ev.N || c >= ev.N {
			continue
		}
		if t := labels[r*ev.N+c]; t != labels[i] && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// merged returns the labels with one cell given to another group.
func merged(labels []int, cell, host int) []int {
	out := slices.Clone(labels)
	out[cell] = host
	return partition.Relabel(out)
}

// absorb gives the cells of the smallest groups to the regions around them: to
// the region whose shade they are, or, by the lines, to the one behind a thin
// line. It returns labels with more groups than asked for where that cannot be
// done.
func absorb(ev *Observations, labels []int, surplus int, byLines bool) []int {
	size := make([]int, partition.Count(labels))
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
					if !cellcolor.IsShade(ev.Colors[i].RGB, ev.center(out, t), cellcolor.RoughShade) || cellcolor.IsShade(ev.Colors[best].RGB, ev.center(out, to), cellcolor.RoughShade) {
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
	return partition.Relabel(out)
}

// parted takes each group of two cells for two that are tinted, as those of queens that
// clash are, and gives them to the regions behind their thin lines, where all of those
// lead to one.
func parted(ev *Observations, labels []int) (out [][]int) {
	members := make([][]int, partition.Count(labels))
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
			out = append(out, partition.Relabel(s))
		}
	}
	return out
}

// host returns the label of the region cell i belongs to by the word of its
// neighbours, or -1 where they do not agree.
func host(ev *Observations, labels []int, i int, byLines bool) int {
	host := -1
	for e := range ev.Lines.Around(i) {
		t := labels[e.A+e.B-i]
		if t == labels[i] {
			continue
		}
		belongs := !ev.Lines.IsWide(e)
		if !byLines {
			belongs = cellcolor.IsShade(ev.Colors[i].RGB, ev.center(labels, t), cellcolor.RoughShade)
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
func split(ev *Observations, labels []int, missing int, byLines bool) [][]int {
	pieces := ev.connected(func(e gridline.Edge) bool {
		return labels[e.A] == labels[e.B] && !(byLines && ev.Lines.IsWide(e))
	})
	inGroup := make([]int, partition.Count(labels)) // pieces
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
		out = append(out, partition.Relabel(raw))
	}
	return out
}

// gather joins pieces that lines set apart but that have one colour, those side
// by side first and then the closest, until as many regions are left as the board
// has rows.
func gather(ev *Observations, pieces []int) []int {
	k := partition.Count(pieces)
	if k <= ev.N || k > 3*ev.N {
		return pieces
	}
	centers := make([]cellcolor.Lab, k)
	for l := range centers {
		centers[l] = cellcolor.ToLab(ev.center(pieces, l))
	}
	touching := make(map[[2]int]bool)
	for _, e := range ev.Lines.Edges {
		touching[[2]int{min(pieces[e.A], pieces[e.B]), max(pieces[e.A], pieces[e.B])}] = true
	}
	var links []cellcolor.Link
	for a := range k {
		for b := a + 1; b < k; b++ {
			d := centers[a].Distance(centers[b])
			if d >= 2*cellcolor.JND {
				continue
			}
			if d < cellcolor.JND && touching[[2]int{a, b}] {
				d -= cellcolor.JND
			}
			links = append(links, cellcolor.Link{A: a, B: b, D: d})
		}
	}
	slices.SortStableFunc(links, func(a, b cellcolor.Link) int { return cmp.Compare(a.D, b.D) })
	s := partition.NewSets(k)
	for _, l := range links {
		if k == ev.N {
			break
		}
		if s.Find(l.A) != s.Find(l.B) {
			s.Join(l.A, l.B)
			k--
		}
	}
	raw := make([]int, len(pieces))
	for i, p := range pieces {
		raw[i] = s.Find(p)
	}
	return partition.Relabel(raw)
}

// BoardLike tells whether about as many regions as rows can be told apart by
// either witness, so that the grid is a board even if it cannot be read.
func (ev *Observations) BoardLike() bool {
	if ev.N < 5 {
		return false
	}
	for k := max(4, ev.N-2); k <= ev.N+3; k++ {
		if ev.Clusters.Clearness(k) >= cellcolor.ClearGap {
			labels, _, _ := ev.Clusters.Cut(k)
			return partition.PiecesOf(labels, ev.N) <= 2*k+2
		}
	}
	if !ev.Lines.TwoWidths {
		return false
	}
	k := partition.Count(ev.connected(func(e gridline.Edge) bool { return !ev.Lines.IsWide(e) }))
	return k >= ev.N-1 && k <= ev.N+2
}
