// Package manpage writes the manual pages of a command from its help: the same words, for
// man(1).
package manpage

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
)

// Manual is what the pages say beside the help of the commands.
type Manual struct {
	Version string    // of the program
	Date    time.Time // on the pages
	// Environment and Files are the sections of these names on the page of the root
	// command, in the form of a help text: lines that are indented stay as they are.
	Environment, Files string
}

// Write writes a page for a command, and for each below it, into dir, which is made
// where there is none. The error is a [fault.Error].
func (m Manual) Write(c *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Unwritable(dir, err)
	}
	path := filepath.Join(dir, pageName(c)+".1")
	page := atomicfile.File{Path: path, Data: md2man.Render([]byte(m.page(c)))}
	if err := atomicfile.WriteFiles(atomicfile.Public, page); err != nil {
		return fault.Unwritable(path, err)
	}
	for _, sub := range Documented(c) {
		if err := m.Write(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

// Documented returns the commands below c that have a page.
func Documented(c *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page returns the page of a command in the Markdown of md2man.
func (m Manual) page(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	var page strings.Builder
	fmt.Fprintf(&page, "%% %q \"1\" %q %q \"User Commands\"\n", strings.ToUpper(pageName(c)), m.Date.Format(time.DateOnly), strings.TrimSpace(c.Root().Name()+" "+m.Version))
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&page, "\n# %s\n%s\n", title, text)
		}
	}
	section("NAME", filled(pageName(c)+" - "+c.Short))
	section("SYNOPSIS", "**"+c.CommandPath()+"**"+escapeMarkdown(strings.TrimPrefix(c.UseLine(), c.CommandPath())))
	section("DESCRIPTION", markdown(c.Long))
	if !c.HasParent() {
		section("ENVIRONMENT", markdown(m.Environment))
		section("FILES", markdown(m.Files))
	}
	section("OPTIONS", flagList(c.NonInheritedFlags()))
	section("GLOBAL OPTIONS", flagList(c.InheritedFlags()))
	section("EXAMPLES", markdown(c.Example))
	var others []string
	if c.HasParent() {
		others = append(others, "**"+pageName(c.Parent())+"**(1)")
	}
	for _, sub := range Documented(c) {
		others = append(others, "**"+pageName(sub)+"**(1)")
	}
	section("SEE ALSO", strings.Join(others, ",\n"))
	return page.String()
}

// markdown turns the text of --help into Markdown. Lines that are indented
// stay as they are. The heading above the exit statuses becomes that of a
// section, which is what manual pages have for them.
func markdown(text string) string {
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

// flagList returns flags as a list of definitions.
func flagList(flags *pflag.FlagSet) string {
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
