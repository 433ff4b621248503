//go:build linux && cgo

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
)

// TestHangup closes the terminal of a run that records: the shell says so to the
// program, and the system says it again.
func TestHangup(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.NoWM)
	tape := filepath.Join(t.TempDir(), "tape")
	process, wait := start(t, d, "play", "--record", tape)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if frames, _ := filepath.Glob(filepath.Join(tape, "frame-*.png")); len(frames) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing is recorded")
		}
	}
	for range 3 {
		_ = process.Signal(syscall.SIGHUP)
	}
	r := wait()
	r.want(t, exit.Stopped, "the terminal was closed")
	if !strings.Contains(r.stdout, "Recorded  "+tape) {
		t.Errorf("stdout: %s", r.stdout)
	}
	if text, err := os.ReadFile(filepath.Join(tape, "events.jsonl")); err != nil || !bytes.Contains(text, []byte(`"event":"stopped"`)) {
		t.Errorf("the recording ends before the run did: %s %v", text, err)
	}
	// Where the terminal is not to matter, it does not.
	cmd := exec.CommandContext(t.Context(), "nohup", "autoqueens", "play", "--timeout", "2s")
	cmd.Env = d.Env()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	_ = cmd.Process.Signal(syscall.SIGHUP)
	_ = cmd.Wait()
	if got := exit.Status(cmd.ProcessState.ExitCode()); got != exit.NoBoard {
		t.Errorf("with nohup: status %d, want %d", got, exit.NoBoard)
	}
}

// TestFailedRecording wants a recording that could not be written not to be told as
// one that was, also where the play has failed.
func TestFailedRecording(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.NoWM)
	tape := filepath.Join(t.TempDir(), "tape")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 0; exec autoqueens play --timeout 300ms --record "$0"`, tape)
	cmd.Env = d.Env()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	if got := exit.Status(cmd.ProcessState.ExitCode()); got != exit.NoBoard || strings.Contains(stdout.String(), "Recorded") ||
		!strings.Contains(stderr.String(), "note: nothing can be recorded in "+tape) {
		t.Errorf("status %d\n%s%s", got, &stdout, &stderr)
	}
}

// TestDemoCutShort ends the demo in the ways in which people end programs without
// meaning to: a pipe that is not read to its end, and a terminal that is closed. No
// folder and no process of it may stay.
func TestDemoCutShort(t *testing.T) {
	t.Parallel()
	needs(t, "Xvfb", "openbox", "chromium")
	home := t.TempDir()
	for name, script := range map[string]string{
		"pipe":   `autoqueens demo --virtual | head -n 1`,
		"hangup": `autoqueens demo --virtual --runs 9 & sleep 3; kill -HUP $!; kill -HUP $!; wait $!`,
	} {
		t.Run(name, func(t *testing.T) {
			temp, err := os.MkdirTemp("/tmp", "") // short: Chromium makes a socket below it
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(temp)
			cmd := exec.CommandContext(t.Context(), "bash", "-c", "set -o pipefail; "+script)
			cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME=", "TMPDIR="+temp, "DISPLAY=", "WAYLAND_DISPLAY=")
			out, _ := cmd.CombinedOutput()
			if got := exit.Status(cmd.ProcessState.ExitCode()); got != exit.Stopped {
				t.Errorf("status %d\n%s", got, out)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("these are left: %v %v", left, err)
			}
			for _, p := range withEnvironment(t, "TMPDIR="+temp) {
				t.Errorf("this still runs: %s", p)
			}
		})
	}
}

// withEnvironment returns the command lines of this user's processes that have an
// entry in their environment. What is just ending gets a moment.
func withEnvironment(t *testing.T, entry string) (lines []string) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		lines = nil
		all, err := filepath.Glob("/proc/[0-9]*/environ")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range all {
			env, _ := os.ReadFile(path) // of another user's, or ended since
			if bytes.Contains(append([]byte{0}, env...), []byte("\x00"+entry+"\x00")) {
				line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
				lines = append(lines, strings.ReplaceAll(string(line), "\x00", " "))
			}
		}
		if len(lines) == 0 || time.Now().After(deadline) {
			return lines
		}
	}
}
