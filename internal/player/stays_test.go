package player

import (
	"slices"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
)

// TestStays: the last click of a board waits until the page has shown all others, until the
// page has left a solved board in sight. One that covers its next board at once is not believed
// to be won by that, and not trusted with the board after it; nor is one that covered the
// board before.
func TestStays(t *testing.T) {
	const lag, next, boards = 200 * time.Millisecond, 2 * time.Second, 3
	for _, tt := range []struct {
		name   string
		covers []time.Duration // how long after its last click a board is covered
		waits  []bool          // before which last click
		told   []bool          // as won
	}{
		{"it leaves every board in sight", []time.Duration{next, next, next}, []bool{true, false, false}, []bool{true, true, true}},
		{"it covers each soon", []time.Duration{2 * lag, 2 * lag, 2 * lag}, []bool{true, true, true}, []bool{true, true, true}},
		{"it covers the second at once", []time.Duration{next, lag, lag}, []bool{true, false, true}, []bool{true, false, true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			w.lag = lag
			var clicked []time.Time
			w.onClick = func(n int, _ Cell) bool {
				clicked = append(clicked, w.now)
				if board := n/16 - 1; n%16 == 0 {
					w.after(tt.covers[board], func() { w.shown = false })
					w.after(2*next+patience, func() {
						w.board, w.answer, _ = solver.Generate(8, uint64(board)+2)
						w.board.Marks = make([]solver.Mark, 64)
						w.shown = board < boards-1
					})
				}
				return false
			}
			p, events := w.player(Options{Timeout: 5 * next})
			var told []bool
			for range boards {
				_, err := p.Run(t.Context())
				if told = append(told, err == nil); err != nil && fault.KindOf(err) != fault.Unverified {
					t.Fatalf("%v: %s", err, kinds(*events))
				}
			}
			var waits []bool
			for last := 15; last < len(clicked); last += 16 {
				waits = append(waits, clicked[last].Sub(clicked[last-1]) >= lag)
			}
			if !slices.Equal(waits, tt.waits) || !slices.Equal(told, tt.told) {
				t.Errorf("the last click waited: %v, want %v; told as won: %v, want %v", waits, tt.waits, told, tt.told)
			}
		})
	}
}
