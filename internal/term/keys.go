package term

import (
	"context"
	"fmt"
	"io"
	"os"

	xterm "github.com/charmbracelet/x/term"

	"autoqueens/internal/fault"
)

// Keys hears the keys of a person at a terminal.
type Keys struct {
	in  *os.File
	out io.Writer // where the person is asked
}

// KeysOf returns the keys of in, nil where in and out are not both a terminal: nobody is
// there to press one.
func KeysOf(in io.Reader, out io.Writer) *Keys {
	f, ok := in.(*os.File)
	if !ok || !Is(f) || !Is(out) {
		return nil
	}
	return &Keys{in: f, out: out}
}

// The keys that are understood beside letters.
const (
	ctrlC = 3
	ctrlD = 4
)

// Next asks a question and waits for Enter or the space bar. It returns false where the
// person has seen enough: q, Ctrl-D, or the end of the input. The error is of kind
// [fault.Stopped] where they pressed Ctrl-C, and the cause of ctx where that ends first.
func (k *Keys) Next(ctx context.Context, question string) (on bool, err error) {
	fmt.Fprint(k.out, question)
	defer fmt.Fprint(k.out, "\r\x1b[K") // the question goes when it is answered
	// Raw, a key counts at once. Where the terminal refuses that, Enter has to
	// follow it. Output is not for a raw terminal, so it is raw only here.
	if state, err := xterm.MakeRaw(k.in.Fd()); err == nil {
		defer func() { _ = xterm.Restore(k.in.Fd(), state) }()
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
func (k *Keys) read(ctx context.Context) (key byte, ok bool) {
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
