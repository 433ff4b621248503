package sat

import (
	"bufio"
	"fmt"
	"io"

	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Encoding is a way to say in clauses that at most one of several literals
// holds.
type Encoding int

// The encodings. For k literals they take about so many clauses and further
// variables:
const (
	Pairwise   Encoding = iota // k*k/2 clauses, none: no two together
	Sequential                 // 3*k clauses, k variables: a counter runs along the literals
	Product                    // 2*k clauses, 2*sqrt(k) variables: a grid with one row and one column at most
)

// encodingNames holds the names, by value.
var encodingNames = [...]string{"pairwise", "sequential", "product"}

// String returns the name of the encoding.
func (e Encoding) String() string {
	if e < 0 || int(e) >= len(encodingNames) {
		return fmt.Sprintf("Encoding(%d)", int(e))
	}
	return encodingNames[e]
}

// Formula is a question in conjunctive normal form: clauses of literals, where
// variable v is v and its negation -v. Variable 1+row*N+col says that a queen
// stands on that cell, rows and columns counted from 0; the variables after the
// N*N cells belong to the encoding.
type Formula struct {
	Size int // of the board
	Vars int

	encoding Encoding
	clauses  [][]int32
	store    []int32 // what clauses point into
}

// Encode writes a valid board as a formula. Its models are the placements that
// keep the queens on the board.
func Encode(b *solver.Board, encoding Encoding) *Formula {
	n := b.Size
	f := &Formula{Size: n, Vars: n * n, encoding: encoding}
	open := each.Open(b)
	for cell, ok := range open {
		if !ok {
			f.add(-literal(cell))
		}
	}
	rows, cols, regions := make([][]int32, n), make([][]int32, n), make([][]int32, n)
	for cell, id := range b.Regions {
		rows[cell/n] = append(rows[cell/n], literal(cell))
		cols[cell%n] = append(cols[cell%n], literal(cell))
		regions[id] = append(regions[id], literal(cell))
	}
	for _, units := range [][][]int32{rows, cols, regions} {
		for _, unit := range units {
			f.add(unit...)
			f.atMostOne(unit)
		}
	}
	for cell := range n * (n - 1) {
		for _, below := range [2]int{cell + n - 1, cell + n + 1} {
			onBoard := below == cell+n-1 && cell%n > 0 || below == cell+n+1 && cell%n < n-1
			if onBoard && b.Regions[cell] != b.Regions[below] {
				f.add(-literal(cell), -literal(below))
			}
		}
	}
	return f
}

func literal(cell int) int32 { return int32(cell + 1) }

// add adds a clause, a copy of the literals.
func (f *Formula) add(clause ...int32) {
	start := len(f.store)
	f.store = append(f.store, clause...)
	f.clauses = append(f.clauses, f.store[start:len(f.store):len(f.store)])
}

// fresh returns a new variable.
func (f *Formula) fresh() int32 {
	f.Vars++
	return int32(f.Vars)
}

// atMostOne adds clauses that forbid any two of the literals to hold together.
func (f *Formula) atMostOne(literals []int32) {
	// Up to four literals no encoding is shorter than the pairs.
	if f.encoding == Pairwise || len(literals) <= 4 {
		for i, x := range literals {
			for _, y := range literals[:i] {
				f.add(-y, -x)
			}
		}
		return
	}
	if f.encoding == Sequential {
		f.sequential(literals)
	} else {
		f.product(literals)
	}
}

// sequential runs a counter along the literals: it says that one of those so
// far holds, and from there on the next must not.
func (f *Formula) sequential(literals []int32) {
	var before int32 // one of the literals before holds
	for i, x := range literals {
		if i > 0 {
			f.add(-before, -x)
		}
		if i == len(literals)-1 {
			return
		}
		soFar := f.fresh()
		f.add(-x, soFar)
		if i > 0 {
			f.add(-before, soFar)
		}
		before = soFar
	}
}

// product lays the literals out as a grid. A literal that holds makes its row
// and its column of the grid hold, of which there is one at most.
func (f *Formula) product(literals []int32) {
	width := 1
	for width*width < len(literals) {
		width++
	}
	height := (len(literals) + width - 1) / width
	across, down := make([]int32, width), make([]int32, height)
	for i := range across {
		across[i] = f.fresh()
	}
	for i := range down {
		down[i] = f.fresh()
	}
	for i, x := range literals {
		f.add(-x, across[i%width])
		f.add(-x, down[i/width])
	}
	f.atMostOne(across)
	f.atMostOne(down)
}

// WriteDIMACS writes the formula in the DIMACS format of SAT solvers.
func (f *Formula) WriteDIMACS(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "c Queens of size %d, %v at-most-one\n", f.Size, f.encoding)
	fmt.Fprintf(out, "c variable 1 + row*%d + column: a queen stands there; rows and columns from 0\n", f.Size)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Vars, len(f.clauses))
	for _, clause := range f.clauses {
		for _, literal := range clause {
			fmt.Fprintf(out, "%d ", literal)
		}
		fmt.Fprintln(out, 0)
	}
	return out.Flush()
}
