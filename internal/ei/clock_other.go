//go:build !linux

package ei

import "time"

var began = time.Now()

// monotonic returns a time that only goes forward, in microseconds.
func monotonic() uint64 { return uint64(time.Since(began).Microseconds()) }
