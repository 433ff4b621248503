package printable

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"board.png":              "board.png",
		"Dame é 皇后 👑.png":        "Dame é 皇后 👑.png",
		"at 9.00.00\u202fAM.png": "at 9.00.00\u202fAM.png", // as macOS names its screenshots
		"\x1b[2J\x1b]0;x\a":      `\x1b[2J\x1b]0;x\a`,
		"a\nb\r\tc":              `a\nb\r\tc`,
		"\u009b31m":              `\u009b31m`,
		"\u202egnp.exe":          `\u202egnp.exe`,
		"a\u2028b":               `a\u2028b`,
		"\xff\x9b\x07":           `\xff\x9b\a`,
		"\x7f\x00":               `\x7f\x00`,
		"\ufffd":                 "\ufffd",
	} {
		if got := Line(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := Count(n, "row"); got != want {
			t.Errorf("%d rows are %q, want %q", n, got, want)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"", "a b", "\x1b[1m", "\xc2\x9b", "\xff", "\u202e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(c rune) bool { return !unicode.IsGraphic(c) }) {
			t.Errorf("%q becomes %q", s, got)
		}
		if Line(got) != got {
			t.Errorf("%q becomes %q, and that %q", s, got, Line(got))
		}
	})
}

func TestWriter(t *testing.T) {
	for in, want := range map[string]string{
		"Saved\t/home/é\n\n":       "Saved\t/home/é\n\n",
		"Saved\t/tmp/\x1b[1m\nb\n": "Saved\t/tmp/\\x1b[1m\nb\n",
		"\r\x1b[K":                 `\r\x1b[K`,
		"":                         "",
	} {
		var out strings.Builder
		if n, err := Writer(&out).Write([]byte(in)); n != len(in) || err != nil || out.String() != want {
			t.Errorf("%q becomes %q, want %q (%d, %v)", in, out.String(), want, n, err)
		}
	}
}

func TestFprintf(t *testing.T) {
	var out strings.Builder
	if _, err := Fprintf(&out, "%s %d\n%v\n", "a\nb", 3, errors.New("c\x1b")); err != nil || out.String() != "a\\nb 3\nc\\x1b\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestJSON(t *testing.T) {
	for _, s := range []string{"a\u009b31m\u0085\u202e\U000e0001 é\u202f", "\x1b\n\t", ""} {
		var out strings.Builder
		if err := json.NewEncoder(JSON(&out)).Encode(s); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back != s {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
		if text := strings.TrimSuffix(out.String(), "\n"); Line(text) != text {
			t.Errorf("%q becomes %q", s, text)
		}
	}
}
