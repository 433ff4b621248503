package labelling

import (
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/num"
	"autoqueens/vision/partition"
	"slices"
)

// Games tint the cells of queens that clash. Where such a cell is a loose piece of
// its region, neither its colour nor a line leads there. But the other cell is
// tinted alike, and where its lines say whose it is, it tells what the tint does.

// untinted gives cells that are walled in, and alone in their group, to the group
// of which they are a tinted cell. It returns nil where that does not leave as many
// groups as the board has rows.
func (ev *Observations) untinted(labels []int) []int {
	const most = 2 // cells are tinted at once
	surplus := partition.Count(labels) - ev.N
	if surplus < 1 || surplus > most {
		return nil
	}
	out := slices.Clone(labels)
	for i := range labels {
		if !ev.walled(i) || filled(labels, []int{i})[labels[i]] == 0 {
			continue
		}
		if host := ev.hostByTint(labels, i); host >= 0 {
			out[i] = host
			surplus--
		}
	}
	if surplus != 0 {
		return nil
	}
	return partition.Relabel(out)
}

// tints tells whether a cell with a queen is a tinted one of its own region.
func (ev *Observations) tints(labels []int, cell int) bool {
	if ev.Marks[cell] != solver.Queen {
		return false
	}
	alone := slices.Clone(labels)
	alone[cell] = partition.Count(labels)
	return ev.hostByTint(alone, cell) == labels[cell]
}

// hostByTint returns the group of which a cell is a tinted one, or -1 where none
// is or several could be. An exact tint rules out the others.
func (ev *Observations) hostByTint(labels []int, cell int) int {
	hosts := ev.hostsByTint(labels, cell, cellcolor.ExactShade)
	if len(hosts) == 0 {
		hosts = ev.hostsByTint(labels, cell, cellcolor.RoughShade)
	}
	if len(hosts) != 1 {
		return -1
	}
	return hosts[0]
}

// hostsByTint lists the groups of which a cell may be a tinted one, to a tolerance
// per channel. Mixing two colours with a third leaves their difference its direction
// and makes it smaller: that of two tinted cells is parallel to that of their regions.
func (ev *Observations) hostsByTint(labels []int, cell int, tol float64) (hosts []int) {
	const weakest, strongest = 0.95, 0.4 // what is left of the difference
	for o := range labels {
		own := ev.center(labels, labels[o])
		tint := ev.Colors[o].RGB
		if o == cell || ev.Colors[o].Lab.Distance(cellcolor.ToLab(own)) < 2*cellcolor.JND || cellcolor.IsShade(tint, own, cellcolor.RoughShade) || !ev.vouched(labels, o) {
			continue
		}
		for t := range partition.Count(labels) {
			if t == labels[cell] {
				continue
			}
			host := ev.center(labels, t)
			var dot, length float64
			for k := range 3 {
				d := float64(host[k]) - float64(own[k])
				dot += d * (float64(ev.Colors[cell].RGB[k]) - float64(tint[k]))
				length += d * d
			}
			left := strongest
			if length > 0 {
				left = min(weakest, max(strongest, dot/length))
			}
			off := 0.0
			for k := range 3 {
				off = max(off, num.Abs(float64(ev.Colors[cell].RGB[k])-float64(tint[k])-left*(float64(host[k])-float64(own[k]))))
			}
			if off <= tol && !slices.Contains(hosts, t) {
				hosts = append(hosts, t)
			}
		}
	}
	return hosts
}

// tinted tells whether a region of several cells holds a queen in each, and none of
// them shows that its colour is the region's own.
func (ev *Observations) tinted(labels []int, own []bool) bool {
	var queens []int
	for i, m := range ev.Marks {
		if m == solver.Queen {
			queens = append(queens, i)
		}
	}
	for l, size := range filled(labels, queens) {
		if size > 1 && !own[l] {
			return true
		}
	}
	return false
}

// filled returns the sizes of the regions that have no cell but the given ones, and
// 0 for the others.
func filled(labels, cells []int) (sizes []int) {
	sizes = make([]int, partition.Count(labels))
	others := make([]int, len(sizes)) // cells that are not given
	for _, l := range labels {
		others[l]++
	}
	for _, i := range cells {
		sizes[labels[i]]++
		others[labels[i]]--
	}
	for l, n := range others {
		if n > 0 {
			sizes[l] = 0
		}
	}
	return sizes
}

// beyondTint tells whether the cell of a queen that clashes is not tinted. Those that
// clash are tinted together: where a rival's cell has the colour of its own region, which
// has other cells, none is. under holds the sizes of the regions that have no cell but
// those of queens that clash.
func (ev *Observations) beyondTint(h *Hypothesis, cell int, under []int) bool {
	return slices.ContainsFunc(ev.RivalsOf(cell, ev.N), func(o int) bool {
		return !slices.Contains(h.Outliers, o) && !slices.Contains(h.stained, o) && under[h.Labels[o]] == 0
	})
}

// tintedOdd tells whether a cell that has not its region's colour may be tinted,
// because its queen clashes with another: those that clash are tinted together,
// so the other is odd as well, or stained, or has no cell of its region beside it.
func (ev *Observations) tintedOdd(h *Hypothesis) bool {
	for _, i := range h.Outliers {
		for _, o := range ev.RivalsOf(i, ev.N) {
			if slices.Contains(h.Outliers, o) || slices.Contains(h.stained, o) || !ev.adjoins(h.Labels, o, h.Outliers) {
				return true
			}
		}
	}
	return false
}
