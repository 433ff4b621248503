package doctor

import (
	"context"
	"errors"
	"image"
	"image/color"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/portal"
	"autoqueens/internal/printable"
	"autoqueens/internal/userdirs"
	"autoqueens/vision/screen"
)

// Facts is what an examination finds out about the machine and the session.
type Facts struct {
	OS string // as runtime.GOOS

	SessionType    string // XDG_SESSION_TYPE
	Display        string // DISPLAY
	WaylandDisplay string // WAYLAND_DISPLAY

	Wayland bool   // a Wayland session
	Asks    bool   // one whose screen only its desktop portal shows, which may ask the person and has not
	Portal  uint32 // then the version of the portal's interface for screenshots, 0 where Casts or with a ScreenErr
	Casts   bool   // then whether it shares the screen

	ScreenErr  error            // why the screen could not be opened
	Displays   []screen.Display // empty with a ScreenErr
	CaptureErr error            // why a display could not be captured
	Took       time.Duration    // the time of the captures
	Eye        string           // in a Wayland session the way in use, or with Asks the one that would be
	EyePassed  error            // why the way before it does not serve
	Unseen     []screen.Display // the monitors of a Wayland session that the displays do not show
	Share      string           // how to have them shown
	Ways       []screen.Way     // the ways to capture, in the order in which they are preferred
	Blank      []int            // the displays that came back in one colour
	BlankColor color.RGBA       // that of the first of them

	Declined  bool          // the person did not let the screen be seen, so the mouse was not asked for
	HandErr   error         // why the mouse could not be opened
	Hand      input.Choice  // the way in use, or the one that would be where the desktop asks first
	HandWay   string        // how clicks are made
	HandTook  time.Duration // until the system has answered, the quickest of some
	Pointer   image.Point   // where the pointer is
	Hidden    bool          // the system does not tell where that is
	EscapeErr error         // why Esc cannot be watched

	X X11Facts

	Browser    string // the path of a browser, or its name where paths say nothing
	ConfigDir  string
	ConfigErr  error    // why nothing can be saved there
	NightLight []string // running programs that tint the screen
}

// X11Facts is what an X server tells; all zero where there is none.
type X11Facts struct {
	Manager string  // the window manager's name, empty where none runs or tells
	Buttons []byte  // the pointer mapping: the logical button of each physical one
	TextDPI float64 // the resolution that text is drawn for, 0 where it is not set; 96 is plain
}

// Write prints what the findings rest on and do not say themselves, a line for each
// part of the system that was asked.
func (f Facts) Write(w io.Writer) error {
	var out strings.Builder
	printable.Fprintf(&out, "session: XDG_SESSION_TYPE=%s DISPLAY=%s WAYLAND_DISPLAY=%s, on %s\n", f.SessionType, f.Display, f.WaylandDisplay, f.OS)
	if len(f.Displays) > 0 {
		printable.Fprintf(&out, "capture: %v for all displays together\n", f.Took.Round(time.Microsecond))
	}
	for _, w := range f.Ways {
		if w.Err != nil {
			printable.Fprintf(&out, "capture by %s: %v\n", w.Name, w.Err)
		} else {
			printable.Fprintf(&out, "capture by %s: %v for display %d\n", w.Name, w.Took.Round(10*time.Microsecond), f.Displays[0].Index)
		}
	}
	if f.HandWay != "" {
		printable.Fprintf(&out, "mouse: %s answers in %v\n", f.Hand.Way, f.HandTook.Round(time.Microsecond))
	}
	if len(f.X.Buttons) > 0 {
		printable.Fprintf(&out, "X server: the window manager is %q, the buttons of the mouse count as %v, text is drawn for %g dpi (0 is not set)\n",
			f.X.Manager, f.X.Buttons, f.X.TextDPI)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// Examine asks the machine. It moves nothing, presses nothing and leaves
// nothing behind. Where only the desktop portal shows the screen it takes no picture
// either, nor the mouse where the desktop lends it: the desktop might ask the person for
// that, and remember the answer. With ask it does, and the answer is waited for. When ctx
// ends it is done soon.
func Examine(ctx context.Context, ask bool) Facts {
	if !ask {
		ctx = input.Asking(ctx, nil)
	}
	f := Facts{
		OS:             runtime.GOOS,
		SessionType:    os.Getenv("XDG_SESSION_TYPE"),
		Display:        os.Getenv("DISPLAY"),
		WaylandDisplay: os.Getenv("WAYLAND_DISPLAY"),
		Browser:        browser(),
		NightLight:     nightLights(),
	}
	if f.ConfigDir, f.ConfigErr = userdirs.Config(); f.ConfigErr == nil {
		f.ConfigErr = writable(f.ConfigDir)
	}
	f.Wayland = onWayland()
	f.look(ctx, ask)
	if f.Declined = refused(f.ScreenErr) || refused(f.CaptureErr); !f.Declined {
		f.reach(ctx)
	}
	if f.ScreenErr == nil && !f.Wayland {
		f.X = askServer()
	}
	return f
}

// errNoCast is told of in full while it is asked for.
var errNoCast = errors.New("the desktop shares its screen, but no picture of that came")

// refused tells whether the person has said no, or taken a leave back.
func refused(err error) bool {
	return errors.Is(err, portal.ErrDeclined) || errors.Is(err, fault.Stopped)
}

// askPortal asks the desktop portal whether it shares the screen, or takes pictures of it.
func (f *Facts) askPortal(ctx context.Context) {
	err := screen.CanCast(ctx)
	if f.Casts = err == nil; f.Casts {
		f.Eye = screen.ByCast
		return
	}
	f.Eye = screen.ByPortal
	if !errors.Is(err, errors.ErrUnsupported) {
		f.EyePassed = err
	}
	p, err := portal.Open(ctx)
	if err != nil {
		f.ScreenErr = err
		return
	}
	f.Portal = p.Version()
	_ = p.Close() // it was only asked
}

// look opens the screen and captures every display once, unless that might ask the
// person and is not to.
func (f *Facts) look(ctx context.Context, ask bool) {
	asked := false
	s, err := screen.OpenSilently(ctx)
	if errors.Is(err, screen.ErrAsks) {
		f.EyePassed = err
		if f.askPortal(ctx); !ask || f.ScreenErr != nil {
			f.Asks = true
			return
		}
		asked = true
		s, err = screen.Open(ctx, "")
	}
	switch {
	case err != nil:
		f.ScreenErr = err
		return
	}
	defer s.Close()
	if f.Displays, f.ScreenErr = s.Displays(); f.ScreenErr != nil {
		return
	}
	if f.Wayland {
		if f.Eye = s.Method(); asked && f.Casts && f.Eye != screen.ByCast {
			f.EyePassed = errNoCast
		}
		f.Share = place.ShareAdvice()
		f.Unseen = place.Unshared(ctx, s)
	}
	if asked {
		// The picture that told of the displays may be there already.
		if _, f.CaptureErr = s.Capture(f.Displays[0].Bounds); f.CaptureErr != nil {
			return
		}
	}
	start := time.Now()
	for _, d := range f.Displays {
		img, err := s.Capture(d.Bounds)
		if err != nil {
			f.CaptureErr = err
			return
		}
		if blank, c := screen.Blank(img); blank {
			if f.Blank == nil {
				f.BlankColor = c
			}
			f.Blank = append(f.Blank, d.Index)
		}
	}
	f.Took = time.Since(start)
	f.Ways = screen.Ways(f.Displays[0].Bounds)
}

// reach opens the mouse and asks it where it is.
func (f *Facts) reach(ctx context.Context) {
	h, err := input.Open(ctx, "")
	if err != nil {
		if would, ok := errors.AsType[*input.AskError](err); ok {
			f.Hand = would.Choice
		}
		f.HandErr = err
		return
	}
	defer h.Close()
	f.Hand, f.HandWay = h.Choice(), h.Method()
	const times = 5 // the first finds nothing prepared
	f.HandTook = math.MaxInt64
	for range times {
		began := time.Now()
		f.Pointer, f.HandErr = h.Position()
		f.HandTook = min(f.HandTook, time.Since(began))
	}
	if f.Hidden = errors.Is(f.HandErr, errors.ErrUnsupported); f.Hidden {
		f.HandErr = nil
	}
	if f.HandErr == nil {
		f.EscapeErr = h.TryEscape()
	}
}

// browser returns a browser that is on this machine, empty where none is known.
func browser() string {
	switch runtime.GOOS {
	case "windows", "darwin":
		return "the system's own" // both come with one
	}
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable",
		"microsoft-edge", "brave-browser", "brave", "firefox", "firefox-esr", "x-www-browser",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// writable returns why no file could be made in dir. Where dir does not exist,
// the nearest folder above it that does is tried, which is where dir would be
// made.
func writable(dir string) error {
	for {
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() {
			break
		}
		parent := filepath.Dir(dir)
		if err == nil || parent == dir { // a file is in the way, or there is nothing at all
			return &os.PathError{Op: "open", Path: dir, Err: os.ErrInvalid}
		}
		dir = parent
	}
	file, err := os.CreateTemp(dir, ".autoqueens-*")
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}

// nightLights returns the running programs known to tint the screen, where the
// system tells the names of processes in files.
func nightLights() []string {
	known := map[string]bool{"redshift": true, "redshift-gtk": true, "gammastep": true, "wlsunset": true, "xflux": true, "sct": true}
	names, _ := filepath.Glob("/proc/[0-9]*/comm")
	var found []string
	for _, path := range names {
		text, err := os.ReadFile(path)
		if err != nil || len(text) == 0 {
			continue
		}
		if name := string(text[:len(text)-1]); known[name] {
			found = append(found, name)
			known[name] = false
		}
	}
	return found
}
