package marks

import (
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/num"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// Games for those who do not tell colours print a pattern, a letter or a number of its region
// in every cell. A mark looks alike in all regions; what is printed does not.

const (
	// rings is how much further than what is printed its ringing goes in a compressed picture.
	rings = 4.0 / 3
	// elsewhere is in how many other regions what looks alike is no print of one region.
	elsewhere = 2
	// near is by how much less two prints that differ correlate than two of one region.
	near = 0.1
)

// inCell is what is known of the print in a cell.
type inCell struct {
	ink    *glyph.Ink
	seen   bool // the same is seen in other regions: a mark rather than print
	strong bool // its print is stronger than those of other regions, or in front of another colour
}

// print tells what is printed in each cell, or returns nil where nothing is printed on the
// board: what even the emptiest cells of most regions show, in each another thing.
func (b *Board) print(labels []int) []inCell {
	regions := make([][]int, partition.Count(labels))
	for i, l := range labels {
		regions[l] = append(regions[l], i)
	}
	full := 0 // regions of which every cell shows something
	for _, cells := range regions {
		if !slices.ContainsFunc(cells, func(i int) bool { return !b.Cells[i].Inked }) {
			full++
		}
	}
	if 2*full <= len(regions) {
		return nil
	}
	seen := b.seenElsewhere(labels)
	emptiest := make([]*Cell, len(regions))
	known := make([]bool, len(regions)) // the print in them
	var told []float64                  // how opaque known prints are
	votes := 0                          // of the emptiest cells, for a print
	for r, cells := range regions {
		for _, i := range cells {
			if o := &b.Cells[i]; emptiest[r] == nil || o.contrast < emptiest[r].contrast {
				emptiest[r] = o
			}
		}
		if !emptiest[r].Inked {
			continue
		}
		of := 0
		for _, i := range cells {
			switch {
			case float64(b.Cells[i].contrast) > rings*float64(emptiest[r].contrast):
			case seen[i]:
				of--
			default:
				of++
			}
		}
		votes += of
		if known[r] = of > 0 && len(cells) > 1; known[r] {
			told = append(told, emptiest[r].opaque)
		}
	}
	if votes <= 0 || len(told) == 0 {
		return nil
	}
	usual := rings * num.Median(told)
	strongest := rings * rings * slices.Sorted(slices.Values(told))[max(0, len(told)-2)]
	print := make([]inCell, len(labels))
	for i, l := range labels {
		o := emptiest[l]
		if !o.Inked {
			continue
		}
		ink := &glyph.Ink{Most: 1, Slack: faintest}
		if !b.Cells[i].pristine {
			ink.Most, ink.Slack = rings, raster.LeastContrast
		}
		// The mean of its pixels is paler than the strongest of them.
		full := float64(o.contrast) / float64(max(glyph.Departure(o.color, o.background), 1))
		if !known[l] {
			// Of a region of one cell, or of marks alone, nothing is known but what is usual.
			full *= min(usual/o.opaque, 1)
		}
		for k := range ink.Tint {
			ink.Tint[k] = full * (float64(o.color[k]) - float64(o.background[k]))
		}
		print[i] = inCell{ink, seen[i], known[l] && o.opaque > strongest && !o.spread || raster.Chebyshev(b.Cells[i].background, o.background) > 2*cellcolor.SameColor}
	}
	return print
}

// seenElsewhere tells of each cell whether what stands in it looks as much like something in
// several other regions as things that are printed in one region do.
func (b *Board) seenElsewhere(labels []int) []bool {
	most := func(i int, same bool) (best []float64) { // by region
		best = make([]float64, partition.Count(labels))
		for j, l := range labels {
			if j != i && (l == labels[i]) == same && b.Cells[j].Inked {
				best[l] = max(best[l], b.Cells[i].template.Correlation(b.Cells[j].template))
			}
		}
		return best
	}
	own := make([]float64, len(labels))
	var usual []float64
	for i := range b.Cells {
		if b.Cells[i].Inked {
			own[i] = most(i, true)[labels[i]]
			usual = append(usual, own[i])
		}
	}
	u := num.Median(usual)
	seen := make([]bool, len(labels))
	for i := range b.Cells {
		if b.Cells[i].Inked {
			best := most(i, false)
			slices.Sort(best)
			seen[i] = len(best) > elsewhere && best[len(best)-elsewhere] >= max(own[i], u)-near
		}
	}
	return seen
}
