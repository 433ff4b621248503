package portal

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// fileClock returns the time that a file would be said to be of that is created now: no
// earlier than what was created before, and no later than what is created after it, on any file
// system. No clock of the system tells it. Files get the time of its last tick or, from
// Linux 6.13 on, any later one that a file was given since (multigrain timestamps).
func fileClock() time.Time {
	fd, err := unix.MemfdCreate("clock", unix.MFD_CLOEXEC)
	if err != nil {
		return lastTick()
	}
	defer unix.Close(fd)
	var s unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_BTIME, &s); err != nil || s.Mask&unix.STATX_BTIME == 0 {
		return lastTick()
	}
	return created(s)
}

// lastTick returns the time that systems give to files which do not tell when those in memory
// were created: they are older than any later time.
func lastTick() time.Time {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &t); err != nil {
		return time.Now()
	}
	return time.Unix(t.Unix())
}

func created(s unix.Statx_t) time.Time { return time.Unix(s.Btime.Sec, int64(s.Btime.Nsec)) }

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
	at := created(s)
	return s.Mode&unix.S_IFMT == unix.S_IFREG && s.Nlink == 1 && int(s.Uid) == os.Geteuid() &&
		!at.Before(from) && !at.After(to)
}
