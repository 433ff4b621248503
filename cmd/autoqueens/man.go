package main

import (
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/manpage"
)

// newManCommand returns the command that 'make man' runs.
func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages into a folder",
		Long: `Write the manual pages, one for each command, into a folder, which is made where
there is none. They say the same as --help.

The date on them is today's, or that of SOURCE_DATE_EPOCH where it is set: then
the same version writes the same bytes everywhere.`,
		Example: "  autoqueens man ~/.local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		Hidden:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			date, err := manualDate()
			if err != nil {
				return err
			}
			m := manpage.Manual{Version: version, Date: date, Environment: manualEnvironment, Files: manualFiles}
			return m.Write(cmd.Root(), args[0])
		},
	}
}

// manualDate returns the date of the pages, which does not depend on the time
// zone. See https://reproducible-builds.org/specs/source-date-epoch/.
func manualDate() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return time.Now().UTC(), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fault.Plainf("set it to seconds since 1970, as 'date +%s' prints them", "SOURCE_DATE_EPOCH is %q, which is no time", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// What --help leaves out, because it is long enough.
const (
	manualEnvironment = `  DISPLAY             the X11 display to look at and to click on
  WAYLAND_DISPLAY, XDG_RUNTIME_DIR
                      where the compositor of a Wayland session answers
  DBUS_SESSION_BUS_ADDRESS
                      the bus over which GNOME and KDE lend mouse and screen
  NO_COLOR            where it is set, boards are printed as letters
  TERM, COLORTERM     how many colours the terminal has
  LC_ALL, LANG        whether it shows UTF-8
  AUTOQUEENS_HISTORY  off: the boards that were played are not written down
  SOURCE_DATE_EPOCH   the date of the manual, in seconds since 1970`
	manualFiles = `  $XDG_CONFIG_HOME/autoqueens/profiles/   what calibrate saved
  $XDG_STATE_HOME/autoqueens/             the boards that were played, and in
                                          failures/ pictures of the last failures
  $XDG_CACHE_HOME/autoqueens/             pictures that hint and demo drew

Where these are not set, they are ~/.config, ~/.local/state and ~/.cache.`
)
