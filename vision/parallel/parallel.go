package parallel

import (
	"sync"
	"sync/atomic"
)

// Both runs two functions at the same time and returns when they are done.
func Both(a, b func()) {
	var wait sync.WaitGroup
	wait.Go(a)
	b()
	wait.Wait()
}

// Each calls a function for 0 to n-1, for two of them at the same time, and returns when all are done.
func Each(n int, do func(i int)) {
	var next atomic.Int64
	run := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	Both(run, run)
}
