package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/vision/screen"
)

// place is where to look for a board, as the flags give it.
type place struct {
	region  string
	display int
	profile string
}

func (p *place) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&p.region, "region", "", "look only at `X,Y,W,H`, a part of the desktop in pixels: left, top, width, height")
	flags.IntVar(&p.display, "display", -1, "look only at display `N`, counted from 0 ('autoqueens doctor' lists them)")
	flags.Lookup("display").DefValue = "0" // keeps "-1" for none out of the help
	flags.StringVar(&p.profile, "profile", "", "use the profile `NAME` that 'autoqueens calibrate' saved")
	cmd.MarkFlagsMutuallyExclusive("region", "display")
	_ = cmd.RegisterFlagCompletionFunc("profile", completeProfiles)
	_ = cmd.RegisterFlagCompletionFunc("display", completeDisplays)
	_ = cmd.RegisterFlagCompletionFunc("region", nothing)
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
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(d.Index), strings.TrimSpace(d.Name+" "+rectWords(d.Bounds))))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// check looks at the flags alone, before anything is opened.
func (p *place) check() error {
	if _, err := p.rectangle(); p.region != "" && err != nil {
		return err
	}
	return nil
}

// farthest is a coordinate that no desktop reaches.
const farthest = 1 << 20

// far tells whether a coordinate is on no desktop.
func far(v int) bool { return v < -farthest || v > farthest }

// rectangle returns the region asked for.
func (p *place) rectangle() (image.Rectangle, error) {
	var n [4]int
	fields := strings.Split(p.region, ",")
	for i, field := range fields {
		v, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || i >= len(n) || far(v) {
			return image.Rectangle{}, badRegion(p.region)
		}
		n[i] = v
	}
	if len(fields) != len(n) || n[2] <= 0 || n[3] <= 0 {
		return image.Rectangle{}, badRegion(p.region)
	}
	return image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]), nil
}

func badRegion(s string) error {
	return fault.Newf(fault.Failed, "give left, top, width and height in pixels, for example --region 700,200,450,450",
		"%q is not a region", s)
}

// load returns the profile to use: the one asked for, or else the default one
// if there is one and no other place is asked for. A profile that is damaged
// is an error either way: it was made to be used.
func (p *place) load() (*calibrate.Profile, error) {
	if p.profile != "" {
		return calibrate.Load(p.profile)
	}
	if p.region != "" || p.display >= 0 {
		return nil, nil
	}
	profile, err := calibrate.Load(calibrate.DefaultName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return profile, err
}

// open opens the screen and returns where on it to look; see views. The caller
// closes the source, which serves as long as ctx lasts.
func (p *place) open(ctx context.Context, profile *calibrate.Profile, notes io.Writer) (screen.Source, []player.View, error) {
	source, err := screen.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	displays, err := source.Displays()
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	views, err := p.views(displays, profile, notes)
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	return source, views, nil
}

// views returns where to look, in order: at the region, the display, or the
// profile's region and then every display. notes is told when a profile that
// nobody asked for is passed over.
func (p *place) views(displays []screen.Display, profile *calibrate.Profile, notes io.Writer) ([]player.View, error) {
	if profile != nil {
		if err := profile.Fits(displays); err != nil {
			if p.profile != "" {
				return nil, err
			}
			f, _ := errors.AsType[*fault.Error](err)
			fmt.Fprintf(notes, "note: %s; looking at every display instead\n", oneLine(f.What))
			profile = nil
		}
	}
	switch {
	case p.region != "":
		r, err := p.rectangle()
		if err != nil {
			return nil, err
		}
		d, ok := screen.At(displays, r)
		if !ok || !r.In(screen.Desktop(displays)) {
			return nil, fault.Newf(fault.Failed, "the desktop is "+rectWords(screen.Desktop(displays))+"; 'autoqueens doctor' lists the displays",
				"the region %s is not on the screen", p.region)
		}
		return []player.View{viewOf("region "+p.region, d, r.Intersect(d.Bounds), mappingOf(d, profile))}, nil
	case p.display >= 0:
		for _, d := range displays {
			if d.Index == p.display {
				return []player.View{viewOf(displayName(d), d, d.Bounds, mappingOf(d, profile))}, nil
			}
		}
		return nil, fault.Newf(fault.Failed, fmt.Sprintf("displays count from 0 to %d here; 'autoqueens doctor' lists them", len(displays)-1),
			"there is no display %d", p.display)
	}
	var views []player.View
	if profile != nil {
		if d, ok := screen.At(displays, profile.Region); ok {
			views = append(views, viewOf("profile "+profile.Name, d, profile.Region, profile.Mapping))
		}
	}
	for _, d := range displays {
		views = append(views, viewOf(displayName(d), d, d.Bounds, mappingOf(d, profile)))
	}
	return views, nil
}

func viewOf(name string, d screen.Display, area image.Rectangle, m calibrate.Mapping) player.View {
	return player.View{Name: name, Display: d.Index, Area: area, Screen: d.Bounds, Mapping: m, Doubtful: m != calibrate.FromDisplay(d)}
}

// mappingOf returns the mapping of a display: the checked one of the profile
// where it is the profile's display.
func mappingOf(d screen.Display, profile *calibrate.Profile) calibrate.Mapping {
	if profile != nil && profile.Display.Bounds == d.Bounds {
		return profile.Mapping
	}
	return calibrate.FromDisplay(d)
}

func displayName(d screen.Display) string { return "display " + strconv.Itoa(d.Index) }

// rectWords writes a rectangle the way --region takes it.
func rectWords(r image.Rectangle) string {
	return fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}
