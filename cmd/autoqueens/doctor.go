package main

import (
	"github.com/spf13/cobra"

	"autoqueens/internal/doctor"
)

func newDoctorCommand() *cobra.Command {
	var asJSON, ask bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what would keep it from seeing or clicking",
		Long: `Look at this machine and session and tell what would keep the program from
seeing the screen or clicking, and what to do about it. Nothing is moved,
pressed or changed.

Where the desktop might ask you first, as those of GNOME and KDE do in Wayland
sessions, no picture is taken either and the mouse is not borrowed; only the desktop
portal is asked whether it would. With --ask both are tried, and the desktop asks you.

Each line begins with ok, warn or fail. The exit status is 0 where a board can
be played and 8 where it cannot. With --verbose the facts stand before them, on
stderr.`,
		Example: `  autoqueens doctor
  autoqueens doctor --ask               # try what the desktop asks you about, too
  autoqueens doctor --json              # for a script
  autoqueens doctor --quiet && autoqueens play`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			facts := doctor.Examine(cmd.Context(), ask)
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
	cmd.Flags().BoolVar(&ask, "ask", false, "try also what the desktop asks you about: pictures and the mouse in a Wayland session")
	return cmd
}
