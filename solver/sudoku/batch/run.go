package batch

import (
	"context"
	"sync"
)

// How many puzzles a worker takes at a time. One takes microseconds, so that
// handing them over one by one would cost more than the work.
const perChunk = 128

// chunk is some puzzles in a row and what became of them.
type chunk[R any] struct {
	items   []Item
	results []R
	done    chan struct{} // closed when results are there
}

// Run reads every puzzle of the scanner, has work turn each into a result on a
// number of cores, and hands the results to take, in the order of the input and
// one at a time. It ends early when take returns false, and when ctx is done,
// whose cause it then returns; a read that still waits for input then is left
// behind, and what it reads is lost. A result of work that ctx cuts short must
// not matter.
func Run[R any](ctx context.Context, s *Scanner, cores int, work func(Item) R, take func(Item, R) bool) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	cores = max(1, cores)
	todo := make(chan *chunk[R])
	// Chunks in the order of the input. Its room bounds how many there are.
	order := make(chan *chunk[R], 2*cores)

	go func() {
		defer close(order)
		defer close(todo)
		for more := true; more; {
			c := &chunk[R]{done: make(chan struct{})}
			for len(c.items) < perChunk {
				var item Item
				if item, more = s.next(); !more {
					break
				}
				c.items = append(c.items, item)
			}
			select {
			case order <- c:
			case <-inner.Done():
				return
			}
			select {
			case todo <- c:
			case <-inner.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range cores {
		workers.Go(func() {
			for {
				select {
				case <-inner.Done():
					return
				case c, ok := <-todo:
					if !ok {
						return
					}
					for i := range c.items {
						c.items[i].read()
						c.results = append(c.results, work(c.items[i]))
					}
					close(c.done)
				}
			}
		})
	}
	defer workers.Wait()
	defer stop()
	for {
		select {
		case <-inner.Done():
			return context.Cause(ctx)
		case c, ok := <-order:
			if !ok {
				return context.Cause(ctx)
			}
			select {
			case <-c.done:
			case <-inner.Done():
				return context.Cause(ctx)
			}
			for i, r := range c.results {
				if !take(c.items[i], r) {
					return nil
				}
			}
		}
	}
}
