package term

import (
	"image/color"
	"maps"
	"slices"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"autoqueens/solver"
)

// paint is how a cell is coloured: its ground, black or white upon it, and the
// other of the two.
type paint struct{ ground, ink, other ansi.Color }

func (p paint) plain() ansi.Style {
	return ansi.Style{}.BackgroundColor(p.ground).ForegroundColor(p.ink)
}

// bold is plain in bold letters. Of the sixteen colours it is not: terminals
// brighten those of bold letters, which makes black a grey that is hard to read.
func (p paint) bold() ansi.Style {
	if _, basic := p.ink.(ansi.BasicColor); basic {
		return p.plain()
	}
	return p.plain().Bold()
}

// strong is for what must not be overlooked: black on white or white on black,
// whichever stands out from the ground.
func (p paint) strong() ansi.Style {
	return ansi.Style{}.BackgroundColor(p.ink).ForegroundColor(p.other).Bold()
}

// paint returns the paint of a ground colour, as near to it as the terminal has.
func (s Style) paint(ground color.NRGBA) paint {
	shown := s.Profile.Convert(ground)
	black, white := color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	p := paint{ground: shown, ink: s.Profile.Convert(black), other: s.Profile.Convert(white)}
	if dark(shown) {
		p.ink, p.other = p.other, p.ink
	}
	return p
}

// paints returns the paints of the cells of a board, row-major. The sixteen
// colours of a terminal, which its user has chosen, come too far from measured
// ones: there, regions that touch get different ones.
func (s Style) paints(b *solver.Board, colors []color.NRGBA) []paint {
	paints := make([]paint, len(b.Regions))
	if s.Profile == colorprofile.ANSI {
		chosen := fewColors(b)
		for cell, id := range b.Regions {
			paints[cell] = paint{ground: chosen[id], ink: ansi.Black, other: ansi.BrightWhite}
		}
		return paints
	}
	if len(colors) != len(b.Regions) {
		colors = palette(b)
	}
	for cell := range paints {
		paints[cell] = s.paint(colors[cell])
	}
	return paints
}

// dark tells whether white has a higher contrast on c than black has. By the
// formula of WCAG 2 the higher of the two is never below 4.5.
func dark(c color.Color) bool {
	made, _ := colorful.MakeColor(c)
	r, g, b := made.LinearRgb()
	luminance := 0.2126*r + 0.7152*g + 0.0722*b
	return 1.05/(luminance+0.05) > (luminance+0.05)/0.05
}

// palette gives the regions of a board that has no colours of its own some
// that are far apart: each hue is a golden angle from the one before, and three
// lightnesses take turns for eyes that tell hues badly.
func palette(b *solver.Board) []color.NRGBA {
	const golden = 137.508 // degrees
	colors := make([]color.NRGBA, len(b.Regions))
	for cell, id := range b.Regions {
		lightness := 0.8 - 0.12*float64(id%3)
		r, g, bl := colorful.Hcl(golden*float64(id), 0.35, lightness).Clamped().RGB255()
		colors[cell] = color.NRGBA{R: r, G: g, B: bl, A: 255}
	}
	return colors
}

// bright are the colours of sixteen on which black can be read in every usual
// theme.
var bright = []ansi.BasicColor{ansi.BrightYellow, ansi.BrightCyan, ansi.BrightMagenta, ansi.BrightGreen, ansi.BrightRed, ansi.BrightBlue}

// fewColors gives regions that touch different colours. Regions are coloured in
// the smallest-last order (Matula and Beck 1983), with which six colours are
// enough for every map on a plane; should a board not be one, borders still
// part its regions.
func fewColors(b *solver.Board) map[uint8]ansi.BasicColor {
	touching := neighbours(b)
	left := make(map[uint8]int, len(touching)) // how many neighbours are still there
	for id, others := range touching {
		left[id] = len(others)
	}
	var order []uint8
	for len(left) > 0 {
		next, fewest := uint8(0), len(touching)+1
		for _, id := range slices.Sorted(maps.Keys(left)) {
			if left[id] < fewest {
				next, fewest = id, left[id]
			}
		}
		order = append(order, next)
		delete(left, next)
		for id := range touching[next] {
			if _, there := left[id]; there {
				left[id]--
			}
		}
	}
	chosen := make(map[uint8]ansi.BasicColor, len(order))
	for i := len(order) - 1; i >= 0; i-- {
		id := order[i]
		used := map[ansi.BasicColor]bool{}
		for other := range touching[id] {
			if c, ok := chosen[other]; ok {
				used[c] = true
			}
		}
		chosen[id] = bright[int(id)%len(bright)]
		for k := range bright {
			if c := bright[(int(id)+k)%len(bright)]; !used[c] {
				chosen[id] = c
				break
			}
		}
	}
	return chosen
}

// neighbours returns the regions that share an edge with each region.
func neighbours(b *solver.Board) map[uint8]map[uint8]bool {
	touching := make(map[uint8]map[uint8]bool, b.Size)
	for _, id := range b.Regions {
		if touching[id] == nil {
			touching[id] = map[uint8]bool{}
		}
	}
	meet := func(a, c uint8) {
		if a != c {
			touching[a][c], touching[c][a] = true, true
		}
	}
	for row := range b.Size {
		for col := range b.Size {
			here := b.Region(row, col)
			if col > 0 {
				meet(here, b.Region(row, col-1))
			}
			if row > 0 {
				meet(here, b.Region(row-1, col))
			}
		}
	}
	return touching
}
