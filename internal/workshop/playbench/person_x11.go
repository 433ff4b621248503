//go:build linux

package main

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"autoqueens/internal/x11"
)

// personOnX11 is a person at an X server.
type personOnX11 struct {
	conn *xgb.Conn
	root xproto.Window
	size image.Point // of the desktop

	sheet   xproto.Window
	sheetOn atomic.Bool
	onSheet atomic.Int64 // presses that the sheet caught
}

func newPersonOnX11() (*personOnX11, error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	s := x11.Screen(c)
	p := &personOnX11{conn: c, root: s.Root, size: image.Pt(int(s.WidthInPixels), int(s.HeightInPixels))}
	go p.hear()
	return p, nil
}

// hear counts what the sheet is pressed.
func (p *personOnX11) hear() {
	for {
		event, err := p.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		if e, ok := event.(xproto.ButtonPressEvent); ok && e.Detail == 1 && p.sheetOn.Load() {
			p.onSheet.Add(1)
		}
	}
}

func (p *personOnX11) close() { p.conn.Close() }

func (p *personOnX11) fake(kind, detail byte, x, y int) error {
	return xtest.FakeInputChecked(p.conn, kind, detail, 0, p.root, int16(x), int16(y), 0).Check()
}

func (p *personOnX11) nudge(dx, dy int) error {
	const relative = 1
	return p.fake(xproto.MotionNotify, relative, dx, dy)
}

func (p *personOnX11) button(down bool) error {
	kind := byte(xproto.ButtonRelease)
	if down {
		kind = xproto.ButtonPress
	}
	const right = 3
	return p.fake(kind, right, 0, 0)
}

func (p *personOnX11) strike(keys ...key) error {
	codes := make([]byte, len(keys))
	for i, k := range keys {
		var err error
		if codes[i], err = p.keycode(keysyms[k]); err != nil {
			return err
		}
	}
	for _, code := range codes {
		if err := p.fake(xproto.KeyPress, code, 0, 0); err != nil {
			return err
		}
	}
	for _, code := range slices.Backward(codes) {
		if err := p.fake(xproto.KeyRelease, code, 0, 0); err != nil {
			return err
		}
	}
	return nil
}

// keycode returns the key that has a symbol.
func (p *personOnX11) keycode(sym xproto.Keysym) (byte, error) {
	setup := xproto.Setup(p.conn)
	first, last := setup.MinKeycode, setup.MaxKeycode
	m, err := xproto.GetKeyboardMapping(p.conn, first, byte(last-first)+1).Reply()
	if err != nil {
		return 0, err
	}
	for i, s := range m.Keysyms {
		if s == sym {
			return byte(first) + byte(i/int(m.KeysymsPerKeycode)), nil
		}
	}
	return 0, fmt.Errorf("the keyboard has no key %#x", sym)
}

var keysyms = map[key]xproto.Keysym{keyEscape: 0xff1b, keyF5: 0xffc2, keyControl: 0xffe3, keyT: 't', keyW: 'w'}

func (p *personOnX11) move(dx, dy int) error {
	w, frame, err := p.browser(p.root, 0)
	if err != nil {
		return err
	}
	g, err := xproto.TranslateCoordinates(p.conn, frame, p.root, 0, 0).Reply()
	if err != nil {
		return err
	}
	return xproto.ConfigureWindowChecked(p.conn, w, xproto.ConfigWindowX|xproto.ConfigWindowY,
		[]uint32{uint32(int32(g.DstX) + int32(dx)), uint32(int32(g.DstY) + int32(dy))}).Check()
}

// browser returns the browser's window, and the child of the root window that it
// is in: the frame of the window manager, or itself.
func (p *personOnX11) browser(in xproto.Window, depth int) (window, frame xproto.Window, err error) {
	tree, err := xproto.QueryTree(p.conn, in).Reply()
	if err != nil {
		return 0, 0, err
	}
	for i := len(tree.Children) - 1; i >= 0; i-- {
		c := tree.Children[i]
		class, err := xproto.GetProperty(p.conn, false, c, xproto.AtomWmClass, xproto.AtomString, 0, 64).Reply()
		if err != nil {
			continue
		}
		a, err := xproto.GetWindowAttributes(p.conn, c).Reply()
		if err != nil || a.MapState != xproto.MapStateViewable {
			continue
		}
		if strings.Contains(strings.ToLower(string(class.Value)), "chrom") {
			return c, c, nil
		}
		if depth < 2 {
			if w, _, err := p.browser(c, depth+1); err == nil {
				return w, c, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("there is no browser's window")
}

func (p *personOnX11) cover() error {
	if p.sheet == 0 {
		id, err := xproto.NewWindowId(p.conn)
		if err != nil {
			return err
		}
		err = xproto.CreateWindowChecked(p.conn, 0, id, p.root, 0, 0, uint16(p.size.X), uint16(p.size.Y), 0,
			xproto.WindowClassInputOutput, 0, xproto.CwBackPixel|xproto.CwOverrideRedirect|xproto.CwEventMask,
			[]uint32{0x203040, 1, xproto.EventMaskButtonPress}).Check()
		if err != nil {
			return err
		}
		p.sheet = id
	}
	p.sheetOn.Store(true)
	if err := xproto.ConfigureWindowChecked(p.conn, p.sheet, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeAbove}).Check(); err != nil {
		return err
	}
	return xproto.MapWindowChecked(p.conn, p.sheet).Check()
}

func (p *personOnX11) uncover() error {
	if p.sheet == 0 {
		return nil
	}
	err := xproto.UnmapWindowChecked(p.conn, p.sheet).Check()
	p.sheetOn.Store(false)
	return err
}

func (p *personOnX11) caught() int { return int(p.onSheet.Load()) }
