package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"autoqueens/input"
)

// TestMain makes this test binary run as the program itself when it is started
// under the name autoqueens: by the scripts, and by the end-to-end tests. Under
// the name terminal it runs another program on a terminal.
func TestMain(m *testing.M) {
	// Most of what plays take is waiting, for windows and for pauses that are to be there.
	_ = flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+1))
	testscript.Main(thenAll{m}, map[string]func(){"autoqueens": main, "terminal": terminal})
}

// thenAll are the tests, and what ends what they share.
type thenAll struct{ *testing.M }

var afterAll = func() {}

func (m thenAll) Run() int {
	defer afterAll()
	return m.M.Run()
}

// TestScript runs the scripts in testdata/script. They have no display, a home
// of their own, and these commands beside the usual ones:
//
//	status N COMMAND...  run COMMAND, which must exit with status N
//	faulty               the last stderr must have been the two lines of a failure
//	refused TABLE        solve, explain and hint must refuse each input of a table
//	huge FILE MIB        make FILE of so many MiB that take no room on the disk
//	bomb FILE SIDE       make FILE the head of a PNG of SIDE x SIDE pixels
//	beside FILE A B      make FILE the PNGs A and B side by side
//
// The program terminal runs another one on a terminal of so many columns; see
// there. $SAMPLES holds drawn boards of one style each.
//
// The condition [boards] holds where the pictures of real games are, [mouse]
// where this build can move the mouse: without cgo it cannot, [bash-completion]
// where bash has the package that completion scripts rely on.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, "cache"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XAUTHORITY"} {
				env.Setenv(name, "")
			}
			// Pictures that show real games are beside the project, if at all.
			boards, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "boards"))
			if err != nil {
				return err
			}
			env.Setenv("BOARDS", boards)
			samples, err := filepath.Abs(filepath.Join("..", "..", "vision", "testdata"))
			if err != nil {
				return err
			}
			env.Setenv("SAMPLES", samples)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "boards":
				_, err := os.Stat(filepath.Join("..", "..", "..", "shared", "boards"))
				return err == nil, nil
			case "bash-completion":
				_, err := os.Stat("/usr/share/bash-completion/bash_completion")
				return err == nil, nil
			case "mouse":
				return input.Supported, nil
			}
			return false, errors.New("there is no such condition")
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":  scriptStatus,
			"faulty":  scriptFaulty,
			"refused": scriptRefused,
			"huge":    scriptHuge,
			"bomb":    scriptBomb,
			"beside":  scriptBeside,
			"played":  scriptPlayed,
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: status %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

func scriptFaulty(ts *testscript.TestScript, neg bool, args []string) {
	if problem := notTwoLines(ts.ReadFile("stderr")); problem != "" {
		ts.Fatalf("stderr: %s", problem)
	}
}

// scriptRefused gives the inputs of a table to the commands that read any puzzle. A line has the
// status that they must end with, a part of what they must say and the input, the latter two as Go
// quotes strings; one that begins with '#' is a comment.
func scriptRefused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: refused TABLE")
	}
	for row := range strings.Lines(ts.ReadFile(args[0])) {
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '#' {
			continue
		}
		status, rest, _ := strings.Cut(row, " ")
		want, err := strconv.Atoi(status)
		ts.Check(err)
		var quoted [2]string
		for i := range quoted {
			rest = strings.TrimSpace(rest)
			prefix, err := strconv.QuotedPrefix(rest)
			ts.Check(err)
			quoted[i], err = strconv.Unquote(prefix)
			ts.Check(err)
			rest = rest[len(prefix):]
		}
		words, input := quoted[0], quoted[1]
		for _, command := range []string{"solve", "solve --json", "solve --count", "solve --all", "solve --explain", "explain", "hint --json"} {
			var errs bytes.Buffer
			root := newRootCommand()
			root.SetIn(strings.NewReader(input))
			root.SetOut(io.Discard)
			root.SetErr(&errs)
			got := run(context.Background(), root, append(strings.Fields(command), "-"))
			first, advice, _ := strings.Cut(errs.String(), "\n")
			switch problem := notTwoLines(errs.String()); {
			case int(got) != want:
				ts.Fatalf("%s of %q: status %d, want %d: %s", command, input, got, want, first)
			case problem != "":
				ts.Fatalf("%s of %q: %s", command, input, problem)
			case !strings.Contains(first, words):
				ts.Fatalf("%s of %q says %q, without %q", command, input, first, words)
			case strings.Contains(first+advice, "json:"), strings.Contains(first+advice, "Go "):
				ts.Fatalf("%s of %q says %q: words of the library", command, input, first)
			}
		}
	}
}

// notTwoLines tells what keeps a text from being the two lines of a failure:
// what is wrong and what to do. It is empty where they are. Notes of how far something has come may
// stand before them: a busy machine takes long over anything.
func notTwoLines(text string) string {
	lines := strings.Split(text, "\n")
	for strings.HasPrefix(lines[0], "note: [") {
		lines = lines[1:]
	}
	switch {
	case len(lines) != 3 || lines[2] != "":
		return "not two lines: " + strconv.Quote(text)
	case !strings.HasPrefix(lines[0], "autoqueens: ") || len(lines[0]) < 20:
		return "the first line does not say what is wrong: " + lines[0]
	case len(lines[1]) < 10:
		return "the second line does not say what to do: " + lines[1]
	}
	return ""
}

func scriptHuge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: huge FILE MIB")
	}
	mib, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(file.Truncate(mib<<20), file.Close()))
}

func scriptBomb(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bomb FILE SIDE")
	}
	side, err := strconv.ParseUint(args[1], 10, 32)
	ts.Check(err)
	head := append([]byte("IHDR"), 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0)
	binary.BigEndian.PutUint32(head[4:], uint32(side))
	binary.BigEndian.PutUint32(head[8:], uint32(side))
	data := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	data = append(data, head...)
	data = binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(head))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}

func scriptBeside(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: beside FILE A B")
	}
	var pictures [2]image.Image
	both := image.Rectangle{}
	for i := range pictures {
		file, err := os.Open(ts.MkAbs(args[1+i]))
		ts.Check(err)
		pictures[i], err = png.Decode(file)
		ts.Check(errors.Join(err, file.Close()))
		b := pictures[i].Bounds()
		both = both.Union(image.Rect(both.Dx(), 0, both.Dx()+b.Dx(), b.Dy()))
	}
	out := image.NewNRGBA(both)
	x := 0
	for _, p := range pictures {
		draw.Draw(out, p.Bounds().Add(image.Pt(x, 0)), p, image.Point{}, draw.Src)
		x += p.Bounds().Dx()
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(png.Encode(file, out), file.Close()))
}
