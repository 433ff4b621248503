// Package place turns what a person asked for, a region, a display or a profile, into
// the views of the screen in which a board is looked for.
//
//	flags ──> [place] ──> views ──> player
package place

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/vision/screen"
)

// Place is where to look for a board. At most one of Region and Display is given.
type Place struct {
	Region  string // "X,Y,W,H", a part of the desktop in capture pixels; empty for none
	Display int    // the number of a display, counted from 0; below 0 for none
	Profile string // the name of a profile; empty for the default one
	Capture string // the name of a way to capture, see screen.Open; empty for the first that serves
}

// Anywhere is no place in particular: the default profile and every display.
var Anywhere = Place{Display: -1}

// Check looks at what was asked for alone, before anything is opened.
func (p *Place) Check() error {
	if p.Region == "" {
		return nil
	}
	_, err := p.Rectangle()
	return err
}

// farthest is a coordinate that no desktop reaches.
const farthest = 1 << 20

// far tells whether a coordinate is on no desktop.
func far(v int) bool { return v < -farthest || v > farthest }

// Rectangle returns the region asked for, in pixels of the desktop.
func (p *Place) Rectangle() (image.Rectangle, error) {
	var n [4]int
	fields := strings.Split(p.Region, ",")
	for i, field := range fields {
		v, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || i >= len(n) || far(v) {
			return image.Rectangle{}, badRegion(p.Region)
		}
		n[i] = v
	}
	if len(fields) != len(n) || n[2] <= 0 || n[3] <= 0 {
		return image.Rectangle{}, badRegion(p.Region)
	}
	return image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]), nil
}

// Point reads a place on the desktop, X,Y in capture pixels.
func Point(text string) (at image.Point, ok bool) {
	x, y, two := strings.Cut(text, ",")
	px, errX := strconv.Atoi(strings.TrimSpace(x))
	py, errY := strconv.Atoi(strings.TrimSpace(y))
	if !two || errX != nil || errY != nil || far(px) || far(py) {
		return image.Point{}, false
	}
	return image.Pt(px, py), true
}

func badRegion(s string) error {
	return fault.Plainf("give left, top, width and height in pixels, for example --region 700,200,450,450",
		"%q is not a region", s)
}

// Load returns the profile to use: the one asked for, or else the default one
// if there is one and no other place is asked for. A profile that is damaged
// is an error either way: it was made to be used.
func (p *Place) Load() (*calibrate.Profile, error) {
	if p.Profile != "" {
		return calibrate.Load(p.Profile)
	}
	if p.Region != "" || p.Display >= 0 {
		return nil, nil
	}
	profile, err := calibrate.Load(calibrate.DefaultName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return profile, err
}

// Open opens the screen and returns where on it to look; see [Place.Views]. The caller
// closes the source, which serves as long as ctx lasts.
func (p *Place) Open(ctx context.Context, profile *calibrate.Profile, notes io.Writer) (screen.Source, []player.View, error) {
	source, err := screen.Open(ctx, p.Capture)
	if err != nil {
		return nil, nil, err
	}
	displays, err := source.Displays()
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	views, err := p.Views(displays, profile, notes)
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	return source, views, nil
}

// Views returns where to look, in order: at the region, the display, or the
// profile's region and then every display. notes is told when a profile that
// nobody asked for is passed over.
func (p *Place) Views(displays []screen.Display, profile *calibrate.Profile, notes io.Writer) ([]player.View, error) {
	if profile != nil {
		if err := profile.Fits(displays); err != nil {
			if p.Profile != "" {
				return nil, err
			}
			f, _ := errors.AsType[*fault.Error](err)
			fmt.Fprintf(notes, "note: %s; looking at every display instead\n", printable.Line(f.What))
			profile = nil
		}
	}
	switch {
	case p.Region != "":
		r, err := p.Rectangle()
		if err != nil {
			return nil, err
		}
		d, ok := screen.At(displays, r)
		if !ok || !r.In(screen.Desktop(displays)) {
			return nil, fault.Plainf("the desktop is "+Words(screen.Desktop(displays))+"; 'autoqueens doctor' lists the displays",
				"the region %s is not on the screen", p.Region)
		}
		return []player.View{viewOf("region "+p.Region, d, r.Intersect(d.Bounds))}, nil
	case p.Display >= 0:
		for _, d := range displays {
			if d.Index == p.Display {
				return []player.View{viewOf(displayName(d), d, d.Bounds)}, nil
			}
		}
		return nil, fault.Plainf(fmt.Sprintf("displays count from 0 to %d here; 'autoqueens doctor' lists them", len(displays)-1),
			"there is no display %d", p.Display)
	}
	var views []player.View
	if profile != nil {
		if d, ok := screen.At(displays, profile.Region); ok {
			views = append(views, viewOf("profile "+profile.Name, d, profile.Region))
		}
	}
	for _, d := range displays {
		views = append(views, viewOf(displayName(d), d, d.Bounds))
	}
	return views, nil
}

func viewOf(name string, d screen.Display, area image.Rectangle) player.View {
	return player.View{Name: name, Display: d.Index, Area: area, Screen: d.Bounds, Mapping: calibrate.FromDisplay(d)}
}

func displayName(d screen.Display) string { return "display " + strconv.Itoa(d.Index) }

// Words writes a rectangle the way [Place.Region] has it.
func Words(r image.Rectangle) string {
	return fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}
