package parallel

import "sync"

// Both runs two functions at the same time and returns when they are done.
func Both(a, b func()) {
	var wait sync.WaitGroup
	wait.Go(a)
	b()
	wait.Wait()
}

// Each calls a function for 0 to n-1, the lower half in order at the same time as the upper, and
// returns when all are done.
func Each(n int, do func(i int)) {
	run := func(from, to int) {
		for i := from; i < to; i++ {
			do(i)
		}
	}
	Both(func() { run(0, n/2) }, func() { run(n/2, n) })
}
