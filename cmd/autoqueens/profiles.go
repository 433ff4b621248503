package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
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
		return fault.Plain(fmt.Sprintf("the profile %q cannot be copied to itself", from), "give the copy another name")
	}
	p, err := calibrate.Load(from)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(target); !force && !errors.Is(err, fs.ErrNotExist) {
		return fault.Plain(fmt.Sprintf("there is a profile %q already", to), "choose another name, or replace it with --force")
	}
	p.Name = to
	if _, err := p.Save(); err != nil {
		return err
	}
	printable.Fprintf(words(cmd), "Copied    %s to %s\nSaved     %s\n", from, to, target)
	picture, err := os.ReadFile(overlayPath(source))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fault.Unwritable(overlayPath(target), err)
	}
	return writeBytes(overlayPath(target), picture)
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
			return fault.Plainf("'autoqueens profiles' lists them; nothing was deleted", "there is no profile %q", name)
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
		printable.Fprintf(words(cmd), "Deleted   %s\n", name)
	}
	return nil
}
