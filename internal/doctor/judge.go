package doctor

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/vision/screen"
)

// Judge turns facts into a report.
func Judge(f Facts) Report {
	r := Report{Usable: true}
	add := func(level Level, about, what, advice string) {
		r.Findings = append(r.Findings, Finding{level, about, what, advice})
		r.Usable = r.Usable && level != Fail
	}
	judgeSession(f, add)
	judgeScreen(f, add)
	judgeWay(f, add)
	judgeMouse(f, add)
	judgeServer(f, add)
	judgeSystem(f, add)
	judgeRest(f, add)
	return r
}

type adder func(level Level, about, what, advice string)

// fail adds an error of another package in its own words.
func (add adder) fail(about string, err error) {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		add(Fail, about, e.What, e.Advice)
		return
	}
	add(Fail, about, err.Error(), "mend that and run `autoqueens doctor` again")
}

func judgeSession(f Facts, add adder) {
	if f.OS == "windows" || f.OS == "darwin" {
		return
	}
	switch {
	case f.ScreenErr != nil:
		add.fail("session", f.ScreenErr)
	case f.Casts && f.Asks:
		add(OK, "session", "this is a Wayland session, and its desktop shares the screen with programs that you let", "")
	case f.Asks:
		add(OK, "session", fmt.Sprintf("this is a Wayland session, and its desktop portal takes pictures of the screen (version %d)", f.Portal), "")
	case f.Wayland:
		add(OK, "session", "this is a Wayland session, whose compositor answers at WAYLAND_DISPLAY="+f.WaylandDisplay, "")
	case f.WaylandDisplay != "":
		add(Warn, "session", "X11 answers at DISPLAY="+f.Display+", with Wayland beside it",
			"what Wayland shows cannot be seen; open the game on the X11 display")
	default:
		add(OK, "session", "X11 answers at DISPLAY="+f.Display, "")
	}
}

// slow is how long a capture may take before the person should know.
const slow = 250 * time.Millisecond

func judgeScreen(f Facts, add adder) {
	if f.ScreenErr != nil {
		if f.OS == "windows" || f.OS == "darwin" {
			add.fail("screen", f.ScreenErr)
		}
		return
	}
	if f.Casts && f.Asks {
		add(OK, "capture", "`autoqueens dump` shows the board; the desktop asks you first which monitor to share, and remembers the answer", "")
		return
	}
	if f.Asks {
		add(OK, "capture", "`autoqueens dump` shows the board; all monitors count as display 0, and the desktop may ask you first and remembers the answer", "")
		return
	}
	for _, d := range f.Displays {
		words := d.String()
		if d.Primary && len(f.Displays) > 1 {
			words += ", the primary one"
		}
		add(OK, "display", words, "")
	}
	for _, m := range f.Unseen {
		add(Warn, "display", place.UnsharedWords(m)+": a board there is not seen", f.Share)
	}
	switch {
	case f.CaptureErr != nil:
		add.fail("capture", f.CaptureErr)
	case len(f.Blank) == len(f.Displays) && isBlack(f):
		add(Warn, "capture", "the screen came back entirely black",
			"unlock the screen and wake the monitor; nothing to do if nothing is open on it")
	case len(f.Blank) > 0:
		shows := "display %s shows nothing but one colour"
		if len(f.Blank) > 1 {
			shows = "displays %s show nothing but one colour each"
		}
		add(Warn, "capture", fmt.Sprintf(shows, list(f.Blank)),
			"nothing to do if nothing is open there")
	case f.Took > slow*time.Duration(len(f.Displays)):
		add(Warn, "capture", fmt.Sprintf("the screen can be captured, slowly: %v a display", perDisplay(f)),
			"give the board's place with --region, or calibrate, so that less is captured")
	default:
		add(OK, "capture", fmt.Sprintf("the screen can be captured, in %v a display", perDisplay(f)), "")
	}
}

// judgeWay tells which way to capture is in use, and why.
func judgeWay(f Facts, add adder) {
	if f.Wayland {
		judgeEye(f, add)
		return
	}
	if len(f.Ways) < 2 || f.CaptureErr != nil {
		return // no choice
	}
	library := f.Ways[len(f.Ways)-1]
	at := slices.IndexFunc(f.Ways, func(w screen.Way) bool { return w.Err == nil })
	switch {
	case at < 0:
	case at == len(f.Ways)-1:
		add(OK, "capture", fmt.Sprintf("pictures come by %s: nothing quicker serves here (%v)", library.Name, f.Ways[0].Err), "")
	case library.Err != nil:
		add(OK, "capture", fmt.Sprintf("pictures come by %s: %s does not serve here (%v)", f.Ways[at].Name, library.Name, library.Err), "")
	default:
		add(OK, "capture", fmt.Sprintf("pictures come by %s, %.1f times as fast as by %s", f.Ways[at].Name, float64(library.Took)/float64(f.Ways[at].Took), library.Name), "")
	}
}

// hands are what there is to know of the ways to use the mouse that come before others which
// would serve as well.
var hands = map[string]string{
	"x11": "it waits for two answers of the server a click, where robotgo waits for six",
}

// eyes are what there is to know of the ways to capture in Wayland sessions.
var eyes = map[string]string{
	screen.ByWlroots: "it asks nobody, and tells of changes",
	screen.ByCast:    "what the desktop shares, as it changes",
	screen.ByPortal:  "single ones, which take longer",
}

// judgeEye tells which way it is in a Wayland session, and why.
func judgeEye(f Facts, add adder) {
	if f.Eye == "" || f.ScreenErr != nil || f.CaptureErr != nil {
		return
	}
	come := "come"
	if f.Asks {
		come = "will come"
	}
	add(OK, "capture", fmt.Sprintf("pictures %s by %s (%s)", come, f.Eye, eyes[f.Eye])+since(f.EyePassed), "")
}

// since gives the reason of a choice in words: why what is tried before does not serve.
func since(passed error) string {
	if passed == nil {
		return ""
	}
	what := passed.Error()
	if e, ok := errors.AsType[*fault.Error](passed); ok {
		what = e.What
	}
	return ", the first way that serves here: " + what
}

func isBlack(f Facts) bool { return f.BlankColor.R == 0 && f.BlankColor.G == 0 && f.BlankColor.B == 0 }

func perDisplay(f Facts) time.Duration {
	return (f.Took / time.Duration(max(1, len(f.Displays)))).Round(time.Millisecond)
}

func judgeMouse(f Facts, add adder) {
	if !f.Wayland && f.ScreenErr != nil && f.OS != "windows" && f.OS != "darwin" {
		return // the same trouble, told already
	}
	if f.Declined {
		add(Warn, "mouse", "the mouse was not asked for after that", "run `autoqueens doctor --ask` again to try both")
		return
	}
	if e, ok := errors.AsType[*fault.Error](f.HandErr); ok && errors.Is(e, input.ErrWouldAsk) {
		add(Warn, "mouse", e.What, e.Advice)
		add(OK, "mouse", "it will be used by "+f.Hand.Way+since(f.Hand.Passed), "")
		return
	}
	if f.HandErr != nil {
		add.fail("mouse", f.HandErr)
		return
	}
	by := ""
	if f.HandWay != "" {
		by = fmt.Sprintf(", by %s (%s), which answers in %v", f.HandWay, f.Hand.Way, f.HandTook.Round(time.Microsecond))
	}
	at := fmt.Sprintf("; it is at %d,%d", f.Pointer.X, f.Pointer.Y)
	if f.Hidden {
		at = ""
	}
	add(OK, "mouse", "the mouse can be moved and clicked"+by+at, "")
	if f.Hand.Passed != nil {
		add(OK, "mouse", "it is used by "+f.Hand.Way+since(f.Hand.Passed), "")
	} else if why := hands[f.Hand.Way]; why != "" {
		add(OK, "mouse", "it is used by "+f.Hand.Way+": "+why, "")
	}
	if !f.Hidden && len(f.Displays) > 0 && f.OS != "darwin" && !f.Pointer.In(screen.Desktop(f.Displays)) {
		add(Warn, "mouse", "the pointer is not on any display",
			"move the mouse; if this stays, run `autoqueens calibrate --check`")
	}
	if f.EscapeErr != nil {
		add(Warn, "escape", "Esc cannot be watched: another program has taken the key", "move the mouse to stop a game")
	} else if f.Hidden {
		add(OK, "escape", "any key and any use of the mouse stop a game", "")
	} else {
		add(OK, "escape", "Esc and any movement of the mouse stop a game", "")
	}
}

// holders are the window managers that hold a click back until they have
// focused the window under it.
var holders = []string{"openbox", "xfwm4", "fluxbox"}

func judgeServer(f Facts, add adder) {
	if f.ScreenErr != nil || f.Wayland || f.OS == "windows" || f.OS == "darwin" {
		return
	}
	switch name := f.X.Manager; {
	case name == "":
		add(OK, "manager", "no window manager tells its name", "")
	case slices.Contains(holders, strings.ToLower(name)):
		add(OK, "manager", "the window manager "+name+" holds clicks back while it focuses a window; each click waits for it", "")
	default:
		add(OK, "manager", "the window manager is "+name, "")
	}
	if left := physicalLeft(f.X.Buttons); left > 1 {
		add(OK, "buttons", fmt.Sprintf("the mouse buttons are swapped: button %d acts as the left one, and is the one pressed", left), "")
	}
	if f.X.TextDPI != 0 && f.X.TextDPI != 96 {
		add(OK, "scale", fmt.Sprintf("the desktop is scaled to %.0f %%; captures and clicks are in plain pixels all the same", f.X.TextDPI/96*100), "")
	}
}

// physicalLeft returns the number of the button that acts as the left one,
// from 1, or 0 where none does or the mapping is not known.
func physicalLeft(mapping []byte) int {
	for i, logical := range mapping {
		if logical == 1 {
			return i + 1
		}
	}
	return 0
}

func judgeSystem(f Facts, add adder) {
	switch f.OS {
	case "darwin":
		add(Warn, "system", "on macOS this program was built and tested on a made-up window server, and never tried",
			"allow the terminal both Screen & System Audio Recording and Accessibility in System Settings > Privacy & Security")
	case "windows":
		add(Warn, "system", "on Windows this program has been tried under Wine, and never on Windows itself",
			"windows of programs that run as administrator take clicks only from programs that do, too")
	}
}

func judgeRest(f Facts, add adder) {
	if f.Browser == "" {
		add(Warn, "browser", "no browser was found", "install one for the demo (on Debian: apt install chromium)")
	} else {
		add(OK, "browser", "browser: "+f.Browser, "")
	}
	if unknown, ok := errors.AsType[*fault.Error](f.ConfigErr); ok {
		add(Warn, "profiles", "profiles cannot be saved: "+unknown.What, unknown.Advice)
	} else if f.ConfigErr != nil {
		add(Warn, "profiles", "profiles cannot be saved in "+f.ConfigDir+": "+f.ConfigErr.Error(),
			"make the folder writable, or set XDG_CONFIG_HOME to one that is")
	} else {
		add(OK, "profiles", "profiles are saved in "+f.ConfigDir, "")
	}
	if len(f.NightLight) > 0 {
		add(OK, "colours", strings.Join(f.NightLight, " and ")+" tints the screen; captures show the plain colours on most machines", "")
	}
}

// list writes numbers for people: "1", "0 and 2", "0, 1 and 2".
func list(numbers []int) string {
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case i > 0 && i == len(numbers)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}
