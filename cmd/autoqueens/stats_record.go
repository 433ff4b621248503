package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/history"
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

// recorder returns what notices boards as they end, and writes them down in the
// history if they are to be kept. What goes wrong with that is a note and keeps nobody
// from playing.
func recorder(cmd *cobra.Command, kept bool) history.Recorder {
	info, _ := debug.ReadBuildInfo()
	r := history.Recorder{Command: cmd.Name(), Program: programVersion(info)}
	if kept {
		path, err := historyFile()
		if err != nil {
			note(cmd, err.Error())
		}
		r.Path = path
	}
	return r
}
