package term

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrNobody says that there is nobody at a terminal to be asked.
var ErrNobody = errors.New("there is nobody to ask")

// Confirm asks a question on out and tells whether the line that is typed in answer to
// it says y or yes; everything else is a no. The error is [ErrNobody] where in and out
// are not both a terminal, and the cause of ctx where that ends before an answer.
func Confirm(ctx context.Context, in io.Reader, out io.Writer, question string) (bool, error) {
	if !Is(in) || !Is(out) {
		return false, ErrNobody
	}
	fmt.Fprint(out, question+" [y/N] ")
	answer := make(chan string, 1)
	go func() { // a read from a terminal cannot be called back
		line, _ := bufio.NewReader(in).ReadString('\n')
		answer <- line
	}()
	select {
	case <-ctx.Done():
		return false, context.Cause(ctx)
	case line := <-answer:
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}
