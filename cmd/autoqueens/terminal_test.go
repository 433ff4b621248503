package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/creack/pty"
)

// terminal is the program of scripts that runs another one on a terminal:
//
//	terminal COLUMNS COMMAND...
//
// What the terminal is sent it prints, with ESC for the escape character, CR for
// the carriage return that is not one of a line end. It ends as the command does.
func terminal() {
	columns, err := strconv.ParseUint(os.Args[1], 10, 16)
	if err != nil || len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: terminal COLUMNS COMMAND...")
		os.Exit(1)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sent, _ := io.ReadAll(screen) // ends with an error of its own when the command does
	err = cmd.Wait()
	fmt.Print(strings.NewReplacer("\r\n", "\n", "\x1b", "ESC", "\r", "CR").Replace(string(sent)))
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
