package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
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
		RunE:    func(cmd *cobra.Command, args []string) error { return writeManual(cmd.Root(), args[0]) },
	}
}

// writeManual writes a page for a command and for each below it.
func writeManual(c *cobra.Command, dir string) error {
	date, err := manualDate()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Unwritable(dir, err)
	}
	path := filepath.Join(dir, pageName(c)+".1")
	page := atomicfile.File{Path: path, Data: md2man.Render([]byte(manualPage(c, date)))}
	if err := atomicfile.WriteFiles(atomicfile.Public, page); err != nil {
		return fault.Unwritable(path, err)
	}
	for _, sub := range documented(c) {
		if err := writeManual(sub, dir); err != nil {
			return err
		}
	}
	return nil
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
		return time.Time{}, fault.Newf(fault.Failed, "set it to seconds since 1970, as 'date +%s' prints them", "SOURCE_DATE_EPOCH is %q, which is no time", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// documented returns the commands below c that have a page.
func documented(c *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manualPage returns the page of a command in the Markdown of md2man.
func manualPage(c *cobra.Command, date time.Time) string {
	c.InitDefaultHelpFlag()
	var page strings.Builder
	fmt.Fprintf(&page, "%% %q \"1\" %q %q \"User Commands\"\n", strings.ToUpper(pageName(c)), date.Format(time.DateOnly), strings.TrimSpace("autoqueens "+version))
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&page, "\n# %s\n%s\n", title, text)
		}
	}
	section("NAME", filled(pageName(c)+" - "+c.Short))
	section("SYNOPSIS", "**"+c.CommandPath()+"**"+escapeMarkdown(strings.TrimPrefix(c.UseLine(), c.CommandPath())))
	section("DESCRIPTION", manualText(c.Long))
	if !c.HasParent() {
		section("ENVIRONMENT", manualText(manualEnvironment))
		section("FILES", manualText(manualFiles))
	}
	section("OPTIONS", manualFlags(c.NonInheritedFlags()))
	section("GLOBAL OPTIONS", manualFlags(c.InheritedFlags()))
	section("EXAMPLES", manualText(c.Example))
	var others []string
	if c.HasParent() {
		others = append(others, "**"+pageName(c.Parent())+"**(1)")
	}
	for _, sub := range documented(c) {
		others = append(others, "**"+pageName(sub)+"**(1)")
	}
	section("SEE ALSO", strings.Join(others, ",\n"))
	return page.String()
}

// What --help leaves out, because it is long enough.
const (
	manualEnvironment = `  DISPLAY             the X11 display to look at and to click on
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

// manualText turns the text of --help into Markdown. Lines that are indented
// stay as they are. The heading above the exit statuses becomes that of a
// section, which is what manual pages have for them.
func manualText(text string) string {
	var out strings.Builder
	verbatim := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, "  "); indented != verbatim {
			out.WriteByte('\n') // Markdown wants an empty line around them
			verbatim = indented
		}
		switch {
		case verbatim:
			out.WriteString("  " + line)
		case line == "Exit status:":
			out.WriteString("# EXIT STATUS")
		default:
			out.WriteString(escapeMarkdown(line))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// manualFlags returns flags as a list of definitions.
func manualFlags(flags *pflag.FlagSet) string {
	var out strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		name := "**--" + f.Name + "**"
		if f.Shorthand != "" {
			name = "**-" + f.Shorthand + "**, " + name
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			name += " *" + value + "*"
		}
		// What pflag leaves out of --help as well.
		if !slices.Contains([]string{"", "false", "0", "0s", "[]"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(&out, "%s\n:   %s\n\n", name, filled(usage))
	})
	return out.String()
}

// filled returns a paragraph in lines that are no wider than those of --help.
func filled(text string) string { return ansi.Wordwrap(escapeMarkdown(text), 76, "") }

// special are the characters that Markdown would take for its own.
var special = regexp.MustCompile("[\\\\`*_{}<>#|~\\[\\]]")

func escapeMarkdown(text string) string { return special.ReplaceAllString(text, `\$0`) }
