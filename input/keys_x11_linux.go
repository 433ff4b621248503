//go:build cgo && linux

package input

import (
	"image"

	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/x11"
)

// keysyms are the keysyms of the keys that are no digits; those of digits are their
// characters.
var keysyms = map[Key]xproto.Keysym{
	KeyBackspace: 0xff08, KeyLeft: 0xff51, KeyUp: 0xff52, KeyRight: 0xff53, KeyDown: 0xff54,
}

const keysymShift xproto.Keysym = 0xffe1

// Focus returns the child of the root window that has the keyboard's focus, or in which the
// window is that has it.
func (p *pointer) Focus() (uint64, error) {
	root := x11.Screen(p.asks).Root
	r, err := xproto.GetInputFocus(p.asks).Reply()
	if err != nil {
		return 0, serverGone(err)
	}
	switch w := r.Focus; w {
	case root, xproto.InputFocusNone: // keys go to no window
		return uint64(root), nil
	case xproto.InputFocusPointerRoot: // keys go to the window under the pointer
		s, err := p.State()
		return s.Over, err
	default:
		for {
			t, err := xproto.QueryTree(p.asks, w).Reply()
			if err != nil {
				return 0, err // it went this very moment
			}
			if t.Parent == root || t.Parent == xproto.WindowNone {
				return uint64(w), nil
			}
			w = t.Parent
		}
	}
}

// Type types a key over the connection that asks where the pointer is. The keyboard is read
// each time: the person may have chosen another layout.
func (p *pointer) Type(k Key) error {
	sym, ok := keysyms[k]
	if !ok {
		sym = xproto.Keysym(k)
	}
	keys, err := readKeyboard(p.asks)
	if err != nil {
		return err
	}
	code, shifted, ok := keys.level(sym)
	shift := keys.codes(keysymShift)
	if !ok || shifted && len(shift) == 0 {
		return noKey(k)
	}
	r, err := p.conn.Answer(p.conn.Ask())
	if err != nil {
		return serverGone(err)
	}
	const changing = xproto.KeyButMaskShift | xproto.KeyButMaskControl | xproto.KeyButMaskMod1 |
		xproto.KeyButMaskMod4 | xproto.KeyButMaskMod5
	if r.Mask&changing != 0 {
		return ErrPersonTyped
	}
	press := func(kind byte, code xproto.Keycode) { p.conn.Fake(kind, byte(code), image.Point{}) }
	if shifted {
		press(xproto.KeyPress, shift[0])
	}
	press(xproto.KeyPress, code)
	press(xproto.KeyRelease, code)
	if shifted {
		press(xproto.KeyRelease, shift[0])
	}
	if _, err := p.conn.Answer(p.conn.Ask()); err != nil {
		return serverGone(err)
	}
	return nil
}

// level returns a key that types sym by itself, or else one that does with Shift.
func (k *keyboard) level(sym xproto.Keysym) (code xproto.Keycode, shifted, ok bool) {
	for level := range min(k.perCode, 2) {
		for i := level; i < len(k.syms); i += k.perCode {
			if k.syms[i] == sym {
				return k.first + xproto.Keycode(i/k.perCode), level == 1, true
			}
		}
	}
	return 0, false, false
}

var (
	_ typist = (*byProtocol)(nil)
	_ typist = (*byLibrary)(nil)
)
