//go:build linux && cgo

package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
)

// onTerminal runs the program on a terminal of 72 columns, and returns what the
// terminal was sent; see terminal.
func onTerminal(t *testing.T, env []string, args ...string) (sent string, status exit.Status) {
	t.Helper()
	return typingAt(t, env, "", "", args...)
}

// typingAt is onTerminal with keys typed once the terminal has been sent a text.
func typingAt(t *testing.T, env []string, when, keys string, args ...string) (sent string, status exit.Status) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "terminal", append([]string{"-when", when, "-type", keys, "72", "autoqueens"}, args...)...)
	cmd.Env = append(env, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "LC_ALL=", "NO_COLOR=")
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), exit.Status(cmd.ProcessState.ExitCode())
}

// TestPlayOnTerminal wants the live line to tell what goes on, to be gone in the
// end, and to leave what else is said alone.
func TestPlayOnTerminal(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	sent, status := typingAt(t, d.Env(), "waiting for a board", `\x03`, "play")
	if status != exit.Stopped || !strings.Contains(sent, "CRwaiting for a board, 0 sESC[K") || !strings.Contains(sent, "CRESC[Kautoqueens: stopped by Ctrl-C\n") {
		t.Errorf("without a board, and with Ctrl-C: status %d\n%s", status, sent)
	}
	leavesNothing(t, sent)

	// Slow enough for the line, which changes ten times a second, to keep up.
	tb := w.open(t, practice.Options{Size: 6, Seed: 3})
	sent, status = onTerminal(t, d.Env(), "play", "--pace", "250ms", "--verbose")
	if status != exit.OK {
		t.Fatalf("status %d\n%s", status, sent)
	}
	tb.won()
	for _, want := range []string{
		`CRclicking \d+ of 12ESC\[K`,
		`CRESC\[KClicked   12 clicks in`,
		`ESC\[48;2;\d+;\d+;\d+;38;2;`,                             // the board in its own colours
		`there is no profile default: every display is looked at`, // --verbose
		`display 0: place: 6 x 6 cells of`,
		`display 0: colou?r`,
		`plan: 6 queens are missing; 12 clicks, each cell once before any cell again`,
		`plan: (r\dc\d ?){6}, 2 clicks: empty`,
		`verified: queens seen`,
	} {
		if !regexp.MustCompile(want).MatchString(sent) {
			t.Errorf("nothing in it is %s\n%s", want, sent)
		}
	}
	leavesNothing(t, sent)
}

// leavesNothing wants the live line to be erased before anything else is printed,
// and not to be drawn after that.
func leavesNothing(t *testing.T, sent string) {
	t.Helper()
	for line := range strings.Lines(sent) {
		drawn := strings.Split(strings.TrimSuffix(line, "\n"), "CR")
		if len(drawn) > 1 && !strings.HasPrefix(drawn[len(drawn)-1], "ESC[K") {
			t.Errorf("the live line was left in %q", line)
		}
	}
	if strings.Count(sent, "CR") == 0 {
		t.Errorf("there is no live line in it:\n%s", sent)
	}
}
