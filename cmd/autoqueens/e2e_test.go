//go:build linux && cgo

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/testneeds"
	"autoqueens/solver"
)

// The end-to-end tests play boards in a real browser under a real window
// manager, with the program as its users start it. The practice page judges.

// needs skips a test on a machine without the programs it takes, and with -short.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("plays in a real browser, which -short leaves out")
	}
	testneeds.Programs(t, programs...)
}

// deskSize is the size of a desk, pixels.
var deskSize = image.Pt(1440, 1100)

// newDesk starts a virtual desktop for a test.
func newDesk(t *testing.T, wm string) *desk.Desk {
	t.Helper()
	d := startDesk(t.Context(), t, wm)
	t.Cleanup(func() { d.Close() })
	return d
}

// startDesk starts a virtual desktop under a window manager or, for desk.Sway, a Wayland session.
func startDesk(ctx context.Context, t *testing.T, wm string) *desk.Desk {
	t.Helper()
	if wm == desk.Sway {
		return startCompositor(ctx, t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: deskSize}}})
	}
	programs := []string{"Xvfb", "chromium"}
	if wm != desk.NoWM {
		programs = append(programs, wm)
	}
	needs(t, programs...)
	d, err := desk.Start(ctx, desk.Options{Width: deskSize.X, Height: deskSize.Y, WM: wm})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// table is a desk with the practice game open on it.
type table struct {
	t       *testing.T
	desk    *desk.Desk
	game    *practice.Server
	browser *desk.Browser
}

// bare opens a window without tabs and an address bar, for tests of which these are
// no part: such a window costs half the processor time of the other to open.
var bare = desk.BrowserOptions{App: true}

// open serves a game and opens it in a browser of its own.
func open(t *testing.T, d *desk.Desk, o practice.Options, b desk.BrowserOptions) *table {
	t.Helper()
	if o.Dark == nil {
		o.Dark = &b.Dark
	}
	game, err := practice.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	return &table{t: t, desk: d, game: game, browser: browse(t, d, game.URL(), b)}
}

// browse opens a browser for a test, or for those within it.
func browse(t *testing.T, d *desk.Desk, url string, b desk.BrowserOptions) *desk.Browser {
	t.Helper()
	b.Maximized = b.Size.X == 0
	browser, err := d.OpenBrowser(t.Context(), url, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { browser.Close() })
	return browser
}

// ready waits until the board is on the screen.
func (tb *table) ready() *table {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), time.Minute)
	defer cancel()
	if err := tb.game.WaitReady(ctx); err != nil {
		tb.t.Fatalf("the page never got ready: %v", err)
	}
	return tb
}

// presses counts the times a button went down, wherever on the page.
func (tb *table) presses() int {
	n := 0
	for _, e := range tb.game.Log() {
		if e.Kind == practice.Down {
			n++
		}
	}
	return n
}

// pressesSince counts the presses on the page that were made after a moment, by the time that the
// window system gives them: a busy page tells of them later.
func (tb *table) pressesSince(at time.Time) int {
	n, since := 0, float64(at.UnixMicro())/1000
	for _, e := range tb.game.Log() {
		switch e.Kind {
		case practice.Opened:
			since = float64(at.UnixMicro())/1000 - e.Origin
		case practice.Down:
			if e.Time > since {
				n++
			}
		}
	}
	return n
}

// unhurried is the pace of a play to which something happens in the middle of a board, where no
// pace is tested: however late a busy page tells how far it is, most of the board is still to come.
const unhurried = "500ms"

// held is a page that takes that many clicks and ignores what follows: however late something
// happens to its board, it is not over.
func held(clicks int) practice.Trouble { return practice.Trouble{DropFrom: clicks + 1} }

// after calls do, once, when the page has taken n clicks on cells.
func (tb *table) after(n int, do func()) {
	events := tb.game.Events()
	go func() {
		seen := 0
		for e := range events {
			if e.Kind == practice.Click && e.Cell >= 0 {
				if seen++; seen == n {
					do()
				}
			}
		}
	}()
}

// won checks that the game says it is won, without a click beside the board.
func (tb *table) won() practice.Result {
	tb.t.Helper()
	return tb.wonWith(0)
}

// wonWith is won for a page on which so many clicks may have come beside the board: one that was
// under way when somebody moved it.
func (tb *table) wonWith(most int) practice.Result {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 10*time.Second)
	defer cancel()
	r, err := tb.game.WaitWon(ctx)
	if err != nil {
		tb.t.Errorf("the game does not say it was won: %v", err)
	}
	beside := map[practice.Kind]int{}
	for _, e := range tb.game.Log() {
		if (e.Kind == practice.Down || e.Kind == practice.Click) && e.Cell < 0 && e.Target != "board" { // a drag is a click on it
			if beside[e.Kind]++; beside[e.Kind] > most {
				tb.t.Errorf("a click beside the board, on %s", e.Target)
			}
		}
	}
	return r
}

// ran is a command that has ended.
type ran struct {
	status exit.Status
	stdout string
	stderr string
	events []player.Event
}

// start starts the program on a desk. The function it returns waits for it.
func start(t *testing.T, d *desk.Desk, args ...string) (process *os.Process, wait func() ran) {
	t.Helper()
	return startIn(t, d.Env(), args...)
}

// runner returns what runs the program on a desk, to its end.
func runner(t *testing.T, d *desk.Desk) func(args ...string) ran {
	return func(args ...string) ran {
		t.Helper()
		_, wait := start(t, d, args...)
		return wait()
	}
}

// runHere runs the program in the test's own environment.
func runHere(t *testing.T, args ...string) ran {
	t.Helper()
	_, wait := startIn(t, os.Environ(), args...)
	return wait()
}

func startIn(t *testing.T, env []string, args ...string) (process *os.Process, wait func() ran) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "autoqueens", args...)
	cmd.Env = env
	return startCommand(t, cmd, args[0])
}

// startCommand starts the program however it is started; command is which of its own.
func startCommand(t *testing.T, cmd *exec.Cmd, command string) (process *os.Process, wait func() ran) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	finish := func() { once.Do(func() { _ = cmd.Wait() }) }
	asked := false
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		finish()
		if t.Failed() && !asked { // the test ended before the command, which may know why
			t.Logf("%s said:\n%s%s", command, stdout.String(), stderr.String())
		}
	})
	return cmd.Process, func() ran {
		t.Helper()
		asked = true
		finish()
		if !cmd.ProcessState.Exited() {
			t.Logf("ended by %v", cmd.ProcessState)
		}
		r := ran{status: exit.Status(cmd.ProcessState.ExitCode()), stdout: stdout.String(), stderr: stderr.String()}
		if command == "play" && slices.Contains(cmd.Args, "--json") {
			for lines := bufio.NewScanner(strings.NewReader(r.stdout)); lines.Scan(); {
				var e player.Event
				if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
					t.Errorf("not an event: %s", lines.Text())
				}
				r.events = append(r.events, e)
			}
		}
		return r
	}
}

// want checks how a command ended: with a status and, if it failed, with the
// two lines, the first of which contains words.
func (r ran) want(t *testing.T, status exit.Status, words string) {
	t.Helper()
	if r.status != status {
		t.Fatalf("status %d, want %d\n%s%s", r.status, status, r.stdout, r.stderr)
	}
	switch {
	case status == exit.OK && r.stderr != "":
		t.Errorf("stderr: %s", r.stderr)
	case status != exit.OK && notTwoLines(r.stderr) != "":
		t.Errorf("stderr: %s", notTwoLines(r.stderr))
	case !strings.Contains(r.stderr, words):
		t.Errorf("stderr does not say %q: %s", words, r.stderr)
	}
}

// kinds returns the kinds of the events of a run.
func (r ran) kinds() string {
	var s []string
	for _, e := range r.events {
		s = append(s, string(e.Kind))
	}
	return strings.Join(s, " ")
}

// nudge moves the pointer to a point by hand, as far as the window system can tell.
func nudge(t *testing.T, d *desk.Desk, x, y int) {
	t.Helper()
	conn, err := xgb.NewConnDisplay(d.Display())
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	root := xproto.Setup(conn).DefaultScreen(conn).Root // without it x and y would be relative
	if err := xproto.WarpPointerChecked(conn, 0, root, 0, 0, 0, 0, int16(x), int16(y)).Check(); err != nil {
		t.Error(err)
	}
}

// TestPlay plays boards of several sizes, light and dark, at several zooms.
// AUTOQUEENS_E2E=all plays every combination, twice.
func TestPlay(t *testing.T) {
	t.Parallel()
	type combination struct {
		size int
		dark bool
		zoom int
	}
	combinations := []combination{
		{7, false, 100}, {9, true, 100}, {11, false, 80}, {9, true, 80},
		{11, true, 150}, {9, false, 150}, {7, true, 125}, {11, false, 125},
	}
	runs := 1
	if os.Getenv("AUTOQUEENS_E2E") == "all" {
		combinations, runs = nil, 2
		for _, zoom := range []int{80, 100, 125, 150} {
			for _, size := range []int{7, 9, 11} {
				combinations = append(combinations, combination{size, false, zoom}, combination{size, true, zoom})
			}
		}
	}
	d := newDesk(t, desk.Openbox)
	var w *window
	for run := range runs {
		for i, c := range combinations {
			if zoom := float64(c.zoom) / 100; w == nil || w.options.Zoom != zoom {
				if w != nil {
					w.browser.Close()
				}
				w = ownWindow(t, d, desk.BrowserOptions{Zoom: zoom})
			}
			theme := map[bool]string{false: "light", true: "dark"}[c.dark]
			t.Run(fmt.Sprintf("size=%d/%s/zoom=%d/%d", c.size, theme, c.zoom, run+1), func(t *testing.T) {
				tb := w.open(t, practice.Options{Size: c.size, Seed: uint64(100*run + i), Dark: &c.dark})
				_, wait := start(t, d, "play", "--json", "--timeout", "60s")
				r := wait()
				r.want(t, exit.OK, "")
				result := tb.won()
				if last := r.events[len(r.events)-1]; last.Kind != player.Done || last.By != player.QueensSeen {
					t.Errorf("last event %+v", last)
				}
				t.Logf("won in %v by the game's clock, %d clicks", result.Clock, result.Clicks)
			})
		}
	}
}

// TestPlayElsewhere plays under another window manager, and under none.
func TestPlayElsewhere(t *testing.T) {
	t.Parallel()
	for _, wm := range []string{desk.Xfwm4, desk.NoWM} {
		t.Run("wm="+wm, func(t *testing.T) {
			d := newDesk(t, wm)
			tb := open(t, d, practice.Options{Size: 8, Seed: 3, AutoStart: true}, desk.BrowserOptions{})
			_, wait := start(t, d, "play", "--json")
			wait().want(t, exit.OK, "")
			tb.won()
		})
	}
}

// TestPlayTroubled plays pages that misbehave as real ones do. Every board is
// won all the same.
func TestPlayTroubled(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	for _, tt := range troubled() {
		t.Run(tt.name, func(t *testing.T) { tt.play(t, w) })
	}
}

// troubledPage is a page that misbehaves, or a way to play that takes its time.
type troubledPage struct {
	name    string
	options practice.Options
	args    []string
}

func troubled() []troubledPage {
	return []troubledPage{
		{name: "clicks are dropped", options: practice.Options{Trouble: practice.Trouble{DropClicks: 0.1}}},
		// The player allows 350 ms a click. What a busy machine takes beside the page's own time must fit in.
		{name: "a slow page", options: practice.Options{Trouble: practice.Trouble{BusyPerClick: 200 * time.Millisecond}}},
		{name: "double clicks are swallowed", options: practice.Options{Trouble: practice.Trouble{SwallowSecond: 200 * time.Millisecond}}},
		{name: "crosses are filled in", options: practice.Options{AutoX: true}},
		{name: "a pop-up", options: practice.Options{Trouble: practice.Trouble{CoverAfter: 5, CoverFor: time.Second}}},
		{name: "the board moves", options: practice.Options{Trouble: practice.Trouble{ShiftAfter: 5, ShiftX: 120, ShiftY: 70}}},
		{name: "wrong marks", options: practice.Options{Opening: wrongMarks}},
		{name: "wrong marks and crosses filled in", options: practice.Options{Opening: wrongMarks, AutoX: true}},
		{name: "locked queens", options: practice.Options{Locked: 3}},
		{name: "at a person's pace", args: []string{"--pace", "human"}},
	}
}

func (tt troubledPage) play(t *testing.T, w *window) {
	tt.options.Size, tt.options.Seed = 8, 11
	tb := w.open(t, tt.options)
	_, wait := start(t, w.desk, append([]string{"play", "--json"}, tt.args...)...)
	r := wait()
	r.want(t, exit.OK, "")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := tb.game.WaitWon(ctx); err != nil {
		t.Errorf("the game does not say it was won: %v", err)
	}
	t.Log(r.kinds())
}

// wrongMarks opens a board with a right queen, two wrong ones, and crosses in
// right and in wrong places.
func wrongMarks(b *solver.Board, solution solver.Placement) []solver.Mark {
	marks := make([]solver.Mark, b.Size*b.Size)
	marks[solution[0]] = solver.Queen
	for row := 1; row < 5; row++ {
		other := (solution[row] + 3) % b.Size
		marks[row*b.Size+other] = []solver.Mark{solver.Queen, solver.Cross}[row%2]
		marks[row*b.Size+solution[row]] = []solver.Mark{solver.Empty, solver.Cross}[row%2]
	}
	return marks
}

// TestBrowserKilled ends the browser in the middle of a board.
func TestBrowserKilled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.Openbox)
	tb := open(t, d, practice.Options{Size: 8, Seed: 1, AutoStart: true}, bare).ready()
	tb.after(5, tb.browser.Kill)
	_, wait := start(t, d, "play", "--json", "--pace", unhurried)
	r := wait()
	r.want(t, exit.Unverified, "together with what is around it")
	if !strings.HasSuffix(r.kinds(), "stopped") {
		t.Errorf("events %s", r.kinds())
	}
}

// TestMouseMoved moves the mouse in the middle of a board: no more than one
// further click is made.
func TestMouseMoved(t *testing.T) {
	w := shareWindow(t, desk.Openbox, bare)
	for _, pace := range []string{"40ms", "human"} {
		t.Run("pace="+pace, func(t *testing.T) {
			tb := w.open(t, practice.Options{Size: 11, Seed: 1, Trouble: held(3)})
			var atMove time.Time
			moved := make(chan struct{})
			tb.after(3, func() {
				nudge(t, w.desk, 1200, 900)
				atMove = time.Now()
				close(moved)
			})
			began := time.Now()
			_, wait := start(t, w.desk, "play", "--json", "--pace", pace)
			r := wait()
			r.want(t, exit.Stopped, "still missing")
			<-moved
			if n := tb.pressesSince(began); n < 3 {
				t.Errorf("%d presses since the play began, want the 3 after which the mouse was moved", n)
			}
			if further := tb.pressesSince(atMove); further > 1 {
				t.Errorf("%d clicks after the mouse was moved, want 1 at most", further)
			}
		})
	}
}

// TestInterrupted presses Ctrl-C in the middle of a board.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 11, Seed: 2, Trouble: held(3)})
	process, wait := start(t, tb.desk, "play", "--json", "--pace", "100ms")
	tb.after(3, func() { _ = process.Signal(os.Interrupt) })
	wait().want(t, exit.Stopped, "Ctrl-C")
}

// TestCovered puts a pop-up over the board that stays.
func TestCovered(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 8, Seed: 1, Trouble: practice.Trouble{CoverAfter: 4}})
	_, wait := start(t, tb.desk, "play", "--json", "--pace", "200ms")
	r := wait()
	r.want(t, exit.Unverified, "what is around it stayed")
	if n := tb.pressesCovered(); n > 1 {
		t.Errorf("%d clicks once a pop-up was painted, want the one under way at most", n)
	}
	_, dir, _ := strings.Cut(strings.TrimSpace(r.stderr), "pictures of it are in ")
	if kept, err := filepath.Glob(filepath.Join(dir, "frame-*.png")); err != nil || len(kept) == 0 {
		t.Errorf("no pictures were kept in %q: %v", dir, err)
	}
}

// TestNoBoard looks at a desktop without one.
func TestNoBoard(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.Openbox)
	_, wait := start(t, d, "play", "--json", "--timeout", "500ms")
	wait().want(t, exit.NoBoard, "no board")
	_, wait = start(t, d, "dump")
	wait().want(t, exit.NoBoard, "")
	_, wait = start(t, d, "hint", "--verbose")
	r := wait()
	if n := strings.Count(r.stderr, "looking at"); n != 1 {
		t.Errorf("hint tells of %d looks, want the last one", n)
	}
	r.stderr = r.stderr[max(0, strings.Index(r.stderr, "autoqueens: ")):] // after what --verbose tells
	r.want(t, exit.NoBoard, "no board")
	_, wait = start(t, d, "play", "--timeout", "0", "--display", "7")
	wait().want(t, exit.Failed, "no display 7")
	_, wait = start(t, d, "play", "--region", "5000,5000,100,100")
	wait().want(t, exit.Failed, "not on the screen")
}
