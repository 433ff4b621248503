// Package web has a browser draw boards, as sites draw them: grids and tables
// with borders, vector graphics, canvases, in real fonts, with the browser's
// own anti-aliasing and rounding, at any zoom and display scale.
//
//	seed, case number -> render.Spec -> page -> Chromium -> (screenshot, truth)
//
// Which board is drawn follows from the seed, as in package render. How it
// looks also depends on the browser and the fonts of the machine: the same
// seed gives the same pixels on the same machine. Where the cells lie is asked
// of the page's layout, never of the pixels.
package web

import (
	"image/color"
	"math"
	"math/rand/v2"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// The means by which sites draw boards.
const (
	Grid    = "grid, borders on one side"  // each cell has the line to its right and below
	Boxes   = "grid, borders on all sides" // each cell has its half of every line
	Backing = "grid, lines shine through"  // gaps of a line's width over a dark ground
	Spaced  = "grid with gaps"             // gaps that show the page, round corners
	Rows    = "flex rows"                  // rows of cells that share the width
	Table   = "table"                      // collapsed borders
	Placed  = "placed by percent"          // every cell and line placed by itself
	Vector  = "vector graphics"            // an svg with a view box
	Canvas  = "canvas"                     // drawn by script, scaled as it may be
	Shadows = "grid, shadows for lines"    // inset box shadows
)

// The surroundings a board may have in a browser.
const (
	Crop   = "crop"   // the board and a margin, cut from its page
	Site   = "site"   // a page with header, sidebars, buttons, text
	Phone  = "phone"  // a narrow page, the board as wide as it
	Dialog = "dialog" // a card over a dimmed page
)

// drawing is a board with all that is to be known to write its page. Lengths
// are in CSS pixels of the board's own element unless they say otherwise.
type drawing struct {
	*render.Spec
	kinds render.Kinds
	r     *rand.Rand

	means     string
	scene     string
	dpr       float64 // device pixels to a CSS pixel: display scale times page zoom
	zoom      float64 // the CSS zoom of the board, 1 for none
	transform float64 // the CSS scale of the board, 1 for none
	backing   float64 // canvas pixels to a CSS pixel
	crisp     bool    // vector graphics without anti-aliasing
	pitch     float64
	left, top float64 // of the board in its page, before other things push it

	thin, thick, outer float64 // lines as the style sheet has them
	frame, round       float64
	gap, corner        float64

	queen, cross string // looks, see marks.go
	crown        int    // which of the outlines
	font         string
	weight       int
	hoverBy      string // the property that shades the hovered cell
	filter       string // a CSS filter over the page
	bare         bool   // no example boards beside it
	instead      string // HTML in the board's place, where it is no board
	width        int    // of the viewport
	height       int
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// deal deals a drawing. With emoji false the machine has no font for them.
func deal(seed uint64, number int, emoji bool) *drawing {
	s, kinds, r := render.Deal(seed, number)
	d := &drawing{Spec: s, kinds: kinds, r: r, zoom: 1, transform: 1}
	d.scene = pick(r, Crop, Crop, Crop, Crop, Site, Site, Site, Phone, Dialog)
	d.dealScale()
	d.dealMeans()
	d.dealLines()
	d.dealMarks(emoji)
	d.dealFilter()
	d.left, d.top = between(r, 30, 60), between(r, 30, 60)
	if chance(r, 0.4) {
		d.left, d.top = math.Round(d.left), math.Round(d.top)
	}
	d.hoverBy = pick(r, "filter", "overlay", "overlay")
	d.kinds.Scene, d.kinds.Drawing, d.kinds.Variant = d.scene, d.means, Variant
	return d
}

func (d *drawing) size() int { return d.Board.Size }

// dealScale deals how many device pixels a CSS pixel has, and from that and
// the pitch dealt in device pixels the pitch in CSS pixels.
func (d *drawing) dealScale() {
	r, n := d.r, float64(d.size())
	// Display scale times page zoom. They are few, as each takes a browser.
	d.dpr = pick(r, 1, 1, 1, 1, 0.67, 0.75, 0.8, 0.9, 1.1, 1.25, 1.25, 1.5, 1.5, 1.75, 2, 2, 2, 2.5, 3)
	if d.scene == Phone {
		d.dpr = pick(r, 2, 2.625, 3)
	}
	switch {
	case d.dpr < 1:
		d.kinds.Zoom = "under 1"
	case d.dpr == math.Trunc(d.dpr):
		d.kinds.Zoom = "whole"
	default:
		d.kinds.Zoom = "broken"
	}
	wide := d.PitchX * n
	switch d.scene {
	case Site, Dialog:
		wide = min(wide, 1000)
	case Phone:
		wide = between(r, 300, 400) * d.dpr
	}
	// A board keeps its size in CSS pixels within what sites have.
	css := wide / d.dpr
	least := 160.0
	if d.scene != Crop {
		least = 240
	}
	css = max(css, least, 14*n)
	switch r.IntN(10) {
	case 0:
		d.zoom = pick(r, 0.8, 0.9, 1.1, 1.25)
		d.kinds.Zoom += ", style zoom"
	case 1:
		d.transform = between(r, 0.8, 1.3)
		d.kinds.Zoom += ", transform"
	}
	d.pitch = max(css/n, 12.5/(d.dpr*d.zoom*d.transform))
	if chance(r, 0.5) { // cells of whole pixels, as style sheets often have them
		d.pitch = math.Ceil(d.pitch)
	}
	d.PitchX = d.pitch * d.unit()
	d.PitchY = d.PitchX
	d.Scale = d.dpr
	d.kinds.Size = render.SizeKind(d.size(), d.PitchX)
	// The arrow keeps its size, so small cells have no room for it.
	room := 28.0
	if d.Pointer >= 0 && d.Board.Marks[d.Pointer] != solver.Empty {
		room = 50
	}
	if d.pitch*d.zoom*d.transform < room {
		d.Pointer = -1
	}
}

// unit returns how many device pixels a CSS pixel of the board has.
func (d *drawing) unit() float64 { return d.dpr * d.zoom * d.transform }

func (d *drawing) dealMeans() {
	r := d.r
	switch d.Lines.Kind {
	case render.Gaps:
		d.means = pick(r, Spaced, Spaced, Rows, Vector, Canvas)
	case render.NoLines:
		d.means = pick(r, Spaced, Rows, Table, Vector, Placed, Canvas)
	case render.WhiteLines, render.GreyLines, render.BlackLines:
		d.means = pick(r, Grid, Boxes, Backing, Backing, Table, Vector, Shadows, Rows)
	default:
		d.means = pick(r, Grid, Grid, Boxes, Table, Table, Placed, Vector, Vector, Canvas, Shadows)
	}
	d.crisp = chance(r, 0.3)
	d.backing = pick(r, 1, d.dpr, 2)
}

// snapped returns how wide the browser draws a border of the given width, in
// device pixels: whole ones, rounded down, but at least one.
func (d *drawing) snapped(css float64) float64 {
	if css <= 0 {
		return 0
	}
	return max(1, math.Floor(css*d.dpr*d.zoom+1e-6)) * d.transform
}

// dealLines deals widths as style sheets have them and tells the spec what
// they come to in the picture.
func (d *drawing) dealLines() {
	r, l := d.r, &d.Lines
	d.thin = pick(r, 1, 1, 1, 1.5, 2)
	d.thick = d.thin + pick(r, 1.0, 2, 2, 3)
	if d.pitch < 24 {
		d.thin, d.thick = 1, pick(r, 2.0, 3)
	}
	d.gap = max(1, math.Round(between(r, 0.03, 0.1)*d.pitch*2)/2)
	d.corner = pick(r, 0.0, 2, 4, math.Round(0.1*d.pitch), math.Round(0.2*d.pitch))
	d.frame, d.round = 0, 0
	if d.Frame.Width > 0 {
		d.frame, d.round = pick(r, 2.0, 3, 4, 5), pick(r, 0.0, 0, 4, 8, 12)
	}
	switch l.Kind {
	case render.WhiteLines, render.GreyLines, render.BlackLines:
		d.thick = d.thin
	case render.BordersOnly:
		d.thin = 0
	case render.NoLines, render.Gaps:
		d.thin, d.thick = 0, 0
	}
	switch {
	case l.Outer == 0:
		d.outer = 0
	case d.frame > 0:
		d.outer = d.thin
	default:
		d.outer = pick(r, d.thin, d.thick)
		if d.thin == 0 {
			d.outer = d.thick
		}
	}
	if d.means == Backing {
		d.outer = d.thin // the ground shows all around
	}
	d.tellLines()
}

// tellLines sets the widths in the spec to what the picture will show.
func (d *drawing) tellLines() {
	l := &d.Lines
	l.Snap = false // the widths below are final
	width := func(css float64) float64 { return d.snapped(css) }
	switch d.means {
	case Boxes:
		width = func(css float64) float64 { return 2 * d.snapped(css/2) }
	case Vector, Canvas, Placed, Shadows, Backing:
		width = func(css float64) float64 { return css * d.unit() }
	}
	l.Thin, l.Thick, l.Outer = width(d.thin), width(d.thick), width(d.outer)
	if l.Kind == render.Gaps {
		l.Thin = d.gap * d.unit()
		l.Radius = d.corner * d.unit()
	}
	d.Frame = render.Frame{Width: d.snapped(d.frame), Radius: d.round * d.unit(), Color: l.ThickColor}
}

func (d *drawing) dealFilter() {
	r := d.r
	name := func(kind, css string) { d.kinds.Filter, d.filter = kind, css }
	switch r.IntN(16) {
	case 0:
		name("sepia", f("sepia(%.2f)", between(r, 0.15, 0.5)))
	case 1:
		name("brightness", f("brightness(%.2f)", pick(r, between(r, 0.65, 0.95), between(r, 1.03, 1.12))))
	case 2:
		name("contrast", f("contrast(%.2f)", between(r, 0.75, 1.2)))
	case 3:
		name("night", f("sepia(%.2f) brightness(%.2f) contrast(%.2f)", between(r, 0.1, 0.4), between(r, 0.75, 0.95), between(r, 0.85, 1)))
	case 4:
		name("inverted", pick(r, "invert(1) hue-rotate(180deg)", "invert(.9) hue-rotate(180deg)", "invert(1)"))
	case 5:
		name("saturation", f("saturate(%.2f)", pick(r, between(r, 0.6, 0.9), between(r, 1.1, 1.5))))
	default:
		name("none", "")
	}
}

// hex writes a colour as CSS does.
func hex(c color.NRGBA) string {
	if c.A == 255 {
		return f("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return f("rgba(%d,%d,%d,%.3f)", c.R, c.G, c.B, float64(c.A)/255)
}
