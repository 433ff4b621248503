//go:build linux

package pipewire

import (
	"context"

	"autoqueens/internal/fault"
)

// Methods of the core and of the registry, and an event of nodes.
const (
	coreGetRegistry = 5
	registryBind    = 1
	nodeInfo        = 0

	registryVersion = 3
	boundVersion    = 3 // of nodes that others bring
)

// MediaName returns what the owner of a node calls what its pictures show, "" where it does not.
// The error, as that of [New], also says that there is no such node; a connection on which that happened
// makes no more objects.
func (c *Conn) MediaName(ctx context.Context, node uint32) (string, error) {
	registry, err := c.object(func(*event) {})
	if err != nil {
		return "", err
	}
	defer c.forget(registry)
	said := make(chan string, 1)
	bound, err := c.object(func(e *event) {
		if e.opcode != nodeInfo {
			return
		}
		e.int()  // its number
		e.int()  // how many inputs it may have
		e.int()  // and outputs
		e.long() // what has changed
		e.int()  // how many inputs it has
		e.int()  // and outputs
		e.id()   // its state
		e.next() // what is wrong with it: a text, or none
		select {
		case said <- e.group().value("media.name"):
		default: // it was told before
		}
	})
	if err != nil {
		return "", err
	}
	err = c.send(
		message{core, coreGetRegistry, pods(nil).int(registryVersion).int(int(registry))},
		message{registry, registryBind, pods(nil).int(int(node)).string("PipeWire:Interface:Node").int(boundVersion).int(int(bound))})
	if err == nil {
		err = c.sync(ctx)
	}
	if err != nil {
		return "", err
	}
	select {
	case name := <-said:
		c.forget(bound)
		return name, nil
	default:
		return "", fault.Newf(fault.NoAccess, "try again; if it stays, log out and in", "the desktop's media server knows no node %d", node)
	}
}
