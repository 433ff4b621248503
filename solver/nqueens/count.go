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
	return countOn(ctx, n, runtime.GOMAXPROCS(0), report)
}

// countOn is Count on a number of cores.
func countOn(ctx context.Context, n, cores int, report func(Progress)) (Counts, error) {
	if n < 1 || n > MaxCount {
		return Counts{}, fault.Plainf(fmt.Sprintf("give a number from 1 to %d", MaxCount), "the placements of %d queens cannot be counted", n)
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
			c := counter{n: n, full: 1<<n - 1, last: uint64(n - 1), stop: &stop}
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
	// attacks, as it is higher than any diagonal gets.
	allowed [64]uint64
	// What makes 1<<63 or more together with the rows of edge that are not taken,
	// where the queen of the first column wants that more of them are taken
	// before the column.
	missing [64]uint64

	here column     // where the search is
	left [32]column // what is left to try; the first one ends it
	top  uint64     // the next one's place, in bytes
	last uint64     // the last column

	counts Counts
	stop   *atomic.Bool
}

const columnSize = 32 // bytes of a column

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
		c.allowed[col], c.missing[col] = 1<<63, 0
	}
}

// column is a column with rows left to try, and what is attacked there. Above
// the rows that are taken stands which column it is.
type column struct{ free, taken, rising, falling uint64 }

const (
	columnShift = 32
	// What stands for a column where nothing is left to try.
	nothing = 1 << 8
)

// below counts the placements below some queens, from a column on.
func (c *counter) below(col int, taken, rising, falling uint64) {
	c.here = column{c.allowed[col] &^ (taken | rising | falling), taken | uint64(col)<<columnShift, rising, falling}
	if c.here.free == 0 {
		return
	}
	c.left[0].taken = nothing << columnShift
	c.top = columnSize
	for {
		c.descend()
		at := c.here.taken >> columnShift
		if at == nothing {
			return
		}
		c.rows[at&31] = uint32(c.here.free)
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
		c.top -= columnSize
		c.here = c.left[c.top/columnSize&31]
		if c.here.taken>>columnShift == nothing {
			return
		}
	}
}

// descend is descend in Go.
//
// It keeps its own stack, and does not branch on whether a row leads on: that
// cannot be predicted, and a wrong guess takes longer than all the rest. So each
// round works out what comes below the row, reads what is left to try without
// it, and chooses by a mask.
func (c *counter) descend() {
	free, taken, rising, falling := c.here.free, c.here.taken, c.here.rising, c.here.falling
	edge, last := c.edge, c.last
	top := c.top / columnSize
	at := taken >> columnShift
	for {
		bit := free & -free
		c.rows[at&31] = uint32(bit)
		rest := free ^ bit
		on := &c.left[top&31] // one by one: read back soon after, a copy would stall
		on.free, on.taken, on.rising, on.falling = rest, taken, rising, falling
		top += (rest + (1<<63 - 1)) >> 63 // if there is a rest

		taken = (taken | bit) + 1<<columnShift
		rising = (rising | bit) << 1
		falling = (falling | bit) >> 1
		at++
		free = c.allowed[at&63] &^ (taken | rising | falling)
		// The two columns after the next must have a row free as well.
		second := c.allowed[(at+1)&63] &^ (taken | rising<<1 | falling>>1)
		third := c.allowed[(at+2)&63] &^ (taken | rising<<2 | falling>>2)
		missing := edge&^taken + c.missing[at&63]
		dead := uint64(int64((free-1)|(second-1)|(third-1)|missing) >> 63)

		back := &c.left[(top-1)&31]
		top += dead
		free ^= (free ^ back.free) & dead
		taken ^= (taken ^ back.taken) & dead
		rising ^= (rising ^ back.rising) & dead
		falling ^= (falling ^ back.falling) & dead
		if at = taken >> columnShift; at >= last {
			break
		}
	}
	c.here.free, c.here.taken = free, taken
	c.top = top * columnSize
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
