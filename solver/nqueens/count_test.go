package nqueens

import (
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMoves holds that descend does what its plain form does, part by part and
// placement by placement. Elsewhere than on amd64 they are one and the same.
func TestMoves(t *testing.T) {
	var stop atomic.Bool
	reached := 0
	for _, n := range []int{5, 8, 11, 12, 13} {
		for _, p := range split(n) {
			c := counter{n: n, full: 1<<n - 1, last: uint64(n - 1), b: int(p.rows[0]), stop: &stop}
			c.allow(1 << p.rows[1])
			var taken, rising, falling uint64
			for _, row := range p.rows[:p.depth] {
				bit := uint64(1) << row
				taken, rising, falling = taken|bit, (rising|bit)<<1, (falling|bit)>>1
			}
			c.here = column{c.allowed[p.depth] &^ (taken | rising | falling), taken | uint64(p.depth)<<columnShift, rising, falling}
			if c.here.free == 0 {
				continue
			}
			c.left[0].taken, c.top = nothing<<columnShift, columnSize
			for range 200 {
				plain := c
				c.descend()
				plain.descendPlain()
				at := c.here.taken >> columnShift
				if c.here.free != plain.here.free || c.here.taken != plain.here.taken || c.top != plain.top {
					t.Fatalf("N = %d, part %v: at %+v with %d left, and in plain Go at %+v with %d", n, p, c.here, c.top, plain.here, plain.top)
				}
				if at == nothing {
					break
				}
				if diff := cmp.Diff(plain.rows[:at], c.rows[:at]); diff != "" {
					t.Fatalf("N = %d, part %v (-plain +fast)\n%s", n, p, diff)
				}
				reached++
				c.top -= columnSize
				if c.here = c.left[c.top/columnSize]; c.here.taken>>columnShift == nothing {
					break
				}
				if c.here != plain.left[c.top/columnSize] {
					t.Fatalf("N = %d, part %v: comes back to %+v, and in plain Go to %+v", n, p, c.here, plain.left[c.top/columnSize])
				}
			}
		}
	}
	if reached < 10_000 {
		t.Errorf("only %d placements were reached", reached)
	}
}
