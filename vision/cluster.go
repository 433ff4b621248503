package vision

import (
	"cmp"
	"math"
	"slices"
)

// clusters is the single-linkage tree of the cells' colours.
type clusters struct {
	n     int    // cells
	links []link // of the minimum spanning tree, widest first
}

type link struct {
	a, b int
	d    float64
}

// cluster links every cell to its nearest in colour (Prim's minimum spanning
// tree). Cutting the k-1 widest links leaves the k groups with the widest
// possible gap between them, whatever their shape.
func cluster(g []ground) clusters {
	c := clusters{n: len(g), links: make([]link, 0, len(g)-1)}
	// Cells of one colour are one; on a screen that leaves few.
	var first []int // cells, one for each colour
	seen := make(map[rgb]int, 2*MaxSize)
	for i := range g {
		j, ok := seen[g[i].rgb]
		if ok {
			c.links = append(c.links, link{j, i, 0})
			continue
		}
		seen[g[i].rgb] = i
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
		next, here := -1, &g[first[at]].lab
		for i, d := range dist {
			if d < 0 {
				continue
			}
			if e := here.squared(&g[first[i]].lab); e < d {
				d = e
				dist[i], from[i] = e, at
			}
			if next < 0 || d < dist[next] {
				next = i
			}
		}
		c.links = append(c.links, link{first[from[next]], first[next], math.Sqrt(dist[next])})
		at = next
	}
	slices.SortStableFunc(c.links, func(a, b link) int { return cmp.Compare(b.d, a.d) })
	return c
}

// cut returns the k groups as labels, and the widest distance inside a group
// and the narrowest between groups.
func (c clusters) cut(k int) (labels []int, within, between float64) {
	between = math.Inf(1)
	if k > 1 && k-2 < len(c.links) {
		between = c.links[k-2].d
	}
	sets := newSets(c.n)
	for i, l := range c.links {
		if i < k-1 {
			continue
		}
		if i == k-1 {
			within = l.d
		}
		sets.join(l.a, l.b)
	}
	return sets.labels(), within, between
}

// clear tells how much wider the gap between k groups is than the widest one
// inside a group. Half a noticeable difference is added to the inner one, so
// that rendering noise does not count as agreement.
func (c clusters) clear(k int) float64 {
	if k < 2 || k-2 >= len(c.links) {
		return 0
	}
	between := c.links[k-2].d
	if between < noticeable {
		return 0
	}
	return between / (c.within(k) + noticeable/2)
}

// within returns the widest distance inside one of k groups.
func (c clusters) within(k int) float64 {
	if k < 1 || k-1 >= len(c.links) {
		return 0
	}
	return c.links[k-1].d
}

// distinct returns how many colours there are that the eye can tell apart, where
// those between which others lead in small steps count as one.
func (c clusters) distinct() int {
	n := 0
	for n < len(c.links) && c.links[n].d >= noticeable {
		n++
	}
	return n + 1
}

// strong is how clear the gap between the colours must be (see clusters.clear)
// for colour to be believed alone.
const strong = 2.8
