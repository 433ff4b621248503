//go:build linux

package wayland

import (
	"golang.org/x/sys/unix"
)

// Requests of shared memory.
const (
	shmCreatePool    = 0
	poolCreateBuffer = 0
	poolDestroy      = 1
	bufferDestroy    = 0
)

// Memory makes buffers that this process and the compositor both see.
type Memory struct {
	conn *Conn
	shm  Object
}

// NewMemory asks for shared memory. ok is false where the compositor offers none.
func (c *Conn) NewMemory() (m *Memory, ok bool) {
	shm, _, ok := c.Bind("wl_shm", 1, 1, nil)
	return &Memory{conn: c, shm: shm}, ok
}

// Buffer is a picture in shared memory.
type Buffer struct {
	Object        Object
	Data          []byte
	Width, Height int    // pixels
	Stride        int    // bytes from a row to the next
	Format        uint32 // one of the Format constants, or another of wl_shm
}

// Formats of four bytes a pixel, in the order in which they lie in memory on a machine
// whose numbers begin with the lowest byte; the last of X is nothing.
const (
	FormatBGRA uint32 = 0
	FormatBGRX uint32 = 1
	FormatRGBA uint32 = 0x34324241
	FormatRGBX uint32 = 0x34324258
)

// NewBuffer makes a buffer. Its memory is given back by Free.
func (m *Memory) NewBuffer(width, height, stride int, format uint32) (*Buffer, error) {
	size := stride * height
	fd, err := unix.MemfdCreate("autoqueens", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, err
	}
	data, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	var pool, buffer Object
	err = m.conn.Create(func() []*Request {
		pool, buffer = m.conn.New(nil), m.conn.New(nil)
		return []*Request{
			NewRequest(m.shm, shmCreatePool).Object(pool).File(fd).Int(size),
			NewRequest(pool, poolCreateBuffer).Object(buffer).Int(0).Int(width).Int(height).Int(stride).Uint(format),
			NewRequest(pool, poolDestroy)}
	})
	m.conn.Forget(pool)
	if err != nil {
		_ = unix.Munmap(data)
		return nil, err
	}
	return &Buffer{Object: buffer, Data: data, Width: width, Height: height, Stride: stride, Format: format}, nil
}

// Free gives a buffer back that the compositor does not write to any more.
func (m *Memory) Free(b *Buffer) {
	_ = m.conn.Send(NewRequest(b.Object, bufferDestroy))
	m.conn.Forget(b.Object)
	_ = unix.Munmap(b.Data)
}
