package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/go-air/gini"
	"github.com/google/go-cmp/cmp"

	"autoqueens/solver"
)

var encodings = []Encoding{Pairwise, Sequential, Product}

// TestAtMostOne asks for every set of literals whether an encoding allows it.
func TestAtMostOne(t *testing.T) {
	for _, encoding := range encodings {
		for k := 1; k <= 9; k++ {
			f := &Formula{Vars: k, encoding: encoding}
			var literals []int32
			for cell := range k {
				literals = append(literals, literal(cell))
			}
			f.atMostOne(literals)
			for set := range 1 << k {
				g := gini.New()
				for _, clause := range f.clauses {
					addClause(g, clause)
				}
				for cell := range k {
					sign := int32(1)
					if set>>cell&1 == 0 {
						sign = -1
					}
					addClause(g, []int32{sign * literal(cell)})
				}
				want := set&(set-1) == 0
				if got := g.Solve() == 1; got != want {
					t.Errorf("%v of %d: the set %b is allowed: %v, want %v", encoding, k, set, got, want)
				}
			}
		}
	}
}

// TestCompact holds what the compact encodings are for: fewer clauses where
// units are large.
func TestCompact(t *testing.T) {
	b, _, err := solver.Generate(12, 1)
	if err != nil {
		t.Fatal(err)
	}
	pairs := Encode(b, Pairwise)
	for _, encoding := range []Encoding{Sequential, Product} {
		f := Encode(b, encoding)
		if len(f.clauses) >= len(pairs.clauses) || f.Vars <= pairs.Vars {
			t.Errorf("%v takes %d clauses and %d variables, pairs take %d and %d", encoding, len(f.clauses), f.Vars, len(pairs.clauses), pairs.Vars)
		}
	}
}

// TestDIMACS has the export read and solved by the reader of a SAT solver.
func TestDIMACS(t *testing.T) {
	b, p, err := solver.Generate(8, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, encoding := range encodings {
		var text bytes.Buffer
		f := Encode(b, encoding)
		if err := f.WriteDIMACS(&text); err != nil {
			t.Fatal(err)
		}
		g, err := gini.NewDimacs(&text)
		if err != nil {
			t.Fatal(err)
		}
		if int(g.MaxVar()) != f.Vars {
			t.Errorf("%v: %d variables were read, want %d", encoding, g.MaxVar(), f.Vars)
		}
		for row, col := range p {
			addClause(g, []int32{literal(row*8 + col)})
		}
		if g.Solve() != 1 {
			t.Errorf("%v: the placement is no model of what was written", encoding)
		}
	}
}

func TestWriteFails(t *testing.T) {
	b, _, err := solver.Generate(8, 3)
	if err != nil {
		t.Fatal(err)
	}
	closed, w := io.Pipe()
	closed.Close()
	if err := Encode(b, Pairwise).WriteDIMACS(w); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want that the pipe is closed", err)
	}
}

func TestEncodingNames(t *testing.T) {
	got := fmt.Sprint(encodings, Encoding(9))
	if diff := cmp.Diff("[pairwise sequential product] Encoding(9)", got); diff != "" {
		t.Error(diff)
	}
}

func ExampleSolver_Solve() {
	b, err := solver.FromRows([]string{"aaaa", "bbbb", "cccc", "dddd"}, []string{"..Q.", "....", "....", "...."})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Solver{AtMostOne: Sequential}.Solve(context.Background(), b))
	// Output: 2 0 3 1 <nil>
}
