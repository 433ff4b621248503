// Command autoqueens plays the day's grid puzzles on the screen: Queens, Tango, Zip, Mini
// Sudoku and Patches.
//
//	screen -> vision -> solver -> input
//	   \____________ player ___________/
//
// It captures the screen, reads the board, solves it, and makes the moves with
// the real mouse. Each command has a small file here that turns flags
// into a call and results into words; the work is done by the packages above.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"autoqueens/input"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

func main() {
	if doubleClicked() {
		os.Exit(int(keepTerminal(os.Stdout)))
	}
	ctx, cancel := untilSignal(context.Background())
	root := newRootCommand()
	root.SetOut(&output{w: os.Stdout, gone: cancel, answers: true})
	root.SetErr(&output{w: os.Stderr, gone: cancel})
	// Where the desktop asks the person before the mouse may be used, they know first.
	status := run(input.Asking(ctx, func(words string) { note(root, words) }), root, os.Args[1:])
	cancel(nil)
	os.Exit(int(status))
}

// run executes one command line and returns its exit status. What went wrong
// is said in two lines on stderr: what is wrong, and what to do.
func run(ctx context.Context, root *cobra.Command, args []string) exit.Status {
	root.SetArgs(args)
	out, errs := root.OutOrStdout(), root.ErrOrStderr() // a command may put others over them
	cmd, err := root.ExecuteContextC(ctx)
	if o, ok := out.(*output); ok && o.failed() != nil {
		// Not every command looks after every word.
		if err == nil {
			err = fault.Unwritable("the output", o.failed())
		}
		if pipeClosed(o.failed()) {
			err = errNobodyReads // whatever came of it
		}
	}
	if err == nil {
		return exit.OK
	}
	f := asFault(ctx, cmd, err)
	if f != errNobodyReads { // as whoever ends a pipe expects
		fmt.Fprintf(errs, "autoqueens: %s\n%s\n", printable.OneLine(f.What), printable.OneLine(f.Advice))
	}
	return exit.StatusOf(f)
}

// errNobodyReads ends a command whose output goes to a program that has ended.
var errNobodyReads = fault.New(fault.Stopped, "nobody reads the output any more", "let the program behind the pipe read to its end")

// output is stdout or stderr. It remembers that it could not be written, and ends
// the command where nobody will ever read it, or where what it answers cannot be
// written: nothing is clicked of which nobody would hear. Its methods may be called
// from several goroutines.
type output struct {
	w       io.Writer
	gone    context.CancelCauseFunc
	answers bool // and no remarks alone

	mu  sync.Mutex
	err error
}

func (o *output) Write(data []byte) (int, error) {
	n, err := o.w.Write(data)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.err = cmp.Or(o.err, err)
		switch {
		case pipeClosed(err):
			o.gone(errNobodyReads)
		case o.answers:
			o.gone(fault.Unwritable("the output", err))
		}
	}
	return n, err
}

// failed returns the first error.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Unwrap returns what tells whether this is a terminal.
func (o *output) Unwrap() io.Writer { return o.w }

// untilSignal returns a context that ends when the person presses Ctrl-C or
// Ctrl-\ or closes the terminal, or the system asks the program to end. A second Ctrl-C
// ends it at once. A terminal that closes says so several times.
func untilSignal(parent context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	signals, others := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
		signal.Notify(others, syscall.SIGHUP)
	}
	// Writing into a pipe that nobody reads fails instead of ending the program
	// where it stands, with a browser and a display of its own still running.
	signal.Notify(others, syscall.SIGPIPE)
	go func() {
		what := map[os.Signal]string{
			os.Interrupt: "stopped by Ctrl-C", syscall.SIGQUIT: `stopped by Ctrl-\`, syscall.SIGHUP: "stopped, as the terminal was closed",
		}
		s := <-signals
		signal.Stop(signals)
		cancel(fault.New(fault.Stopped, cmp.Or(what[s], "stopped by a signal to end"), "run the command again when you are ready"))
	}()
	return context.WithValue(ctx, ending{}, cancel), cancel
}

// ending is the key under which a context holds what ends the program.
type ending struct{}

// stopOnSuspend has Ctrl-Z end a command that uses the mouse: suspended in the midst of a drag, it would leave
// the button down.
func stopOnSuspend(ctx context.Context) {
	cancel, ok := ctx.Value(ending{}).(context.CancelCauseFunc)
	if !ok || len(suspending) == 0 {
		return
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, suspending...)
	go func() {
		<-signals
		signal.Stop(signals)
		cancel(fault.New(fault.Stopped, "stopped by Ctrl-Z: what uses the mouse is not suspended", "run the command again when you are ready"))
	}()
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
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Op == "write" {
		f, _ := errors.AsType[*fault.Error](fault.Unwritable("the output", err))
		return f
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
	// "accepts 1 arg(s), received 0", "requires at least 1 arg(s), only received 0"
	if takes, given, ok := strings.Cut(what, " arg(s), "); ok {
		_, takes, _ = strings.Cut(takes, " ")
		n, _ := strconv.Atoi(given[strings.LastIndex(given, " ")+1:])
		what = fmt.Sprintf("%s given to '%s', which takes %s", printable.CountOf(n, "argument is", "arguments are"), cmd.CommandPath(), takes)
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		kinds := map[string]string{"int": "whole number", "uint64": "whole number from 0 up", "float64": "number", "duration": "time"}
		of := bad.GetFlag().Value.Type()
		if kind, ok := kinds[of]; ok {
			what = fmt.Sprintf("%q is no %s that --%s takes", bad.GetValue(), kind, bad.GetFlag().Name)
			if of == "duration" {
				advice = "give a number with its unit, such as 90s or 5m"
			}
			if errors.Is(bad, strconv.ErrRange) {
				what = fmt.Sprintf("%s is too large a number for --%s", bad.GetValue(), bad.GetFlag().Name)
			}
		}
	}
	return fault.Wrap(err, fault.Failed, what, advice)
}
