package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision/screen"
)

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
	Buttons []placeLine  `json:"start_buttons,omitempty"`
	// GameButtons are those of games, by the game's name.
	GameButtons map[string]placeLine `json:"game_buttons,omitempty"`
	Ways        map[string]string    `json:"ways,omitempty"` // by game, how moves are made
	Pad         []placeLine          `json:"pad,omitempty"`  // of the digits from 1 on
	Saved       *time.Time           `json:"saved,omitempty"`
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
		lines := jsonLines(cmd)
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
	fmt.Fprintln(table, "NAME\tBOARD\tREGION\tDISPLAY\tCLICKS\tPACE\tSAVED\tSTATE")
	for _, name := range names {
		fmt.Fprintln(table, profileRow(describeProfile(name, displays)))
	}
	return fault.Unwritable("the output", table.Flush())
}

func profileRow(l profileLine) string {
	if l.Problem != "" { // in the last column, which may be as wide as it likes
		return l.Name + strings.Repeat("\t-", 6) + "\t" + l.Problem
	}
	board, fits := "-", "-"
	if l.Size > 0 {
		board = fmt.Sprintf("%d x %d", l.Size, l.Size)
	}
	if l.Fits != nil {
		fits = pick(map[bool]int{true: 1}[*l.Fits], "screen as it was", "screen changed")
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
		line.Problem = printable.OneLine(err.Error())
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
	for _, start := range p.Starts {
		line.Buttons = append(line.Buttons, placeLine{start.At.X, start.At.Y})
	}
	line.Ways = p.Ways
	for _, b := range p.Pad {
		line.Pad = append(line.Pad, placeLine{b.At.X, b.At.Y})
	}
	for name, start := range p.GameStarts {
		if line.GameButtons == nil {
			line.GameButtons = map[string]placeLine{}
		}
		line.GameButtons[name] = placeLine{start.At.X, start.At.Y}
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
	printable.Fprintf(w, "Profile   %s, saved %s\n", p.Name, p.Saved.Local().Format(time.DateTime))
	display := fmt.Sprint(p.Display.Index)
	if p.Display.Name != "" {
		display += " (" + p.Display.Name + ")"
	}
	printable.Fprintf(w, "Display   %s, %s\n", display, place.Words(p.Display.Bounds))
	printable.Fprintf(w, "Region    %s\n", place.Words(p.Region))
	fmt.Fprintf(w, "Mapping   %g x %g pointer points a pixel, from %g,%g\n", p.Mapping.ScaleX, p.Mapping.ScaleY, p.Mapping.PointerOrigin.X, p.Mapping.PointerOrigin.Y)
	if p.Size > 0 {
		fmt.Fprintf(w, "Board     %d x %d when it was saved\n", p.Size, p.Size)
	}
	printable.Fprintf(w, "Clicks    %d to a queen, pace %s\n", p.Clicks, p.Pace)
	for _, start := range p.Starts {
		fmt.Fprintf(w, "Button    %d,%d is clicked to come to a board\n", start.At.X, start.At.Y)
	}
	for _, g := range gamesolver.All() {
		if start, ok := p.GameStarts[g.Name]; ok {
			fmt.Fprintf(w, "Button    %d,%d is clicked to come to a board of %s\n", start.At.X, start.At.Y, g.Title)
		}
		if way, ok := p.Ways[g.Name]; ok {
			fmt.Fprintf(w, "Way       %s is played by %s%s\n", g.Title, way, padOf(way, len(p.Pad)))
		}
	}
	if n := len(p.Pad); n > 0 {
		fmt.Fprintf(w, "Pad       the buttons of 1 to %d are known, from %d,%d on\n", n, p.Pad[0].At.X, p.Pad[0].At.Y)
	}
	if displays := displaysNow(); displays != nil {
		writeFit(w, p, displays)
	}
	printable.Fprintf(w, "File      %s\n", path)
	names, err := calibrate.List()
	if err != nil {
		return err
	}
	if len(names) > 1 {
		printable.Fprintf(w, "Profiles  %s\n", strings.Join(names, ", "))
	}
	return nil
}

// padOf says on which boards a game is played by the buttons of a pad of which so many are known.
func padOf(way string, known int) string {
	switch {
	case player.Way(way) != player.ByPad || known >= calibrate.MaxPad:
		return ""
	case known == 0:
		return " once its buttons are shown: autoqueens calibrate --pad pointer"
	}
	return fmt.Sprintf(", of which %s known: boards of more digits by keys", printable.CountOf(known, "button is", "buttons are"))
}

// writeFit tells whether a profile still fits the screen.
func writeFit(w io.Writer, p *calibrate.Profile, displays []screen.Display) {
	err := p.Fits(displays)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		printable.Fprintf(w, "Screen    %s; %s\n", f.What, f.Advice)
		return
	}
	fmt.Fprintf(w, "Screen    the display is as it was when the profile was saved\n")
}
