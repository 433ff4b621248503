//go:build linux

package wayland

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Requests of the protocol for a virtual keyboard.
const (
	keyboardManagerCreate = 0

	keyboardKeymap = 0
	keyboardKey    = 1

	keymapText = 1 // a format: that of xkbcommon
)

// Keyboard is a keyboard of the compositor's on which this program types.
type Keyboard struct {
	conn   *Conn
	object Object
}

// firstKeycode is what a keymap adds to the kernel's number of a key.
const firstKeycode = 8

// NewKeyboard makes a virtual keyboard with some keys: their keysyms, by their names in
// xkbcommon, by the kernel's numbers. ok is false where the compositor offers none. It
// lasts as long as the connection.
func (c *Conn) NewKeyboard(seat *Seat, keys map[uint32]string) (k *Keyboard, ok bool, err error) {
	manager, _, ok := c.Bind("zwp_virtual_keyboard_manager_v1", 1, 1, nil)
	if !ok {
		return nil, false, nil
	}
	text := append([]byte(keymap(keys)), 0)
	fd, err := unix.MemfdCreate("autoqueens", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, true, err
	}
	defer unix.Close(fd)
	if _, err := unix.Write(fd, text); err != nil {
		return nil, true, err
	}
	k = &Keyboard{conn: c}
	return k, true, c.Create(func() []*Request {
		k.object = c.New(nil)
		return []*Request{
			NewRequest(manager, keyboardManagerCreate).Object(seat.Object).Object(k.object),
			NewRequest(k.object, keyboardKeymap).Uint(keymapText).File(fd).Uint(uint32(len(text)))}
	})
}

// keymap returns the keymap of a keyboard with these keys alone.
func keymap(keys map[uint32]string) string {
	var codes, symbols strings.Builder
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		fmt.Fprintf(&codes, "<K%d> = %d;\n", key, key+firstKeycode)
		fmt.Fprintf(&symbols, "key <K%d> { [ %s ] };\n", key, keys[key])
	}
	return "xkb_keymap {\nxkb_keycodes \"few\" {\nminimum = 8;\nmaximum = 255;\n" + codes.String() +
		"};\nxkb_types \"few\" { include \"complete\" };\nxkb_compatibility \"few\" { include \"complete\" };\nxkb_symbols \"few\" {\n" +
		symbols.String() + "};\n};\n"
}

// Type returns the requests that press a key, by the kernel's number, and let it up.
func (k *Keyboard) Type(key uint32) []*Request {
	return []*Request{
		NewRequest(k.object, keyboardKey).Uint(now()).Uint(key).Uint(1),
		NewRequest(k.object, keyboardKey).Uint(now()).Uint(key).Uint(0),
	}
}
