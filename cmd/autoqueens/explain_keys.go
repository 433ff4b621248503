package main

import (
	"context"
	"fmt"
	"io"
	"os"

	console "github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/term"
)

// keyboard hears the keys of a person at a terminal.
type keyboard struct {
	in *os.File
	to io.Writer // where the person is asked
}

// keysFor returns the keyboard of a command whose input and output are both a
// terminal, nil where nobody is there to press a key.
func keysFor(cmd *cobra.Command, to io.Writer) *keyboard {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.Is(to) || !term.Is(in) {
		return nil
	}
	return &keyboard{in: in, to: to}
}

// The keys that are understood.
const (
	ctrlC = 3
	ctrlD = 4
)

// next asks for a key and waits for it. It returns false where the person has
// seen enough, and an error where they pressed Ctrl-C.
func (k *keyboard) next(ctx context.Context, question string) (on bool, err error) {
	fmt.Fprint(k.to, question)
	defer fmt.Fprint(k.to, "\r\x1b[K") // the question goes when it is answered
	// Raw, a key counts at once. Where the terminal refuses that, Enter has to
	// follow it. Output is not for a raw terminal, so it is raw only here.
	if state, err := console.MakeRaw(k.in.Fd()); err == nil {
		defer func() { _ = console.Restore(k.in.Fd(), state) }()
	}
	for {
		key, ok := k.read(ctx)
		switch {
		case ctx.Err() != nil:
			return false, context.Cause(ctx)
		case !ok, key == 'q', key == 'Q', key == ctrlD:
			return false, nil
		case key == ctrlC:
			return false, fault.New(fault.Stopped, "stopped by Ctrl-C", "q ends it without a word")
		case key == '\r', key == '\n', key == ' ':
			return true, nil
		}
	}
}

// read returns the next key, and false where none will come.
func (k *keyboard) read(ctx context.Context) (key byte, ok bool) {
	read := make(chan struct{})
	var one [1]byte
	var n int
	// A read from a terminal cannot be called back; where ctx ends first, the
	// goroutine ends with the process.
	go func() {
		n, _ = k.in.Read(one[:])
		close(read)
	}()
	select {
	case <-ctx.Done():
		return 0, false
	case <-read:
		return one[0], n == 1
	}
}
