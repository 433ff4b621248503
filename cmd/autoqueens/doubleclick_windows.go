package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"unsafe"

	"github.com/spf13/cobra"
	"golang.org/x/sys/windows"

	"autoqueens/internal/exit"
)

// Cobra would tell who double-clicks the program to open a terminal, for five seconds.
func init() { cobra.MousetrapHelpText = "" }

// doubleClicked tells whether Windows has opened a terminal for this program alone, which
// closes when it ends.
func doubleClicked() bool {
	list := windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")
	if len(os.Args) > 1 || list.Find() != nil {
		return false
	}
	var processes [2]uint32
	n, _, _ := list.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}

// keepTerminal says what this is, and has Windows' own command line go on in the terminal
// until the person closes it. It finds the program there without its folder.
func keepTerminal(out io.Writer) exit.Status {
	fmt.Fprint(out, `autoqueens reads a puzzle off your screen, solves it, and plays it with the
real mouse. Move the mouse, hold a button, press Esc or Ctrl-C, and it stops at once.

It is used by typing commands, and this window stays open for them:

  autoqueens doctor    what would keep it from seeing or clicking here
  autoqueens demo      opens the practice game in a browser and plays it
  autoqueens play      waits for a board on your screen and plays it
  autoqueens help      everything else
  exit                 closes this window

`)
	// Ctrl-C is for what runs there.
	signal.Ignore(os.Interrupt)
	shell := exec.Command(cmp.Or(os.Getenv("ComSpec"), "cmd.exe"), "/k", "title autoqueens")
	shell.Stdin, shell.Stdout, shell.Stderr = os.Stdin, os.Stdout, os.Stderr
	if program, err := os.Executable(); err == nil {
		shell.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		shell.Dir = home
	}
	if err := shell.Run(); err != nil {
		if _, ran := err.(*exec.ExitError); !ran { // else it is how the last command there ended
			fmt.Fprintf(out, "The command line could not be started: %v. Press Enter to close this window.\n", err)
			_, _ = fmt.Scanln()
			return exit.Failed
		}
	}
	return exit.OK
}
