package loopback

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"

	"golang.org/x/sys/unix"
)

// What the kernel's sock_diag takes and answers. Ports and addresses are in the
// order of the network, all else in that of the machine.
type (
	socketID struct {
		SourcePort, DestinationPort [2]byte
		Source, Destination         [16]byte
		Interface                   uint32
		Cookie                      [2]uint32
	}
	diagRequest struct {
		Header                unix.NlMsghdr
		Family, Protocol, Ext uint8
		_                     uint8
		States                uint32
		ID                    socketID
	}
	diagAnswer struct {
		Family, State, Timer, Retransmits uint8
		ID                                socketID
		Expires, Received, Sent           uint32
		UID, Inode                        uint32
	}
)

const (
	byFamily  = 20         // SOCK_DIAG_BY_FAMILY
	noCookie  = ^uint32(0) // any socket of these addresses
	allStates = ^uint32(0) // a bit for each, of which it will say which it is
	connected = 1          // TCP_ESTABLISHED
	listening = 10         // TCP_LISTEN
)

// peer returns the user at the other end of a connection from this machine.
//
// That end is a socket of its own, which the kernel finds by the two addresses
// of the connection and whose owner is who made it. Both ends must be connected
// after all: of an end that was closed there is no owner to tell, and once this
// end is not connected any more, another connection may have the same addresses.
func peer(c *net.TCPConn) (uid int, err error) {
	here, there := addrPort(c.LocalAddr()), addrPort(c.RemoteAddr())
	found, err := lookUp(there, here)
	switch {
	case errors.Is(err, unix.ENOENT):
		return 0, errGone
	case err != nil:
		return 0, err
	case found.State != connected || found.Inode == 0:
		return 0, errGone
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var info *unix.TCPInfo
	if controlErr := raw.Control(func(fd uintptr) { info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO) }); controlErr != nil {
		return 0, controlErr
	}
	if err != nil {
		return 0, err
	}
	if info.State != connected {
		return 0, errGone
	}
	return int(found.UID), nil
}

// canTell finds out whether the kernel answers at all, by what is known: a
// listener of this program.
func canTell(listener netip.AddrPort) error {
	anywhere := netip.AddrPortFrom(netip.IPv4Unspecified(), 0)
	if listener.Addr().Is6() {
		anywhere = netip.AddrPortFrom(netip.IPv6Unspecified(), 0)
	}
	found, err := lookUp(listener, anywhere)
	if err == nil && (found.State != listening || int(found.UID) != os.Geteuid()) {
		err = fmt.Errorf("it takes this program for that of user %d", found.UID)
	}
	return err
}

func addrPort(a net.Addr) netip.AddrPort {
	ap := a.(*net.TCPAddr).AddrPort()
	return netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port())
}

// lookUp asks the kernel for the TCP socket that has this source and this
// destination. It does not wait: the kernel has answered when it was asked.
func lookUp(source, destination netip.AddrPort) (diagAnswer, error) {
	var answer diagAnswer
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_INET_DIAG)
	if err != nil {
		return answer, fmt.Errorf("netlink: %w", err)
	}
	defer unix.Close(fd)
	request := diagRequest{Family: unix.AF_INET, Protocol: unix.IPPROTO_TCP, States: allStates, ID: idOf(source, destination)}
	if source.Addr().Is6() {
		request.Family = unix.AF_INET6
	}
	request.Header = unix.NlMsghdr{Len: uint32(binary.Size(request)), Type: byFamily, Flags: unix.NLM_F_REQUEST, Seq: 1}
	data, err := binary.Append(nil, binary.NativeEndian, request)
	if err != nil {
		return answer, err
	}
	if err := unix.Sendto(fd, data, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return answer, fmt.Errorf("netlink: %w", err)
	}
	reply := make([]byte, 4096) // a header and the answer, with what newer kernels may add
	n, _, err := unix.Recvfrom(fd, reply, unix.MSG_DONTWAIT)
	if err != nil {
		return answer, fmt.Errorf("netlink: %w", err)
	}
	var header unix.NlMsghdr
	in := bytes.NewReader(reply[:n])
	if err := binary.Read(in, binary.NativeEndian, &header); err != nil {
		return answer, err
	}
	if header.Type == unix.NLMSG_ERROR {
		var number int32
		if err := binary.Read(in, binary.NativeEndian, &number); err != nil {
			return answer, err
		}
		return answer, fmt.Errorf("sock_diag: %w", unix.Errno(-number))
	}
	if err := binary.Read(in, binary.NativeEndian, &answer); err != nil {
		return answer, err
	}
	// The kernel falls back on a socket that listens on the source's port.
	if got := answer.ID; header.Type != byFamily ||
		answer.State != listening && (got.SourcePort != request.ID.SourcePort || got.DestinationPort != request.ID.DestinationPort) {
		return answer, errors.New("sock_diag: the answer is to something else")
	}
	return answer, nil
}

func idOf(source, destination netip.AddrPort) socketID {
	id := socketID{Cookie: [2]uint32{noCookie, noCookie}}
	binary.BigEndian.PutUint16(id.SourcePort[:], source.Port())
	binary.BigEndian.PutUint16(id.DestinationPort[:], destination.Port())
	copy(id.Source[:], source.Addr().AsSlice())
	copy(id.Destination[:], destination.Addr().AsSlice())
	return id
}
