package sudoku

import (
	"fmt"
	"reflect"
	"slices"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
	"autoqueens/vision/digit"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// board is what was read of a board, row by row.
type board struct {
	*outline.Board
	n, boxRows, boxCols int
	answers             []digit.Answer
	digits              []int // 0 for none
	unsure              []int // cells whose digits are the likeliest, but not certain
	doubts              []vision.Doubt
}

// Read reads a Sudoku; see [vision.Game].
func Read(o *outline.Board, _ *raster.Picture) (*vision.Reading, *vision.Refusal) {
	b := &board{n: o.Lattice.Size}
	var ok bool
	if b.boxRows, b.boxCols, ok = boxes(o); !ok {
		return nil, nil
	}
	b.Board = o.Unstriped()
	if !b.readDigits() {
		return nil, nil
	}
	return b.decide()
}

// readDigits reads what stands in the cells. It is false where that is something else than
// digits.
func (b *board) readDigits() bool {
	b.answers, b.digits = make([]digit.Answer, b.n*b.n), make([]int, b.n*b.n)
	grounds := b.Grounds()
	parallel.Each(len(grounds), func(i int) { b.answers[i] = b.digitAt(i, grounds[i]) })
	var heights []float64
	for _, a := range b.answers {
		if a.Number >= 1 && a.Number <= b.n && a.Certain() {
			heights = append(heights, a.Height)
		}
	}
	if len(heights) == 0 {
		return false
	}
	usual := num.Median(heights)
	const least = 3 // digits a board has at least
	sure := 0
	for i, a := range b.answers {
		row, col := i/b.n, i%b.n
		doubt := func(words string) { b.doubts = append(b.doubts, vision.Doubt{Row: row, Col: col, Words: words}) }
		switch {
		case a.Number == digit.Nothing && b.covered(i):
			doubt("its middle has the colour of no cell of its box, so something may cover it")
		case a.Number == digit.Nothing:
		case a.Tallest < small*usual:
			// A digit that is covered in part is small as well.
			if !b.notes(i, usual) {
				doubt("something stands in it that is neither a digit nor notes for certain")
			}
		case a.Number >= 1 && a.Number <= b.n && a.Likelihood >= 0.5 && a.Height < usual/small:
			if b.digits[i] = a.Number; a.Certain() {
				sure++
			} else {
				b.unsure = append(b.unsure, i)
			}
		case a.Number >= 0:
			doubt(maybe(a.Number))
		default:
			doubt("something stands in it that is no digit for certain")
		}
	}
	return sure >= least && 2*(len(b.doubts)+len(b.unsure)) <= sure
}

// covered tells whether the middle of a cell has the colour of no cell of its box.
func (b *board) covered(i int) bool {
	row, col := i/b.n/b.boxRows*b.boxRows, i%b.n/b.boxCols*b.boxCols
	for k := range b.n {
		if g := b.Grounds()[(row+k/b.boxCols)*b.n+col+k%b.boxCols]; !outline.Veiled(b.Board, i, g.RGB) {
			return false
		}
	}
	return true
}

const (
	small  = 0.75 // of the height of digits: notes are smaller
	beside = 0.07 // of a cell: most lines keep outside, notes do not
	inset  = 0.15 // all lines do
	inner  = 0.22 // and the frame of the cell that is selected
)

// within returns what is left of a cell without so much of it, a share, on each side.
func (b *board) within(i int, inset float64) raster.Rect {
	return b.Lattice.Cell(i/b.n, i%b.n).Inset(inset)
}

// digitAt reads what stands in a cell.
func (b *board) digitAt(i int, g outline.Ground) digit.Answer {
	const sure = 0.7
	if g.Support >= sure {
		a := digit.Read(b.Picture, b.within(i, inset), g.RGB)
		if a.Number != digit.Other {
			return a
		}
		// Of some fonts they stand above the middle.
		if whole := digit.Read(b.Picture, b.within(i, beside), g.RGB); whole.Number >= 0 {
			return whole
		}
		return a
	}
	// A frame covers the corners; most of what is within it is ground.
	return digit.Read(b.Picture, b.within(i, inner), outline.Inner(b.Board, i))
}

// notes tells whether all that stands in a cell are notes: digits smaller than the usual, in
// pixels, each in its own place.
func (b *board) notes(i int, usual float64) bool {
	for _, from := range [...]float64{beside, inset} { // where lines are wide they reach into the former
		if b.notesWithin(i, usual, from) {
			return true
		}
	}
	return false
}

// notesWithin tells it of what stands so far within a cell, a share of it, from each side.
func (b *board) notesWithin(i int, usual, from float64) bool {
	all := digit.Each(b.Picture, b.within(i, from), outline.Inner(b.Board, i))
	for _, a := range all {
		// What is none stands in the place of one note as seldom as that is small, as a share of the cell.
		const chance = 1.0 / 16
		if a.Number < 1 || a.Number > b.n || !a.Given(chance).Certain() || a.Height >= small*usual {
			return false
		}
	}
	cell := b.Lattice.Cell(i/b.n, i%b.n)
	for _, cols := range [...]int{b.boxCols, 3} {
		if len(all) > 0 && !slices.ContainsFunc(all, func(a digit.Answer) bool {
			x, y := a.Bounds.X+a.Bounds.Width/2, a.Bounds.Y+a.Bounds.Height/2
			return !placed(a.Number, b.n, cols, (x-cell.X)/cell.Width, (y-cell.Y)/cell.Height)
		}) {
			return true
		}
	}
	return false
}

// placed tells whether a place in a cell, in shares of it, is that of a note: notes up to n
// stand in so many columns, in the order of the digits.
func placed(note, n, cols int, right, down float64) bool {
	rows := (n + cols - 1) / cols
	at := func(k, of int, v float64) bool {
		const (
			wide = 0.75 // of the cell: what the places take together at least, and at most all of it
			slip = 0.04 // of the cell
		)
		from := (float64(k)+0.5)/float64(of) - 0.5 // the middle of the cell
		return v-0.5 >= min(wide*from, from)-slip && v-0.5 <= max(wide*from, from)+slip
	}
	return at((note-1)%cols, cols, right) && at((note-1)/cols, rows, down)
}

// decide makes a reading of what was seen, or says why it is not certain.
func (b *board) decide() (*vision.Reading, *vision.Refusal) {
	p := &sudoku.Puzzle{Size: b.n, BoxRows: b.boxRows, BoxCols: b.boxCols, Cells: make([]uint8, b.n*b.n)}
	confidence := 1.0
	for i, d := range b.digits {
		if p.Cells[i] = uint8(d); d > 0 && b.answers[i].Certain() {
			confidence = min(confidence, b.answers[i].Likelihood)
		}
	}
	b.doubts = append(b.doubts, vision.Covered(b.Board, func(outline.Side) (int, float64) { return 0, 0 })...)
	seen := vision.Seen{Puzzle: p, Given: p, Lattice: b.Placed(), Whole: b.Whole(nil), Confidence: confidence, Doubts: b.doubts, Hidden: b.Hidden}
	r, no := b.prove(seen)
	if no == nil || len(b.doubts) > 0 {
		return r, no
	}
	// A player may have entered what is wrong. What was given has a colour of its own then, and is a
	// puzzle by itself; which colour that is the page does not say. Where it may be
	// several, they have to come to the same. Where one is a part of another, the rest of that was entered.
	var found *vision.Reading
	var colors []*sudoku.Puzzle
	wrong := 0 // of what was entered
	// Others are puzzles too, but less than half of the rest would be right.
	type rival struct {
		answer puzzle.Solution
		wrong  int
	}
	var rivals []rival
	ambiguous := func() (*vision.Reading, *vision.Refusal) {
		return nil, seen.Refuse(vision.Ambiguous, "its digits in one colour or another could be those that were given",
			"clear what was entered, and try again")
	}
	for _, given := range b.byInk(p) {
		seen.Given = given
		r, none := b.prove(seen)
		if none != nil {
			continue
		}
		entered, off := b.entries(p, given, r)
		switch {
		case 2*off > entered: // rather one of the given digits was misread
			rivals = append(rivals, rival{r.Answer, off})
		case found != nil && !reflect.DeepEqual(found.Answer, r.Answer):
			return ambiguous()
		default:
			found, wrong = r, off
			colors = append(slices.DeleteFunc(colors, func(of *sudoku.Puzzle) bool { return holds(of, given) }), given)
		}
	}
	if found == nil {
		return r, no
	}
	for _, other := range rivals {
		// It could be the other way round, unless more than twice as much were wrong then.
		if !reflect.DeepEqual(found.Answer, other.answer) && other.wrong <= 2*wrong {
			return ambiguous()
		}
	}
	all := only(p, nil)
	for _, given := range colors {
		for i, v := range given.Cells {
			all.Cells[i] = max(all.Cells[i], v)
		}
	}
	found.Puzzle = b.entered(p, all, found)
	return found, nil
}

// holds tells whether all digits of a puzzle are among those of another.
func holds(of, part *sudoku.Puzzle) bool {
	for i, v := range part.Cells {
		if v > 0 && of.Cells[i] != v {
			return false
		}
	}
	return true
}

// prove makes a reading where the puzzle has exactly one solution, and of each digit in doubt where
// it would not have if any other stood in its place.
func (b *board) prove(seen vision.Seen) (*vision.Reading, *vision.Refusal) {
	r, no := vision.Prove(seen)
	if no != nil {
		return nil, no
	}
	given, answer := seen.Given.(*sudoku.Puzzle), r.Answer.(sudoku.Solution)
	for _, i := range b.unsure {
		other := *given
		other.Cells = slices.Clone(given.Cells)
		// What a player entered has only the answer beside it.
		certain := given.Cells[i] > 0 || answer.Cells[i] == uint8(b.digits[i])
		for v := 1; v <= b.n && certain && given.Cells[i] > 0; v++ {
			if other.Cells[i] = uint8(v); v != b.digits[i] {
				as, _ := vision.Prove(vision.Seen{Puzzle: &other, Whole: true, Confidence: 1})
				certain = as == nil
			}
		}
		if !certain {
			seen.Doubts = append(seen.Doubts, vision.Doubt{Row: i / b.n, Col: i % b.n, Words: maybe(b.digits[i])})
		}
	}
	return vision.Prove(seen)
}

func maybe(d int) string { return fmt.Sprintf("it may be a %d, or not", d) }

// entries counts what a player entered, and what of that is wrong, without what the page itself marks as wrong with stripes.
func (b *board) entries(p, given *sudoku.Puzzle, r *vision.Reading) (entered, wrong int) {
	for i, v := range r.Answer.(sudoku.Solution).Cells {
		if p.Cells[i] == 0 || given.Cells[i] != 0 {
			continue
		}
		right := p.Cells[i] == v
		if _, striped := b.Left(i); striped && !right {
			continue
		}
		entered++
		if !right {
			wrong++
		}
	}
	return entered, wrong
}

// entered returns a puzzle as it is seen, of which so much is given, and doubts what of the rest is wrong.
func (b *board) entered(p, given *sudoku.Puzzle, r *vision.Reading) *sudoku.Puzzle {
	seen := *p
	seen.Entered = make([]bool, len(p.Cells))
	for i, v := range r.Answer.(sudoku.Solution).Cells {
		seen.Entered[i] = given.Cells[i] != p.Cells[i]
		if seen.Entered[i] && p.Cells[i] != v {
			r.Doubts = append(r.Doubts, vision.Doubt{
				Row: i / b.n, Col: i % b.n,
				Words: fmt.Sprintf("a %d was entered, which the solution has not there", p.Cells[i]),
			})
		}
	}
	return &seen
}

// byInk returns puzzles of the digits whose colours stand apart from those of all others, the groups that are
// furthest apart first (single linkage): beside what was given and what was entered a page may show in
// a colour of its own what is wrong. It is empty where all are of about one colour.
func (b *board) byInk(p *sudoku.Puzzle) (all []*sudoku.Puzzle) {
	type pair struct{ i, j, away int }
	var pairs []pair
	groups := make([][]int, len(p.Cells)) // of each cell with a digit the cells of its group
	for i, v := range p.Cells {
		if v == 0 {
			continue
		}
		groups[i] = []int{i}
		for j, w := range p.Cells[:i] {
			if w > 0 {
				pairs = append(pairs, pair{i, j, raster.Chebyshev(b.answers[i].Ink, b.answers[j].Ink)})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return a.away - b.away })
	for _, q := range pairs {
		one, other := groups[q.i], groups[q.j]
		if one[0] == other[0] {
			continue
		}
		if q.away >= raster.LeastContrast {
			all = append(all, only(p, one), only(p, other))
		}
		both := slices.Concat(one, other)
		for _, cell := range both {
			groups[cell] = both
		}
	}
	slices.Reverse(all)
	return all
}

// only returns a puzzle of some of the digits of another.
func only(p *sudoku.Puzzle, cells []int) *sudoku.Puzzle {
	part := &sudoku.Puzzle{Size: p.Size, BoxRows: p.BoxRows, BoxCols: p.BoxCols, Cells: make([]uint8, len(p.Cells))}
	for _, i := range cells {
		part.Cells[i] = p.Cells[i]
	}
	return part
}
