package portal

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFileClock: a file is of no earlier time than the clock showed before, and of no later
// one than it shows afterwards, whatever was asked of files meanwhile.
func TestFileClock(t *testing.T) {
	dir := t.TempDir()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 200 {
		before := fileClock()
		file, err := os.Create(filepath.Join(dir, "made"))
		check(err)
		// A file that is changed after it was asked for its times gets a time between two ticks.
		_, err = file.WriteString("a")
		check(err)
		_, err = file.Stat()
		check(err)
		check(file.Chmod(0o600))
		var s unix.Statx_t
		check(unix.Statx(int(file.Fd()), "", unix.AT_EMPTY_PATH, unix.STATX_BTIME, &s))
		if s.Mask&unix.STATX_BTIME == 0 {
			t.Skip("this file system does not tell when a file was created")
		}
		if after := fileClock(); created(s).Before(before) || created(s).After(after) {
			t.Fatalf("created at %v, not between %v and %v", created(s), before, after)
		}
		check(file.Close())
		check(os.Remove(file.Name()))
	}
}
