package hint

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"autoqueens/internal/term"
	"autoqueens/solver"
)

// How is it drawn in a terminal? As a grid with a letter for each region, marks
// behind the letters and brackets around the cells that matter, so that nothing
// rests on colour. Where there is colour, the cells have that of their regions.

// brackets are what stands around a cell in each role.
var brackets = [...][2]string{
	bystander: {" ", " "},
	reason:    {"[", "]"},
	crossed:   {"<", ">"},
	crowned:   {"<", ">"},
	wrong:     {"!", "!"},
}

// Grid prints a scene as text. colors are the grounds of the cells, row-major,
// which style may have no use for; nil gives the regions colours of their own.
func Grid(w io.Writer, s *Scene, colors []color.NRGBA, style term.Style) error {
	b, n := s.Board, s.Board.Size
	roles, letters := s.roles(), b.RegionRows()
	paint := style.Painter(b, colors)
	var out strings.Builder
	out.WriteString("    ")
	for col := range n {
		fmt.Fprintf(&out, "%3d", col+1)
		if col < n-1 {
			out.WriteByte(' ')
		}
	}
	out.WriteByte('\n')
	for row := range n {
		var line strings.Builder
		fmt.Fprintf(&line, "%3d ", row+1)
		for col := range n {
			cell := row*n + col
			around := brackets[roles[cell]]
			text := around[0] + letters[row][col:col+1] + glyph(b.Mark(row, col), roles[cell]) + around[1]
			line.WriteString(paint(cell, text, roles[cell] != bystander))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if legend := s.legend(); legend != "" {
		fmt.Fprintf(&out, "    %s\n", legend)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// glyph returns the mark of a cell, or the one that it gets.
func glyph(m solver.Mark, r role) string {
	switch {
	case r == crowned || m == solver.Queen:
		return "Q"
	case r == crossed || m == solver.Cross:
		return "x"
	}
	return " "
}

// legend says what the brackets in a scene mean.
func (s *Scene) legend() string {
	var parts []string
	if s.Queen >= 0 {
		parts = append(parts, "<aQ> put a queen here")
	}
	if len(s.Crossed) > 0 {
		parts = append(parts, "<ax> cross this out")
	}
	if len(s.Wrong) > 0 {
		parts = append(parts, "!a ! take this back")
	}
	if len(s.Reason) > 1 || len(s.Reason) == 1 && s.Reason[0] != s.Queen {
		parts = append(parts, "[a ] the reason")
	}
	return strings.Join(parts, "   ")
}
