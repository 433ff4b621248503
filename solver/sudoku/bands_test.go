package sudoku

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hard are puzzles with one solution that take some hundred nodes.
var hard = []string{
	"........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
	"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
}

// shuffled returns the same puzzle in another guise: digits, rows and columns
// change places as the rules allow.
func shuffled(rng *rand.Rand, p *Puzzle) *Puzzle {
	lines := func() (order [9]int) {
		for i, band := range rng.Perm(3) {
			for j, line := range rng.Perm(3) {
				order[3*i+j] = 3*band + line
			}
		}
		return order
	}
	rows, cols, values := lines(), lines(), rng.Perm(9)
	turned := rng.IntN(2) == 0
	q := &Puzzle{Size: 9, Cells: make([]uint8, 81)}
	for i, value := range p.Cells {
		row, col := rows[i/9], cols[i%9]
		if turned {
			row, col = col, row
		}
		if value != 0 {
			q.Cells[row*9+col] = uint8(values[value-1]) + 1
		}
	}
	return q
}

// allKinds yields puzzles with no, one and many solutions.
func allKinds(tb testing.TB, rng *rand.Rand, rounds int, yield func(*Puzzle)) {
	tb.Helper()
	yield(mustParse(tb, strings.Repeat(".", 81)))
	full := mustParse(tb, solved[1].solution)
	for round := range rounds {
		if round%10 == 0 {
			p := shuffled(rng, mustParse(tb, hard[rng.IntN(len(hard))]))
			if rng.IntN(2) == 0 { // a value more or less, or another
				p.Cells[rng.IntN(81)] = uint8(rng.IntN(10))
			}
			yield(p)
			continue
		}
		p := shuffled(rng, full)
		for range 45 + rng.IntN(60) {
			p.Cells[rng.IntN(81)] = 0
		}
		for range rng.IntN(3) {
			p.Cells[rng.IntN(81)] = uint8(1 + rng.IntN(9))
		}
		yield(p)
	}
}

// countForms counts solutions with the search that knows no bands and with each
// form of bands, and fails where they differ.
func countForms(t *testing.T, p *Puzzle, limit int) int {
	t.Helper()
	want := 0
	if p.Validate() == nil {
		s := search{limit: limit}
		s.prepare(p)
		s.run()
		want = s.found
	}
	used, plain := bands{limit: limit}, bands{limit: limit, plain: true}
	used.start(p.Cells)
	plain.start(p.Cells)
	if used.found != want || plain.found != want {
		t.Fatalf("%v has %d solutions up to %d, %d the plain way, want %d", p, used.found, limit, plain.found, want)
	}
	if want > 0 {
		got := used.solution()
		checkSolves(t, p, got)
		if plain := plain.solution().String(); got.String() != plain {
			t.Fatalf("%v: the last solution is\n%v\nthe plain way\n%v", p, got, plain)
		}
	}
	return want
}

func TestBandsAgainstSearch(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 400
	}
	var none, one, many int
	allKinds(t, rand.New(rand.NewPCG(5, 6)), rounds, func(p *Puzzle) {
		switch countForms(t, p, 100) {
		case 0:
			none++
		case 1:
			one++
		default:
			many++
		}
		countForms(t, p, 2)
		if got, err := p.solve(context.Background()); err == nil {
			checkSolves(t, p, got)
		} else if count(p, 1) > 0 {
			t.Fatalf("%v: %v", p, err)
		}
	})
	if min(none, one, many) < rounds/20 {
		t.Errorf("too few puzzles of one kind: %d without a solution, %d with one, %d with more", none, one, many)
	}
}

// TestBandsMoves holds that the form in use comes to the same nodes as the plain
// form and makes the same choices. Where they are one it says nothing.
func TestBandsMoves(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	var outcomes [3]int
	used, plain := bands{}, bands{plain: true}
	// Every cell has candidates, but a digit has no place in a band.
	for i := range 27 {
		g := newRoot(make([]uint8, 81))
		g.may[i/3][i%3] = 0
		h := g
		if used.settle(&g) != dead || plain.settle(&h) != dead {
			t.Fatalf("digit %d has no place in band %d, but that is no dead end", i/3+1, i%3+1)
		}
	}
	allKinds(t, rand.New(rand.NewPCG(7, 8)), rounds, func(p *Puzzle) {
		budget := 300
		var walk func(g, h *grid, state, want outcome)
		walk = func(g, h *grid, state, want outcome) {
			outcomes[want]++
			if state != want {
				t.Fatalf("%v: a node's outcome is %d, the plain way %d:\n%o", p, state, want, h.may)
			}
			if state == dead {
				return
			}
			if g.may != h.may {
				t.Fatalf("%v: a node is\n%o\nthe plain way\n%o", p, g.may, h.may)
			}
			if budget--; state == full || budget < 0 {
				return
			}
			if g.pairs != h.pairs {
				t.Fatalf("%v: the pairs are\n%o\nthe plain way\n%o", p, g.pairs, h.pairs)
			}
			at, digit, other := used.choose(g)
			if a, d, o := plain.choose(h); a != at || d != digit || o != other {
				t.Fatalf("%v: it branches at %d with %d and %d, the plain way at %d with %d and %d", p, at, digit, other, a, d, o)
			}
			var nextG, nextH grid
			walk(&nextG, &nextH, used.assign(&nextG, g, digit, at), plain.assign(&nextH, h, digit, at))
			for _, node := range []*grid{g, h} {
				node.may[digit][at/32] &^= 1 << (at % 32)
				node.dirty |= 1 << digit
			}
			walk(g, h, used.settle(g), plain.settle(h))
		}
		g, h := newRoot(p.Cells), newRoot(p.Cells)
		walk(&g, &h, used.settle(&g), plain.settle(&h))
	})
	if slices.Min(outcomes[:]) < rounds {
		t.Errorf("too few nodes of one kind: %v", outcomes)
	}
}

// FuzzBands empties and changes cells of a full grid as the bytes say, and
// compares the searches.
func FuzzBands(f *testing.F) {
	f.Add([]byte("\x00\x10\x20\x30\x40\x50"))
	f.Fuzz(func(t *testing.T, changes []byte) {
		p := mustParse(t, solved[1].solution)
		for i, c := range changes {
			if c < 200 { // most empty a cell
				p.Cells[int(c)%81] = 0
			} else if i > 0 {
				p.Cells[int(changes[i-1])%81] = (c - 200) % 10
			}
		}
		countForms(t, p, 50)
	})
}

// BenchmarkPlain measures the plain form of bands beside the one in use.
func BenchmarkPlain(b *testing.B) {
	for _, path := range levelFiles(b) {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "sudoku_"), ".txt")
		var puzzles []*Puzzle
		for _, l := range readLevels(b, path) {
			if p := mustParse(b, l.puzzle); p.Size == 9 {
				puzzles = append(puzzles, p)
			}
		}
		if len(puzzles) == 0 {
			continue
		}
		for _, form := range []string{"used", "plain"} {
			b.Run("set="+name+"/form="+form, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					s := bands{limit: 2, plain: form == "plain"}
					s.start(puzzles[i%len(puzzles)].Cells)
					if s.found == 0 {
						b.Fatal("a puzzle was not solved")
					}
				}
			})
		}
	}
}
