// Package exactcover solves Queens as an exact cover problem with dancing
// links, after Knuth's algorithm with primary and secondary items.
//
// The primary items are the rows, the columns and the regions: each must be
// covered by exactly one queen. The secondary items are the 2 x 2 blocks of
// cells: each may be covered once at most, and that is all there is to queens
// that touch, since any two of them share a block. An option is a queen on a
// cell: it covers a row, a column, a region and up to four blocks.
package exactcover

import (
	"context"
	"iter"

	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Solver is the method. Its zero value is ready; it keeps no state.
type Solver struct{}

// Solve returns a placement that keeps the queens on b, or
// solver.ErrNoSolution.
func (Solver) Solve(ctx context.Context, b *solver.Board) (solver.Placement, error) {
	return each.Solve(ctx, b, walk)
}

// Count returns how many placements keep the queens on b, and stops at limit;
// a limit of 0 or less means to count them all.
func (Solver) Count(ctx context.Context, b *solver.Board, limit int) (int, error) {
	return each.Count(ctx, b, limit, walk)
}

// All yields every placement that keeps the queens on b.
func (Solver) All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error] {
	return each.All(ctx, b, walk)
}

func walk(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) error {
	d := newDance(b)
	d.visit, d.done = visit, ctx.Done()
	d.search(0)
	if d.stopped {
		return context.Cause(ctx)
	}
	return nil
}

// node is a place in the matrix. The nodes of an option lie side by side, so
// that only the vertical links need room. Between two options lies a spacer:
// its item is zero or less, up leads to the first node of the option before it
// and down to the last node of the option after it.
type node struct {
	up, down int32
	item     int32
}

// item is the head of a column of the matrix; its list of options hangs on the
// node of the same index. Open primary items form a ring through left and
// right, which starts and ends at item 0.
type item struct {
	left, right int32
	size        int32 // options left
}

// dance is the matrix and the search in it.
type dance struct {
	n     int
	items []item
	nodes []node // of items first, then of options
	// cells holds the cell of each option, by the spacer before it: a spacer's
	// item is minus the index into cells.
	cells []int32

	p       solver.Placement
	visit   func(solver.Placement) bool
	done    <-chan struct{}
	stopped bool
	steps   uint
}

// looksEvery is how many nodes of the search pass between two looks at done.
const looksEvery = 1 << 10

// newDance lays out the matrix of a valid board.
func newDance(b *solver.Board) *dance {
	n := b.Size
	blocks := (n - 1) * (n - 1)
	primary, total := 3*n, 3*n+blocks
	d := &dance{
		n:     n,
		items: make([]item, total+1),
		nodes: make([]node, total+1, total+1+8*n*n+1),
		cells: make([]int32, 0, n*n),
		p:     make(solver.Placement, n),
	}
	for i := range d.items {
		at := int32(i)
		d.nodes[i] = node{up: at, down: at, item: at}
		d.items[i] = item{left: at, right: at} // secondary items stay out of the ring
	}
	for i := range primary + 1 {
		d.items[i].right = int32((i + 1) % (primary + 1))
		d.items[(i+1)%(primary+1)].left = int32(i)
	}
	open := each.Open(b)
	spacer := len(d.nodes)
	d.nodes = append(d.nodes, node{})
	for cell, ok := range open {
		if !ok {
			continue
		}
		row, col := cell/n, cell%n
		d.nodes[spacer].item = -int32(len(d.cells))
		d.cells = append(d.cells, int32(cell))
		first := len(d.nodes)
		d.add(1 + row)
		d.add(1 + n + col)
		d.add(1 + 2*n + int(b.Regions[cell]))
		for blockRow := max(0, row-1); blockRow <= min(row, n-2); blockRow++ {
			for blockCol := max(0, col-1); blockCol <= min(col, n-2); blockCol++ {
				d.add(1 + primary + blockRow*(n-1) + blockCol)
			}
		}
		d.nodes[spacer].down = int32(len(d.nodes) - 1)
		spacer = len(d.nodes)
		d.nodes = append(d.nodes, node{up: int32(first)})
	}
	return d
}

// add appends a node to the option being made and to the list of its item.
func (d *dance) add(item int) {
	at, head := int32(len(d.nodes)), int32(item)
	last := d.nodes[head].up
	d.nodes = append(d.nodes, node{up: last, down: head, item: head})
	d.nodes[last].down = at
	d.nodes[head].up = at
	d.items[item].size++
}

// hide takes the other nodes of an option out of their lists.
func (d *dance) hide(at int32) {
	for q := at + 1; q != at; {
		x := &d.nodes[q]
		if x.item <= 0 {
			q = x.up
			continue
		}
		d.nodes[x.up].down = x.down
		d.nodes[x.down].up = x.up
		d.items[x.item].size--
		q++
	}
}

// unhide undoes hide.
func (d *dance) unhide(at int32) {
	for q := at - 1; q != at; {
		x := &d.nodes[q]
		if x.item <= 0 {
			q = x.down
			continue
		}
		d.nodes[x.up].down = q
		d.nodes[x.down].up = q
		d.items[x.item].size++
		q--
	}
}

// cover takes an item out of the ring and hides every option that has it.
func (d *dance) cover(head int32) {
	for at := d.nodes[head].down; at != head; at = d.nodes[at].down {
		d.hide(at)
	}
	i := &d.items[head]
	d.items[i.left].right = i.right
	d.items[i.right].left = i.left
}

// uncover undoes cover.
func (d *dance) uncover(head int32) {
	i := &d.items[head]
	d.items[i.left].right = head
	d.items[i.right].left = head
	for at := d.nodes[head].up; at != head; at = d.nodes[at].up {
		d.unhide(at)
	}
}

// search covers the open items. It returns false when the search is to end;
// the matrix is then left as it is.
func (d *dance) search(depth int) bool {
	if depth == d.n {
		return d.visit(d.p)
	}
	if d.done != nil {
		if d.steps++; d.steps%looksEvery == 0 {
			select {
			case <-d.done:
				d.stopped = true
				return false
			default:
			}
		}
	}
	head, fewest := int32(0), int32(1<<30)
	for i := d.items[0].right; i != 0; i = d.items[i].right {
		if size := d.items[i].size; size < fewest {
			head, fewest = i, size
			if size == 0 {
				return true
			}
		}
	}
	d.cover(head)
	for at := d.nodes[head].down; at != head; at = d.nodes[at].down {
		q := at + 1
		for q != at {
			if i := d.nodes[q].item; i <= 0 {
				q = d.nodes[q].up
			} else {
				d.cover(i)
				q++
			}
		}
		cell := int(d.cells[-d.nodes[d.spacerBefore(at)].item])
		d.p[cell/d.n] = cell % d.n
		if !d.search(depth + 1) {
			return false
		}
		for q = at - 1; q != at; {
			if i := d.nodes[q].item; i <= 0 {
				q = d.nodes[q].down
			} else {
				d.uncover(i)
				q--
			}
		}
	}
	d.uncover(head)
	return true
}

// spacerBefore returns the spacer before the option of a node.
func (d *dance) spacerBefore(at int32) int32 {
	for d.nodes[at].item > 0 {
		at--
	}
	return at
}
