package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/generate"
	"autoqueens/internal/picture"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

func newGenerateCommand() *cobra.Command {
	var o generate.Options
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles with exactly one solution",
		Long: fmt.Sprintf(`Make boards that have exactly one solution, in any form that "solve" reads; with
--game puzzles of another game, like those of the day. A size and a seed give the
same board everywhere, and the same as in the practice game; the boards after the
first have the seeds after it. The sizes are
%s
--format is one of these, for text:
  grid      a row a line, a letter a cell, and the seed in a comment
  numbers   the same with numbers from 0, a space between two
  json      a board a line, {"game":"queens","size":8,"regions":[...],...,"seed":1}
or for pictures: %s.
Without --format it is the one that the name in --out ends in, .png for instance,
and grid where that is .txt or nothing.
Puzzles of other games than Queens have no numbers, and as grid begin with the name
of the game.

With --out the boards go to a file. Several pictures take a folder, made where
there is none: each is seed-N.png there, or what the format is called.
Files that hold something else are not written over without --force.

With --grade the seeds whose boards are not of that grade are left out.`,
			sizeTable(made), strings.Join(picture.Formats, ", ")),
		Example: `  autoqueens generate --size 9 --seed 42
  autoqueens generate --game zip --count 5 --format json
  autoqueens generate --size 8 --count 10 --grade hard --format json
  autoqueens generate --game patches --out patches.png
  autoqueens generate --size 7 --count 20 --format webp --out boards`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Check(); err != nil {
				return err
			}
			line := newLine(cmd)
			defer line.Close()
			o.Details, o.Progress = details(cmd), newProgress(cmd, line)
			if o.Out == "" {
				o.Style = styleOf(cmd, cmd.OutOrStdout())
			}
			return o.Write(cmd.Context(), cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	o.Game = games.Queens
	addGameFlag(cmd, &o.Game, "make puzzles of the game `NAME`")
	addSizeFlag(cmd, &o.Size, made)
	flags.IntVar(&o.Count, "count", 1, "make `N` boards")
	flags.Uint64Var(&o.Seed, "seed", 1, "the first board is that of seed `N`")
	flags.StringVar(&o.Grade, "grade", "", "only boards that are as hard as `GRADE`: "+strings.Join(puzzle.Grades(), ", "))
	flags.StringVar(&o.Format, "format", "", "print or write them as `FORMAT`: "+strings.Join(generate.Formats, ", ")+" (default: that of --out, else grid)")
	flags.StringVar(&o.Out, "out", "", "write to `PATH`, a file or for several pictures a folder (default: standard output)")
	addForceFlag(cmd, &o.Force, "out")
	// Only an unknown flag makes these fail.
	_ = cmd.MarkFlagFilename("out")
	_ = cmd.RegisterFlagCompletionFunc("grade", values(puzzle.Grades()...))
	_ = cmd.RegisterFlagCompletionFunc("format", values(generate.Formats...))
	return cmd
}
