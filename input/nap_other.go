//go:build !linux

package input

import "time"

// nap sleeps for d.
func nap(d time.Duration) { time.Sleep(d) }
