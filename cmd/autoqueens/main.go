// Command autoqueens plays Queens puzzles on the screen.
//
//	screen -> vision -> solver -> input
//	   \____________ player ___________/
//
// It captures the screen, reads the board, solves it, and clicks the queens
// in with the real mouse. Each command has a small file here that turns flags
// into a call and results into words; the work is done by the packages above.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
)

func main() {
	ctx, stop := untilSignal(context.Background())
	status := run(ctx, newRootCommand(), os.Args[1:])
	stop()
	os.Exit(int(status))
}

// run executes one command line and returns its exit status. What went wrong
// is said in two lines on stderr: what is wrong, and what to do.
func run(ctx context.Context, root *cobra.Command, args []string) fault.Status {
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return fault.OK
	}
	f := asFault(ctx, cmd, err)
	fmt.Fprintf(root.ErrOrStderr(), "autoqueens: %s\n%s\n", oneLine(f.What), oneLine(f.Advice))
	return f.Status
}

// untilSignal returns a context that ends when the person presses Ctrl-C or
// the system asks the program to end. A second signal ends it at once.
func untilSignal(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		signal.Stop(signals)
		what := "stopped by Ctrl-C"
		if s != os.Interrupt {
			what = "stopped by a signal to end"
		}
		cancel(fault.New(fault.Stopped, what, "run the command again when you are ready"))
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(context.Canceled)
	}
}

// asFault gives any error of a command a status and advice.
func asFault(ctx context.Context, cmd *cobra.Command, err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if errors.Is(err, context.Canceled) {
		if f, ok := errors.AsType[*fault.Error](context.Cause(ctx)); ok {
			return f
		}
	}
	return usageFault(cmd, err)
}

// usageFault is for errors of the command line itself, which cobra reports in
// several lines and without advice.
func usageFault(cmd *cobra.Command, err error) *fault.Error {
	what, _, _ := strings.Cut(err.Error(), "\n")
	advice := fmt.Sprintf("'%s --help' shows what it takes", cmd.CommandPath())
	if rest, ok := strings.CutPrefix(what, "unknown command "); ok && cmd.HasParent() {
		word, _, _ := strings.Cut(rest, " for ")
		what = fmt.Sprintf("'%s' does not take the word %s", cmd.CommandPath(), word)
	} else if ok {
		if name, _, _ := strings.Cut(strings.TrimPrefix(rest, `"`), `"`); name != "" {
			if like := cmd.SuggestionsFor(name); len(like) > 0 {
				advice = fmt.Sprintf("did you mean '%s %s'? %s", cmd.CommandPath(), like[0], advice)
			}
		}
	}
	// "if any flags in the group [a b] are set none of the others can be; [a b] were all set"
	if _, set, ok := strings.Cut(what, "none of the others can be; ["); ok {
		set, _, _ = strings.Cut(set, "]")
		what = "--" + strings.Join(strings.Fields(set), " and --") + " cannot be used together"
	}
	return fault.Wrap(err, fault.Failed, what, advice)
}

// oneLine keeps a message from breaking the promise of two lines.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
