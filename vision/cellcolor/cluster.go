package cellcolor

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/lattice"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// Clusters is the single-linkage tree of the cells' colours.
type Clusters struct {
	n     int    // cells
	links []Link // of the minimum spanning tree, widest first
}

type Link struct {
	A, B int
	D    float64
}

// Cluster links every cell to its nearest in colour (Prim's minimum spanning
// tree). Cutting the k-1 widest links leaves the k groups with the widest
// possible gap between them, whatever their shape.
func Cluster(g []Color) Clusters {
	c := Clusters{n: len(g), links: make([]Link, 0, len(g)-1)}
	// Cells of one colour are one; on a screen that leaves few.
	var first []int // cells, one for each colour
	seen := make(map[raster.RGB]int, 2*lattice.MaxSize)
	for i := range g {
		j, ok := seen[g[i].RGB]
		if ok {
			c.links = append(c.links, Link{j, i, 0})
			continue
		}
		seen[g[i].RGB] = i
		first = append(first, i)
	}
	dist := make([]float64, len(first)) // to the tree, squared
	from := make([]int, len(first))
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	at := 0
	for range len(first) - 1 {
		dist[at] = -1
		next, here := -1, &g[first[at]].Lab
		for i, d := range dist {
			if d < 0 {
				continue
			}
			if e := here.squared(&g[first[i]].Lab); e < d {
				d = e
				dist[i], from[i] = e, at
			}
			if next < 0 || d < dist[next] {
				next = i
			}
		}
		c.links = append(c.links, Link{first[from[next]], first[next], math.Sqrt(dist[next])})
		at = next
	}
	slices.SortStableFunc(c.links, func(a, b Link) int { return cmp.Compare(b.D, a.D) })
	return c
}

// Cut returns the k groups as labels, and the widest distance inside a group
// and the narrowest between groups.
func (c Clusters) Cut(k int) (labels []int, within, between float64) {
	between = math.Inf(1)
	if k > 1 && k-2 < len(c.links) {
		between = c.links[k-2].D
	}
	sets := partition.NewSets(c.n)
	for i, l := range c.links {
		if i < k-1 {
			continue
		}
		if i == k-1 {
			within = l.D
		}
		sets.Join(l.A, l.B)
	}
	return sets.Labels(), within, between
}

// Clearness tells how much wider the gap between k groups is than the widest one
// inside a group. Half a noticeable difference is added to the inner one, so
// that rendering noise does not count as agreement.
func (c Clusters) Clearness(k int) float64 {
	if k < 2 || k-2 >= len(c.links) {
		return 0
	}
	between := c.links[k-2].D
	if between < JND {
		return 0
	}
	return between / (c.Within(k) + JND/2)
}

// ClearnessOf tells the same of any groups of the cells, numbered from 0. Where others lie
// between the colours of one, the gap within it is no narrower than that between groups; of
// a single group it tells nothing.
func (c Clusters) ClearnessOf(groups []int) float64 {
	within, between, pieces := 0.0, math.Inf(1), c.n
	for _, l := range c.links {
		if groups[l.A] == groups[l.B] {
			within = max(within, l.D)
			pieces--
		} else {
			between = min(between, l.D)
		}
	}
	switch {
	case math.IsInf(between, 1):
		return ClearGap
	case between < JND:
		return 0
	}
	if pieces > partition.Count(groups) {
		within = max(within, between)
	}
	return between / (within + JND/2)
}

// Within returns the widest distance inside one of k groups.
func (c Clusters) Within(k int) float64 {
	if k < 1 || k-1 >= len(c.links) {
		return 0
	}
	return c.links[k-1].D
}

// Distinct returns how many colours there are that the eye can tell apart, where
// those between which others lead in small steps count as one.
func (c Clusters) Distinct() int {
	n := 0
	for n < len(c.links) && c.links[n].D >= JND {
		n++
	}
	return n + 1
}

// ClearGap is how clear the gap between the colours must be (see [Clusters.Clearness])
// for colour to be believed alone.
const ClearGap = 2.8
