package web

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"autoqueens/internal/workshop/render"
)

// The page: the board by the means that were dealt, in its surroundings.

const style = `<!doctype html><meta charset="utf-8"><style>
*{box-sizing:border-box}
html,body{margin:0}
#board{position:relative;overflow:hidden}
.c{position:relative;display:grid;place-items:center;overflow:hidden;min-width:0;min-height:0;border:0 solid;padding:0}
td.c{display:table-cell;text-align:center;vertical-align:middle;line-height:0}
.m{display:block;line-height:1;flex:none}
td .m{margin:0 auto;width:fit-content}
.x{position:relative}
.x::before,.x::after{content:"";position:absolute;left:50%;top:50%;width:141.4%;height:var(--pen);background:currentColor;transform:translate(-50%,-50%) rotate(45deg)}
.x::after{transform:translate(-50%,-50%) rotate(-45deg)}
@keyframes pop{from{transform:scale(.5);opacity:.3}to{transform:none;opacity:1}}
.moving{animation:pop 1s linear paused both;transform-box:fill-box;transform-origin:center}
#pointer{position:absolute;pointer-events:none;z-index:9}
p,ul,ol{line-height:1.5}
</style>`

// wide returns how wide the board is, in its own CSS pixels.
func (d *drawing) wide() float64 { return d.pitch * float64(d.size()) }

// line returns the width of a piece of lattice line in CSS pixels and its
// colour, as Spec.Edge does in those of the picture.
func (d *drawing) line(upright bool, i, j int) (float64, color.NRGBA) {
	_, ink := d.Edge(upright, i, j)
	n := d.size()
	if i == 0 || i == n {
		return d.outer, ink
	}
	a, b := d.Board.Region(i-1, j), d.Board.Region(i, j)
	if upright {
		a, b = d.Board.Region(j, i-1), d.Board.Region(j, i)
	}
	if a != b {
		return d.thick, ink
	}
	return d.thin, ink
}

// board writes the board with its frame.
func (d *drawing) board() string {
	if d.instead != "" {
		return d.instead
	}
	var b strings.Builder
	side := d.wide()
	if d.means == Backing {
		side += d.thin // the line all around
	}
	if d.means == Spaced && d.Lines.Kind == render.Gaps {
		side -= d.gap // which the outer cells lack
	}
	hide := ""
	if d.round > 0 {
		hide = "overflow:hidden;"
	}
	// A transform takes no room in the page, so its place is kept.
	total := (side + 2*d.frame) * d.transform
	fmt.Fprintf(&b, `<div style="zoom:%g;width:%.3fpx;height:%.3fpx"><div style="position:relative;width:fit-content;border:%gpx solid %s;border-radius:%gpx;%stransform-origin:0 0;%s">`,
		d.zoom, total, total, d.frame, hex(d.Lines.ThickColor), d.round, hide, either(d.transform == 1, "", f("transform:scale(%.4f)", d.transform)))
	switch d.means {
	case Vector:
		d.vector(&b)
	case Canvas:
		d.canvas(&b)
	case Table:
		d.table(&b)
	case Placed:
		d.placed(&b)
	default:
		d.cells(&b, side)
	}
	if d.Pointer >= 0 {
		x, y := d.Tip()
		n := d.size()
		over := 1 / (d.zoom * d.transform) // the pointer does not grow with the board
		fmt.Fprintf(&b, `<svg id="pointer" style="left:%.2fpx;top:%.2fpx" width="%.2f" height="%.2f" viewBox="-1 -1 14 22"><path d="M0 0V17L4 13.2L6.7 19.2L9.3 18L6.6 12.2H12Z" stroke="#fff" stroke-width="1.3"/></svg>`,
			(float64(d.Pointer%n)+x)*d.pitch, (float64(d.Pointer/n)+y)*d.pitch, 14*over, 22*over)
	}
	b.WriteString(`</div></div>`)
	return b.String()
}

// base returns the colour of a cell's ground without the pointer's shade.
func (d *drawing) base(cell int) color.NRGBA {
	s := *d.Spec
	s.Hover = -1
	return s.Ground(cell)
}

// ground writes the properties that colour a cell.
func (d *drawing) ground(cell int) string {
	css := "background-color:" + hex(d.base(cell))
	if cell != d.Hover {
		return css
	}
	k := d.HoverShade
	switch {
	case k > 1:
		veil := hex(color.NRGBA{R: 255, G: 255, B: 255, A: uint8(255*(k-1) + 0.5)})
		return css + f(";background-image:linear-gradient(%s,%s)", veil, veil)
	case d.hoverBy == "filter":
		return css + f(";filter:brightness(%.3f)", k)
	}
	veil := hex(color.NRGBA{A: uint8(255*(1-k) + 0.5)})
	return css + f(";background-image:linear-gradient(%s,%s)", veil, veil)
}

// mark writes what stands in a cell.
func (d *drawing) mark(cell int) string {
	k, ok := d.markOf(cell)
	if !ok {
		return ""
	}
	return k.html(d.pitch, d.moving(cell))
}

// moving writes the class of a mark that is appearing.
func (d *drawing) moving(cell int) string {
	if cell != d.Moving {
		return ""
	}
	return f(` moving" data-age="%.3f`, d.MovingAge)
}

// cells writes the boards that are grids or rows of cells.
func (d *drawing) cells(b *strings.Builder, side float64) {
	n := d.size()
	gaps, css, gap := d.Lines.Kind == render.Gaps, "", 0.0
	switch {
	case gaps:
		gap = d.gap
		css = f("gap:%gpx;", gap)
	case d.means == Backing:
		gap = d.thin
		css = f("gap:%gpx;padding:%gpx;background:%s;", gap, gap, hex(d.Lines.ThickColor))
	}
	if d.means == Rows {
		css += "display:flex;flex-direction:column;"
		if gaps {
			side -= gap
		}
	} else {
		css += f("display:grid;grid-template-columns:repeat(%d,1fr);grid-template-rows:repeat(%d,1fr);", n, n)
	}
	fmt.Fprintf(b, `<div id="board" style="width:%.3fpx;height:%.3fpx;%s">`, side, side, css)
	for cell := range n * n {
		if d.means == Rows && cell%n == 0 {
			fmt.Fprintf(b, `<div style="display:flex;flex:1;min-height:0;gap:%gpx">`, gap)
		}
		own := ";"
		if d.means == Rows {
			// Without a width of their own, cells with more border are wider.
			own += f("flex:1 1 %.4f%%;", 100/float64(n))
		}
		if gaps {
			own += f("border-radius:%gpx;", d.corner)
		} else {
			own += d.sides(cell)
		}
		fmt.Fprintf(b, `<div class="c" data-c style="%s%s">%s</div>`, d.ground(cell), own, d.mark(cell))
		if d.means == Rows && cell%n == n-1 {
			b.WriteString(`</div>`)
		}
	}
	b.WriteString(`</div>`)
}

// sides writes the lines a cell draws itself.
func (d *drawing) sides(cell int) string {
	n := d.size()
	row, col := cell/n, cell%n
	type side struct {
		name          string
		upright       bool
		i, j          int
		dx, dy, share float64
	}
	share := 1.0
	if d.means == Boxes {
		share = 0.5
	}
	all := []side{
		{"right", true, col + 1, row, -1, 0, share}, {"bottom", false, row + 1, col, 0, -1, share},
		{"left", true, col, row, 1, 0, share}, {"top", false, row, col, 0, 1, share},
	}
	var css strings.Builder
	var shadows []string
	for k, s := range all {
		if d.means != Boxes && d.means != Table && (k == 2 && col > 0 || k == 3 && row > 0) {
			continue // the cell before has that line
		}
		if d.means == Backing || d.Lines.Kind == render.NoLines {
			continue
		}
		width, ink := d.line(s.upright, s.i, s.j)
		if width <= 0 {
			continue
		}
		if d.means == Shadows {
			shadows = append(shadows, f("inset %.3fpx %.3fpx 0 0 %s", s.dx*width, s.dy*width, hex(ink)))
			continue
		}
		fmt.Fprintf(&css, "border-%s:%gpx solid %s;", s.name, width*s.share, hex(ink))
	}
	if len(shadows) > 0 {
		css.WriteString("box-shadow:" + strings.Join(shadows, ",") + ";")
	}
	return css.String()
}

func (d *drawing) table(b *strings.Builder) {
	n := d.size()
	spacing := "border-collapse:collapse"
	if d.Lines.Kind == render.NoLines {
		spacing = "border-spacing:0"
	}
	fmt.Fprintf(b, `<table id="board" style="%s;table-layout:fixed;width:%.3fpx;height:%.3fpx">`, spacing, d.wide(), d.wide())
	for cell := range n * n {
		if cell%n == 0 {
			fmt.Fprintf(b, `<tr style="height:%.3fpx">`, d.pitch)
		}
		fmt.Fprintf(b, `<td class="c" data-c style="%s;%s">%s</td>`, d.ground(cell), d.sides(cell), d.mark(cell))
		if cell%n == n-1 {
			b.WriteString(`</tr>`)
		}
	}
	b.WriteString(`</table>`)
}

func (d *drawing) placed(b *strings.Builder) {
	n := d.size()
	fmt.Fprintf(b, `<div id="board" style="width:%.3fpx;height:%.3fpx">`, d.wide(), d.wide())
	part := 100 / float64(n)
	for cell := range n * n {
		fmt.Fprintf(b, `<div class="c" data-c style="position:absolute;left:%.4f%%;top:%.4f%%;width:%.4f%%;height:%.4f%%;%s">%s</div>`,
			float64(cell%n)*part, float64(cell/n)*part, part, part, d.ground(cell), d.mark(cell))
	}
	d.edges(func(thick, upright bool, at, from, to, width float64, ink color.NRGBA) {
		x, y, w, h := from, at-width/2, to-from, width
		if upright {
			x, y, w, h = y, x, h, w
		}
		fmt.Fprintf(b, `<div style="position:absolute;left:%.3fpx;top:%.3fpx;width:%.3fpx;height:%.3fpx;background:%s"></div>`, x, y, w, h, hex(ink))
	})
	b.WriteString(`</div>`)
}

// edges calls draw for every piece of line in CSS pixels of the board, thin
// ones first.
func (d *drawing) edges(draw func(thick, upright bool, at, from, to, width float64, ink color.NRGBA)) {
	if d.Lines.Kind == render.NoLines || d.Lines.Kind == render.Gaps {
		return
	}
	n := d.size()
	for _, thick := range []bool{false, true} {
		for i := 0; i <= n; i++ {
			for j := range n {
				for _, upright := range []bool{false, true} {
					width, ink := d.line(upright, i, j)
					if width <= 0 || (width > d.thin) != thick {
						continue
					}
					over := 0.0
					if thick {
						over = width / 2
					}
					draw(thick, upright, float64(i)*d.pitch, float64(j)*d.pitch-over, float64(j+1)*d.pitch+over, width, ink)
				}
			}
		}
	}
}

// vector writes the board as an svg whose units are tenths of a cell.
func (d *drawing) vector(b *strings.Builder) {
	n := d.size()
	k := 10 / d.pitch // units to a CSS pixel
	rendering := ""
	if d.crisp {
		rendering = ` shape-rendering="crispEdges"`
	}
	fmt.Fprintf(b, `<svg id="board" style="display:block" width="%.3f" height="%.3f" viewBox="0 0 %d %d"%s>`, d.wide(), d.wide(), 10*n, 10*n, rendering)
	g, rx := 0.0, 0.0
	if d.Lines.Kind == render.Gaps {
		g, rx = d.gap*k, d.corner*k
	}
	for cell := range n * n {
		fmt.Fprintf(b, `<rect data-c x="%.3f" y="%.3f" width="%.3f" height="%.3f" rx="%.3f" fill="%s"/>`,
			10*float64(cell%n)+g/2, 10*float64(cell/n)+g/2, 10-g, 10-g, rx, hex(d.Ground(cell)))
	}
	d.edges(func(thick, upright bool, at, from, to, width float64, ink color.NRGBA) {
		at, from, to = at*k, from*k, to*k
		x1, y1, x2, y2 := from, at, to, at
		if upright {
			x1, y1, x2, y2 = at, from, at, to
		}
		fmt.Fprintf(b, `<line x1="%.3f" y1="%.3f" x2="%.3f" y2="%.3f" stroke="%s" stroke-width="%.3f"/>`, x1, y1, x2, y2, hex(ink), width*k)
	})
	for cell := range n * n {
		if m, ok := d.markOf(cell); ok {
			b.WriteString(m.svg(10*float64(cell%n)+5, 10*float64(cell/n)+5, 10, d.moving(cell)))
		}
	}
	b.WriteString(`</svg>`)
}

// canvas writes the board as a script that paints it.
func (d *drawing) canvas(b *strings.Builder) {
	n := d.size()
	px := math.Round(d.wide() * d.backing)
	fmt.Fprintf(b, `<canvas id="board" data-grid="%d" width="%g" height="%g" style="display:block;width:%.3fpx;height:%.3fpx"></canvas><script>
const board=document.getElementById("board"),g=board.getContext("2d");g.scale(%[2]g/%.3[4]f,%[3]g/%.3[5]f);
function box(x,y,w,h,r,k){g.fillStyle=k;g.beginPath();g.roundRect(x,y,w,h,r);g.fill()}
function mark(x,y,p,m,age){g.save();g.translate(x,y);if(age<1){g.globalAlpha=.3+.7*age;g.scale(.5+.5*age,.5+.5*age)}
 const s=m.share*p;
 if(m.text){g.font=(m.weight||400)+" "+s+"px "+m.font;g.textAlign="center";g.textBaseline="middle";g.fillStyle=m.fill;g.fillText(m.text,0,0)}
 else{g.scale(s/24,s/24);g.translate(-12,-12);const o=new Path2D(m.path);if(m.stroke){g.strokeStyle=m.stroke;g.lineWidth=m.pen;g.lineJoin="round";g.stroke(o)}if(m.fill){g.fillStyle=m.fill;g.fill(o)}}
 g.restore()}
function paint(){
`, n, px, px, d.wide(), d.wide())
	gap, corner := 0.0, 0.0
	if d.Lines.Kind == render.Gaps {
		gap, corner = d.gap, d.corner
	}
	for cell := range n * n {
		fmt.Fprintf(b, "box(%.3f,%.3f,%.3f,%.3f,%.3f,%q);", float64(cell%n)*d.pitch+gap/2, float64(cell/n)*d.pitch+gap/2, d.pitch-gap, d.pitch-gap, corner, hex(d.Ground(cell)))
	}
	d.edges(func(_, upright bool, at, from, to, width float64, ink color.NRGBA) {
		x, y, w, h := from, at-width/2, to-from, width
		if upright {
			x, y, w, h = y, x, h, w
		}
		fmt.Fprintf(b, "box(%.3f,%.3f,%.3f,%.3f,0,%q);", x, y, w, h, hex(ink))
	})
	for cell := range n * n {
		if m, ok := d.markOf(cell); ok {
			age := 1.0
			if cell == d.Moving {
				age = d.MovingAge
			}
			fmt.Fprintf(b, "mark(%.3f,%.3f,%.3f,%s,%.3f);", (float64(cell%n)+0.5)*d.pitch, (float64(cell/n)+0.5)*d.pitch, d.pitch, m.script(), age)
		}
	}
	b.WriteString("}\n</script>")
}
