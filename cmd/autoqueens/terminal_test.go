package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
)

// terminal is the program of scripts that runs another one on a terminal:
//
//	terminal [-when TEXT -type KEYS] COLUMNS COMMAND...
//
// As soon as the terminal has been sent TEXT, KEYS are typed, in which \n, \x03
// and the like are as in Go. What the terminal is sent it prints, with ESC for
// the escape character and CR for a carriage return that is not one of a line
// end. It ends as the command does.
func terminal() {
	when := flag.String("when", "", "")
	keys := flag.String("type", "", "")
	flag.Parse()
	columns, err := strconv.ParseUint(flag.Arg(0), 10, 16)
	typed, typo := strconv.Unquote(`"` + *keys + `"`)
	if err != nil || typo != nil || flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: terminal [-when TEXT -type KEYS] COLUMNS COMMAND...")
		os.Exit(1)
	}
	// Ctrl-C has a terminal drop what it has not shown yet, which may be what the program says to
	// it already: noflsh keeps that.
	cmd := exec.Command("sh", append([]string{"-c", `stty noflsh; exec "$@"`, "sh"}, flag.Args()[1:]...)...)
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Nobody is there to end a command that waits for keys in vain.
	time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	var sent strings.Builder
	for data := make([]byte, 4096); ; {
		n, err := screen.Read(data)
		sent.Write(data[:n])
		if *when != "" && strings.Contains(sent.String(), *when) {
			*when = ""
			if _, err := io.WriteString(screen, typed); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
		if err != nil {
			break // which kind it is depends on the system
		}
	}
	err = cmd.Wait()
	fmt.Print(strings.NewReplacer("\r\n", "\n", "\x1b", "ESC", "\r", "CR").Replace(sent.String()))
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
