//go:build cgo && linux

package input

import (
	"errors"

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

// WatchEscape grabs the Esc key for the whole screen, so that it reaches this
// program whichever window has the focus, and no other window while it lasts.
// The grab is its own connection's: it is gone when stop returns, and also when
// the program dies.
func (d *x11Driver) WatchEscape(pressed func()) (stop func(), err error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	if err := grabEscape(c, d.root); err != nil {
		c.Close()
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		told := false
		for {
			ev, xerr := c.WaitForEvent()
			if ev == nil && xerr == nil {
				return // closed
			}
			if _, ok := ev.(xproto.KeyPressEvent); ok && !told {
				told = true
				pressed()
			}
		}
	}()
	return func() {
		c.Close()
		<-done
	}, nil
}

// grabEscape grabs the key as the person may press it: alone or with lock keys
// on, which count as modifiers. It asks for nothing with Ctrl, Alt or Shift;
// those belong to the desktop. It fails where not even the plain key is free.
func grabEscape(c *xgb.Conn, root xproto.Window) error {
	keys, err := readKeyboard(c)
	if err != nil {
		return err
	}
	escape := keys.codes(keysymEscape)
	if len(escape) == 0 {
		return errors.New("the keyboard has no Esc key")
	}
	locks, err := keys.lockMasks(c)
	if err != nil {
		return err
	}
	var failed error
	for _, code := range escape {
		for _, mods := range subsets(locks) {
			err := xproto.GrabKeyChecked(c, false, root, mods, code,
				xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
			if err != nil && mods == 0 {
				failed = err
			}
		}
	}
	return failed
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

var _ escaper = (*x11Driver)(nil)
