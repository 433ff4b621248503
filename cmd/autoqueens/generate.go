package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/explain"
)

var generateFormats = []string{"grid", "json"}

func newGenerateCommand() *cobra.Command {
	var opts generateOptions
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make boards with exactly one solution",
		Long: fmt.Sprintf(`Make boards that have exactly one solution, from %d x %d to %d x %d, in a form that
"solve" reads. A size and a seed give the same board everywhere, and the same as
in the practice game; the boards after the first have the seeds after it.

With --grade the seeds whose boards are not of that grade are left out.`,
			solver.MinGenerate, solver.MinGenerate, solver.MaxGenerate, solver.MaxGenerate),
		Example: `  autoqueens generate --size 9 --seed 42
  autoqueens generate --size 8 --count 100 --grade hard --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			grade, err := opts.check()
			if err != nil {
				return err
			}
			return generateBoards(cmd.Context(), cmd.OutOrStdout(), opts, grade)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opts.size, "size", 8, fmt.Sprintf("rows of the board, %d to %d", solver.MinGenerate, solver.MaxGenerate))
	flags.IntVar(&opts.count, "count", 1, "how many boards")
	flags.Uint64Var(&opts.seed, "seed", 1, "seed of the first board")
	flags.StringVar(&opts.grade, "grade", "", "boards of one grade only: "+strings.Join(explain.Grades(), ", "))
	flags.StringVar(&opts.format, "format", "grid", "grid, or json with a board a line")
	// Only an unknown flag makes these fail.
	_ = cmd.RegisterFlagCompletionFunc("grade", cobra.FixedCompletions(explain.Grades(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(generateFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// generateOptions are the flags of the generate command.
type generateOptions struct {
	size, count   int
	seed          uint64
	grade, format string
}

// check returns the grade asked for, 0 for any.
func (o generateOptions) check() (explain.Grade, error) {
	switch {
	case o.count < 1:
		return 0, fault.Newf(fault.Failed, "give a number of boards from 1 up", "%d boards cannot be made", o.count)
	case !slices.Contains(generateFormats, o.format):
		return 0, fault.Newf(fault.Failed, "choose one of "+strings.Join(generateFormats, ", "), "there is no format %q", o.format)
	case o.grade == "":
		return 0, nil
	}
	return explain.ParseGrade(o.grade)
}

// maxMissed is how many seeds in a row may give boards of other grades.
const maxMissed = 20_000

// generateBoards prints the boards as they are found.
func generateBoards(ctx context.Context, to io.Writer, opts generateOptions, grade explain.Grade) error {
	w := bufio.NewWriter(to)
	seed, missed := opts.seed, 0
	for made := 0; made < opts.count; seed++ {
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), w.Flush())
		}
		b, _, err := solver.Generate(opts.size, seed)
		if err != nil {
			return err
		}
		name := ""
		if grade != 0 {
			e, err := explain.Explain(ctx, b)
			if err != nil {
				return errors.Join(err, w.Flush())
			}
			if e.Grade() != grade {
				if missed++; missed == maxMissed {
					return errors.Join(fault.Newf(fault.Failed, "ask for another grade or size", "%d boards of size %d after seed %d have other grades than %v", missed, opts.size, opts.seed, grade), w.Flush())
				}
				continue
			}
			name = grade.String()
		}
		missed = 0
		writeGenerated(w, b, seed, name, made, opts)
		made++
		if err := w.Flush(); err != nil {
			return fault.Wrap(err, fault.Failed, "the boards could not be written: "+err.Error(), "check where the output goes")
		}
	}
	return nil
}

// writeGenerated writes one board.
func writeGenerated(w io.Writer, b *solver.Board, seed uint64, grade string, nth int, opts generateOptions) {
	if opts.format == "json" {
		// Numbers and strings always marshal.
		_ = json.NewEncoder(w).Encode(struct {
			Size    int      `json:"size"`
			Seed    uint64   `json:"seed"`
			Grade   string   `json:"grade,omitempty"`
			Regions []string `json:"regions"`
		}{b.Size, seed, grade, b.RegionRows()})
		return
	}
	if nth > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "# seed %d", seed)
	if grade != "" {
		fmt.Fprintf(w, ", %s", grade)
	}
	fmt.Fprintf(w, "\n%v", b)
}
