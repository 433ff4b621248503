package ei

import (
	"regexp"
	"strconv"
	"strings"
)

// maxKeymap is how long a keymap may be, bytes: those of several layouts have some 70,000.
const maxKeymap = 1 << 20

// A keymap is a text in the format of xkbcommon, version 1: it gives keys names and
// numbers, and then, by name, the symbols that they type, those of the first layout
// without any modifier first
// (https://xkbcommon.org/doc/current/keymap-text-format-v1-v2.html).
var (
	keyNumber  = regexp.MustCompile(`<([^<>\s]+)>\s*=\s*([0-9]+)\s*;`)
	keySymbols = regexp.MustCompile(`key\s+<([^<>\s]+)>\s*\{([^}]*)\}`)
	firstOne   = regexp.MustCompile(`(?:^|[^\w\]])\[\s*(\w+)`)
	firstGroup = regexp.MustCompile(`symbols\s*\[\s*(?:[Gg]roup)?1\s*\]\s*=\s*\[\s*(\w+)`)
)

// firstKeycode is what a keymap adds to the kernel's number of a key.
const firstKeycode = 8

// plainKeys returns the kernel's numbers of the keys of a keymap by the symbols that they
// type by themselves. Of several with one symbol it is that of the first, which comes
// before the keypad's.
func plainKeys(keymap string) map[string]uint32 {
	numbers := map[string]uint32{}
	for _, m := range keyNumber.FindAllStringSubmatch(keymap, -1) {
		if n, err := strconv.ParseUint(m[2], 10, 32); err == nil && n >= firstKeycode {
			numbers[m[1]] = uint32(n) - firstKeycode
		}
	}
	keys := map[string]uint32{}
	for _, m := range keySymbols.FindAllStringSubmatch(keymap, -1) {
		number, known := numbers[m[1]]
		symbol := firstGroup.FindStringSubmatch(m[2])
		if symbol == nil && !strings.Contains(m[2], "symbols") {
			symbol = firstOne.FindStringSubmatch(m[2])
		}
		if symbol == nil || !known {
			continue
		}
		if _, taken := keys[symbol[1]]; !taken {
			keys[symbol[1]] = number
		}
	}
	return keys
}
