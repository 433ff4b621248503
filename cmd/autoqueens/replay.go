package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/record"
	"autoqueens/vision/games"
)

func newReplayCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:        "replay DIR",
		SuggestFor: []string{"record"}, // which "play --record" does
		Short:      "Run a recording again, without a screen or a mouse",
		Long: `Run what "play --record DIR" recorded again: the same pictures are read and the
same decisions made, without a screen and without a mouse. It tells how it goes
now, and fails with status 1 where that is another way than then: another
reading, another click, another end.

A recording of a failure is a test of whatever is done about it.`,
		Example: `  autoqueens play --record tape
  autoqueens replay tape
  autoqueens replay tape --verbose   # with the reason of every decision`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := record.Open(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			// How it ended is among the events, and is compared with them.
			p := r.Player(games.Reader{}, reporter(cmd, words(cmd), asJSON))
			p.Why = reasons(cmd)
			_, ended := p.Run(cmd.Context())
			if cmd.Context().Err() != nil {
				return ended
			}
			if differs := r.Differs(); differs != "" {
				return fault.Plain("it goes another way than in the recording: "+differs,
					"if that is for the better, record it again; otherwise a change of the program did it")
			}
			if !asJSON {
				how := "with success"
				if f, ok := errors.AsType[*fault.Error](ended); ok {
					how = fmt.Sprintf("with status %d: %s", exit.StatusOf(f), f.What)
				}
				made := printable.Count(r.Clicks(), "click")
				if r.Drags() > 0 {
					made += " and " + printable.Count(r.Drags(), "drag")
				}
				printable.Fprintf(words(cmd), "Same      as in the recording: %s, and it ends %s\n", made, how)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each event")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return cmd
}
