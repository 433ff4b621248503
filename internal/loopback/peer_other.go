//go:build !linux

package loopback

import (
	"net"
	"net/netip"
	"os"
)

// peer takes everybody for the user who runs this program: these systems do not
// tell, or only root.
func peer(*net.TCPConn) (uid int, err error) { return os.Geteuid(), nil }

func canTell(netip.AddrPort) error { return nil }
