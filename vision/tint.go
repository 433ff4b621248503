package vision

import (
	"slices"

	"autoqueens/solver"
)

// Games tint the cells of queens that clash. Where such a cell is a loose piece of
// its region, neither its colour nor a line leads there. But the other cell is
// tinted alike, and where its lines say whose it is, it tells what the tint does.

// untinted gives cells that are walled in, and alone in their group, to the group
// of which they are a tinted cell. It returns nil where that does not leave as many
// groups as the board has rows.
func (ev *evidence) untinted(labels []int) []int {
	const most = 2 // cells are tinted at once
	surplus := count(labels) - ev.n
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
	return relabel(out)
}

// tints tells whether a cell with a queen is a tinted one of its own region.
func (ev *evidence) tints(labels []int, cell int) bool {
	if ev.marks[cell] != solver.Queen {
		return false
	}
	alone := slices.Clone(labels)
	alone[cell] = count(labels)
	return ev.hostByTint(alone, cell) == labels[cell]
}

// hostByTint returns the group of which a cell is a tinted one, or -1 where none
// is or several could be. An exact tint rules out the others.
func (ev *evidence) hostByTint(labels []int, cell int) int {
	hosts := ev.hostsByTint(labels, cell, exactShade)
	if len(hosts) == 0 {
		hosts = ev.hostsByTint(labels, cell, roughShade)
	}
	if len(hosts) != 1 {
		return -1
	}
	return hosts[0]
}

// hostsByTint lists the groups of which a cell may be a tinted one, to a tolerance
// per channel. Mixing two colours with a third leaves their difference its direction
// and makes it smaller: that of two tinted cells is parallel to that of their regions.
func (ev *evidence) hostsByTint(labels []int, cell int, tol float64) (hosts []int) {
	const weakest, strongest = 0.95, 0.4 // what is left of the difference
	for o := range labels {
		own := ev.center(labels, labels[o])
		tint := ev.ground[o].rgb
		if o == cell || ev.ground[o].lab.distance(toLab(own)) < 2*noticeable || shade(tint, own, roughShade) || !ev.vouched(labels, o) {
			continue
		}
		for t := range count(labels) {
			if t == labels[cell] {
				continue
			}
			host := ev.center(labels, t)
			var dot, length float64
			for k := range 3 {
				d := float64(host[k]) - float64(own[k])
				dot += d * (float64(ev.ground[cell].rgb[k]) - float64(tint[k]))
				length += d * d
			}
			left := strongest
			if length > 0 {
				left = min(weakest, max(strongest, dot/length))
			}
			off := 0.0
			for k := range 3 {
				off = max(off, abs(float64(ev.ground[cell].rgb[k])-float64(tint[k])-left*(float64(host[k])-float64(own[k]))))
			}
			if off <= tol && !slices.Contains(hosts, t) {
				hosts = append(hosts, t)
			}
		}
	}
	return hosts
}
