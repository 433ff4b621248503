package calibratepage

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver/games"
	"autoqueens/vision/screen"
)

// saved is a profile that is there, as the page gets to know it.
type saved struct {
	Name    string  `json:"name"`
	Clicks  int     `json:"clicks"`
	Pace    string  `json:"pace"`
	Buttons []point `json:"buttons"` // none where its display has changed
	When    string  `json:"when"`
	Problem string  `json:"problem"` // why it cannot be used, empty where it can
}

type point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// profiles lists the profiles that are there.
func profiles(displays []screen.Display) []saved {
	names, _ := calibrate.List() // a folder that cannot be read is told of by Save
	out := []saved{}
	for _, name := range names {
		p, err := calibrate.Load(name)
		if err != nil {
			out = append(out, saved{Name: name, Problem: err.Error()})
			continue
		}
		v := saved{Name: name, Clicks: p.Clicks, Pace: p.Pace, When: p.Saved.Local().Format(time.DateTime)}
		if err := p.Fits(displays); err != nil {
			v.Problem = err.Error()
		} else {
			for _, start := range p.StartsOf(games.Names()...) {
				v.Buttons = append(v.Buttons, point{start.At.X, start.At.Y})
			}
		}
		out = append(out, v)
	}
	return out
}

// displays returns the displays as they were when the pictures were taken.
func (sh *shot) displays() (ds []screen.Display) {
	for _, v := range sh.sights {
		ds = append(ds, v.Display)
	}
	return ds
}

// saveRequest asks to save a profile.
type saveRequest struct {
	placeRequest
	Name    string `json:"name"`
	Replace bool   `json:"replace"` // a profile of that name, should there be one
	Clicks  int    `json:"clicks"`
	Pace    string `json:"pace"`
	// Button is what becomes of the start buttons: buttonKeep, buttonNone,
	// buttonAdd or buttonSet.
	Button string `json:"button"`
	At     point  `json:"at"`
}

const (
	buttonKeep = "keep" // those that the profile knows
	buttonNone = "none" // forgotten
	buttonAdd  = "add"  // those, and the one in At
	buttonSet  = "set"  // the one in At and no other
)

// errTaken says that a profile would be replaced that the person has not agreed
// to lose.
var errTaken = errors.New("there is a profile of that name")

// profile returns the profile that a request describes. The error is errTaken,
// or a *fault.Error that the person can act on.
func (r *saveRequest) profile(sh *shot, found calibrate.Found) (*calibrate.Profile, error) {
	path, err := calibrate.Path(r.Name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !r.Replace {
		return nil, errTaken
	}
	p := found.Profile(r.Name, r.Clicks, r.Pace)
	if r.Button == buttonNone || r.Button == buttonSet {
		p.Starts, p.GameStarts = nil, nil
	}
	switch r.Button {
	case buttonAdd, buttonSet:
		s, err := sh.button(r.Display, r.At)
		if err == nil {
			err = p.AddStart(s)
		}
		if err != nil {
			return nil, err
		}
	case buttonKeep, buttonNone:
	default:
		return nil, fault.Plainf("reload the page", "the page asks for %.20q with the button", r.Button)
	}
	if err := p.Validate(); err != nil {
		return nil, fault.Wrap(err, fault.Failed, err.Error(), "change it and save again")
	}
	return p, nil
}

// button returns the start button at a place on a picture.
func (sh *shot) button(display int, at point) (spot.Spot, error) {
	v := sh.sights[display]
	place := image.Pt(at.X, at.Y)
	if !place.In(v.Display.Bounds) { // which also keeps the sums below small
		return spot.Spot{}, fault.Plainf("choose it on the picture of the board", "%d,%d is not on the display of the board", at.X, at.Y)
	}
	look := spot.Area(place)
	if sh.pointed {
		if v.Mapping.PixelAt(sh.pointer).In(look.Inset(-look.Dx())) {
			return spot.Spot{}, fault.Plain("the mouse was on the button when the picture was taken, which may have lit it up",
				"capture again with the mouse somewhere else")
		}
	}
	for _, c := range sh.candidates {
		if c.Display == display && c.Read && c.Kind != kindOther && look.Overlaps(c.reading.Lattice.Bounds().Image()) {
			return spot.Spot{}, fault.Plain("the button would be on the board", "choose a start button, which is outside")
		}
	}
	s, err := spot.Of(v.Picture, place)
	if err != nil {
		return s, fault.Wrap(err, fault.Failed, fmt.Sprintf("there is no button at %d,%d to be known again: %v", at.X, at.Y, err),
			"choose the word on the button")
	}
	return s, nil
}

// settings returns the clicks and the pace that the page proposes.
func (s *Server) settings() (clicks int, pace string) {
	clicks, pace = s.opts.Clicks, s.opts.Pace
	if p, err := calibrate.Load(s.opts.Name); err == nil {
		clicks, pace = cmp.Or(clicks, p.Clicks), cmp.Or(pace, p.Pace)
	}
	return cmp.Or(clicks, calibrate.DefaultClicks), cmp.Or(pace, calibrate.PaceFast)
}
