package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/vision/screen"
)

func newProfilesCommand() *cobra.Command {
	var asJSON bool
	list := func(cmd *cobra.Command, _ []string) error { return listProfiles(cmd, asJSON) }
	cmd := &cobra.Command{
		Use:   "profiles",
		Short: "List, show, copy and delete what calibrate has saved",
		Long: `List the saved profiles, or show, copy or delete one. A profile keeps where a
game is on the screen and how it is clicked; "autoqueens calibrate" makes one,
and "play --profile NAME" uses it. The one called default is used where none
is named.

The list tells for each profile whether the display it was made for is still
as it was. After a change of resolution or of monitors it is not: calibrate
again.`,
		Example: `  autoqueens profiles
  autoqueens profiles show clone
  autoqueens profiles copy default clone
  autoqueens profiles delete clone
  autoqueens profiles --json | jq -r .name`,
		Args: cobra.NoArgs,
		RunE: list,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each profile")
	listing := &cobra.Command{
		Use: "list", Short: "List the profiles", Args: cobra.NoArgs, RunE: list,
		Example: "  autoqueens profiles list --json",
	}
	listing.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each profile")
	cmd.AddCommand(listing, newProfilesShow(), newProfilesCopy(), newProfilesDelete())
	return cmd
}

func newProfilesShow() *cobra.Command {
	return &cobra.Command{
		Use:               "show [NAME]",
		Short:             "Print what a profile says (the default one where no name is given)",
		Example:           "  autoqueens profiles show clone",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeProfiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return showProfile(cmd, append(args, calibrate.DefaultName)[0])
		},
	}
}

func newProfilesCopy() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "copy FROM TO",
		Short: "Copy a profile to another name",
		Long: `Copy a profile to another name. A profile that has that name already is
replaced only with --force.`,
		Example:           "  autoqueens profiles copy default clone",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeProfiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return copyProfile(cmd, args[0], args[1], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace a profile of that name")
	return cmd
}

func newProfilesDelete() *cobra.Command {
	return &cobra.Command{
		Use:               "delete NAME...",
		Aliases:           []string{"rm"},
		Short:             "Delete profiles",
		Example:           "  autoqueens profiles delete clone old",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeProfiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return deleteProfiles(cmd, args) },
	}
}

// profileLine is a profile as 'profiles --json' prints it. Scripts rely on it.
type profileLine struct {
	Name    string       `json:"name"`
	File    string       `json:"file"`
	Problem string       `json:"problem,omitempty"` // why it cannot be used; the rest is left out then
	Fits    *bool        `json:"fits,omitempty"`    // whether its display is as it was; left out where no screen can be seen
	Display *displayLine `json:"display,omitempty"`
	Region  *areaLine    `json:"region,omitempty"`
	Size    int          `json:"size,omitempty"`
	Clicks  int          `json:"clicks,omitempty"`
	Pace    string       `json:"pace,omitempty"`
	Button  *placeLine   `json:"start_button,omitempty"`
	Saved   *time.Time   `json:"saved,omitempty"`
}

type displayLine struct {
	Index int    `json:"index"`
	Name  string `json:"name,omitempty"`
	areaLine
}

type areaLine struct {
	placeLine
	Width  int `json:"width"`
	Height int `json:"height"`
}

type placeLine struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// listProfiles prints every profile. One that cannot be used is in the list with
// what is wrong with it: that is no failure of the list.
func listProfiles(cmd *cobra.Command, asJSON bool) error {
	names, err := calibrate.List()
	if err != nil {
		return err
	}
	displays := displaysNow()
	if asJSON {
		lines := json.NewEncoder(cmd.OutOrStdout())
		for _, name := range names {
			if err := lines.Encode(describeProfile(name, displays)); err != nil {
				return fault.Unwritable("the output", err)
			}
		}
		return nil
	}
	w := words(cmd)
	if len(names) == 0 {
		fmt.Fprintln(w, "No profile is saved yet; 'autoqueens calibrate' makes one.")
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tBOARD\tREGION\tDISPLAY\tCLICKS\tPACE\tSAVED\tSCREEN")
	for _, name := range names {
		fmt.Fprintln(table, profileRow(describeProfile(name, displays)))
	}
	return fault.Unwritable("the output", table.Flush())
}

func profileRow(l profileLine) string {
	if l.Problem != "" {
		return l.Name + "\t" + l.Problem
	}
	board, fits := "-", "-"
	if l.Size > 0 {
		board = fmt.Sprintf("%d x %d", l.Size, l.Size)
	}
	if l.Fits != nil {
		fits = pick(map[bool]int{true: 1}[*l.Fits], "as it was", "changed")
	}
	r, d := l.Region, l.Display
	return strings.Join([]string{
		l.Name, board, fmt.Sprintf("%d,%d,%d,%d", r.X, r.Y, r.Width, r.Height),
		fmt.Sprintf("%d, %d x %d", d.Index, d.Width, d.Height),
		fmt.Sprint(l.Clicks), l.Pace, l.Saved.Local().Format(time.DateTime), fits,
	}, "\t")
}

// describeProfile says what is in a profile. displays are those of now, nil
// where no screen can be seen.
func describeProfile(name string, displays []screen.Display) profileLine {
	line := profileLine{Name: name}
	line.File, _ = calibrate.Path(name) // the name is one that List returned
	p, err := calibrate.Load(name)
	if err != nil {
		line.Problem = oneLine(err.Error())
		return line
	}
	if displays != nil {
		fits := p.Fits(displays) == nil
		line.Fits = &fits
	}
	b, r := p.Display.Bounds, p.Region
	line.Display = &displayLine{p.Display.Index, p.Display.Name, areaLine{placeLine{b.Min.X, b.Min.Y}, b.Dx(), b.Dy()}}
	line.Region = &areaLine{placeLine{r.Min.X, r.Min.Y}, r.Dx(), r.Dy()}
	line.Size, line.Clicks, line.Pace, line.Saved = p.Size, p.Clicks, p.Pace, &p.Saved
	if p.Start != nil {
		line.Button = &placeLine{p.Start.At.X, p.Start.At.Y}
	}
	return line
}

// displaysNow returns the displays of this session, nil where there are none to
// be seen: a list is of use without them.
func displaysNow() []screen.Display {
	displays, err := screen.List()
	if err != nil {
		return nil
	}
	return displays
}

// showProfile prints what a profile says.
func showProfile(cmd *cobra.Command, name string) error {
	path, err := calibrate.Path(name)
	if err != nil {
		return err
	}
	p, err := calibrate.Load(name)
	if err != nil {
		return err
	}
	w := words(cmd)
	fmt.Fprintf(w, "Profile   %s, saved %s\n", p.Name, p.Saved.Local().Format(time.DateTime))
	display := fmt.Sprint(p.Display.Index)
	if p.Display.Name != "" {
		display += " (" + p.Display.Name + ")"
	}
	fmt.Fprintf(w, "Display   %s, %s\n", display, rectWords(p.Display.Bounds))
	fmt.Fprintf(w, "Region    %s\n", rectWords(p.Region))
	fmt.Fprintf(w, "Mapping   %g x %g pointer points a pixel, from %g,%g\n", p.Mapping.ScaleX, p.Mapping.ScaleY, p.Mapping.PointerOrigin.X, p.Mapping.PointerOrigin.Y)
	if p.Size > 0 {
		fmt.Fprintf(w, "Board     %d x %d when it was saved\n", p.Size, p.Size)
	}
	fmt.Fprintf(w, "Clicks    %d to a queen, pace %s\n", p.Clicks, p.Pace)
	if p.Start != nil {
		fmt.Fprintf(w, "Button    %d,%d opens the next board\n", p.Start.At.X, p.Start.At.Y)
	}
	if displays := displaysNow(); displays != nil {
		writeFit(w, p, displays)
	}
	fmt.Fprintf(w, "File      %s\n", path)
	names, err := calibrate.List()
	if err != nil {
		return err
	}
	if len(names) > 1 {
		fmt.Fprintf(w, "Profiles  %s\n", strings.Join(names, ", "))
	}
	return nil
}

// writeFit tells whether a profile still fits the screen.
func writeFit(w io.Writer, p *calibrate.Profile, displays []screen.Display) {
	err := p.Fits(displays)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		fmt.Fprintf(w, "Screen    %s; %s\n", f.What, f.Advice)
		return
	}
	fmt.Fprintf(w, "Screen    the display is as it was when the profile was saved\n")
}

// copyProfile copies a profile and the picture beside it.
func copyProfile(cmd *cobra.Command, from, to string, force bool) error {
	source, err := calibrate.Path(from)
	if err != nil {
		return err
	}
	target, err := calibrate.Path(to)
	if err != nil {
		return err
	}
	if from == to {
		return fault.New(fault.Failed, fmt.Sprintf("the profile %q cannot be copied to itself", from), "give the copy another name")
	}
	p, err := calibrate.Load(from)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(target); !force && !errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Failed, fmt.Sprintf("there is a profile %q already", to), "choose another name, or replace it with --force")
	}
	p.Name = to
	if _, err := p.Save(); err != nil {
		return err
	}
	fmt.Fprintf(words(cmd), "Copied    %s to %s\nSaved     %s\n", from, to, target)
	picture, err := os.ReadFile(overlayPath(source))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.WriteFile(overlayPath(target), picture, 0o600)
	}
	return fault.Unwritable(overlayPath(target), err)
}

// deleteProfiles deletes profiles with the pictures beside them: all of them or,
// where one of the names is none, nothing.
func deleteProfiles(cmd *cobra.Command, names []string) error {
	var paths []string
	for _, name := range names {
		path, err := calibrate.Path(name)
		if err != nil {
			return err
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return fault.Newf(fault.Failed, "'autoqueens profiles' lists them; nothing was deleted", "there is no profile %q", name)
		}
		paths = append(paths, path)
	}
	for i, name := range names {
		// A name that was given twice is gone the second time.
		if err := calibrate.Delete(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.Remove(overlayPath(paths[i])); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault.Wrap(err, fault.Failed, fmt.Sprintf("the picture %s cannot be deleted: %v", overlayPath(paths[i]), err), "delete the file by hand")
		}
		fmt.Fprintf(words(cmd), "Deleted   %s\n", name)
	}
	return nil
}
