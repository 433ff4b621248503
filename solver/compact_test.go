package solver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// allSizes yields boards of all kinds and of up to most rows, some with queens.
func allSizes(rng *rand.Rand, rounds, most int, yield func(*Board)) {
	for round := range rounds {
		n := 1 + round/3%most
		b := dealt(rng, round, n)
		if rng.IntN(3) == 0 {
			b.Marks = make([]Mark, n*n)
			for range 1 + rng.IntN(3) {
				b.Marks[rng.IntN(n*n)] = Queen
			}
		}
		yield(b)
	}
}

// fewestFirst counts placements up to a limit as the search for compact boards
// does, without bit sets and tricks: it takes the region with the fewest cells
// that no queen attacks.
func fewestFirst(b *Board, limit int) (found int) {
	n := b.Size
	attacks := func(p, q int) bool {
		down, right := p/n-q/n, p%n-q%n
		return down == 0 || right == 0 || down*down == 1 && right*right == 1 || b.Regions[p] == b.Regions[q]
	}
	var queens []int
	var search func()
	search = func() {
		if len(queens) == n {
			found++
			return
		}
		var fewest []int
		for id := range n {
			if slices.ContainsFunc(queens, func(q int) bool { return int(b.Regions[q]) == id }) {
				continue
			}
			cells := []int{}
			for cell, of := range b.Regions {
				if int(of) == id && !slices.ContainsFunc(queens, func(q int) bool { return attacks(cell, q) }) {
					cells = append(cells, cell)
				}
			}
			if fewest == nil || len(cells) < len(fewest) {
				fewest = cells
			}
		}
		for _, cell := range fewest {
			if found < limit {
				queens = append(queens, cell)
				search()
				queens = queens[:len(queens)-1]
			}
		}
	}
	for _, cell := range b.Queens() {
		if slices.ContainsFunc(queens, func(q int) bool { return attacks(cell, q) }) {
			return 0
		}
		queens = append(queens, cell)
	}
	search()
	return found
}

// TestCompactAgainstPlain compares the search for compact boards, and the one
// for small boards, with the same search done in a plain way.
func TestCompactAgainstPlain(t *testing.T) {
	rounds := 6000
	if testing.Short() {
		rounds = 1000
	}
	const limit = 20
	allSizes(rand.New(rand.NewPCG(13, 14)), rounds, maxCompact, func(b *Board) {
		want := fewestFirst(b, limit)
		s := compact{limit: limit}
		if !s.prepare(b) {
			t.Fatalf("it is taken for no puzzle:\n%v", b)
		}
		if s.given(b) {
			s.run()
		}
		if s.found != want {
			t.Fatalf("%d placements are counted, want %d:\n%v", s.found, want, b)
		}
		first := compact{limit: 1}
		if first.prepare(b) && first.given(b) {
			first.run()
		}
		if p := first.placement(); want > 0 && (p.Check(b) != nil || !keeps(p, b)) {
			t.Fatalf("the first placement is %v:\n%v", p, b)
		}
		narrow := small{limit: limit}
		if narrow.prepare(b) {
			narrow.start(b)
		}
		if narrow.found != want {
			t.Fatalf("the search for small boards counts %d, want %d:\n%v", narrow.found, want, b)
		}
	})
}

// FuzzCompact counts as the search for large boards does, which shares nothing with
// it.
func FuzzCompact(f *testing.F) {
	f.Add(uint64(1), uint8(8), []byte("\x00\x00\x01\x02"))
	f.Add(uint64(2), uint8(11), []byte{})
	f.Fuzz(func(t *testing.T, seed uint64, size uint8, cells []byte) {
		n := 1 + int(size)%maxCompact
		rng := rand.New(rand.NewPCG(seed, 1))
		b := grown(rng, max(n, 4))
		n = b.Size
		for i, c := range cells {
			b.Regions[i%(n*n)] = c % uint8(n)
		}
		if b.Validate() != nil {
			return
		}
		const limit = 500
		s, wide := compact{limit: limit}, large{limit: limit}
		if !s.prepare(b) {
			t.Fatalf("it is taken for no puzzle:\n%v", b)
		}
		s.run()
		var root field
		if wide.prepare(b, &root) {
			wide.run(&root)
		}
		if s.found != wide.found {
			t.Fatalf("%d placements are counted, %d by the search for large boards:\n%v", s.found, wide.found, b)
		}
	})
}
