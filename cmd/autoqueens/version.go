package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"autoqueens/input"
)

// version is set by the build with -ldflags "-X main.version=v1.2.3".
var version string

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and what it was built with",
		Long: `Print the version, the commit it was built from and that commit's date, and the
version of Go and the system it was built for. Put it into a report of a bug. With
--verbose the settings of the build and the modules in it follow, on stderr.`,
		Example: "  autoqueens version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine(info))
			if info != nil {
				fmt.Fprint(details(cmd), info)
			}
			return err
		},
	}
}

// versionLine puts what the build knows of itself into one line.
func versionLine(info *debug.BuildInfo) string {
	v, commit, built := programVersion(info), "", ""
	if info != nil {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				commit = s.Value[:min(12, len(s.Value))]
			case "vcs.time":
				built = s.Value
			case "vcs.modified":
				if s.Value == "true" && commit != "" {
					commit += "+changes"
				}
			}
		}
	}
	if v == "" {
		v = "(devel)"
	}
	line := "autoqueens " + v
	if commit != "" {
		line += ", commit " + commit
	}
	if built != "" {
		line += " of " + built
	}
	line = fmt.Sprintf("%s, %s %s/%s", line, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if !input.Supported {
		line += ", without the mouse"
	}
	return line
}

// programVersion returns the version that the program was built as, "" where
// the build knows none.
func programVersion(info *debug.BuildInfo) string {
	if version == "" && info != nil {
		return info.Main.Version
	}
	return version
}
