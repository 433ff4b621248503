//go:build unix

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"autoqueens/internal/exit"
	"autoqueens/internal/picture/picturetest"
)

// readers are the commands that read a file that a person names; it follows.
var readers = [][]string{
	{"solve"}, {"sudoku"}, {"dump"}, {"dump", "--image"}, {"explain"}, {"hint", "--image"}, {"bench"},
}

// reads runs every command on a file at once, and presses Ctrl-C after a while
// where there is one. Each has to end with a status and, in the two lines it says,
// the words.
func reads(t *testing.T, path string, ctrlC time.Duration, want exit.Status, words string) {
	t.Helper()
	var all sync.WaitGroup
	for _, command := range readers {
		if command[0] == "sudoku" && strings.HasSuffix(path, ".jpeg") {
			continue // it reads no pictures
		}
		all.Go(func() {
			cmd := exec.CommandContext(t.Context(), "autoqueens", append(command[:len(command):len(command)], path)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if in, err := cmd.StdinPipe(); err != nil {
				t.Error(err)
				return
			} else {
				defer in.Close() // until then there is somebody who may write
			}
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			began := time.Now()
			if ctrlC > 0 {
				time.Sleep(ctrlC)
				began = time.Now()
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Errorf("%v ended before: %v, %s", cmd.Args, err, stderr.String())
				}
			}
			// Far beyond what it takes, and short of what hangs.
			const hangs = 30 * time.Second
			killed := time.AfterFunc(hangs, func() { _ = cmd.Process.Kill() })
			defer killed.Stop()
			_ = cmd.Wait()
			took := time.Since(began)
			if got := exit.Status(cmd.ProcessState.ExitCode()); got != want || !strings.Contains(stderr.String(), words) {
				t.Errorf("%v: status %d, want %d and %q: %s", cmd.Args, got, want, words, stderr.String())
			}
			if problem := notTwoLines(stderr.String()); problem != "" {
				t.Errorf("%v: %s", cmd.Args, problem)
			}
			if ctrlC > 0 && took > 3*time.Second {
				t.Errorf("%v went on for %v after Ctrl-C", cmd.Args, took)
			}
		})
	}
	all.Wait()
}

// untilItReads is when a command has surely begun to read.
const untilItReads = time.Second

// TestNoFile names what is neither a file nor a pipe.
func TestNoFile(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "") // a socket's name has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]string{dir: "folder", "/dev/zero": "device", "/dev/tty": "device", link: "device", socket: "socket"} {
		reads(t, path, 0, exit.Failed, path+" is a "+kind)
	}
}

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	return path
}

func TestPipeOfNobody(t *testing.T) {
	t.Parallel()
	reads(t, fifo(t), 0, exit.Failed, "is a pipe that nobody writes to")
}

// TestCtrlCWhileReading presses Ctrl-C once while a command waits for somebody to
// write to a pipe, for what somebody writes who does not, for somebody to type, and
// for a picture that takes very long to decode.
func TestCtrlCWhileReading(t *testing.T) {
	silent := fifo(t)
	for range readers {
		// Opened for both, it has a writer whoever reads.
		file, err := os.OpenFile(silent, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
	}
	slow := filepath.Join(t.TempDir(), "slow.jpeg")
	if err := os.WriteFile(slow, picturetest.JPEG(2048, 2048, 3, 20000), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"nobody writes": fifo(t), "nothing is written": silent, "nothing is typed": "-", "decoding": slow} {
		t.Run(name, func(t *testing.T) { reads(t, path, untilItReads, exit.Stopped, "stopped") })
	}
}

// TestPipes reads from pipes that somebody writes to.
func TestPipes(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"a board":           "autoqueens solve --count <(autoqueens generate --seed 1)",
		"slowly":            "autoqueens solve --count <(sleep 1; autoqueens generate --seed 1)",
		"a picture":         "autoqueens dump --quiet <(autoqueens generate --seed 1 --format png) | autoqueens solve --count",
		"a Sudoku":          "autoqueens sudoku --count <(echo 1.....3..1.....2)",
		"a named pipe":      "mkfifo p && { autoqueens generate --seed 1 > p & autoqueens solve --count p; }",
		"opened afterwards": "mkfifo p && { (sleep 1; autoqueens generate --seed 1 > p) & autoqueens solve --count p; }",
	} {
		t.Run(name, func(t *testing.T) {
			bash, err := exec.LookPath("bash")
			if err != nil {
				t.Skip("there is no bash")
			}
			cmd := exec.CommandContext(t.Context(), bash, "-c", line)
			cmd.Dir = t.TempDir()
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != "1\n" {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
