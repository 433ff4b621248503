package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/answer"
	"autoqueens/internal/boardfile"
	"autoqueens/internal/printable"
	"autoqueens/solver/method"
	"autoqueens/solver/puzzle"
)

// solveFlags are the flags of the solve command.
type solveFlags struct {
	options        answer.Options
	json           bool
	dimacs, smtlib bool
}

func newSolveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Solve puzzles of all games, given as text, as JSON or as a picture",
		Long: fmt.Sprintf(`Solve puzzles of any game and print the answers, of Queens the board with its
queens or other forms of it.

FILE is a picture (PNG, JPEG, GIF, WebP, BMP or TIFF), JSON, or text. With no
FILE, or with -, it is read from standard input.

Text has one row a line and a letter, digit or number for each cell. Marks may
follow after an empty line: '.' for an empty cell, 'x' for a cross, 'Q' for a
queen. What follows a '#' is a comment. JSON has the rows as "regions" and may
have "marks". Text and JSON may hold several boards; each is solved.

A puzzle of another game is text with the name of the game on a line before it, or
JSON, an object a line, as "dump --json" prints it. The pages on usage have both. In
a file such puzzles and boards of Queens may stand in any order.

Queens that are on the board are kept, crosses do not matter. What "dump" prints,
other than in colour, and this command with --json can be read again.

Of several solutions one is printed, and stderr says so, but for --quiet; --all
prints each.

--format is how a solution is printed:
  grid      rows of text; of Queens the board, and the queens as marks below it
  columns   the column of the queen in each row, from 0
  chess     the squares of the queens, a1 being the lower left one
  json      a line for each puzzle, with the name of its game, how many solutions it
            has, counted up to 2, and one of them, or what else was asked for

--method solves with another method than the main one:
%s
--explain prints steps instead, of every game, by named techniques from easy to hard;
r3c4 is the cell in row 3 and column 4. --grade tells how hard the board is for a
person, by the hardest technique needed. --dimacs and --smtlib print the board for
the SAT and SMT solvers of others.

The exit status is 5 where a board has no solution.`, methodTable()),
		Example: `  autoqueens solve board.txt
  autoqueens solve screenshot.png --format chess
  autoqueens dump --json | autoqueens solve --count   # the board on the screen
  autoqueens solve puzzles.jsonl --json               # of any games, one a line
  autoqueens solve board.txt --all --limit 10 --format columns
  autoqueens solve board.txt --explain                # how a person could do it
  autoqueens solve board.txt --method exactcover
  autoqueens solve board.txt --smtlib | z3 -in`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },

		ValidArgsFunction: files(1, boardFiles...),
	}
	flags, o := cmd.Flags(), &f.options
	flags.BoolVar(&o.All, "all", false, "print every solution, in ascending order of the columns")
	flags.BoolVar(&o.Count, "count", false, "print how many solutions there are")
	flags.IntVar(&o.Limit, "limit", 0, "with --all or --count, stop at `N` solutions (0: at none)")
	flags.StringVar(&o.Format, "format", "grid", "print solutions as `FORMAT`: "+strings.Join(answer.Formats, ", "))
	flags.BoolVar(&f.json, "json", false, "the same as --format json")
	flags.BoolVar(&o.IgnoreMarks, "ignore-marks", false, "forget the queens on the board instead of keeping them")
	flags.StringVar(&o.Method, "method", method.Main, "solve with the method `NAME`, one of those above")
	flags.BoolVar(&f.dimacs, "dimacs", false, "print the board as a formula for SAT solvers, in the encoding of --method")
	flags.BoolVar(&f.smtlib, "smtlib", false, "print the board in SMT-LIB 2 for SMT solvers")
	flags.BoolVar(&o.Explain, "explain", false, "print the steps a person could follow, each with its reason")
	flags.BoolVar(&o.Grade, "grade", false, "print how hard the board is for a person: "+strings.Join(puzzle.Grades(), ", "))
	cmd.MarkFlagsMutuallyExclusive("all", "count", "dimacs", "smtlib", "explain", "grade")
	cmd.MarkFlagsMutuallyExclusive("method", "explain", "smtlib")
	cmd.MarkFlagsMutuallyExclusive("method", "grade")
	cmd.MarkFlagsMutuallyExclusive("json", "format")
	// Only an unknown flag makes these fail.
	_ = cmd.RegisterFlagCompletionFunc("method", values(methodCompletions()...))
	_ = cmd.RegisterFlagCompletionFunc("format", values(answer.Formats...))
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, args []string) error {
	if f.json {
		f.options.Format = "json"
	}
	if err := f.options.Check(cmd.Flags().Changed("limit")); err != nil {
		return err
	}
	puzzles, err := boardfile.Puzzles(cmd.Context(), append(args, "-")[0], cmd.InOrStdin())
	if err != nil {
		return err
	}
	if f.dimacs || f.smtlib {
		return answer.Export(cmd.OutOrStdout(), puzzles, f.options, f.smtlib)
	}
	line := newLine(cmd)
	defer line.Close()
	f.options.Style = styleOf(cmd, cmd.OutOrStdout())
	to := answer.Streams{Answer: cmd.OutOrStdout(), Remarks: io.Discard, Details: details(cmd), Progress: newProgress(cmd, line)}
	if words(cmd) != io.Discard {
		to.Remarks = printable.Writer(cmd.ErrOrStderr())
	}
	return answer.Write(cmd.Context(), to, puzzles, f.options)
}

// methodTable lists the methods, a line each.
func methodTable() string {
	var out strings.Builder
	for _, m := range method.All() {
		fmt.Fprintf(&out, "  %-16s%s\n", m.Name, m.About)
	}
	return out.String()
}

// methodCompletions completes the names of methods.
func methodCompletions() (words []string) {
	for _, m := range method.All() {
		words = append(words, cobra.CompletionWithDesc(m.Name, m.About))
	}
	return words
}
