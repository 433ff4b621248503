package portal

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// fileClock returns the time as the file system writes it down, which is that
// of the system's last tick.
func fileClock() time.Time {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &t); err != nil {
		return time.Now()
	}
	return time.Unix(t.Unix())
}

// madeBetween tells whether a file is surely one of this user's that was created
// from one time to another and has one name only. Changing what is in a file does
// not count, only its creation. One of the future is of a clock that was set back,
// and may be older than it says.
func madeBetween(file *os.File, from, to time.Time) bool {
	var s unix.Statx_t
	const want = unix.STATX_BTIME | unix.STATX_UID | unix.STATX_NLINK | unix.STATX_TYPE
	err := unix.Statx(int(file.Fd()), "", unix.AT_EMPTY_PATH, want, &s)
	if err != nil || s.Mask&want != want {
		return false
	}
	created := time.Unix(s.Btime.Sec, int64(s.Btime.Nsec))
	return s.Mode&unix.S_IFMT == unix.S_IFREG && s.Nlink == 1 && int(s.Uid) == os.Geteuid() &&
		!created.Before(from) && !created.After(to)
}
