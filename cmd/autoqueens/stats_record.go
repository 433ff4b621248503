package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/history"
	"autoqueens/internal/player"
	"autoqueens/internal/userdirs"
)

// historyFile returns where the history is kept.
func historyFile() (string, error) { return userdirs.State("history.db") }

// historySwitch is the environment variable that turns the history off.
const historySwitch = "AUTOQUEENS_HISTORY"

// historyOff tells whether the person wants no history.
func historyOff() bool {
	switch strings.ToLower(os.Getenv(historySwitch)) {
	case "off", "0", "no", "false":
		return true
	}
	return false
}

// recordIn lets boards be noticed as they end, and written down in the history
// if they are to be kept. What goes wrong with that is a note and keeps nobody
// from playing.
func recordIn(cmd *cobra.Command, p *player.Player, profile *calibrate.Profile, kept bool) *history.Recorder {
	info, _ := debug.ReadBuildInfo()
	r := &history.Recorder{
		Command: cmd.Name(), Program: programVersion(info), Profile: profileOn(profile, p.Views),
		Note: func(line string) { note(cmd, line) },
	}
	if kept {
		path, err := historyFile()
		if err != nil {
			r.Note(err.Error())
		}
		r.Path = path
	}
	r.Wrap(p)
	return r
}

// profileOn returns what names the profile that holds on a display, if any does.
func profileOn(profile *calibrate.Profile, views []player.View) func(display int) string {
	return func(display int) string {
		for _, v := range views {
			if profile != nil && v.Display == display && v.Screen == profile.Display.Bounds {
				return profile.Name
			}
		}
		return ""
	}
}
