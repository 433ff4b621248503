package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/place"
	"autoqueens/vision/screen"
)

// addPlaceFlags adds the flags that say where to look for a board.
func addPlaceFlags(cmd *cobra.Command, p *place.Place) {
	flags := cmd.Flags()
	flags.StringVar(&p.Region, "region", "", "look only at `X,Y,W,H`, a part of the desktop in pixels: left, top, width, height")
	p.Display = place.Anywhere.Display
	flags.Var((*displayNumber)(&p.Display), "display", "look only at display `N`, counted from 0 ('autoqueens doctor' lists them)")
	flags.Lookup("display").DefValue = "0" // keeps what stands for none out of the help
	flags.StringVar(&p.Profile, "profile", "", "use the profile `NAME` that 'autoqueens calibrate' saved")
	cmd.MarkFlagsMutuallyExclusive("region", "display")
	addCaptureFlag(cmd, &p.Capture)
	_ = cmd.RegisterFlagCompletionFunc("profile", completeProfiles)
	_ = cmd.RegisterFlagCompletionFunc("display", completeDisplays)
	_ = cmd.RegisterFlagCompletionFunc("region", nothing)
}

// displayNumber is the number of a display as a flag.
type displayNumber int

func (n *displayNumber) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, 31)
	if err == nil {
		*n = displayNumber(v)
	}
	return err
}

func (n *displayNumber) String() string { return strconv.Itoa(int(*n)) }

func (*displayNumber) Type() string { return "int" }

// addCaptureFlag adds the flag that insists on a way to capture.
func addCaptureFlag(cmd *cobra.Command, way *string) {
	names := screen.WayNames()
	cmd.Flags().StringVar(way, "capture", "", "see the screen by `WAY` alone: "+strings.Join(names, ", ")+" (default: the first that serves)")
	_ = cmd.RegisterFlagCompletionFunc("capture", values(names...))
}

// addInputFlag adds the flag that insists on a way to use the mouse.
func addInputFlag(cmd *cobra.Command, way *string) {
	names := input.Ways()
	cmd.Flags().StringVar(way, "input", "", "use the mouse by `WAY` alone: "+strings.Join(names, ", ")+" (default: the first that serves)")
	_ = cmd.RegisterFlagCompletionFunc("input", values(names...))
}

func completeProfiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	names, _ := calibrate.List()
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeDisplays completes the displays that there are now.
func completeDisplays(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	displays, err := screen.List()
	if err != nil {
		return nothing(nil, nil, "")
	}
	var out []cobra.Completion
	for _, d := range displays {
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(d.Index), strings.TrimSpace(d.Name+" "+place.Words(d.Bounds))))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
