package vision

import "sync"

// both runs two functions at the same time and returns when they are done.
func both(a, b func()) {
	var wait sync.WaitGroup
	wait.Go(a)
	b()
	wait.Wait()
}
