package parallel

import "sync"

// Both runs two functions at the same time and returns when they are done.
func Both(a, b func()) {
	var wait sync.WaitGroup
	wait.Go(a)
	b()
	wait.Wait()
}
