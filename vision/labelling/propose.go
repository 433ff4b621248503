package labelling

import (
	"cmp"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/partition"
)

// How could the cells be cut into regions? By colour, where as many groups as
// rows stand out; by colour and lines, where there are a few groups too many or
// too few; by lines alone. What is listed here is weighed in hypothesis.go.

// Propose lists the different ways to cut the board into exactly n regions
// that colour or lines or both suggest.
func Propose(o *Observations) [][]int {
	n := o.N
	var out [][]int
	add := func(labels []int) {
		if partition.Count(labels) == n && !slices.ContainsFunc(out, func(known []int) bool { return slices.Equal(known, labels) }) {
			out = append(out, labels)
		}
	}
	ways := []bool{false} // by lines as well, or by colour alone
	if o.Lines.TwoWidths {
		ways = []bool{true, false}
	}
	for _, k := range o.groupings() {
		groups, _, _ := o.Clusters.Cut(k)
		bases := [][]int{groups}
		for _, h := range o.shades(groups) {
			bases = append(bases, merged(groups, h.cell, h.host))
		}
		for _, base := range bases {
			add(base)
			missing := n - partition.Count(base)
			if missing == 0 {
				continue
			}
			for _, byLines := range ways {
				if missing < 0 {
					// Too many: a hovered cell, a pointer, a cell in mid-animation.
					add(absorb(o, base, -missing, byLines))
					continue
				}
				// Too few: regions that share a colour, where other colours, or by their
				// word wide lines, separate their cells.
				pieces := o.connected(func(e gridline.Edge) bool {
					return base[e.A] == base[e.B] && !(byLines && o.Lines.IsWide(e))
				})
				add(pieces)
				if surplus := partition.Count(pieces) - n; surplus > 0 && surplus <= mostOdd {
					add(absorb(o, pieces, surplus, byLines))
				}
			}
		}
	}
	if o.Lines.TwoWidths {
		pieces := o.connected(func(e gridline.Edge) bool { return !o.Lines.IsWide(e) })
		add(pieces)
		add(gather(o, pieces))
	}
	return out
}

// untinted returns labels with the cells of those groups that hold nothing but queens which clash
// given to what is beside them: the colour they share may be that of the clash, and no region's.
// Each goes where most of its sides belong, as far as no wide line parts them: [Rank] weighs what else each
// may belong to. It returns false where there is no such group, or nothing beside one of its cells.
func (o *Observations) untinted(labels, clashing []int) (out []int, ok bool) {
	tinted := make([]bool, partition.Count(labels))
	for _, i := range clashing {
		tinted[labels[i]] = true
	}
	for i, l := range labels {
		tinted[l] = tinted[l] && slices.Contains(clashing, i)
	}
	out = slices.Clone(labels)
	for _, i := range clashing {
		if !tinted[labels[i]] {
			continue
		}
		ok = true
		sides := make([]int, len(tinted))
		most := 0
		for e := range o.Lines.Around(i) {
			t := labels[e.A+e.B-i]
			if tinted[t] || o.Lines.TwoWidths && o.Lines.IsWide(e) {
				continue
			}
			if sides[t]++; sides[t] > most {
				out[i], most = t, sides[t]
			}
		}
		if most == 0 {
			return nil, false
		}
	}
	return partition.Relabel(out), ok
}

// mostOdd is how many cells may have a colour of their own that is none of a region: one is
// hovered, and two queens clash.
const mostOdd = 3

// wideGap is the least clearness of a gap between groups of colours that may be regions'.
const wideGap = 1.2

// groupings lists how many groups the colours may be cut into: as many as regions, as can be
// told apart, or any number up to a few more than regions at which a gap is wide.
func (o *Observations) groupings() (all []int) {
	for k := 1; k <= min(o.N+mostOdd, len(o.Colors)); k++ {
		// The widest distance within one group fewer is that between these.
		told := k == o.N && o.Clusters.Within(k-1) >= cellcolor.JND
		if told || o.Clusters.Clearness(k) >= wideGap || k == o.Clusters.Distinct() {
			all = append(all, k)
		}
	}
	return all
}

// Hopeful tells whether anything may come of a lattice that lies only about
// where it should: the colours stand out in some number of groups, or the lines speak.
func (o *Observations) Hopeful() bool {
	for k := 2; k <= o.N+mostOdd; k++ {
		if o.Clusters.Clearness(k) >= wideGap {
			return true
		}
	}
	return o.Lines.TwoWidths
}

// connected joins cells across every edge that same accepts.
func (o *Observations) connected(same func(e gridline.Edge) bool) []int {
	s := partition.NewSets(o.N * o.N)
	for _, e := range o.Lines.Edges {
		if same(e) {
			s.Join(e.A, e.B)
		}
	}
	return s.Labels()
}

// hovered is a cell that may be a shaded one of a region beside it.
type hovered struct{ cell, host int }

// shades lists the cells that are alone in their group and could be a shaded
// cell of a group beside them, or of any where lines wall them in. Exact shades,
// where there are any, rule out the others.
func (o *Observations) shades(labels []int) []hovered {
	if exact := o.shadesWithin(labels, cellcolor.ExactShade); len(exact) > 0 {
		return exact
	}
	return o.shadesWithin(labels, cellcolor.RoughShade)
}

// shadesWithin lists the shades that are exact to a tolerance per channel.
func (o *Observations) shadesWithin(labels []int, tol float64) (out []hovered) {
	size := make([]int, partition.Count(labels))
	for _, l := range labels {
		size[l]++
	}
	for i, l := range labels {
		if size[l] != 1 {
			continue
		}
		hosts := o.neighbours(labels, i)
		if tol == cellcolor.ExactShade && o.walled(i) {
			hosts = others(labels, i)
		}
		for _, t := range hosts {
			if cellcolor.IsShade(o.Colors[i].RGB, o.center(labels, t), tol) {
				out = append(out, hovered{i, t})
			}
		}
	}
	return out
}

// walled tells whether there is a wide line on all sides of a cell: it may be a
// loose piece of a region elsewhere.
func (o *Observations) walled(i int) bool {
	if !o.Lines.TwoWidths {
		return false
	}
	for e := range o.Lines.Around(i) {
		if !o.Lines.IsWide(e) {
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

// neighbours lists the other groups that the neighbours of a cell belong to.
func (o *Observations) neighbours(labels []int, i int) (out []int) {
	row, col := i/o.N, i%o.N
	for _, d := range [...][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		r, c := row+d[0], col+d[1]
		if r < 0 || c < 0 || r >= o.N || c >= o.N {
			continue
		}
		if t := labels[r*o.N+c]; t != labels[i] && !slices.Contains(out, t) {
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
func absorb(o *Observations, labels []int, surplus int, byLines bool) []int {
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
			t := host(o, out, i, byLines)
			if t < 0 && byLines {
				t = host(o, out, i, false) // the pointer hides its lines
			}
			if t >= 0 {
				if best >= 0 {
					// More lone cells than there should be: prefer the one
					// that is a shade of its host.
					if !cellcolor.IsShade(o.Colors[i].RGB, o.center(out, t), cellcolor.RoughShade) || cellcolor.IsShade(o.Colors[best].RGB, o.center(out, to), cellcolor.RoughShade) {
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

// host returns the label of the region cell i belongs to by the word of its
// neighbours, or -1 where they do not agree.
func host(o *Observations, labels []int, i int, byLines bool) int {
	host := -1
	for e := range o.Lines.Around(i) {
		t := labels[e.A+e.B-i]
		if t == labels[i] {
			continue
		}
		belongs := !o.Lines.IsWide(e)
		if !byLines {
			belongs = cellcolor.IsShade(o.Colors[i].RGB, o.center(labels, t), cellcolor.RoughShade)
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

// gather joins pieces that lines set apart but that have one colour, those side
// by side first and then the closest, until as many regions are left as the board
// has rows.
func gather(o *Observations, pieces []int) []int {
	k := partition.Count(pieces)
	if k <= o.N || k > 3*o.N {
		return pieces
	}
	centers := make([]cellcolor.Lab, k)
	for l := range centers {
		centers[l] = cellcolor.ToLab(o.center(pieces, l))
	}
	touching := make(map[[2]int]bool)
	for _, e := range o.Lines.Edges {
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
		if k == o.N {
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
func (o *Observations) BoardLike() bool {
	if o.N < 5 {
		return false
	}
	for k := max(4, o.N-2); k <= o.N+3; k++ {
		if o.Clusters.Clearness(k) >= cellcolor.ClearGap {
			labels, _, _ := o.Clusters.Cut(k)
			return partition.PiecesOf(labels, o.N) <= 2*k+2
		}
	}
	if !o.Lines.TwoWidths {
		return false
	}
	k := partition.Count(o.connected(func(e gridline.Edge) bool { return !o.Lines.IsWide(e) }))
	return k >= o.N-1 && k <= o.N+2
}
