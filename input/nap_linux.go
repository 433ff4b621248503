package input

import (
	"time"

	"golang.org/x/sys/unix"
)

// nap sleeps for d. time.Sleep takes a millisecond longer where nothing else goes
// on in the process: the runtime then waits in whole milliseconds.
func nap(d time.Duration) {
	began := time.Now()
	t := unix.NsecToTimespec(d.Nanoseconds())
	_ = unix.Nanosleep(&t, nil)
	if left := d - time.Since(began); left > 0 {
		time.Sleep(left) // a signal came, or time is not the machine's in a test
	}
}
