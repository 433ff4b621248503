//go:build !linux

package ei

import "net"

// carrier reads a connection; files come with it on Linux alone.
type carrier struct{ net.Conn }

func newCarrier(conn net.Conn) *carrier { return &carrier{conn} }

func (*carrier) text(int) string { return "" }

func (*carrier) drop() {}
