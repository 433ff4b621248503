//go:build cgo && linux

package input

import (
	"errors"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/x11"
)

// The keysyms that matter here.
const (
	keysymEscape     xproto.Keysym = 0xff1b
	keysymNumLock    xproto.Keysym = 0xff7f
	keysymScrollLock xproto.Keysym = 0xff14
)

// escapeKey is a connection that takes the Esc key while somebody watches it.
// It is opened once: a board that has just appeared is no time to shake hands
// with a server and to read its keyboard.
type escapeKey struct {
	conn *xgb.Conn
	root xproto.Window
	done chan struct{} // closed when no further events come

	mu      sync.Mutex
	grabs   []grab // nil when the keyboard has to be read again
	failed  error  // why there is no key to take
	pressed func() // nil while nobody watches
}

// grab is a key with modifiers held.
type grab struct {
	code xproto.Keycode
	mods uint16
}

// newEscapeKey takes the connection over. A key that cannot be had is no reason not
// to click: whoever wants to watch it is told.
func newEscapeKey(c *xgb.Conn) *escapeKey {
	k := &escapeKey{conn: c, root: x11.Screen(c).Root, done: make(chan struct{})}
	k.grabs, k.failed = escapeGrabs(c)
	go k.hear()
	return k
}

func (k *escapeKey) hear() {
	defer close(k.done)
	for {
		event, failed := k.conn.WaitForEvent()
		if event == nil && failed == nil {
			return // closed
		}
		k.mu.Lock()
		var tell func()
		switch event.(type) {
		case xproto.KeyPressEvent:
			tell, k.pressed = k.pressed, nil
		case xproto.MappingNotifyEvent:
			k.grabs, k.failed = nil, nil
		}
		k.mu.Unlock()
		if tell != nil {
			tell()
		}
	}
}

func (k *escapeKey) close() {
	k.conn.Close()
	<-k.done
}

// WatchEscape grabs the Esc key for the whole screen, so that it reaches this
// program whichever window has the focus, and no other window while it lasts.
// The grab is gone when stop returns, and also when the program dies.
func (p *pointer) WatchEscape(pressed func()) (stop func(), err error) {
	k := p.escape
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pressed != nil {
		return nil, errors.New("the key is being watched already")
	}
	if k.grabs == nil && k.failed == nil {
		k.grabs, k.failed = escapeGrabs(k.conn)
	}
	if k.failed != nil {
		return nil, k.failed
	}
	taken, err := k.take()
	if err != nil {
		return nil, err
	}
	k.pressed = pressed
	return func() { k.letGo(taken) }, nil
}

// take grabs the key as the person may press it: alone or with lock keys on,
// which count as modifiers. It asks for nothing with Ctrl, Alt or Shift; those
// belong to the desktop. It fails where not even the plain key is free.
func (k *escapeKey) take() (taken []grab, err error) {
	cookies := make([]xproto.GrabKeyCookie, len(k.grabs))
	for i, g := range k.grabs { // all on their way before the first answer
		cookies[i] = xproto.GrabKeyChecked(k.conn, false, k.root, g.mods, g.code, xproto.GrabModeAsync, xproto.GrabModeAsync)
	}
	for i, cookie := range cookies {
		switch failed := cookie.Check(); {
		case failed == nil:
			taken = append(taken, k.grabs[i])
		case k.grabs[i].mods == 0:
			err = failed
		}
	}
	if err != nil {
		k.release(taken)
	}
	return taken, err
}

// letGo ends a watch; from then on the key belongs to everybody again.
func (k *escapeKey) letGo(taken []grab) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pressed = nil
	k.release(taken)
}

func (k *escapeKey) release(taken []grab) {
	cookies := make([]xproto.UngrabKeyCookie, len(taken))
	for i, g := range taken {
		cookies[i] = xproto.UngrabKeyChecked(k.conn, g.code, k.root, g.mods)
	}
	for _, cookie := range cookies {
		_ = cookie.Check() // a server that has gone holds no key
	}
}

// escapeGrabs returns the grabs that catch Esc on the keyboard as it is now.
func escapeGrabs(c *xgb.Conn) ([]grab, error) {
	keys, err := readKeyboard(c)
	if err != nil {
		return nil, err
	}
	escape := keys.codes(keysymEscape)
	if len(escape) == 0 {
		return nil, errors.New("the keyboard has no Esc key")
	}
	locks, err := keys.lockMasks(c)
	if err != nil {
		return nil, err
	}
	var grabs []grab
	for _, code := range escape {
		for _, mods := range subsets(locks) {
			grabs = append(grabs, grab{code, mods})
		}
	}
	return grabs, nil
}

// keyboard is the server's table of what each key types.
type keyboard struct {
	first   xproto.Keycode // the key of the first row
	perCode int
	syms    []xproto.Keysym
}

func readKeyboard(c *xgb.Conn) (*keyboard, error) {
	s := xproto.Setup(c)
	m, err := xproto.GetKeyboardMapping(c, s.MinKeycode, byte(s.MaxKeycode-s.MinKeycode)+1).Reply()
	if err != nil {
		return nil, serverGone(err)
	}
	return &keyboard{first: s.MinKeycode, perCode: int(m.KeysymsPerKeycode), syms: m.Keysyms}, nil
}

// codes returns the keys that type sym at any level.
func (k *keyboard) codes(sym xproto.Keysym) []xproto.Keycode {
	var codes []xproto.Keycode
	for i := 0; i+k.perCode <= len(k.syms); i += k.perCode {
		for _, s := range k.syms[i : i+k.perCode] {
			if s == sym {
				codes = append(codes, k.first+xproto.Keycode(i/k.perCode))
				break
			}
		}
	}
	return codes
}

// lockMasks returns the modifier bits of the lock keys: Caps Lock has its own,
// the others have whichever they were given.
func (k *keyboard) lockMasks(c *xgb.Conn) ([]uint16, error) {
	m, err := xproto.GetModifierMapping(c).Reply()
	if err != nil {
		return nil, serverGone(err)
	}
	masks := []uint16{xproto.ModMaskLock}
	for _, sym := range []xproto.Keysym{keysymNumLock, keysymScrollLock} {
		for _, code := range k.codes(sym) {
			for i, held := range m.Keycodes {
				if held == code {
					masks = append(masks, 1<<(i/int(m.KeycodesPerModifier)))
				}
			}
		}
	}
	return masks, nil
}

// subsets returns every combination of the masks, none first, each once.
func subsets(masks []uint16) []uint16 {
	all := []uint16{0}
	seen := map[uint16]bool{0: true}
	for _, m := range masks {
		for _, s := range append([]uint16(nil), all...) {
			if v := s | m; !seen[v] {
				seen[v] = true
				all = append(all, v)
			}
		}
	}
	return all
}
