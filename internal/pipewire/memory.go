//go:build linux

package pipewire

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// invalid is the number of nothing.
const invalid = 1<<32 - 1

// memory is a file that the server shares.
type memory struct{ file *os.File }

func (m *memory) close() {
	if m != nil {
		_ = m.file.Close()
	}
}

// area is a part of shared memory.
type area struct {
	mapped []byte // from the beginning of a page
	data   []byte
}

// mapMemory maps size bytes from offset on of shared memory, which must all be there: a look
// beyond a file's end is the end of the program. That the file does not shrink later is the word
// of the server, who runs as the same user.
func (c *Conn) mapMemory(id uint32, offset, size uint64) (*area, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.memory[id]
	if m == nil {
		return nil, fmt.Errorf("the media server speaks of memory %d, which it has not shared", id)
	}
	raw, err := m.file.SyscallConn()
	if err != nil {
		return nil, err
	}
	var a *area
	failed := raw.Control(func(fd uintptr) { a, err = mapFile(int(fd), offset, size) })
	if failed != nil {
		return nil, failed
	}
	return a, err
}

func mapFile(fd int, offset, size uint64) (*area, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return nil, err
	}
	if size == 0 || stat.Size < 0 || offset+size < offset || offset+size > uint64(stat.Size) {
		return nil, fmt.Errorf("the media server shares %d bytes of memory, and speaks of %d from %d on", stat.Size, size, offset)
	}
	if offset%wordSize != 0 {
		return nil, errPOD // words are read whole, which not all machines do elsewhere
	}
	within := offset % uint64(os.Getpagesize())
	mapped, err := unix.Mmap(fd, int64(offset-within), int(size+within), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &area{mapped: mapped, data: mapped[within:]}, nil
}

func (a *area) free() {
	if a != nil {
		_ = unix.Munmap(a.mapped)
	}
}

// word returns the word at an offset, which others write as well.
func (a *area) word(offset int) *atomic.Uint32 {
	return (*atomic.Uint32)(unsafe.Pointer(&a.data[offset]))
}

// time returns the time at an offset, in nanoseconds of the machine's monotonic clock.
func (a *area) time(offset int) *atomic.Uint64 {
	return (*atomic.Uint64)(unsafe.Pointer(&a.data[offset]))
}

// now returns the time of the clock that the server uses.
func now() uint64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it never fails
	return uint64(t.Nano())
}
