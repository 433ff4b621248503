package nqueens

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"autoqueens/internal/fault"
)

// Counts are how many placements there are.
type Counts struct {
	All    uint64 // every one
	Unique uint64 // those that turning and mirroring the board make equal once
}

// Progress is how far a count is. The parts are of about the same size.
type Progress struct {
	Done, Parts int
	So          Counts // of the parts that are done
}

// Count counts the placements on a board of n columns on all cores. It calls
// report, where that is not nil, after each part that is done; calls do not
// overlap. When ctx is done it returns its cause, with what was counted.
//
// It visits one placement of every class of symmetric ones: the one whose
// queen in the first column is nearest to a corner, among the queens on the
// four edges and counted along either direction. The other seven images of the
// board have it on other edges or from other ends. So a queen in row b of the
// first column keeps the edges free of queens up to b cells from each corner,
// which cuts the search early; and only where several edges have their queen b
// cells from a corner must the images be compared.
func Count(ctx context.Context, n int, report func(Progress)) (Counts, error) {
	return CountOn(ctx, n, runtime.GOMAXPROCS(0), report)
}

// CountOn is Count on a number of cores.
func CountOn(ctx context.Context, n, cores int, report func(Progress)) (Counts, error) {
	if n < 1 || n > MaxCount {
		return Counts{}, fault.Newf(fault.Failed, fmt.Sprintf("give a number from 1 to %d", MaxCount), "the placements of %d queens cannot be counted", n)
	}
	if n == 1 {
		return Counts{1, 1}, context.Cause(ctx)
	}
	parts := split(n)
	var (
		next   atomic.Int64
		stop   atomic.Bool
		lock   sync.Mutex // for what follows
		total  Progress
		worker sync.WaitGroup
	)
	total.Parts = len(parts)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	for range max(1, cores) {
		worker.Go(func() {
			c := counter{n: n, full: 1<<n - 1, stop: &stop}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(parts) || stop.Load() {
					return
				}
				c.counts = Counts{}
				c.count(&parts[i])
				if stop.Load() {
					return // the part may not be complete
				}
				lock.Lock()
				total.Done++
				total.So.All += c.counts.All
				total.So.Unique += c.counts.Unique
				if report != nil {
					report(total)
				}
				lock.Unlock()
			}
		})
	}
	worker.Wait()
	if total.Done < len(parts) {
		return total.So, context.Cause(ctx)
	}
	return total.So, nil
}

// part is the start of a search: the queens of the first columns.
type part struct {
	rows  [3]int8
	depth int
}

// split returns the starts of the search on a board of n columns, more of them
// the longer it takes.
func split(n int) []part {
	depth := 1
	if n > 10 {
		depth = 3
	}
	var parts []part
	var grow func(p part)
	grow = func(p part) {
		if p.depth == min(depth, n) {
			parts = append(parts, p)
			return
		}
	rows:
		for row := range n {
			if p.depth == 0 && row > (n-1)/2 {
				return // a mirrored board starts lower
			}
			for col, other := range p.rows[:p.depth] {
				if d := row - int(other); d == 0 || d == p.depth-col || d == col-p.depth {
					continue rows
				}
			}
			next := p
			next.rows[p.depth] = int8(row)
			next.depth++
			grow(next)
		}
	}
	grow(part{})
	return parts
}

// counter counts below one part.
type counter struct {
	n    int
	full uint64
	b    int // how far the first column's queen is from the corner
	rows [MaxCount + 1]uint32

	// The first and the last row.
	edge uint64
	// The rows that the queen of the first column leaves to a representative in
	// each column. Where there is no such column it leaves one that nothing
	// attacks.
	allowed [64]uint64
	// What makes 1<<63 or more together with the rows of edge that are not taken,
	// where the queen of the first column wants that more of them are taken
	// before the column.
	missing [64]uint64

	counts Counts
	stop   *atomic.Bool
}

// count counts below a part.
func (c *counter) count(p *part) {
	c.b = int(p.rows[0])
	c.allow(uint64(1) << p.rows[1])
	var taken, rising, falling uint64
	for col, row := range p.rows[:p.depth] {
		bit := uint64(1) << row
		if c.allowed[col]&bit == 0 {
			return
		}
		c.rows[col] = uint32(bit)
		taken |= bit
		rising = (rising | bit) << 1
		falling = (falling | bit) >> 1
	}
	if p.depth < 2 && c.b == 0 {
		// What is allowed depends on the second column.
		for free := c.full &^ (taken | rising | falling); free != 0; free &= free - 1 {
			bit := free & -free
			c.allow(bit)
			c.rows[1] = uint32(bit)
			c.below(2, taken|bit, (rising|bit)<<1, (falling|bit)>>1)
		}
		return
	}
	c.below(p.depth, taken, rising, falling)
}

// allow fills in which rows are allowed where the queen of the first column is
// in row b, and, if that is a corner, the one of the second in the given row.
func (c *counter) allow(second uint64) {
	c.edge = 1 | uint64(1)<<(c.n-1)
	for col := range c.n {
		rows, missing := c.full, uint64(0)
		switch turn := c.n - 1 - c.b; {
		case col == 0:
		case c.b == 0:
			// Mirroring at the diagonal through the corner changes the queens of
			// the second column and the second row for one another; the one of
			// the column is to be nearer to the corner.
			if col > 1 && second > 1<<col {
				rows &^= 2
			}
		case col < c.b:
			rows &^= c.edge
		case col == turn:
			// The last column that may have a queen in the first or the last
			// row, which is enough for one of them.
			missing = 1<<63 - c.edge
		case col > turn:
			rows &^= c.edge
			missing = 1<<63 - 1
		}
		if c.b > 0 && col == c.n-1 {
			rows &= c.full >> c.b & (c.full << c.b)
		}
		c.allowed[col], c.missing[col] = rows, missing
	}
	for col := c.n; col < len(c.allowed); col++ {
		c.allowed[col], c.missing[col] = 1<<62, 0
	}
}

// below counts the placements below some queens, from a column on.
//
// It keeps its own stack, and does not branch on whether a row leads on: that
// cannot be predicted, and a wrong guess takes longer than all the rest. So each
// round works out what comes below the row, reads what is left to try without
// it, and chooses by a mask.
func (c *counter) below(col int, taken, rising, falling uint64) {
	type column struct{ free, taken, rising, falling uint64 }
	var stack [32]column // what is left to try; the first one ends it
	top := uint64(1)     // the next one's place

	// The column is kept above the rows that are taken.
	const shift, nothing = 32, 1 << 8
	stack[0].taken = nothing << shift
	full, edge, last := c.full, c.edge, uint64(c.n-1)
	at := uint64(col)
	free := c.allowed[col] &^ (taken | rising | falling)
	if free == 0 {
		return
	}
	taken |= at << shift
	for {
		bit := free & -free
		c.rows[at&31] = uint32(bit)
		rest := free ^ bit
		on := &stack[top&31] // one by one: read back soon after, a copy would stall
		on.free, on.taken, on.rising, on.falling = rest, taken, rising, falling
		top += (rest + (1<<63 - 1)) >> 63 // if there is a rest

		taken = (taken | bit) + 1<<shift
		rising = (rising | bit) << 1 & full
		falling = (falling | bit) >> 1
		at++
		free = c.allowed[at&63] &^ (taken | rising | falling)
		// The two columns after the next must have a row free as well.
		second := c.allowed[(at+1)&63] &^ (taken | rising<<1 | falling>>1)
		third := c.allowed[(at+2)&63] &^ (taken | rising<<2 | falling>>2)
		missing := edge&^taken + c.missing[at&63]
		dead := uint64(int64((free-1)|(second-1)|(third-1)|missing) >> 63)

		left := &stack[(top-1)&31]
		top += dead
		free ^= (free ^ left.free) & dead
		taken ^= (taken ^ left.taken) & dead
		rising ^= (rising ^ left.rising) & dead
		falling ^= (falling ^ left.falling) & dead
		at = taken >> shift
		if at < last {
			continue
		}
		if at == nothing {
			return
		}
		c.rows[at&31] = uint32(free)
		if c.b == 0 {
			// All eight images of a placement with a queen in a corner differ,
			// since queens mirrored at the diagonal through the corner would
			// attack each other.
			c.counts.All += 8
			c.counts.Unique++
		} else {
			c.weigh()
		}
		if c.counts.Unique%looksEvery == 0 && c.stop.Load() {
			return
		}
		top--
		left = &stack[top&31]
		free, taken, rising, falling = left.free, left.taken, left.rising, left.falling
		if at = taken >> shift; at == nothing {
			return
		}
	}
}

// looksEvery is how many placements pass between two looks whether a count is to
// stop.
const looksEvery = 1 << 10

// weigh counts a placement for all its images, if it is the one that stands
// for them.
func (c *counter) weigh() {
	near, far := c.b, c.n-1-c.b
	first, last := uint32(1), uint32(1)<<(c.n-1)
	tied := (c.rows[near]|c.rows[far])&(first|last) != 0 || c.rows[c.n-1] == 1<<near || c.rows[c.n-1] == 1<<far
	if !tied {
		c.counts.All += 8
		c.counts.Unique++
		return
	}
	var p, inverse [MaxCount + 1]int8
	n := c.n
	for col := range n {
		row := bits.TrailingZeros32(c.rows[col])
		p[col], inverse[row] = int8(row), int8(col)
	}
	same := uint64(1)
	for image := 1; image < 8; image++ {
		from := &p
		if image&1 != 0 {
			from = &inverse
		}
		order := 0
		for i := range n {
			at := i
			if image&2 != 0 {
				at = n - 1 - i
			}
			value := from[at]
			if image&4 != 0 {
				value = int8(n-1) - value
			}
			if order = int(value) - int(p[i]); order != 0 {
				break
			}
		}
		if order < 0 {
			return // the image stands for this one
		}
		if order == 0 {
			same++
		}
	}
	c.counts.All += 8 / same
	c.counts.Unique++
}
