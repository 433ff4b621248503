package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/record"
)

// value is any plain value of JSON.
var value = regexp.MustCompile(`-?[0-9][0-9.e+-]*|"[^"]*"|true|false|null`)

// FuzzReplay opens and replays folders with any lines, one of their values changed
// once more to any other, and any first picture: neither ends in more than an error
// in words, and nothing in them gets to a terminal that it would follow.
func FuzzReplay(f *testing.F) {
	dir := f.TempDir()
	var won []byte
	for i, tt := range recordings {
		// The pictures of the first stay for all; they begin alike.
		folder := f.TempDir()
		lines := played(f, folder, tt.options, tt.game)
		if i == 0 {
			won = lines
			if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
				f.Fatal(err)
			}
		}
		f.Add(lines, []byte(nil), uint16(0), "")
	}
	events, picture := filepath.Join(dir, "events.jsonl"), filepath.Join(dir, "frame-000001.png")
	first, err := os.ReadFile(picture)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(won, first[:len(first)/2], uint16(0), "")
	for at, with := range []string{
		"-1", "1e300", "9223372036854775807", "null", `""`, "true", "false", "0.5", `"\u001b]0;title\u0007"`, `"../events.jsonl"`, "1048576",
	} {
		f.Add(won, []byte(nil), uint16(5*at), with)
	}
	for _, old := range [][2]string{
		{`"area":[`, `"area":[2000000000,`}, {`"screen":[0,0,`, `"screen":[-9,-9,0`}, {`"hand":true`, `"hand":false`},
		{`"Clicks":0`, `"Clicks":1000000000`}, {`"views":[`, `"views":[],"was":[`},
		{`"Timeout":60000000000`, `"Timeout":9223372036854775807,"Start":{"At":{"X":100,"Y":100},"Look":"#000000"}`},
	} {
		f.Add([]byte(strings.ReplaceAll(string(won), old[0], old[1])), []byte(nil), uint16(0), "")
	}
	begin, _, _ := strings.Cut(string(won), "\n")
	for _, more := range []string{
		"", "{", "[]", "null", `{"kind":"begin","ms":0,"setup":{}}`,
		`{"kind":"frame","area":[0,0,1048576,1048576],"file":"frame-000001.png"}`,
		`{"kind":"wait","error":"\u001b]0;title\u0007","status":7,"advice":"\n\n"}`,
	} {
		f.Add([]byte(begin+"\n"+more), []byte(nil), uint16(0), "")
	}
	f.Fuzz(func(t *testing.T, lines, damaged []byte, at uint16, with string) {
		if all := value.FindAllIndex(lines, -1); with != "" && len(all) > 0 {
			changed := all[int(at)%len(all)]
			lines = slices.Concat(lines[:changed[0]], []byte(with), lines[changed[1]:])
		}
		if len(damaged) == 0 {
			damaged = first
		}
		for path, data := range map[string][]byte{events: lines, picture: damaged} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := record.Open(t.Context(), dir)
		if err != nil {
			inWords(t, err)
			if f, ok := errors.AsType[*fault.Error](err); ok && f.Advice == "" {
				t.Errorf("nothing to do about %v", err)
			}
			return
		}
		p := r.Player(eyes{}, func(e player.Event) { shown(t, string(e.Kind)+e.View+e.What+e.Advice) })
		if _, err := p.Run(t.Context()); err != nil {
			inWords(t, err)
		}
		shown(t, r.Differs())
	})
}

// inWords checks that an error says what is wrong and what to do.
func inWords(t *testing.T, err error) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("%v is no fault", err)
	}
	if f.What == "" || f.Kind == "" {
		t.Errorf("an error without words or a status: %#v", f)
	}
	shown(t, f.What+f.Advice)
}

// shown checks what a terminal is given; white space is made one line of before.
func shown(t *testing.T, words string) {
	t.Helper()
	if strings.ContainsFunc(words, func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }) {
		t.Errorf("a terminal would follow %q", words)
	}
}
