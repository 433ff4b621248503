package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver"
	"autoqueens/solver/method"
)

func newBenchCommand() *cobra.Command {
	var opts benchOptions
	cmd := &cobra.Command{
		Use:   "bench [FILE...]",
		Short: "Run the solving methods side by side on the same boards",
		Long: `Run solving methods on the same boards, check that all of them agree, and print
a table for each size: the median, the mean and the worst time for a board, and
how many times as long as the main solver a method takes. Methods that need a
program which is not installed are left out and named; "solve --help" says what
each method is.

Boards come from the files, in any form that "solve" reads. Without files they
are generated, and the same for the same seed.`,
		Example: `  autoqueens bench
  autoqueens bench levels.json --task unique --methods bitmask,exactcover,sat
  autoqueens bench --sizes 6,7 --methods backtrack:2,backtrack:5,backtrack
  autoqueens bench --sizes 12 --count 3 --patience 5s`,
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := opts.prepare(cmd, args)
			if err != nil {
				return err
			}
			for _, m := range run.options.Methods {
				printable.Fprintf(details(cmd), "%s: %s; %s, each %s\n", m.Name, m.About, printable.Count(len(run.boards), "board"), printable.Count(opts.rounds, "time"))
			}
			line := newLine(cmd)
			defer line.Close()
			return runBench(cmd.Context(), cmd.OutOrStdout(), newProgress(cmd, line), run)
		},
		ValidArgsFunction: files(0, boardFiles...),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&opts.methods, "methods", nil, "run the methods `NAMES`, with commas between, beside the main solver (default: the best of each family)")
	flags.StringVar(&opts.task, "task", "first", "`TASK` is first (a placement) or unique (the proof that there is one only)")
	flags.IntSliceVar(&opts.sizes, "sizes", []int{6, 7, 8, 9, 10}, "generate boards of the sizes `N,N`")
	flags.IntVar(&opts.count, "count", 20, "generate `N` boards of each size")
	flags.Uint64Var(&opts.seed, "seed", 1, "the first generated board is that of seed `N`")
	flags.IntVar(&opts.rounds, "rounds", 3, "run each `N` times, of which the fastest counts")
	flags.DurationVar(&opts.patience, "patience", 0, "let another method give a board up after `TIME`, such as 5s (0: never)")
	// Only an unknown flag makes these fail.
	_ = cmd.RegisterFlagCompletionFunc("methods", commaValues(method.Names()...))
	_ = cmd.RegisterFlagCompletionFunc("task", values("first\ta placement", "unique\tthe proof that there is one only"))
	_ = cmd.RegisterFlagCompletionFunc("sizes", commaValues(numbers(solver.MinGenerate, solver.MaxGenerate)...))
	_ = cmd.RegisterFlagCompletionFunc("patience", values("1s", "5s", "1m"))
	return cmd
}

// benchOptions are the flags of the bench command.
type benchOptions struct {
	methods       []string
	task          string
	sizes         []int
	count, rounds int
	seed          uint64
	patience      time.Duration
}

// benchRun is a comparison that is ready to start.
type benchRun struct {
	boards  []*solver.Board
	options method.Options
	missing []method.Method // that cannot run here
}

// prepare reads or makes the boards and finds the methods.
func (o benchOptions) prepare(cmd *cobra.Command, files []string) (run benchRun, err error) {
	run.options = method.Options{Rounds: o.rounds, Patience: o.patience}
	if run.options.Task, err = method.TaskOf(o.task); err != nil {
		return run, err
	}
	if o.rounds < 1 || o.count < 1 || o.patience < 0 {
		return run, fault.Plain("--rounds and --count are from 1 up and --patience from 0 up", "give larger numbers")
	}
	if run.options.Methods, run.missing, err = method.Pick(o.methods); err != nil {
		return run, err
	}
	run.boards, err = o.boards(cmd, files)
	return run, err
}

// boards returns the boards of the files, or generated ones.
func (o benchOptions) boards(cmd *cobra.Command, files []string) (boards []*solver.Board, err error) {
	for _, path := range files {
		more, err := boardfile.Boards(cmd.Context(), path, cmd.InOrStdin())
		if err != nil {
			return nil, err
		}
		boards = append(boards, more...)
	}
	if len(files) > 0 {
		return boards, nil
	}
	for _, size := range o.sizes {
		for i := range uint64(o.count) {
			b, _, err := solver.Generate(size, o.seed+i)
			if err != nil {
				return nil, err
			}
			boards = append(boards, b)
		}
	}
	return boards, nil
}

// runBench compares and prints the tables.
func runBench(ctx context.Context, to io.Writer, progress *term.Progress, run benchRun) error {
	w := bufio.NewWriter(to)
	for _, m := range run.missing {
		fmt.Fprintf(w, "%s is left out: %v\n", m.Name, m.Available())
	}
	done := int64(0)
	sizes := make(map[int]bool)
	for _, b := range run.boards {
		sizes[b.Size] = true
	}
	all := int64(len(sizes) * len(run.options.Methods) * run.options.Rounds)
	run.options.Tell = func(size int, name string) {
		progress.Show(done, all, "%s on boards of size %d", name, size)
		done++
	}
	tables, err := method.Compare(ctx, run.boards, run.options)
	progress.Done()
	for i, t := range tables {
		if i > 0 || len(run.missing) > 0 {
			fmt.Fprintln(w)
		}
		printComparison(w, t)
	}
	if flushErr := w.Flush(); err == nil && flushErr != nil {
		err = fault.Wrap(flushErr, fault.Failed, "the tables could not be written: "+flushErr.Error(), "check where the output goes")
	}
	return err
}

// printComparison prints the table of one size.
func printComparison(to io.Writer, c method.Comparison) {
	fmt.Fprintf(to, "size %d, %s\n", c.Size, printable.Count(c.Boards, "board"))
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "method\tmedian\tmean\tworst\tmedian/main\tmean/main\t")
	for _, r := range c.Rows {
		if r.Worst == 0 {
			fmt.Fprintf(w, "%s\t-\t-\t-\t-\t-\t", r.Name)
		} else {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f\t%.1f\t", r.Name, micros(r.Median), micros(r.Mean), micros(r.Worst), r.RatioMedian, r.RatioMean)
		}
		if r.GaveUp > 0 {
			fmt.Fprintf(w, " gave %d up", r.GaveUp)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // errors stay in the writer beneath
}

// micros returns a time in microseconds.
func micros(d time.Duration) string {
	return fmt.Sprintf("%.1f µs", float64(d)/float64(time.Microsecond))
}
