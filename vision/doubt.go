package vision

import (
	"fmt"
	"slices"
	"strings"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/labelling"
)

// What did the witnesses say, and what of it was not followed? In words, for
// the people who want to know why a board was read as it was.

// Doubt is one thing a witness said that the reading did not follow.
type Doubt struct {
	Row, Col int    // the cell it concerns, -1 where it concerns none
	Words    string // what was seen, in words a person understands
	// Side is the side of the cell whose line it concerns, NoSide where it
	// concerns the cell itself or nothing in particular.
	Side Side
	// Settled tells that it is none about the answer, which the puzzle itself told.
	Settled bool
}

// Side is a side of a cell on which it has a neighbour.
type Side int

// The sides. A line is named by the cell right of it or below it.
const (
	NoSide Side = iota
	Left
	Top
)

// Other returns the cell on the other side of the line in doubt, and false
// where no line is.
func (d Doubt) Other() (row, col int, ok bool) {
	switch {
	case d.Row < 0 || d.Col < 0:
	case d.Side == Left && d.Col > 0:
		return d.Row, d.Col - 1, true
	case d.Side == Top && d.Row > 0:
		return d.Row - 1, d.Col, true
	}
	return -1, -1, false
}

// String returns the words with the place before them; rows and columns count
// from 1 there.
func (d Doubt) String() string {
	row, col, ok := d.Other()
	switch {
	case d.Row < 0 || d.Col < 0:
		return d.Words
	case ok && d.Side == Left:
		return fmt.Sprintf("row %d, between columns %d and %d: %s", d.Row+1, col+1, d.Col+1, d.Words)
	case ok:
		return fmt.Sprintf("column %d, between rows %d and %d: %s", d.Col+1, row+1, d.Row+1, d.Words)
	}
	return fmt.Sprintf("row %d, column %d: %s", d.Row+1, d.Col+1, d.Words)
}

// Statement is what one witness said of a board.
type Statement struct {
	Witness string // "lattice", "colour", "lines", "marks" or "puzzle"
	Words   string // one line
}

// doubts puts in words what a reading did not follow.
func doubts(ev *labelling.Observations, h labelling.Hypothesis) (out []Doubt) {
	cell := func(i int, words string) Doubt { return Doubt{Row: i / ev.N, Col: i % ev.N, Words: words} }
	for _, x := range h.Outliers {
		words := map[labelling.Effect]string{
			labelling.Hover: "not the colour of its region: hovered or passed over",
			labelling.Shade: "not the colour of its region: hovered or passed over",
			labelling.Tint:  "not the colour of its region: tinted under a queen, perhaps",
		}[x.Effect]
		if words == "" {
			words = "not the colour of its region, for no reason that was seen"
		}
		out = append(out, cell(x.Cell, words))
	}
	for _, e := range h.Contradicted {
		d := cell(e.B, "the line is narrow, as inside a region, but the cells belong to two")
		if h.Labels[e.A] == h.Labels[e.B] {
			d.Words = "the line is wide, as between regions, but the cells belong to one"
		}
		d.Side = Top
		if e.Upright() {
			d.Side = Left
		}
		out = append(out, d)
	}
	for _, i := range ev.Unclear {
		words := "what it shows could be a mark, or no more than a pattern"
		if slices.Contains(ev.Likely, i) {
			words = "the mark in it could be a cross or a queen"
		}
		out = append(out, cell(i, words))
	}
	for _, i := range ev.Strange {
		out = append(out, cell(i, "something stands in it that is no mark"))
	}
	for _, i := range ev.Begun {
		out = append(out, cell(i, justBegun))
	}
	if len(h.SameColor) > 0 {
		out = append(out, Doubt{Row: -1, Col: -1, Words: some(len(h.SameColor), "pair of regions has", "pairs of regions have") + " one colour"})
	}
	return out
}

// justBegun is said of a mark that was taken for none yet.
const justBegun = "a mark that only begins to appear, or is going: taken for none"

// Testimony returns what each witness said, for people to see; nothing for a
// reading that was not read from a picture.
func (r *Reading) Testimony() []Statement {
	if r.evidence == nil {
		return nil
	}
	ev, h := r.evidence, *r.proposal
	return []Statement{
		{"lattice", sayLattice(ev)},
		{"colour", sayColour(ev, h)},
		{"lines", sayLines(ev, h)},
		{"marks", sayMarks(ev)},
		{"puzzle", sayPuzzle(ev.N, h)},
	}
}

func sayLattice(ev *labelling.Observations) string {
	l := ev.Lattice
	around := "all four sides are in the picture"
	if !ev.Margin {
		around = "the picture does not show what lies around it"
	}
	return fmt.Sprintf("%d x %d cells of %.1f x %.1f pixels; %s", l.Size, l.Size, l.PitchX, l.PitchY, around)
}

// sayColour tells how far the colours of the regions are apart. The closest
// two decide, in CIE L*a*b*, where 2.3 is what an eye can just tell.
func sayColour(ev *labelling.Observations, h labelling.Hypothesis) string {
	centers := make([]cellcolor.Lab, ev.N)
	for r, c := range h.Centers {
		centers[r] = cellcolor.ToLab(c)
	}
	closest, farthest := -1.0, 0.0
	for a := range centers {
		for b := a + 1; b < len(centers); b++ {
			if d := centers[a].Distance(centers[b]); closest < 0 || d < closest {
				closest = d
			}
		}
	}
	odd := make(map[int]bool)
	for _, x := range h.Outliers {
		odd[x.Cell] = true
	}
	for i, l := range h.Labels {
		if !odd[i] {
			farthest = max(farthest, ev.Colors[i].Lab.Distance(centers[l]))
		}
	}
	words := fmt.Sprintf("the closest two of %d regions are %.1f apart, where %.1f can just be told; within a region at most %.1f", ev.N, closest, cellcolor.JND, farthest)
	if len(h.Outliers) > 0 {
		words += ", but for " + some(len(h.Outliers), "cell", "cells")
	}
	return words
}

func sayLines(ev *labelling.Observations, h labelling.Hypothesis) string {
	if !ev.Lines.TwoWidths {
		return "silent: not drawn in two widths"
	}
	words := fmt.Sprintf("narrow ones of %.1f pixels and wide ones of %.1f; ", ev.Lines.Thin, ev.Lines.Wide)
	switch total := len(ev.Lines.Edges); {
	case len(h.Contradicted) == 0:
		words += fmt.Sprintf("none of %d contradicts the regions", total)
	default:
		contradict := "contradict"
		if len(h.Contradicted) == 1 {
			contradict = "contradicts"
		}
		words += fmt.Sprintf("%d of %d %s the regions", len(h.Contradicted), total, contradict)
	}
	return words
}

func sayMarks(ev *labelling.Observations) string {
	var queens, crosses int
	for _, m := range ev.Marks {
		switch m {
		case solver.Queen:
			queens++
		case solver.Cross:
			crosses++
		}
	}
	if queens+crosses+len(ev.Unclear)+len(ev.Strange) == 0 {
		return "every cell is empty"
	}
	parts := []string{some(queens, "queen", "queens"), some(crosses, "cross", "crosses")}
	if n := len(ev.Unclear); n > 0 {
		parts = append(parts, some(n, "mark that could be either", "marks that could be either"))
	}
	if n := len(ev.Strange); n > 0 {
		parts = append(parts, some(n, "cell with something that is no mark", "cells with something that is no mark"))
	}
	return strings.Join(parts, ", ")
}

func sayPuzzle(n int, h labelling.Hypothesis) string {
	words := fmt.Sprintf("%d regions for %d rows", n, n)
	if h.Pieces == n {
		words += ", each in one piece"
	} else {
		words += fmt.Sprintf(", in %d pieces", h.Pieces)
	}
	return words + ", " + [...]string{"no solution", "one solution", "several solutions"}[min(h.Solutions, 2)]
}
