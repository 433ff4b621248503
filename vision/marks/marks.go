package marks

import (
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// Set is what stands in the cells of a board.
type Set struct {
	Marks   []solver.Mark
	Strange []int // cells in which something stands that is no mark
	Unclear []int // cells whose mark could be one or another
	Likely  []int // those of them in which a mark stands, more likely than not
	Traces  []int // cells taken for empty in which there is something
	Begun   []int // cells in which a mark only begins to appear, or is going: taken for empty
	Faint   []int // cells whose mark may only begin to appear
	Labels  []int // cells that show the label of their region: taken for empty

	In *raster.Picture // that they were read in

	outlines  []int                            // half of that around each mark, pixels
	templates [solver.Queen + 1]glyph.Template // of the marks of each kind together
}

// Clashing lists the cells of the queens on a board of n rows that clash with another.
func (m *Set) Clashing(n int) (cells []int) {
	for i := range m.Marks {
		if len(m.RivalsOf(i, n)) > 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// RivalsOf lists the cells of the queens that clash with the one on a cell of a board of
// n rows: they stand in one row or column with it, or touch it.
func (m *Set) RivalsOf(cell, n int) (cells []int) {
	if m.Marks[cell] != solver.Queen {
		return nil
	}
	row, col := cell/n, cell%n
	for i, k := range m.Marks {
		r, c := i/n, i%n
		if i != cell && k == solver.Queen && (r == row || c == col || max(row-r, r-row) <= 1 && max(col-c, c-col) <= 1) {
			cells = append(cells, i)
		}
	}
	return cells
}

// Read reads what stands in every cell.
func Read(p *raster.Picture, c *cellcolor.Cells) Set {
	b := Observe(p, c, &fitted)
	s := Set{Marks: make([]solver.Mark, len(c.Colors)), In: p, outlines: make([]int, len(c.Colors))}
	for i := range b.Cells {
		if b.Cells[i].Inked || b.Cells[i].doubtful {
			s.tell(i, &b.Cells[i], c.Lattice.Pitch())
		} else if b.Cells[i].labelled {
			s.Labels = append(s.Labels, i)
		}
	}
	s.doubtOdd(b)
	s.recognize(p, c, b)
	s.doubtClashing(b, c.N, c.Lattice.Pitch())
	s.doubtClutter(b)
	if !onePlace(s.Strange, c.N) {
		// There is one pointer: something else stands there, perhaps marks.
		s.Unclear = append(s.Unclear, s.Strange...)
	}
	slices.Sort(s.Unclear)
	for i, m := range s.Marks {
		if m != solver.Empty {
			s.templates[m].AddScaled(b.Cells[i].template, 1)
		}
	}
	return s
}

// tell says what stands in a cell that is so many pixels wide.
func (s *Set) tell(i int, o *Cell, pitch float64) {
	m, odds := o.Decide()
	is := o.likeliest()
	switch {
	case odds < Clear, o.doubtful,
		m == solver.Cross && o.noCross, m == solver.Queen && o.noQueen,
		m == solver.Empty && is == Empty && o.Features[fThin] > shows,
		is == Foreign && pitch < pointer:
		s.Unclear = append(s.Unclear, i)
		if o.P[Cross]+o.P[Queen] > 0.5 {
			s.Likely = append(s.Likely, i)
		}
	case m != solver.Empty:
		s.mark(i, m, o)
	default:
		s.Traces = append(s.Traces, i)
		switch is {
		case Foreign:
			s.Strange = append(s.Strange, i)
		case Appearing:
			s.Begun = append(s.Begun, i)
			s.Faint = append(s.Faint, i)
		}
	}
}

// mark tells that a mark stands in a cell.
func (s *Set) mark(i int, m solver.Mark, o *Cell) {
	s.Marks[i], s.outlines[i] = m, halfOutline(o.box.Width, o.box.Height)
	if o.P[Appearing] > faint {
		s.Faint = append(s.Faint, i)
	}
}

// doubtOdd doubts the marks that do not look like the others of their kind. Those that only
// begin to appear do not yet, and are taken for none.
func (s *Set) doubtOdd(b *Board) {
	for kind := solver.Cross; kind <= solver.Queen; kind++ {
		var cells []int
		var templates []*glyph.Template
		for i, m := range s.Marks {
			if m == kind {
				cells, templates = append(cells, i), append(templates, b.Cells[i].template)
			}
		}
		for _, k := range odd(templates, unlike) {
			i := cells[k]
			s.Marks[i] = solver.Empty
			if b.Cells[i].likeliest() == Appearing {
				s.Begun, s.Traces = append(s.Begun, i), append(s.Traces, i)
				continue
			}
			s.Unclear = append(s.Unclear, i)
			s.Likely = append(s.Likely, i)
		}
	}
}

// recognize tells the unclear marks that show what would be seen of one of the board's marks on their background, as a
// golden crown loses its bands on gold: they are of its kind, where that is the likelier and nothing of the other kind is
// alike. They have to be the exceptions: what one mark was misread for, all others would be.
func (s *Set) recognize(p *raster.Picture, c *cellcolor.Cells, b *Board) {
	p = p.Sharpest()
	var known [solver.Queen + 1][]int
	for i, kind := range s.Marks {
		if kind != solver.Empty {
			known[kind] = append(known[kind], i)
		}
	}
	told := func(i int) bool {
		o := &b.Cells[i]
		is := solver.Queen
		if o.P[Cross] > o.P[Queen] {
			is = solver.Cross
		}
		if !o.Inked || o.doubtful || o.P[Appearing] > faint || len(known[is]) <= len(s.Unclear) {
			return false
		}
		var like [solver.Queen + 1]float64
		for kind, cells := range known {
			for _, j := range cells[:min(someOf, len(cells))] {
				seen, strength := glyph.TemplateOn(p, middle(c.Lattice.Cell(j/c.N, j%c.N)), b.Cells[j].under, part(p, c, j).Min, o.under.Color, faintest)
				if solver.Mark(kind) == is && min(o.strength, strength) < same*max(o.strength, strength) {
					continue // what is offered is paler
				}
				like[kind] = max(like[kind], o.template.Correlation(&seen))
			}
		}
		if like[is] < same || like[solver.Cross+solver.Queen-is] >= alike {
			return false
		}
		s.mark(i, is, o)
		return true
	}
	slices.Sort(s.Unclear)
	n := 0
	for n < len(s.Unclear) && told(s.Unclear[n]) { // one that is not told is enough to doubt the board
		n++
	}
	s.Unclear = s.Unclear[n:]
	s.Likely = slices.DeleteFunc(s.Likely, func(i int) bool { return s.Marks[i] != solver.Empty })
}

// doubtClashing doubts queens that clash on a board without crosses, whose cells are so many pixels wide,
// where they look the same turned by a quarter, as discs do, rings and squares, and are no wider than half
// a cell: they may be the crosses. Players seldom place queens that clash; crowns, stars and letters look
// otherwise; and where there are crosses as well, the larger kind are the queens. A cross that is none of
// strokes leaves room for a queen that is larger.
func (s *Set) doubtClashing(b *Board, n int, pitch float64) {
	if slices.Contains(s.Marks, solver.Cross) {
		return
	}
	for _, i := range s.Clashing(n) {
		if o := &b.Cells[i]; o.template.Turns() >= same && 2*max(o.box.Width, o.box.Height) <= pitch {
			s.Unclear, s.Likely = append(s.Unclear, i), append(s.Likely, i)
		}
	}
}

// doubtClutter doubts all that was taken for nothing where there is much of it: then the
// background is not what it was taken for.
func (s *Set) doubtClutter(b *Board) {
	var clutter []int
	for _, i := range s.Traces {
		if o := &b.Cells[i]; !o.Faint && o.likeliest() == Empty {
			clutter = append(clutter, i)
		}
	}
	if float64(len(clutter)) > mostClutter*float64(len(b.Cells)) {
		s.Unclear = append(s.Unclear, clutter...)
	}
}

const (
	// mostClutter is the share of cells that may show what is neither a mark nor faint. The
	// model is fitted to boards that show no more.
	mostClutter = 0.05
	// shows is by how much more than a mark of the board would, in powers of 2, something
	// may depart from the background of a cell that is taken for empty.
	shows = 0.5
	// faint is how likely a mark has to be one that only begins to appear to be called so.
	faint = 1e-3
	// pointer is how large a pointer is at least, in pixels: in a smaller cell none lies by
	// itself.
	pointer = 20
)

// onePlace tells whether cells touch each other, as those that one pointer lies
// over do.
func onePlace(cells []int, n int) bool {
	for _, i := range cells {
		if row, col := i/n-cells[0]/n, i%n-cells[0]%n; max(row, -row, col, -col) > 1 {
			return false
		}
	}
	return true
}
