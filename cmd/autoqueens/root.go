package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"autoqueens/internal/fault"
	"autoqueens/internal/manpage"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/games"
)

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "autoqueens",
		Short: "Play the day's grid puzzles on the screen",
		Long: `autoqueens plays the day's grid puzzles on the screen:
` + titles() + `. It looks for the board, reads it,
solves it, and makes the moves with the mouse. It stops as soon as you move the
mouse, hold one of its buttons or press Esc. It looks at pixels only, and sends
nothing anywhere.

Exit status:
  0  done
  1  wrong usage, or anything else
  3  no board was seen
  4  a board, or what may be a part of one, was not read with certainty
  5  the board has no solution
  6  the clicks could not be verified
  7  stopped by you, or by a closed terminal or pipe
  8  this machine or session cannot capture the screen or click`,
		Example: `  autoqueens demo            # see it play, without a game of your own
  autoqueens doctor          # what would keep it from playing here
  autoqueens play            # with your game open on the screen
  autoqueens help play       # all about a command`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) (err error) {
			cmd.Flags().Visit(func(f *pflag.Flag) { err = cmp.Or(err, noValue(f)) })
			return err
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	info, _ := debug.ReadBuildInfo()
	root.Version = versionLine(info)
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version, as the command does")
	root.SuggestionsMinimumDistance = 2 // letters that are wrong; cobra sets it only where it words the error
	root.PersistentFlags().BoolP("quiet", "q", false, "say nothing but errors and answers")
	root.PersistentFlags().BoolP("verbose", "v", false, "explain what is seen and decided, on stderr")
	root.MarkFlagsMutuallyExclusive("quiet", "verbose")
	color := term.Auto
	root.PersistentFlags().Var(&color, "color", "draw boards in colour: `WHEN` is auto (on a terminal), always or never")
	_ = root.RegisterFlagCompletionFunc("color", values(term.Whens...))
	root.AddGroup(
		&cobra.Group{ID: "play", Title: "Play:"},
		&cobra.Group{ID: "study", Title: "Study:"},
		&cobra.Group{ID: "board", Title: "Work with boards:"},
		&cobra.Group{ID: "setup", Title: "Set up:"},
	)
	for _, c := range []struct {
		group   string
		command *cobra.Command
	}{
		{"play", newPlayCommand()},
		{"play", newDailyCommand()},
		{"play", newDemoCommand()},
		{"play", newPracticeCommand()},
		{"play", newReplayCommand()},
		{"board", newDumpCommand()},
		{"board", newSolveCommand()},
		{"study", newHintCommand()},
		{"study", newExplainCommand()},
		{"study", newStatsCommand()},
		{"board", newGenerateCommand()},
		{"board", newBenchCommand()},
		{"board", newNQueensCommand()},
		{"board", newSudokuCommand()},
		{"setup", newCalibrateCommand()},
		{"setup", newProfilesCommand()},
		{"setup", newDoctorCommand()},
	} {
		c.command.GroupID = c.group
		root.AddCommand(c.command)
	}
	root.AddCommand(newVersionCommand(), newCompletionCommand(), newManCommand())
	completeFlags(root)
	root.SetHelpCommand(newHelpCommand())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages |", fmt.Sprintf(".FlagUsagesWrapped %d |", helpWidth)))
	return root
}

// titles lists the games: "Queens, Tango and Zip".
func titles() string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Title)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// noValue returns an error where a flag was given a text of nothing, as a script does of a variable that
// is not set: it would mean the same as no flag, and so another command than was meant.
func noValue(f *pflag.Flag) error {
	if f.Value.Type() != "string" || strings.TrimSpace(f.Value.String()) != "" {
		return nil
	}
	return fault.Plainf("give it one, or leave the flag out", "--%s is given no value", f.Name)
}

// helpWidth is how many columns the help takes.
const helpWidth = 80

// newHelpCommand returns the help command: cobra's own takes a command that it
// does not know for one.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Tell what a command does, with its flags and examples",
		Long:  `Tell what a command does, with its flags and examples, as COMMAND --help does.`,
		Example: `  autoqueens help
  autoqueens help play
  autoqueens help profiles copy`,
		RunE: func(help *cobra.Command, args []string) error {
			cmd, rest, err := help.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = fmt.Errorf("unknown command %q for %q", rest[0], cmd.CommandPath())
			}
			if err != nil {
				return usageFault(help.Root(), err)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
		ValidArgsFunction: func(help *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			if cmd, rest, err := help.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range manpage.Documented(cmd) {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// words returns where a command says how things go: nowhere with --quiet. Names of
// files and displays come from outside, so all of it is made printable.
func words(cmd *cobra.Command) io.Writer {
	if quiet, _ := cmd.Flags().GetBool("quiet"); quiet {
		return io.Discard
	}
	return printable.Writer(cmd.OutOrStdout())
}

// details returns where a command says more than most people want to know:
// nowhere without --verbose. It is not stdout, so that scripts are not fooled.
func details(cmd *cobra.Command) io.Writer {
	if verbose, _ := cmd.Flags().GetBool("verbose"); verbose {
		return printable.Writer(cmd.ErrOrStderr())
	}
	return io.Discard
}

// jsonLines returns what prints answers as JSON, a line each.
func jsonLines(cmd *cobra.Command) *json.Encoder {
	return json.NewEncoder(printable.JSON(cmd.OutOrStdout()))
}

// note tells on stderr of what is no failure.
func note(cmd *cobra.Command, line string) {
	fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", printable.OneLine(line))
}

// styleOf returns how a command draws boards on w.
func styleOf(cmd *cobra.Command, w io.Writer) term.Style {
	when := term.Auto
	if color := cmd.Flag("color"); color != nil {
		when = term.When(color.Value.String())
	}
	return term.StyleOf(w, when)
}

// newLine returns the line that says on a terminal what is going on, and makes
// everything else that the command says go well with it. It is nil, and silent,
// where stderr is no terminal and with --quiet. The caller closes it.
func newLine(cmd *cobra.Command) *term.Line {
	if words(cmd) == io.Discard {
		return nil
	}
	line := term.NewLine(cmd.ErrOrStderr())
	if line != nil {
		out, errs := cmd.OutOrStdout(), line.Over(cmd.ErrOrStderr())
		if term.Is(out) { // what goes to a file does not meet it
			out = line.Over(out)
		}
		cmd.SetOut(out)
		cmd.SetErr(errs)
	}
	return line
}

// newProgress returns what tells how far something long has come: the line of a terminal, or
// notes on stderr where there is none.
func newProgress(cmd *cobra.Command, line *term.Line) *term.Progress {
	if line == nil && words(cmd) != io.Discard {
		return term.NewNotes(printable.Writer(cmd.ErrOrStderr()))
	}
	return term.NewProgress(line)
}
