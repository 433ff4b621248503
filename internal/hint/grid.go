package hint

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"autoqueens/internal/term"
	"autoqueens/solver"
)

// How is it drawn in a terminal? As a grid with a letter for each region, marks
// behind the letters and brackets around the cells that matter, so that nothing
// rests on colour. Where there is colour, the cells have that of their regions, and
// there are borders between these if the terminal has room for them.

// brackets are what stands around a cell in each role.
var brackets = [...][2]string{
	bystander: {" ", " "},
	reason:    {"[", "]"},
	crossed:   {"<", ">"},
	crowned:   {"<", ">"},
	concluded: {"<", ">"},
	wrong:     {"!", "!"},
}

// margin is where the numbers of the rows stand.
const margin = "    "

// Grid prints a scene as text. colors are the grounds of the cells of a board of Queens, row-major,
// which style may have no use for; nil gives the regions colours of their own.
func Grid(w io.Writer, s *Scene, colors []color.NRGBA, style term.Style) error {
	if s.board() == nil {
		return s.grid(w)
	}
	b, n := s.board(), s.board().Size
	roles, letters := s.roles(), b.RegionRows()
	if style.Width > 0 {
		style.Width = max(style.Width-len(margin), 1)
	}
	lines, bordered := style.Lines(b, colors, 4, func(row, col int) (string, bool) {
		role := roles[row*n+col]
		around := brackets[role]
		return around[0] + letters[row][col:col+1] + glyph(b.Mark(row, col), role) + around[1], role != bystander
	})
	number, each := "%3d ", 1 // of a column, and how many lines a row has
	var out strings.Builder
	out.WriteString(margin)
	if bordered {
		number, each = "%3d  ", 2
	}
	var numbers strings.Builder
	for col := range n {
		fmt.Fprintf(&numbers, number, col+1)
	}
	out.WriteString(strings.TrimRight(numbers.String(), " ") + "\n")
	for i, line := range lines {
		if bordered && i%each == 0 {
			out.WriteString(margin)
		} else {
			fmt.Fprintf(&out, "%3d ", i/each+1)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if legend := s.legend(roles, letters); legend != "" {
		fmt.Fprintf(&out, "%s%s\n", margin, legend)
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

// legend says what the brackets in a scene mean, by cells of it.
func (s *Scene) legend(roles []role, letters []string) string {
	n := len(letters)
	var parts []string
	for _, m := range meanings {
		if cell := slices.Index(roles, m.role); cell >= 0 {
			row, col := cell/n, cell%n
			parts = append(parts, brackets[m.role][0]+letters[row][col:col+1]+glyph(s.board().Mark(row, col), m.role)+brackets[m.role][1]+" "+m.words)
		}
	}
	return strings.Join(parts, "   ")
}
