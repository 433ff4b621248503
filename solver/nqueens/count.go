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
	full uint32
	b    int    // how far the first column's queen is from the corner
	edge uint32 // the first and the last row
	last uint32 // rows the last column's queen may be in
	rows [MaxCount + 1]uint32

	counts Counts
	stop   *atomic.Bool
}

// count counts below a part.
func (c *counter) count(p *part) {
	c.b = int(p.rows[0])
	c.edge = 1 | 1<<(c.n-1)
	c.last = c.full >> c.b & (c.full << c.b)
	var taken, rising, falling uint32
	for col, row := range p.rows[:p.depth] {
		bit := uint32(1) << row
		if bit&c.allowed(col) == 0 {
			return
		}
		c.rows[col] = bit
		taken |= bit
		rising = (rising | bit) << 1
		falling = (falling | bit) >> 1
	}
	free := c.full &^ (taken | rising | falling)
	switch {
	case c.b > 0 && free != 0:
		c.edges(p.depth, free, taken, rising, falling)
	case c.b == 0 && p.depth == 1:
		for ; free != 0; free &= free - 1 {
			c.rows[1] = free & -free
			c.corner(1, c.rows[1], taken, rising, falling)
		}
	case c.b == 0:
		if free &= c.allowed(p.depth); free != 0 {
			c.corner(p.depth, free, taken, rising, falling)
		}
	}
}

// allowed returns the rows of a column that the queen of the first column
// leaves to a representative.
func (c *counter) allowed(col int) uint32 {
	switch {
	case col == 0:
		return c.full
	case c.b == 0:
		// Mirroring at the diagonal through the corner changes the queens of
		// the second column and the second row for one another; the one of the
		// column is to be nearer to the corner.
		if col > 1 && c.rows[1] > 1<<col {
			return c.full &^ 2
		}
		return c.full
	case col < c.b || col > c.n-1-c.b:
		return c.full &^ c.edge
	}
	return c.full
}

// corner counts the placements with a queen in a corner, from a column on whose
// free rows are given. All eight images of such a one differ, since queens
// mirrored at the diagonal through the corner would attack each other.
//
// Like all of these functions, it is only called with some row free, which
// spares most of the calls.
func (c *counter) corner(col int, free, taken, rising, falling uint32) {
	if col == c.n-1 {
		c.counts.All += 8
		c.counts.Unique++
		return
	}
	if col == looksAt && c.stop.Load() {
		return
	}
	var kept uint32 // rows that are kept free in the next column
	if 1<<(col+1) < c.rows[1] {
		kept = 2
	}
	for free != 0 {
		bit := free & -free
		free ^= bit
		t, r, f := taken|bit, (rising|bit)<<1, (falling|bit)>>1
		if next := c.full &^ (t | r | f | kept); next != 0 {
			c.corner(col+1, next, t, r, f)
		}
	}
}

// looksAt is the column at which a count looks whether it is to stop: deep
// enough to be reached often, and not too often.
const looksAt = 7

// edges counts the placements without a queen in a corner, from a column on
// whose free rows are given, the edges not yet struck out.
func (c *counter) edges(col int, free, taken, rising, falling uint32) {
	switch {
	case col == c.n-1:
		if free &= c.last; free != 0 {
			c.rows[col&31] = free
			c.weigh()
		}
		return
	case col < c.b || col > c.n-1-c.b:
		free &^= c.edge
	case col == c.n-1-c.b:
		// The first and the last row must have their queens by now.
		switch missing := c.edge &^ taken; missing {
		case 0:
		case c.edge:
			return
		default:
			free &= missing
		}
	default:
		c.between(col, free, taken, rising, falling)
		return
	}
	for free != 0 {
		bit := free & -free
		free ^= bit
		c.rows[col&31] = bit
		t, r, f := taken|bit, (rising|bit)<<1, (falling|bit)>>1
		if next := c.full &^ (t | r | f); next != 0 {
			c.edges(col+1, next, t, r, f)
		}
	}
}

// between is edges for the columns in which all rows are allowed, where most of
// the time goes. It keeps its own stack, which is quicker than calls.
func (c *counter) between(col int, free, taken, rising, falling uint32) {
	type column struct{ free, taken, rising, falling uint32 }
	var stack [32]column
	full, start, end := c.full, col, c.n-2-c.b
	for {
		if free == 0 {
			if col == start {
				return
			}
			col--
			at := &stack[col&31]
			free, taken, rising, falling = at.free, at.taken, at.rising, at.falling
			continue
		}
		bit := free & -free
		free ^= bit
		t, r, f := taken|bit, (rising|bit)<<1, (falling|bit)>>1
		next := full &^ (t | r | f)
		// The column after the next must have a row free as well.
		if next == 0 || full&^(t|r<<1|f>>1) == 0 {
			continue
		}
		c.rows[col&31] = bit
		if col == end {
			c.edges(col+1, next, t, r, f)
			continue
		}
		stack[col&31] = column{free, taken, rising, falling}
		col++
		free, taken, rising, falling = next, t, r, f
		if col == looksAt && c.stop.Load() {
			return
		}
	}
}

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
