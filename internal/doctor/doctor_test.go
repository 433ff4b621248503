package doctor

import (
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/golden"
	"autoqueens/vision/screen"
)

// healthy returns the facts of a machine without troubles.
func healthy() Facts {
	return Facts{
		OS: "linux", SessionType: "x11", Display: ":0",
		Displays: []screen.Display{{Bounds: image.Rect(0, 0, 1920, 1080), Primary: true, Name: "HDMI-1"}},
		Took:     16 * time.Millisecond, Pointer: image.Pt(640, 400), Hand: input.Choice{Way: "x11"}, HandWay: "the X protocol", HandTook: 90 * time.Microsecond,
		Ways:    []screen.Way{{Name: "shared memory", Took: 2 * time.Millisecond}, {Name: "the library", Took: 9 * time.Millisecond}},
		X:       X11Facts{Manager: "Mutter", Buttons: []byte{1, 2, 3}},
		Browser: "/usr/bin/chromium", ConfigDir: "/home/ada/.config/autoqueens",
	}
}

// TestJudge compares whole reports with reviewable text; -update writes them.
func TestJudge(t *testing.T) {
	black := color.RGBA{A: 255}
	noDisplay := fault.New(fault.NoAccess, "there is no display", "set DISPLAY")
	noMouse := fault.New(fault.NoAccess, "no way to use the mouse here", "choose X11")
	wouldAsk := fault.Wrap(input.ErrWouldAsk, fault.NoAccess, "the desktop asks you first", "try it with `autoqueens doctor --ask`")
	onGNOME := func(f *Facts) {
		f.SessionType, f.WaylandDisplay, f.Wayland, f.Casts, f.Eye, f.X = "wayland", "wayland-0", true, true, "cast", X11Facts{}
		f.EyePassed = errors.Join(screen.ErrAsks, fault.New(fault.NoAccess, "the compositor shows nothing", "choose Sway"))
		f.Hand = input.Choice{Way: "portal", Passed: fault.New(fault.NoAccess, "the compositor offers no virtual pointer", "choose Sway")}
	}
	tests := []struct {
		name   string
		change func(f *Facts)
		usable bool
	}{
		{"healthy", func(f *Facts) {}, true},
		{"no cgo", func(f *Facts) { f.HandErr = noMouse }, false},
		{"no display", func(f *Facts) {
			f.Display, f.ScreenErr, f.HandErr, f.Displays, f.X = "", noDisplay, noDisplay, nil, X11Facts{}
		}, false},
		{"mouse refused", func(f *Facts) {
			f.HandErr = fault.New(fault.NoAccess, "XTEST is missing", "start the server with XTEST")
		}, false},
		{"plain error", func(f *Facts) { f.HandErr = errors.New("something odd") }, false},
		{"capture fails", func(f *Facts) { f.CaptureErr = fault.New(fault.NoAccess, "cannot capture", "go local") }, false},
		{"no shared memory", func(f *Facts) { f.Ways[0] = screen.Way{Name: "shared memory", Err: errors.New("not over a network")} }, true},
		{"no library", func(f *Facts) { f.Ways[1] = screen.Way{Name: "the library", Err: errors.New("no Xinerama")} }, true},
		{"one way", func(f *Facts) { f.Ways, f.HandWay = f.Ways[1:], "" }, true},
		{"black", func(f *Facts) { f.Blank, f.BlankColor = []int{0}, black }, true},
		{"one of three is empty", func(f *Facts) {
			f.Displays = append(f.Displays,
				screen.Display{Index: 1, Bounds: image.Rect(1920, 0, 3200, 1024), Name: "DP-1"},
				screen.Display{Index: 2, Bounds: image.Rect(3200, 0, 4480, 1024)})
			f.Blank, f.BlankColor = []int{1, 2}, black
		}, true},
		{"empty desktop in blue", func(f *Facts) { f.Blank, f.BlankColor = []int{0}, color.RGBA{0, 0, 90, 255} }, true},
		{"slow", func(f *Facts) { f.Took = 700 * time.Millisecond }, true},
		{"Wayland beside X11", func(f *Facts) { f.WaylandDisplay = "wayland-0" }, true},
		{"Wayland with a portal", func(f *Facts) {
			f.SessionType, f.WaylandDisplay, f.Wayland, f.Asks, f.Portal, f.Displays, f.X = "wayland", "wayland-0", true, true, 2, nil, X11Facts{}
			f.HandErr = noMouse
		}, false},
		{"Wayland whose desktop lends the mouse", func(f *Facts) {
			f.SessionType, f.WaylandDisplay, f.Wayland, f.Asks, f.Eye, f.Portal, f.Displays, f.X = "wayland", "wayland-0", true, true, "portal", 2, nil, X11Facts{}
			f.HandErr, f.Hand = wouldAsk, input.Choice{Way: "portal"}
		}, true},
		{"Wayland with wlroots", func(f *Facts) {
			f.SessionType, f.WaylandDisplay, f.Wayland, f.X = "wayland", "wayland-0", true, X11Facts{}
			f.Eye, f.Ways, f.HandWay, f.Hidden, f.Pointer = "wlroots", []screen.Way{{Name: "wlroots", Took: time.Millisecond}}, "a virtual pointer", true, image.Point{}
			f.Hand = input.Choice{Way: "wlroots", Passed: fault.New(fault.NoAccess, "this is not X11", "")}
		}, true},
		{"GNOME, not asked", func(f *Facts) { onGNOME(f); f.Displays, f.Asks, f.HandErr = nil, true, wouldAsk }, true},
		{"GNOME, allowed", func(f *Facts) {
			onGNOME(f)
			f.HandWay, f.Hidden = "the desktop's remote control", true
			f.Unseen = []screen.Display{{Name: "DP-1", Points: image.Rect(1920, 0, 3200, 1024)}}
			f.Share = "to share it too, remove the answer"
		}, true},
		{"GNOME, the screen declined", func(f *Facts) {
			onGNOME(f)
			f.Displays, f.Declined, f.Hand, f.HandWay = nil, true, input.Choice{}, ""
			f.ScreenErr = fault.New(fault.NoAccess, "a look was declined", "agree")
		}, false},
		{"GNOME, the cast ended by the person", func(f *Facts) {
			onGNOME(f)
			f.Declined, f.Hand, f.HandWay = true, input.Choice{}, ""
			f.CaptureErr = fault.New(fault.Stopped, "stopped: shared no more", "start again")
		}, false},
		{"Wayland without a portal", func(f *Facts) {
			f.SessionType, f.WaylandDisplay, f.Wayland, f.Displays, f.X = "wayland", "wayland-0", true, nil, X11Facts{}
			f.HandErr = noMouse
			f.ScreenErr = fault.New(fault.NoAccess, "there is no portal", "install it")
		}, false},
		{"openbox", func(f *Facts) { f.X.Manager = "Openbox" }, true},
		{"no window manager", func(f *Facts) { f.X.Manager = "" }, true},
		{"left-handed", func(f *Facts) { f.X.Buttons = []byte{3, 2, 1, 4, 5} }, true},
		{"scaled and tinted", func(f *Facts) { f.X.TextDPI, f.NightLight = 192, []string{"redshift"} }, true},
		{"pointer nowhere", func(f *Facts) { f.Pointer = image.Pt(-1, -1) }, true},
		{"Esc taken", func(f *Facts) { f.EscapeErr = errors.New("BadAccess") }, true},
		{"bare machine", func(f *Facts) { f.Browser, f.ConfigErr = "", os.ErrPermission }, true},
		{"macOS without permission", func(f *Facts) {
			f.OS, f.Display, f.Displays = "darwin", "", nil
			f.ScreenErr = fault.New(fault.NoAccess, "macOS does not let this program record the screen", "allow it")
		}, false},
		{"Windows", func(f *Facts) { f.OS, f.Display, f.X = "windows", "", X11Facts{} }, true},
	}
	var got strings.Builder
	for _, tt := range tests {
		f := healthy()
		tt.change(&f)
		r := Judge(f)
		if r.Usable != tt.usable {
			t.Errorf("%s: usable %v, want %v", tt.name, r.Usable, tt.usable)
		}
		want := fault.Kind("")
		if !tt.usable {
			want = fault.NoAccess
		}
		if status := fault.KindOf(r.Err()); status != want {
			t.Errorf("%s: %q, want %q", tt.name, status, want)
		}
		got.WriteString("## " + tt.name + "\n")
		if err := r.Write(&got); err != nil {
			t.Fatal(err)
		}
		if err := r.Err(); err != nil {
			got.WriteString("=> " + err.Error() + "\n")
		}
		got.WriteString("\n")
	}
	golden.Check(t, filepath.Join("testdata", "judge.golden"), got.String())
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, ok := range map[string]bool{
		dir:                                  true,
		filepath.Join(dir, "a", "b", "c"):    true,
		file:                                 false,
		filepath.Join(file, "inside", "one"): false,
	} {
		if err := writable(path); (err == nil) != ok {
			t.Errorf("writable(%s): %v", path, err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("it left %v behind, %v", left, err)
	}
}

// TestFacts prints what --verbose tells before the findings.
func TestFacts(t *testing.T) {
	for _, tt := range []struct {
		facts Facts
		want  string
	}{
		{healthy(), `session: XDG_SESSION_TYPE=x11 DISPLAY=:0 WAYLAND_DISPLAY=, on linux
capture: 16ms for all displays together
capture by shared memory: 2ms for display 0
capture by the library: 9ms for display 0
mouse: x11 answers in 90µs
X server: the window manager is "Mutter", the buttons of the mouse count as [1 2 3], text is drawn for 0 dpi (0 is not set)
`},
		{Facts{OS: "windows"}, "session: XDG_SESSION_TYPE= DISPLAY= WAYLAND_DISPLAY=, on windows\n"},
	} {
		var got strings.Builder
		if err := tt.facts.Write(&got); err != nil || got.String() != tt.want {
			t.Errorf("got\n%swant\n%s(%v)", got.String(), tt.want, err)
		}
	}
}
