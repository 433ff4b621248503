package calibratepage

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

// Drawings are SVG in capture pixels of the desktop, styled by drawing.css: the
// page lays them over the picture, at any size. They hold numbers and letters of
// this program alone.

// drawing draws a reading: the lattice, the borders of the regions, the centre
// of each cell, and in each cell the letter of its region on the measured colour; of another game
// than Queens its boxes or rectangles, and what was read in and between the cells.
func drawing(r *vision.Reading) string {
	l, n := r.Lattice, r.Lattice.Size
	differ := func(a, b puzzle.Cell) bool { return r.Board.Region(a.Row, a.Col) != r.Board.Region(b.Row, b.Col) }
	var labels overlay.Labels
	if r.Puzzle != nil {
		labels = overlay.LabelsOf(r.Puzzle, n)
		differ = labels.Apart
	}
	var walls, thin, centres path
	for row := range n + 1 {
		for col := range n + 1 {
			c := l.Cell(row, col)
			if row < n {
				apart := col == 0 || col == n || differ(puzzle.Cell{Row: row, Col: col - 1}, puzzle.Cell{Row: row, Col: col})
				pick(apart, &walls, &thin).line(c.X, c.Y, c.X, c.Y+c.Height)
			}
			if col < n {
				apart := row == 0 || row == n || differ(puzzle.Cell{Row: row - 1, Col: col}, puzzle.Cell{Row: row, Col: col})
				pick(apart, &walls, &thin).line(c.X, c.Y, c.X+c.Width, c.Y)
			}
			if row < n && col < n {
				centre := l.Center(row, col)
				centres.dot(centre.X, centre.Y)
			}
		}
	}
	var b strings.Builder
	b.WriteString("<g class=\"reading\">\n")
	fmt.Fprintf(&b, "<path class=\"thin\" d=\"%s\"/>\n", thin.String())
	fmt.Fprintf(&b, "<path class=\"wall rim\" d=\"%s\"/>\n<path class=\"wall\" d=\"%s\"/>\n", walls.String(), walls.String())
	side := 0.26 * min(l.PitchX, l.PitchY)
	if r.Puzzle != nil {
		plates(&b, l, labels, side)
	} else if len(r.Colors) == n*n {
		chips(&b, r, side)
	}
	// Large enough to be a queen in every cell to the reader: no player takes the
	// drawing for a board, which has fewer.
	wide := 0.28 * min(l.PitchX, l.PitchY)
	fmt.Fprintf(&b, "<path class=\"centre rim\" stroke-width=\"%s\" d=\"%s\"/>\n<path class=\"centre\" stroke-width=\"%s\" d=\"%s\"/>\n</g>",
		num(1.4*wide), centres.String(), num(wide), centres.String())
	return b.String()
}

// chips draws the letter of each cell's region on its colour.
func chips(b *strings.Builder, r *vision.Reading, side float64) {
	letters := r.Board.RegionRows()
	for i, k := range r.Colors {
		row, col := i/r.Board.Size, i%r.Board.Size
		c := r.Lattice.Cell(row, col)
		ink := "light"
		if 299*int(k.R)+587*int(k.G)+114*int(k.B) < 115*1000 {
			ink = "dark"
		}
		chip(b, c.X+0.1*c.Width, c.Y+0.1*c.Height, side, side, fmt.Sprintf("#%02x%02x%02x", k.R, k.G, k.B), ink, letters[row][col:col+1])
	}
}

// plates draws what was read in the corner of each cell, and beside the middle of each edge.
func plates(b *strings.Builder, l vision.Lattice, labels overlay.Labels, side float64) {
	plate := func(x, y float64, text string) {
		wide := side * (0.4 + 0.52*float64(len(text)))
		chip(b, x, y, wide, side, "#ffffff", "light", text)
	}
	for i, text := range labels.Cells {
		if text != "" {
			c := l.Cell(i/l.Size, i%l.Size)
			plate(c.X+0.06*c.Width, c.Y+0.06*c.Height, text)
		}
	}
	edges := slices.SortedFunc(maps.Keys(labels.Edges), func(a, b puzzle.Edge) int {
		return cmp.Or(cmp.Compare(a.A.Row, b.A.Row), cmp.Compare(a.A.Col, b.A.Col), cmp.Compare(a.B.Row, b.B.Row))
	})
	for _, e := range edges {
		from, to := l.Center(e.A.Row, e.A.Col), l.Center(e.B.Row, e.B.Col)
		x, y := (from.X+to.X)/2, (from.Y+to.Y)/2
		if e.A.Row == e.B.Row { // along the line, so that it can be compared
			y += 0.2 * l.PitchY
		} else {
			x += 0.2 * l.PitchX
		}
		plate(x, y, labels.Edges[e])
	}
}

func chip(b *strings.Builder, x, y, width, height float64, fill, ink, text string) {
	fmt.Fprintf(b, "<rect class=\"chip\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/><text class=\"%s\" x=\"%s\" y=\"%s\" font-size=\"%s\">%s</text>\n",
		num(x), num(y), num(width), num(height), fill, ink, num(x+width/2), num(y+0.78*height), num(0.85*height), text)
}

// refusedDrawing draws the grid that came closest to a board.
func refusedDrawing(l vision.Lattice) string {
	var lines path
	b := l.Bounds()
	for i := range l.Size + 1 {
		x, y := l.X+float64(i)*l.PitchX, l.Y+float64(i)*l.PitchY
		lines.line(x, b.Y, x, b.Y+b.Height)
		lines.line(b.X, y, b.X+b.Width, y)
	}
	return fmt.Sprintf("<g class=\"refused\">\n<path class=\"wall rim\" d=\"%s\"/>\n<path class=\"wall\" d=\"%s\"/>\n</g>", lines.String(), lines.String())
}

// thumb draws the regions of a reading in their colours, a unit a cell; "" of another game than
// Queens.
func thumb(r *vision.Reading) string {
	n := r.Board.Size
	if len(r.Colors) != n*n {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"thumb\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">", n, n)
	for cell, k := range r.Colors {
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%d\" width=\"1.02\" height=\"1.02\" fill=\"#%02x%02x%02x\"/>", cell%n, cell/n, k.R, k.G, k.B)
	}
	b.WriteString("</svg>")
	return b.String()
}

// path is the data of an SVG path.
type path struct{ strings.Builder }

func (p *path) line(x0, y0, x1, y1 float64) {
	fmt.Fprintf(p, "M%s %sL%s %s", num(x0), num(y0), num(x1), num(y1))
}

// dot is a line without a length, whose round ends make a dot.
func (p *path) dot(x, y float64) { fmt.Fprintf(p, "M%s %sh0", num(x), num(y)) }

func pick(first bool, a, b *path) *path {
	if first {
		return a
	}
	return b
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }

func num(v float64) string { return strconv.FormatFloat(hundredths(v), 'f', -1, 64) }
