//go:build linux && cgo

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/sys/unix"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/browsertest"
)

// noBrowser returns the environment of a desk on which opening a browser only
// writes what is opened to a file, whose path it returns.
func noBrowser(t *testing.T, d *desk.Desk) (env []string, opened string) {
	t.Helper()
	dir := t.TempDir()
	opened = filepath.Join(dir, "opened")
	script := fmt.Sprintf("#!/bin/sh\nprintf %%s \"$1\" >'%s.part' && mv '%s.part' '%s'\n", opened, opened, opened)
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return append(d.Env(), "PATH="+dir+":"+os.Getenv("PATH")), opened
}

// appears waits for a file and returns what is in it.
func appears(t *testing.T, path string) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if data, err := os.ReadFile(path); err == nil {
			return string(data)
		}
	}
	t.Fatalf("%s was not written", path)
	return ""
}

// TestCalibratePage calibrates in the page, with the game on a real screen and a
// real pointer over its corners, and plays what was saved.
func TestCalibratePage(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 8, Seed: 12})
	d := tb.desk
	_, wait := start(t, d, "play", "--dry-run") // the window shows the board
	wait().want(t, exit.OK, "")
	env, opened := noBrowser(t, d)
	_, wait = startIn(t, env, "calibrate", "--page", "--profile", "clone")

	ctx := browsertest.New(t)
	run := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	until := func(expression string) {
		t.Helper()
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
			text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
			t.Fatalf("%s: %v; the page says:\n%s", expression, err, text)
		}
	}
	launch := appears(t, opened)
	run(chromedp.Navigate("file://"+launch), chromedp.WaitVisible(chromedp.CSS(".reading")))
	until(`document.getElementById("look").innerText.includes("8 × 8")`)
	run(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("t"))
	until(`document.querySelectorAll(".zone").length === 4`)
	box, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`(async () => {
		const s = await (await fetch("state")).json(), b = s.candidates[s.chosen].board;
		return [b.x, b.y, b.x + b.width, b.y + b.height];
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range [][2]int{{0, 1}, {2, 1}, {2, 3}, {0, 3}} {
		nudge(t, d, int(box[c[0]]), int(box[c[1]]))
		until(fmt.Sprintf(`document.querySelectorAll("#ticks .done").length === %d`, n+1))
	}
	run(chromedp.KeyEvent("s"))
	r := wait()
	r.want(t, exit.OK, "")
	for _, words := range []string{"Corner    bottom left, 4 of 4", "Found     a board of 8 x 8", "Checked   the mouse goes where it is sent", "Saved     ", "Picture   "} {
		if !strings.Contains(r.stdout, words) {
			t.Errorf("it does not say %q:\n%s", words, r.stdout)
		}
	}
	until(`document.getElementById("over").checkVisibility() && document.querySelectorAll("image").length === 0`)
	if n := tb.presses(); n != 0 {
		t.Errorf("calibrating pressed the mouse %d times", n)
	}
	_, wait = start(t, d, "play", "--profile", "clone")
	r = wait()
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "on profile clone") {
		t.Errorf("the profile was not looked at first:\n%s", r.stdout)
	}
	tb.won()
}

// TestCalibrateInTerminal opens the page where a person is, and ends with Ctrl-C.
func TestCalibrateInTerminal(t *testing.T) {
	t.Parallel()
	needs(t, "Xvfb")
	d, err := desk.Start(t.Context(), desk.Options{Width: 640, Height: 480})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	env, opened := noBrowser(t, d)
	master, terminal := openTerminal(t)
	cmd := exec.CommandContext(t.Context(), "autoqueens", "calibrate")
	cmd.Env = env
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	said := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(master) // ends with an error when the program does
		said <- string(text)
	}()
	if page := appears(t, opened); !strings.HasSuffix(page, ".html") {
		t.Errorf("the browser was sent to %q", page)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := exit.Status(cmd.ProcessState.ExitCode()); got != exit.Stopped || notTwoLines(stderr.String()) != "" {
		t.Errorf("status %d: %s", got, stderr.String())
	}
	if text := <-said; !strings.Contains(text, "Page      http://127.0.0.1:") {
		t.Errorf("it said %q", text)
	}

	// In a script, and with --no-page, there is no page to wait for.
	for _, args := range [][]string{{"calibrate"}, {"calibrate", "--no-page"}} {
		_, wait := startIn(t, env, args...)
		wait().want(t, exit.NoBoard, "no board")
	}
	file := filepath.Join(t.TempDir(), "seen.html")
	_, wait := startIn(t, env, "calibrate", "--page-file", file)
	wait().want(t, exit.OK, "")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	_, wait = startIn(t, env, "calibrate", "--page-file", file) // its own it may replace
	wait().want(t, exit.OK, "")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, wait = startIn(t, env, "calibrate", "--page-file", file)
	wait().want(t, exit.Failed, "is there already")
}

// openTerminal opens a pseudo terminal.
func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, terminal
}

// TestCalibratePoint shows the board with the mouse and the Enter key.
func TestCalibratePoint(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 7, Seed: 3})
	d := tb.desk
	_, wait := start(t, d, "play", "--dry-run", "--json")
	r := wait()
	r.want(t, exit.OK, "")
	board := r.events[0].Bounds.Image()

	// point runs the command with the pointer at each place for an Enter.
	point := func(places ...image.Point) ran {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "autoqueens", "calibrate", "--point")
		cmd.Env = d.Env()
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var stdout strings.Builder
		lines := bufio.NewScanner(out)
		next := func() bool { // reads a line
			if !lines.Scan() {
				return false
			}
			stdout.WriteString(lines.Text() + "\n")
			return true
		}
		for _, p := range places {
			if !next() {
				break
			}
			nudge(t, d, p.X, p.Y)
			_, _ = io.WriteString(in, "\n") // a program that has ended tells by its status
		}
		in.Close()
		for next() {
		}
		_ = cmd.Wait()
		return ran{status: exit.Status(cmd.ProcessState.ExitCode()), stdout: stdout.String(), stderr: stderr.String()}
	}

	r = point(board.Min.Add(image.Pt(5, -6)), board.Max.Add(image.Pt(-8, 3)))
	r.want(t, exit.OK, "")
	saved := saidAfter(r.stdout, "Saved")
	if !strings.Contains(r.stdout, "Found     a board of 7 x 7") || !strings.Contains(r.stdout, "Checked") || saved == "" {
		t.Errorf("it says:\n%s", r.stdout)
	}
	text, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	point(image.Pt(board.Max.X, board.Min.Y), image.Pt(board.Min.X, board.Max.Y)).want(t, exit.OK, "")
	point(board.Min, board.Min.Add(image.Pt(10, 10))).want(t, exit.Failed, "no board is that small")
	point(board.Min).want(t, exit.Failed, "there was no Enter")
	r = point(image.Pt(10, 10), board.Max)
	if r.status == exit.OK || notTwoLines(r.stderr) != "" {
		t.Errorf("from the screen's corner to the board's: status %d\n%s", r.status, r.stderr)
	}
	if again, err := os.ReadFile(saved); err != nil || len(again) == 0 || !bytes.Contains(text, []byte("size = 7")) {
		t.Errorf("the profile is %q now, %v", again, err)
	}
	if n := tb.presses(); n != 0 {
		t.Errorf("pointing pressed the mouse %d times", n)
	}
	_, wait = start(t, d, "play", "--json")
	wait().want(t, exit.OK, "")
	tb.won()

	// On a screen of another size the profile is told to be of no use, and play
	// passes it over, saying so.
	small, err := desk.Start(t.Context(), desk.Options{Width: 800, Height: 600})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { small.Close() })
	config := "XDG_CONFIG_HOME=" + filepath.Dir(filepath.Dir(filepath.Dir(saved)))
	for _, tt := range []struct {
		desk *desk.Desk
		want string
	}{{d, "as it was"}, {small, "changed"}} {
		env := append(tt.desk.Env(), config)
		_, wait = startIn(t, env, "profiles")
		r = wait()
		r.want(t, exit.OK, "")
		if !strings.Contains(r.stdout, tt.want) {
			t.Errorf("the list does not say %q:\n%s", tt.want, r.stdout)
		}
	}
	_, wait = startIn(t, append(small.Env(), config), "profiles", "show")
	if r = wait(); !strings.Contains(r.stdout, "was 1440 x 1100 at 0,0 and is now 800 x 600 at 0,0") {
		t.Errorf("the profile is shown as\n%s", r.stdout)
	}
	_, wait = startIn(t, append(small.Env(), config), "play", "--timeout", "0")
	if r = wait(); !strings.Contains(r.stderr, "no longer fits") {
		t.Errorf("play says\n%s", r.stderr)
	}
}
