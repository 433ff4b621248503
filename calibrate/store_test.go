package calibrate

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/internal/workshop/golden"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// atHome gives the test a configuration folder of its own.
func atHome(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	return filepath.Join(dir, "autoqueens", "profiles")
}

// retina is a profile with something in every field.
func retina() *Profile {
	d := screen.Display{Index: 1, Name: "eDP-1", Bounds: image.Rect(-2880, 100, 0, 1900)}
	m := Between(d.Bounds, image.Rect(-1440, 50, 0, 950))
	p := New("couch", d, image.Rect(-2100, 300, -1200, 1200), m)
	p.Saved = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	p.Size, p.Clicks, p.Pace = 9, 3, "250ms"
	return p
}

func plain(name string) *Profile {
	d := screen.Display{Bounds: image.Rect(0, 0, 1920, 1080)}
	p := New(name, d, image.Rect(700, 200, 1200, 700), FromDisplay(d))
	p.Saved = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	return p
}

// look is what a button looks like: its word is brighter.
func look() spot.Look {
	l := make(spot.Look, spot.Columns*spot.Rows)
	for i := range l {
		l[i] = color.NRGBA{10, 102, 194, 255}
	}
	l[12], l[13] = color.NRGBA{220, 230, 250, 255}, color.NRGBA{180, 200, 240, 255}
	return l
}

func TestProfileText(t *testing.T) {
	fitted := plain("fitted")
	fitted.Display.Name = "quotes \" and\nlines \\ and ü"
	fitted.Mapping = Mapping{Origin: image.Pt(960, 540), PointerOrigin: vision.Point{X: 640.25, Y: 1.0 / 3}, ScaleX: 2.0 / 3, ScaleY: 0.6666}
	button := plain("button")
	button.Starts = []spot.Spot{{At: image.Pt(1500, 900), Look: look()}}
	buttons := plain("buttons")
	for x := range MaxStarts {
		buttons.Starts = append(buttons.Starts, spot.Spot{At: image.Pt(1500, 100+200*x), Look: look()})
	}
	games := plain("games")
	games.Starts = button.Starts
	games.SetGameStart("zip", spot.Spot{At: image.Pt(1500, 300), Look: look()})
	games.SetGameStart("tango", spot.Spot{At: image.Pt(1500, 600), Look: look()})
	ways := plain("ways")
	ways.SetWay("zip", "keys")
	ways.SetWay("sudoku", "pad")
	for digit := range 6 {
		ways.Pad = append(ways.Pad, spot.Spot{At: image.Pt(700+80*digit, 900), Look: look()})
	}
	for _, p := range []*Profile{plain("plain"), retina(), fitted, button, buttons, games, ways} {
		t.Run(p.Name, func(t *testing.T) {
			text, err := encode(p)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", p.Name+".toml")
			golden.Check(t, path, string(text))
			stored, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := decode(stored)
			if err != nil {
				t.Fatal(err)
			}
			got.Name = p.Name
			if diff := cmp.Diff(p, got); diff != "" {
				t.Errorf("it reads back otherwise (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStartsOf tells which buttons open a board of some games; a game has one.
func TestStartsOf(t *testing.T) {
	p := plain("default")
	at := func(x int) spot.Spot { return spot.Spot{At: image.Pt(x, 100), Look: look()} }
	p.Starts = []spot.Spot{at(100)}
	for _, x := range []int{200, 300} {
		p.SetGameStart("zip", at(x))
	}
	p.SetGameStart("tango", at(300)) // two pages may have theirs at one place
	for _, test := range []struct {
		games []string
		want  []int
	}{{nil, []int{100}}, {[]string{"queens"}, []int{100}}, {[]string{"zip"}, []int{100, 300}}, {[]string{"tango", "zip"}, []int{100, 300, 300}}} {
		var got []int
		for _, s := range p.StartsOf(test.games...) {
			got = append(got, s.At.X)
		}
		if !cmp.Equal(got, test.want) {
			t.Errorf("of %v: %v, want %v", test.games, got, test.want)
		}
	}
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}

// TestAddStart adds buttons, takes one on the same spot for the same button, and
// keeps no more than there may be.
func TestAddStart(t *testing.T) {
	p := plain("default")
	add := func(x, y int) error { return p.AddStart(spot.Spot{At: image.Pt(x, y), Look: look()}) }
	for _, at := range []image.Point{{100, 100}, {500, 100}, {131, 84}, {132, 99}, {100, 300}} {
		if err := add(at.X, at.Y); err != nil {
			t.Fatal(err)
		}
	}
	before := p.Starts
	var at []image.Point
	for _, s := range p.Starts {
		at = append(at, s.At)
	}
	// That at 131,84 is on the spot of the first, and that at 132,99 on its own.
	if want := []image.Point{{500, 100}, {132, 99}, {100, 300}}; !cmp.Equal(at, want) {
		t.Errorf("the buttons are at %v, want %v", at, want)
	}
	if err := add(500, 500); err != nil {
		t.Fatal(err)
	}
	checkWords(t, add(700, 700), "knows 4 start buttons", "--start-button none")
	if len(p.Starts) != MaxStarts || len(before) != 3 {
		t.Errorf("%d buttons are kept", len(p.Starts))
	}
	if err := add(501, 501); err != nil || len(p.Starts) != MaxStarts {
		t.Errorf("one of %d buttons cannot be shown anew: %v", len(p.Starts), err)
	}
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSaveAndLoad(t *testing.T) {
	dir := atHome(t)
	want := retina()
	path, err := want.Save()
	if err != nil {
		t.Fatal(err)
	}
	if path != filepath.Join(dir, "couch.toml") {
		t.Errorf("it was saved as %s, want couch.toml in %s", path, dir)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v (%v), want 0600", info.Mode(), err)
	}
	got, err := Load("couch")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-saved +loaded:\n%s", diff)
	}

	want.Clicks = 1
	if _, err := want.Save(); err != nil {
		t.Fatal(err)
	}
	if got, err = Load("couch"); err != nil || got.Clicks != 1 {
		t.Errorf("a second Save is not what Load returns: %v, %v", got, err)
	}
	if names := fileNames(t, dir); len(names) != 1 {
		t.Errorf("besides the profile the folder holds %v", names)
	}
}

func fileNames(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestSaveRefusesNonsense(t *testing.T) {
	dir := atHome(t)
	p := retina()
	if _, err := p.Save(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "couch.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p.Region = image.Rect(0, 0, 10, 10) // not on the display
	if path, err := p.Save(); fault.KindOf(err) != fault.Failed {
		t.Errorf("Save = %q, %v, want an error", path, err)
	}
	after, err := os.ReadFile(filepath.Join(dir, "couch.toml"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("what was saved before is lost: %v", err)
	}
}

// TestSaveKeepsWhatItCannotRead checks that nothing a person wrote is lost,
// however often a profile is saved over it.
func TestSaveKeepsWhatItCannotRead(t *testing.T) {
	dir := atHome(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "default.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	huge := strings.Repeat("# a very long note\n", maxFile/10)
	newer := "version = 2\nsomething = \"new\"\n"
	for _, text := range []string{"my notes", newer, "my notes", "", huge, newer} {
		write(text)
		if _, err := plain("default").Save(); err != nil {
			t.Fatalf("saving over %.20q: %v", text, err)
		}
		if _, err := Load("default"); err != nil {
			t.Fatalf("after saving over %.20q: %v", text, err)
		}
	}
	kept := map[string]string{}
	for _, name := range fileNames(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if name != "default.toml" {
			kept[name] = string(text)
		}
	}
	want := map[string]string{
		"default.toml.bak": "my notes", "default.toml.bak2": newer, "default.toml.bak3": "", "default.toml.bak4": huge,
	}
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("-want +kept:\n%s", diff)
	}
	if names, err := List(); err != nil || len(names) != 1 {
		t.Errorf("List = %v, %v: backups are no profiles", names, err)
	}
}

func TestSaveKeepsLinks(t *testing.T) {
	dir := atHome(t)
	elsewhere := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := encode(plain("default"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(elsewhere, text, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "default.toml")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	p := plain("default")
	p.Clicks = 4
	if _, err := p.Save(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if got, err := decode(must(os.ReadFile(elsewhere))); err != nil || got.Clicks != 4 {
		t.Errorf("what the link points to is %v, %v", got, err)
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

func TestSaveSaysWhereItFails(t *testing.T) {
	tests := map[string]func(t *testing.T, dir string){
		"a folder in its place": func(t *testing.T, dir string) {
			if err := os.MkdirAll(filepath.Join(dir, "default.toml", "precious"), 0o700); err != nil {
				t.Fatal(err)
			}
		},
		"a file where the folder goes": func(t *testing.T, dir string) {
			if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			dir := atHome(t)
			prepare(t, dir)
			_, err := plain("default").Save()
			checkWords(t, err, filepath.Join(dir, "default.toml"), "XDG_CONFIG_HOME")
		})
	}
}

// checkWords checks that err is a *fault.Error with status Failed, whose lines
// are one line each and hold these words.
func checkWords(t *testing.T, err error, what, advice string) {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || e.Kind != fault.Failed {
		t.Fatalf("the error is %#v, want a fault", err)
	}
	if !strings.Contains(e.What, what) || !strings.Contains(e.Advice, advice) {
		t.Errorf("the words are\n%s\n%s\nwant %q and %q in them", e.What, e.Advice, what, advice)
	}
	if e.Advice == "" || strings.ContainsAny(e.What+e.Advice, "\n\r") {
		t.Errorf("the words are not one line each: %q, %q", e.What, e.Advice)
	}
}

func TestLoadRefuses(t *testing.T) {
	good := string(must(encode(plain("default"))))
	replace := func(old, new string) string {
		text := strings.Replace(good, old, new, 1)
		if text == good {
			t.Fatalf("the profile's text has no %q", old)
		}
		return text
	}
	button := func(place string) string {
		text, _ := look().MarshalText()
		return "[start_button]\n" + place + "\nlook = \"" + string(text) + "\"\n"
	}
	many := func(buttons string) string {
		return strings.ReplaceAll(buttons, "[start_button]", "[[start_button]]")
	}
	game := func(name, place string) string {
		return strings.Replace(button(place), "start_button", "game_button."+name, 1)
	}
	tests := []struct {
		name, text, what, advice string
	}{
		{"empty", "", "damaged: it does not say its version", "autoqueens calibrate"},
		{"no TOML", "once upon a time", "damaged: line 1: ", "autoqueens calibrate"},
		{"binary", "\x89PNG\r\n\x1a\n\x00\xff", "damaged: it is not text", "autoqueens calibrate"},
		{"cut off", good[:len(good)/2], "damaged: ", "autoqueens calibrate"},
		{"too large", good + strings.Repeat("#\n", maxFile), "larger than the 8192 bytes", "--profile"},
		{"misspelt key", replace("clicks =", "clikcs ="), "the key clikcs is not known", "autoqueens calibrate"},
		{"misspelt key in a table", replace("scale_x", "scalex"), "the key mapping.scalex is not known", "autoqueens calibrate"},
		{"key left out", replace("clicks = 2\n", ""), "the key clicks is missing", "autoqueens calibrate"},
		{"key twice", replace("clicks = 2", "clicks = 2\nclicks = 3"), "damaged: line", "autoqueens calibrate"},
		{"misspelt at length", good + strings.Repeat("a.", 1000) + "a = 1\n", "... is not known", "autoqueens calibrate"},
		{"nested without end", "version = " + strings.Repeat("[", 8000), "damaged: ", "autoqueens calibrate"},
		{"wrong type", replace("clicks = 2", `clicks = "two"`), "damaged: ", "autoqueens calibrate"},
		{"older", replace("version = 1", "version = 0"), "cannot be used: it is of the old version 0", "autoqueens calibrate"},
		{"newer, with other keys", "version = 7\nclicks = \"many\"\n", "cannot be used: it is of version 7", "autoqueens calibrate"},
		{"no clicks", replace("clicks = 2", "clicks = 0"), "0 clicks from empty to queen", "autoqueens calibrate"},
		{"too many clicks", replace("clicks = 2", "clicks = 6"), "6 clicks from empty to queen", "autoqueens calibrate"},
		{"no such pace", replace(`"fast"`, `"furious"`), `the pace "furious"`, "autoqueens calibrate"},
		{"negative pace", replace(`"fast"`, `"-1s"`), `the pace "-1s"`, "autoqueens calibrate"},
		{"endless pace", replace(`"fast"`, `"9999h"`), `the pace "9999h"`, "autoqueens calibrate"},
		{"negative size", replace("width = 500", "width = -500"), "the region has no area: it is -500 x 500", "autoqueens calibrate"},
		{"no size", replace("height = 1080", "height = 0"), "the display has no area", "autoqueens calibrate"},
		{"outside", replace("x = 700", "x = 1500"), "does not lie on the display", "autoqueens calibrate"},
		{"overflowing", replace("x = 700", "x = 9223372036854775807"), "the region", "autoqueens calibrate"},
		{"too large a number", replace("x = 700", "x = 92233720368547758070"), "damaged: ", "autoqueens calibrate"},
		{"no number", replace("scale_x = 1.0", "scale_x = nan"), "scale NaN", "autoqueens calibrate"},
		{"infinite", replace("point_x = 0.0", "point_x = inf"), "origin +Inf", "autoqueens calibrate"},
		{"mirrored", replace("scale_y = 1.0", "scale_y = -1.0"), "scale -1", "autoqueens calibrate"},
		{"button off the display", good + button("x = 1900\ny = 900"), "start button at 1900,900 does not lie on the display", "autoqueens calibrate"},
		{"button far away", good + button("x = 9223372036854775807\ny = 900"), "does not lie on the display", "autoqueens calibrate"},
		{"button without a place", good + button("x = 1500"), "the key start_button.y is missing", "autoqueens calibrate"},
		{"button without a look", good + "[start_button]\nx = 1500\ny = 900\n", "the key start_button.look is missing", "autoqueens calibrate"},
		{"button of one colour", good + "[start_button]\nx = 1500\ny = 900\nlook = \"" + strings.Repeat("#123456 ", 32) + "\"\n", "cannot be known again", "autoqueens calibrate"},
		{"button of no colours", good + "[start_button]\nx = 1500\ny = 900\nlook = \"blue\"\n", "no colour", "autoqueens calibrate"},
		{"button with more", good + button("x = 1500\ny = 900\nz = 1"), "the key start_button.z is not known", "autoqueens calibrate"},
		{"button that is none", good[:strings.Index(good, "\n[")] + "\nstart_button = 7\n" + good[strings.Index(good, "\n["):], "damaged: ", "autoqueens calibrate"},
		{"second button off the display", good + many(button("x = 1500\ny = 900")+button("x = 1900\ny = 900")), "start button at 1900,900 does not lie on the display", "autoqueens calibrate"},
		{"second button without a place", good + many(button("x = 1500\ny = 900")+button("y = 900")), "the key start_button.x is missing", "autoqueens calibrate"},
		{"second button with more", good + many(button("x = 1500\ny = 900")+button("x = 1500\ny = 500\nz = 1")), "the key start_button.z is not known", "autoqueens calibrate"},
		{"too many buttons", good + many(strings.Repeat(button("x = 1500\ny = 900"), MaxStarts+1)), "5 start buttons are more than 4", "autoqueens calibrate"},
		{"button of no game", good + game("chess", "x = 1500\ny = 900"), "a start button is that of chess, which is no game", "autoqueens calibrate"},
		{"button of a game off the display", good + game("zip", "x = 1900\ny = 900"), "start button at 1900,900 does not lie on the display", "autoqueens calibrate"},
		{"button of a game without a place", good + game("zip", "y = 900"), "the key game_button.zip.x is missing", "autoqueens calibrate"},
		{"button of a game with more", good + game("zip", "x = 1500\ny = 900\nz = 1"), "the key game_button.zip.z is not known", "autoqueens calibrate"},
		{"way that is none", good + "[way]\nzip = \"pad\"\n", "zip cannot be played by pad", "autoqueens calibrate"},
		{"way of a game that has one", good + "[way]\ntango = \"keys\"\n", "tango cannot be played by keys", "autoqueens calibrate"},
		{"a way in place of the table", strings.Replace(good, "[display]", "way = \"keys\"\n\n[display]", 1), "the key way is no table", "autoqueens calibrate"},
		{"a number in place of the table", strings.Replace(good, "[display]", "game_button = 5\n\n[display]", 1), "the key game_button is no table", "autoqueens calibrate"},
		{"ways as a list", strings.Replace(good, "[display]", "way = [\"keys\"]\n\n[display]", 1), "damaged: ", "autoqueens calibrate"},
		{"a game's button that is none", good + "[game_button]\nzip = 5\n", "damaged: ", "autoqueens calibrate"},
		{"two digits on one button", good + strings.ReplaceAll(button("x = 1500\ny = 900")+button("x = 1510\ny = 905"), "[start_button]", "[[pad]]"), "the buttons 1 and 2 of the pad are at one place", "autoqueens calibrate"},
		{"pad off the display", good + strings.Replace(button("x = 1900\ny = 900"), "[start_button]", "[[pad]]", 1), "button 1 of the pad at 1900,900 does not lie on the display", "autoqueens calibrate"},
		{"pad without a place", good + strings.Replace(button("x = 1500"), "[start_button]", "[[pad]]", 1), "the key pad.y is missing", "autoqueens calibrate"},
		{"too many buttons of a pad", good + strings.ReplaceAll(strings.Repeat(button("x = 1500\ny = 900"), MaxPad+1), "[start_button]", "[[pad]]"), "10 buttons of a pad are more than 9", "autoqueens calibrate"},
		{"a button and buttons", good + button("x = 1500\ny = 900") + many(button("x = 1500\ny = 500")), "damaged: line", "autoqueens calibrate"},
		{"negative display", replace("index = 0", "index = -1"), "display -1", "autoqueens calibrate"},
		{"impossible board", replace("size = 0", "size = 99"), "99 cells", "autoqueens calibrate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := atHome(t)
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "default.toml")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			p, err := Load("default")
			if err == nil {
				t.Fatalf("Load takes it: %+v", p)
			}
			checkWords(t, err, tt.what, tt.advice)
			checkWords(t, err, path, "")
			if errors.Is(err, fs.ErrNotExist) {
				t.Error("a damaged profile is taken for a missing one")
			}
			if after := must(os.ReadFile(path)); string(after) != tt.text {
				t.Error("Load changed the file")
			}
		})
	}
}

func TestLoadWithoutFile(t *testing.T) {
	dir := atHome(t)
	_, err := Load("holiday")
	checkWords(t, err, filepath.Join(dir, "holiday.toml"), "autoqueens calibrate --profile holiday")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "default.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = Load("default")
	checkWords(t, err, "it is not a file", "")
	if errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder is taken for a missing profile")
	}
}

func TestNames(t *testing.T) {
	atHome(t)
	good := []string{"default", "a", "A-b_c.9", "console", "com", "com10", "-", strings.Repeat("x", 64)}
	for _, name := range good {
		path, err := Path(name)
		if err != nil || filepath.Base(path) != name+".toml" {
			t.Errorf("Path(%q) = %s, %v", name, path, err)
		}
	}
	bad := []string{"", ".", "..", ".hidden", "a/b", `a\b`, "../x", "a b", "ü", "a\x00", "a\n", "CON", "nul.txt", "Com1", "lpt9.x.y",
		"c:x", "*", strings.Repeat("x", 65)}
	for _, name := range bad {
		path, err := Path(name)
		if err == nil {
			t.Errorf("Path(%q) = %s, want an error", name, path)
			continue
		}
		checkWords(t, err, "cannot be the name of a profile", "")
		p := plain("default")
		p.Name = name
		if _, err := p.Save(); err == nil {
			t.Errorf("Save takes the name %q", name)
		}
		if _, err := Load(name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Load(%q) = %v", name, err)
		}
		if err := Delete(name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Delete(%q) = %v", name, err)
		}
	}
}

func TestListAndDelete(t *testing.T) {
	dir := atHome(t)
	if names, err := List(); err != nil || len(names) != 0 {
		t.Errorf("List without a folder = %v, %v", names, err)
	}
	for _, name := range []string{"work", "default", "couch.2"} {
		if _, err := plain(name).Save(); err != nil {
			t.Fatal(err)
		}
	}
	for _, stray := range []string{".default.toml.123", "notes.txt", "default.toml.bak", "con.toml"} {
		if err := os.WriteFile(filepath.Join(dir, stray), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"couch.2", "default", "work"}
	if names, err := List(); err != nil || !cmp.Equal(names, want) {
		t.Errorf("List = %v, %v, want %v", names, err, want)
	}
	if err := Delete("default"); err != nil {
		t.Error(err)
	}
	if _, err := Load("default"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Delete, Load = %v", err)
	}
	err := Delete("default")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a second Delete = %v", err)
	}
	checkWords(t, err, "there is no profile", "")
}

func TestFits(t *testing.T) {
	saved := plain("default")
	saved.Display.Index, saved.Display.Name = 1, "HDMI-1"
	at := func(index int, name string, r image.Rectangle) screen.Display {
		return screen.Display{Index: index, Name: name, Bounds: r}
	}
	here, smaller, right := image.Rect(0, 0, 1920, 1080), image.Rect(0, 0, 1280, 720), image.Rect(1920, 0, 3840, 1080)
	tests := []struct {
		name     string
		displays []screen.Display
		what     string // "" where it fits
	}{
		{"same", []screen.Display{at(0, "eDP-1", right), at(1, "HDMI-1", here)}, ""},
		{"renumbered", []screen.Display{at(0, "HDMI-1", here)}, ""},
		{"renamed", []screen.Display{at(0, "HDMI-A-1", here)}, ""},
		{"smaller", []screen.Display{at(0, "eDP-1", right), at(1, "HDMI-1", smaller)},
			"display 1 (HDMI-1) was 1920 x 1080 at 0,0 and is now 1280 x 720 at 0,0"},
		{"moved", []screen.Display{at(0, "eDP-1", smaller), at(1, "HDMI-1", right)}, "and is now 1920 x 1080 at 1920,0"},
		{"unplugged", []screen.Display{at(0, "eDP-1", right)}, "display 1 (HDMI-1), 1920 x 1080 at 0,0, is gone"},
		{"nameless and smaller", []screen.Display{at(0, "", right), at(1, "", smaller)}, "is now 1280 x 720"},
		{"at twice the scale", []screen.Display{{Index: 1, Name: "HDMI-1", Bounds: here, Points: image.Rect(0, 0, 960, 540)}},
			"the pointer now goes over display 1 (HDMI-1) at another scale or place"},
		{"its points elsewhere", []screen.Display{{Index: 1, Name: "HDMI-1", Bounds: here, Points: here.Add(image.Pt(0, 40))}}, "at another scale or place"},
		{"nothing", nil, "is gone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := saved.Fits(tt.displays)
			if tt.what == "" {
				if err != nil {
					t.Errorf("Fits = %v", err)
				}
				return
			}
			checkWords(t, err, tt.what, "autoqueens calibrate")
		})
	}
}

// FuzzDecode checks that no file crashes the program, and that what is taken
// is a profile that can be used and is written back as it was read.
func FuzzDecode(f *testing.F) {
	for _, p := range []*Profile{plain("default"), retina()} {
		f.Add(must(encode(p)))
	}
	f.Add([]byte("version = 2"))
	f.Add([]byte("version = 1\n[region]\nx = 9223372036854775807\nwidth = 9223372036854775807"))
	f.Add([]byte("version = 1\nsaved = 0001-01-01T00:00:00+23:59\n[mapping]\nscale_x = nan"))
	f.Add([]byte("\xff\xfe"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := decode(text)
		if err != nil {
			if p != nil {
				t.Error("an error comes with a profile")
			}
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the error is more than one line: %q", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("it takes a profile that is not valid: %v", err)
		}
		again, err := encode(p)
		if err != nil {
			t.Fatalf("it cannot be written: %v", err)
		}
		q, err := decode(again)
		if err != nil {
			t.Fatalf("it cannot be read back: %v\n%s", err, again)
		}
		p.Saved = p.Saved.Truncate(time.Second)
		if diff := cmp.Diff(p, q); diff != "" {
			t.Errorf("it reads back otherwise:\n%s", diff)
		}
	})
}
