package ei

import "golang.org/x/sys/unix"

// monotonic returns the time by which desktops tell when input happened, in
// microseconds.
func monotonic() uint64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it never fails
	return uint64(t.Nano() / 1000)
}
