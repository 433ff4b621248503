//go:build linux && cgo

package main

import (
	"fmt"
	"image"
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/jezek/xgb/randr"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/browsertest"
	"autoqueens/internal/workshop/testneeds"
)

// outputs are those of a desk of Xorg, as they were when it was made.
type outputs struct {
	*client
	crtcs  []randr.Crtc
	before []*randr.GetCrtcInfoReply
}

func outputsOf(t *testing.T, d *desk.Desk, n int) *outputs {
	t.Helper()
	o := &outputs{client: join(t, d)}
	res, err := randr.GetScreenResourcesCurrent(o.conn, o.root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	o.crtcs = res.Crtcs[:n]
	for _, crtc := range o.crtcs {
		info, err := randr.GetCrtcInfo(o.conn, crtc, 0).Reply()
		if err != nil {
			t.Fatal(err)
		}
		o.before = append(o.before, info)
	}
	return o
}

// show lets an output show the desktop from a corner on, in its own mode.
func (o *outputs) show(n int, at image.Point) {
	o.t.Helper()
	was := o.before[n]
	o.set(n, at, was.Mode, was.Outputs)
}

func (o *outputs) off(n int) { o.t.Helper(); o.set(n, image.Point{}, 0, nil) }

func (o *outputs) set(n int, at image.Point, mode randr.Mode, on []randr.Output) {
	o.t.Helper()
	r, err := randr.SetCrtcConfig(o.conn, o.crtcs[n], 0, 0, int16(at.X), int16(at.Y), mode, randr.RotationRotate0, on).Reply()
	if err != nil || r.Status != randr.SetConfigSuccess {
		o.t.Errorf("the output could not be changed: %+v, %v", r, err)
	}
}

func (o *outputs) size(w, h uint16) {
	o.t.Helper()
	if err := randr.SetScreenSizeChecked(o.conn, o.root, w, h, 300, 200).Check(); err != nil {
		o.t.Error(err)
	}
}

// The desktop and its outputs, the first of which shows the game.
var (
	wide = image.Pt(1700, 1000)
	game = desk.Output{Size: image.Pt(1000, 1000)}
	side = desk.Output{Size: image.Pt(700, 600), At: image.Pt(1000, 0)}
)

// changed is what the page of calibrate says.
const changed = "the displays have changed since the picture was taken"

// changes are what may happen to outputs.
var changes = []struct {
	name string
	do   func(o *outputs)
	goes bool // on with the game: it stays in sight, and the server leaves the pointer alone
	// saving says why a profile that was made before is not saved, empty where it is.
	saving string
}{
	{"the other one is switched off", func(o *outputs) { o.off(1) }, true, ""},
	{"the other one vanishes, and the desktop shrinks", func(o *outputs) { o.off(1); o.size(1000, 1000) }, true, ""},
	{"they change places", func(o *outputs) {
		o.off(1)
		o.show(0, image.Pt(700, 0))
		o.show(1, image.Pt(0, 0))
	}, false, "the displays"}, // or the pointer does not come to what no output shows
	{"the game's is switched off", func(o *outputs) { o.off(0) }, false, changed},
	{"the game's vanishes, and the desktop shrinks", func(o *outputs) {
		o.off(0)
		o.show(1, image.Pt(0, 0))
		o.size(700, 600)
	}, false, changed},
	{"all are switched off", func(o *outputs) { o.off(0); o.off(1) }, false, changed},
	{"the desktop grows", func(o *outputs) { o.size(1700, 1300) }, true, ""},
	{"off and on again", func(o *outputs) {
		o.off(0)
		time.Sleep(300 * time.Millisecond)
		o.show(0, image.Point{})
	}, false, ""},
}

// onTwoOutputs starts a desktop on two outputs, of which the first shows the game.
func onTwoOutputs(t *testing.T) (*desk.Desk, *outputs) {
	t.Helper()
	needs(t, "openbox", "chromium")
	d, err := desk.Start(t.Context(), desk.Options{Width: wide.X, Height: wide.Y, WM: desk.Openbox, Outputs: []desk.Output{game, side}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d, outputsOf(t, d, 2)
}

// TestOutputsChange: whatever happens to the outputs, in the midst of a game or while
// one is waited for, nothing is clicked beside the board, and the program goes on or
// says why it does not.
func TestOutputsChange(t *testing.T) {
	t.Parallel()
	testneeds.Met(t, desk.CheckXorg())
	for _, tt := range changes {
		for _, when := range []string{"in the midst", "while waiting"} {
			t.Run(when+": "+tt.name, func(t *testing.T) {
				d, o := onTwoOutputs(t)
				play := func(args ...string) func() ran {
					_, wait := start(t, d, append([]string{"play", "--json", "--timeout", "20s"}, args...)...)
					return wait
				}
				window := image.Rect(10, 20, 980, 980)
				options := practice.Options{Size: 7, Seed: 5, AutoStart: true}
				var tb *table
				var r ran
				if when == "in the midst" {
					tb = openAt(t, d, options, window).ready()
					done := make(chan struct{})
					tb.after(4, func() { defer close(done); tt.do(o) })
					r = play("--pace", "150ms")()
					<-done
				} else {
					wait := play()
					time.Sleep(2 * time.Second)
					tt.do(o)
					tb = openAt(t, d, options, window).ready()
					r = wait()
				}
				t.Logf("status %d, %s: %s", r.status, r.kinds(), r.stderr)
				if r.status == exit.OK {
					tb.won()
				} else if words := notTwoLines(r.stderr); words != "" {
					t.Error(words)
				}
				if tt.goes && r.status != exit.OK {
					t.Error("it did not go on")
				}
				for _, e := range tb.game.Log() {
					if e.Kind == practice.Down && e.Cell < 0 {
						t.Errorf("a click beside the board, on %s", e.Target)
					}
				}
			})
		}
	}
}

// TestCalibrateOutputsChange: while the page of calibrate is open the outputs change.
// What was found is saved where it holds, and else refused in words, in a page that
// stays until the person leaves it. Nothing is pressed.
func TestCalibrateOutputsChange(t *testing.T) {
	t.Parallel()
	testneeds.Met(t, desk.CheckXorg())
	ctx := browsertest.New(t)
	for _, tt := range changes {
		t.Run(tt.name, func(t *testing.T) {
			d, o := onTwoOutputs(t)
			tb := openAt(t, d, practice.Options{Size: 7, Seed: 5, AutoStart: true}, image.Rect(10, 20, 980, 980)).ready()
			_, wait := start(t, d, "play", "--dry-run") // the window shows the board
			wait().want(t, exit.OK, "")
			env, opened := noBrowser(t, d)
			process, wait := startIn(t, env, "calibrate", "--page")
			if err := chromedp.Do(ctx, chromedp.Navigate("file://"+appears(t, opened)), chromedp.WaitVisible(chromedp.CSS(".reading"))); err != nil {
				t.Fatal(err)
			}
			tt.do(o)
			said := tt.saving
			if said == "" {
				said = "You can close this page"
			}
			if err := chromedp.Do(ctx, chromedp.KeyEvent("s")); err != nil {
				t.Fatal(err)
			}
			until := fmt.Sprintf("document.body.innerText.includes(%q)", said)
			if _, err := chromedp.Run(ctx, chromedp.Poll[bool](until, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
				text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
				t.Errorf("the page does not say %q: %v; it says\n%s", said, err, text)
			}
			if tt.saving != "" {
				_ = process.Signal(os.Interrupt) // it is still there
				wait().want(t, exit.Stopped, "")
			} else {
				wait().want(t, exit.OK, "")
			}
			if n := tb.presses(); n > 0 {
				t.Errorf("%d presses", n)
			}
		})
	}
}
