package input

import (
	"sync"
	"time"
)

// pollKey calls pressed once when down turns true, and asks until stop is
// called. It serves the systems that tell a key's state to those who ask.
func pollKey(down func() bool, pressed func()) (stop func()) {
	end := make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for !down() {
			select {
			case <-end:
				return
			case <-tick.C:
			}
		}
		pressed()
	})
	var once sync.Once
	return func() {
		once.Do(func() { close(end) })
		asking.Wait()
	}
}
