package main

import (
	"github.com/spf13/cobra"

	"autoqueens/internal/doctor"
)

func newDoctorCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what would keep it from seeing or clicking",
		Long: `Look at this machine and session and tell what would keep the program from
seeing the screen or clicking, and what to do about it. Nothing is moved,
pressed or changed.

In a Wayland session no picture is taken either, since the desktop might ask you
for one; only the desktop portal is asked whether it would.

Each line begins with ok, warn or fail. The exit status is 0 where a board can
be played and 8 where it cannot. With --verbose the facts stand before them, on
stderr.`,
		Example: `  autoqueens doctor
  autoqueens doctor --json              # for a script
  autoqueens doctor --quiet && autoqueens play`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			facts := doctor.Examine(cmd.Context())
			if err := facts.Write(details(cmd)); err != nil {
				return err
			}
			report := doctor.Judge(facts)
			if asJSON {
				if err := jsonLines(cmd).Encode(report); err != nil {
					return err
				}
			} else if err := report.Write(words(cmd)); err != nil {
				return err
			}
			return report.Err()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as one line of JSON")
	return cmd
}
