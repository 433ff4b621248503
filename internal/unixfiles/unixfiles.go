//go:build unix

// Package unixfiles takes the files that other programs hand over on Unix sockets.
//
//	a socket ──> [unixfiles] ──> wayland, pipewire, ei
//
// Each takes a place among the files that this process may have open, wanted or not, so every one
// that came is closed by somebody.
package unixfiles

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// most is how many files are taken along with what is read at once, as libwayland and PipeWire
// send at most. The kernel closes what is beyond that.
const most = 28

// Read reads from a socket, and returns the files that came along, in their order. No program that
// this one starts inherits them. They may be there with an error too. The caller closes them.
func Read(socket *net.UnixConn, data []byte) (n int, files []*os.File, err error) {
	const size = 4 // bytes of the number of a file
	beside := make([]byte, unix.CmsgSpace(most*size))
	n, came, _, _, err := socket.ReadMsgUnix(data, beside)
	messages, failed := unix.ParseSocketControlMessage(beside[:came])
	if failed != nil {
		return n, nil, err
	}
	for _, m := range messages {
		numbers, failed := unix.ParseUnixRights(&m)
		if failed != nil {
			continue // something else than files
		}
		for _, fd := range numbers { // net sees to it that they are closed on exec
			files = append(files, os.NewFile(uintptr(fd), "from a socket"))
		}
	}
	return n, files, err
}

// Close closes files, of which some may be nil.
func Close(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}
