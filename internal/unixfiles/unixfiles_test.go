//go:build unix

package unixfiles_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"autoqueens/internal/unixfiles"
)

// TestRead takes files along with what is read, in their order, such as no program inherits, and
// none where none came.
func TestRead(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	var sockets [2]*net.UnixConn
	for i, fd := range ends {
		f := os.NewFile(uintptr(fd), "socket")
		c, err := net.FileConn(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		defer c.Close()
		sockets[i] = c.(*net.UnixConn)
	}
	from, to := sockets[0], sockets[1]
	var rights []int
	texts := []string{"first", "second"}
	for _, text := range texts {
		path := filepath.Join(t.TempDir(), text)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rights = append(rights, int(f.Fd()))
	}
	if _, _, err := from.WriteMsgUnix([]byte("with"), unix.UnixRights(rights...), nil); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	n, files, err := unixfiles.Read(to, buf)
	if err != nil || string(buf[:n]) != "with" || len(files) != len(texts) {
		t.Fatalf("%q and %d files, %v", buf[:n], len(files), err)
	}
	for i, f := range files {
		data := make([]byte, 100)
		n, _ := f.ReadAt(data, 0)
		if got := string(data[:n]); got != texts[i] {
			t.Errorf("file %d holds %q, want %q", i, got, texts[i])
		}
		if flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC == 0 {
			t.Errorf("file %d is inherited: flags %x, %v", i, flags, err)
		}
	}
	unixfiles.Close(append(files, nil))
	if _, err := files[0].Stat(); err == nil {
		t.Error("a file is open after Close")
	}
	if _, err := from.Write([]byte("without")); err != nil {
		t.Fatal(err)
	}
	n, files, err = unixfiles.Read(to, buf)
	if err != nil || string(buf[:n]) != "without" || files != nil {
		t.Errorf("%q and %d files, %v", buf[:n], len(files), err)
	}
}
