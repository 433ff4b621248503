package x11

import (
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// The extensions that programs of this module speak. Their packages have to be
// imported where they are used; that fills xgb's tables.
var extensions = []string{"RANDR", "XINERAMA", "MIT-SHM", "DAMAGE", "XFIXES", "XTEST"}

// registered remembers what is in xgb's tables of event and error numbers.
var registered struct {
	sync.Mutex
	events, errors map[int]string // the extension that each number stands for
}

// Extend makes the server's extensions usable on a connection. It takes the
// place of the Init functions of xgb's packages: each of them writes to tables
// that all connections read without a lock, whenever an event or an error comes
// in, so that calling one while another connection is at work can end the
// process. Here a number is written once, with the first connection; the
// numbers of a server stay the same for as long as it runs. Connect has called it.
func Extend(c *xgb.Conn) error {
	for _, name := range extensions {
		r, err := xproto.QueryExtension(c, uint16(len(name)), name).Reply()
		if err != nil {
			return err
		}
		if r == nil || !r.Present {
			continue
		}
		c.ExtLock.Lock()
		c.Extensions[name] = r.MajorOpcode
		c.ExtLock.Unlock()
		register(name, int(r.FirstEvent), int(r.FirstError))
	}
	return nil
}

func register(name string, firstEvent, firstError int) {
	registered.Lock()
	defer registered.Unlock()
	if registered.events == nil {
		registered.events, registered.errors = map[int]string{}, map[int]string{}
	}
	for n, create := range xgb.NewExtEventFuncs[name] {
		if n += firstEvent; registered.events[n] != name {
			registered.events[n] = name
			xgb.NewEventFuncs[n] = create
		}
	}
	for n, create := range xgb.NewExtErrorFuncs[name] {
		if n += firstError; registered.errors[n] != name {
			registered.errors[n] = name
			xgb.NewErrorFuncs[n] = create
		}
	}
}

// Extended tells whether requests of an extension may be sent on a connection
// that Connect returned: the server offers it, and this module speaks it.
func Extended(c *xgb.Conn, name string) bool {
	c.ExtLock.RLock()
	defer c.ExtLock.RUnlock()
	_, ok := c.Extensions[name]
	return ok
}
