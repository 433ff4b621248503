package ei

import (
	"io"
	"net"
	"os"
	"sync"

	"autoqueens/internal/unixfiles"
)

// mostFiles is how many files may wait for the message that they belong to.
const mostFiles = 16

// carrier reads a connection and keeps the files that come with what it reads, in their
// order. One of another kind than a Unix socket carries none.
type carrier struct {
	conn  net.Conn
	mu    sync.Mutex
	files []*os.File
}

func newCarrier(conn net.Conn) *carrier { return &carrier{conn: conn} }

func (c *carrier) Read(p []byte) (int, error) {
	u, ok := c.conn.(*net.UnixConn)
	if !ok {
		return c.conn.Read(p)
	}
	n, files, err := unixfiles.Read(u, p)
	for _, file := range files {
		c.keep(file)
	}
	if err != nil {
		return max(n, 0), err
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (c *carrier) keep(file *os.File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.files) >= mostFiles {
		file.Close()
		return
	}
	c.files = append(c.files, file)
}

// text returns what is in the next file, n bytes of it at most, "" where there is none.
func (c *carrier) text(n int) string {
	c.mu.Lock()
	if len(c.files) == 0 {
		c.mu.Unlock()
		return ""
	}
	file := c.files[0]
	c.files = c.files[1:]
	c.mu.Unlock()
	defer file.Close()
	// A file that is shared keeps its place, which is at its end where it was written.
	data := make([]byte, n)
	got, _ := file.ReadAt(data, 0) // less is what there is
	return string(data[:got])
}

// drop closes the files that nobody has asked for.
func (c *carrier) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, file := range c.files {
		file.Close()
	}
	c.files = nil
}
