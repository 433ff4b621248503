package input

// The keys that a person may hold to make others of them: Shift, Ctrl, Alt and both of
// Windows' own.
var modifiers = [...]uintptr{0x10, 0x11, 0x12, 0x5b, 0x5c}

// virtualKeys are the keys that are no digits. Digits are those of the number pad, which
// are the same on every layout.
var virtualKeys = map[Key]uint16{KeyBackspace: 0x08, KeyLeft: 0x25, KeyUp: 0x26, KeyRight: 0x27, KeyDown: 0x28}

const (
	keyPadZero = 0x60

	eventExtendedKey = 0x0001 // one of those that keyboards have had beside the number pad
	eventKeyUp       = 0x0002
)

var mapVirtualKey = user32.NewProc("MapVirtualKeyW")

// Focus returns the window at the front.
func (d *windowsDriver) Focus() (uint64, error) { return uint64(foreground()), nil }

func (d *windowsDriver) Type(k Key) error {
	key, known := virtualKeys[k]
	if k >= '0' && k <= '9' {
		key, known = keyPadZero+uint16(k-'0'), true
	}
	if !known {
		return noKey(k)
	}
	for _, m := range modifiers {
		if keyDown(m) {
			return ErrPersonTyped
		}
	}
	if err := d.permitted(d.at); err != nil {
		return err
	}
	var flags uint32
	if key >= virtualKeys[KeyLeft] && key <= virtualKeys[KeyDown] {
		flags = eventExtendedKey
	}
	scan, _, _ := mapVirtualKey.Call(uintptr(key), 0)
	down, up := inputEvent{kind: inputKeyboard}, inputEvent{kind: inputKeyboard}
	*down.keyboard() = keyInput{key: key, scan: uint16(scan), flags: flags}
	*up.keyboard() = keyInput{key: key, scan: uint16(scan), flags: flags | eventKeyUp}
	return d.inject(down, up)
}

var _ typist = (*windowsDriver)(nil)
