package calibrate

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/vision/screen"
)

// Version is the version of the profiles that this program writes and reads.
const Version = 1

// DefaultName is the profile that is used where none is named.
const DefaultName = "default"

// The clicks that take a cell from empty to queen, and what may be set.
const (
	DefaultClicks = 2
	MaxClicks     = 5
)

// The paces that have a name; any other is a duration such as "300ms", the
// time from one click to the next.
const (
	PaceFast  = "fast"
	PaceHuman = "human"
)

// MaxStarts is how many start buttons a profile keeps: that of the page that a
// visit begins on, that of the next board, and as many again.
const MaxStarts = 4

// maxPace is the longest time between two clicks that makes any sense.
const maxPace = time.Minute

// Profile is what is known of a place to play, kept from one run to the next.
type Profile struct {
	Version int
	Name    string // of the profile; that of its file
	Saved   time.Time
	Display Display
	Region  image.Rectangle // where the board was, with room around it; capture pixels
	Mapping Mapping
	Size    int    // cells a side of the board last seen, 0 if none was
	Clicks  int    // from empty to queen, 1 to MaxClicks
	Pace    string // PaceFast, PaceHuman, or a duration
	// Starts are the buttons that open a board, MaxStarts at the most, in the
	// order in which they were shown. Each lies on Display, with all of its look.
	Starts []spot.Spot
	// GameStarts are further ones, which open a board of one game: one a game, by the
	// game's name; nil without any.
	GameStarts map[string]spot.Spot
	// Ways say, by game, how the moves are made of a game that can be played in several ways;
	// nil where nothing is known.
	Ways map[string]string
	// Pad are the buttons of a Sudoku's digits, from 1 on, MaxPad at the most. Each lies on
	// Display, with all of its look.
	Pad []spot.Spot
}

// MaxPad is how many buttons of a pad a profile keeps: a Sudoku of 9 x 9 has as many digits.
const MaxPad = 9

// wayNames are the ways to make the moves of those games that have several.
var wayNames = map[string][]string{"zip": {"drag", "keys"}, "sudoku": {"keys", "pad"}}

// WayNames returns the ways to make the moves of a game, the usual one first, none where there is one
// only.
func WayNames(game string) []string { return wayNames[game] }

// SetWay keeps how the moves of a game are made.
func (p *Profile) SetWay(game, way string) {
	if p.Ways == nil {
		p.Ways = map[string]string{}
	}
	p.Ways[game] = way
}

// Inherit takes over what an earlier profile of the same display was shown or has learned on its
// own, and which is taken back on its own.
func (p *Profile) Inherit(old *Profile) {
	if p.Covers(old.Display.Bounds, old.Mapping) {
		p.Starts, p.GameStarts, p.Ways, p.Pad = old.Starts, old.GameStarts, old.Ways, old.Pad
	}
}

// Display is a display as it was when the profile was made.
type Display struct {
	Index  int
	Name   string          // may be empty
	Bounds image.Rectangle // capture pixels of the desktop
}

// New returns a profile for a region of a display, in capture pixels, that
// otherwise has the default settings.
func New(name string, d screen.Display, region image.Rectangle, m Mapping) *Profile {
	return &Profile{
		Version: Version,
		Name:    name,
		Saved:   time.Now().UTC().Truncate(time.Second),
		Display: Display{Index: d.Index, Name: d.Name, Bounds: d.Bounds},
		Region:  region,
		Mapping: m,
		Clicks:  DefaultClicks,
		Pace:    PaceFast,
	}
}

// Validate returns an error, one line without advice, for a profile that
// cannot be used on any machine.
func (p *Profile) Validate() error {
	if p.Version != Version {
		return fmt.Errorf("its version is %d, not %d", p.Version, Version)
	}
	if p.Display.Index < 0 {
		return fmt.Errorf("display %d does not exist", p.Display.Index)
	}
	if err := validArea("the display", p.Display.Bounds); err != nil {
		return err
	}
	if err := validArea("the region", p.Region); err != nil {
		return err
	}
	if !p.Region.In(p.Display.Bounds) {
		return fmt.Errorf("the region %s does not lie on the display %s", words(p.Region), words(p.Display.Bounds))
	}
	if err := p.Mapping.Validate(); err != nil {
		return err
	}
	if p.Size < 0 || p.Size > solver.MaxSize {
		return fmt.Errorf("a board of %d cells a side cannot be played", p.Size)
	}
	if p.Clicks < 1 || p.Clicks > MaxClicks {
		return fmt.Errorf("%d clicks from empty to queen are not between 1 and %d", p.Clicks, MaxClicks)
	}
	if err := p.validStarts(); err != nil {
		return err
	}
	if err := p.validWays(); err != nil {
		return err
	}
	return validPace(p.Pace)
}

func (p *Profile) validWays() error {
	for game, way := range p.Ways {
		if !slices.Contains(wayNames[game], way) {
			return fmt.Errorf("%s cannot be played by %s", short(game), short(way))
		}
	}
	if len(p.Pad) > MaxPad {
		return fmt.Errorf("%d buttons of a pad are more than %d", len(p.Pad), MaxPad)
	}
	for i, b := range p.Pad {
		if err := p.validButton(fmt.Sprintf("button %d of the pad", i+1), b); err != nil {
			return err
		}
		for k, other := range p.Pad[:i] {
			if b.At.In(spot.Area(other.At)) {
				return fmt.Errorf("the buttons %d and %d of the pad are at one place, %d,%d", k+1, i+1, b.At.X, b.At.Y)
			}
		}
	}
	return nil
}

// validButton tells whether a button lies on the display, and can be known again.
func (p *Profile) validButton(what string, b spot.Spot) error {
	if !spot.Area(b.At).In(p.Display.Bounds) {
		return fmt.Errorf("the %s at %d,%d does not lie on the display %s", what, b.At.X, b.At.Y, words(p.Display.Bounds))
	}
	if err := b.Validate(); err != nil {
		return fmt.Errorf("the %s at %d,%d cannot be known again: %w", what, b.At.X, b.At.Y, err)
	}
	return nil
}

func (p *Profile) validStarts() error {
	if len(p.Starts) > MaxStarts {
		return fmt.Errorf("%d start buttons are more than %d", len(p.Starts), MaxStarts)
	}
	for name := range p.GameStarts {
		if g, err := games.Find(name); err != nil || g.Name != name {
			return fmt.Errorf("a start button is that of %s, which is no game", short(name))
		}
	}
	for _, start := range p.StartsOf(games.Names()...) {
		if err := p.validButton("start button", start); err != nil {
			return err
		}
	}
	return nil
}

// StartsOf returns the start buttons that open a board of any of these games: those that
// were shown for no game in particular, and those of the games, in the order of their names
// here.
func (p *Profile) StartsOf(names ...string) []spot.Spot {
	starts := slices.Clone(p.Starts)
	for _, name := range names {
		if start, ok := p.GameStarts[name]; ok {
			starts = append(starts, start)
		}
	}
	return starts
}

// SetGameStart keeps a start button as that of a game, in place of what it had.
func (p *Profile) SetGameStart(game string, start spot.Spot) {
	if p.GameStarts == nil {
		p.GameStarts = map[string]spot.Spot{}
	}
	p.GameStarts[game] = start
}

// AddStart adds a start button of no game in particular, in place of what is known of the same spot. The
// error is a [fault.Error].
func (p *Profile) AddStart(start spot.Spot) error {
	starts := slices.DeleteFunc(slices.Clone(p.Starts), func(old spot.Spot) bool { return start.At.In(spot.Area(old.At)) })
	if len(starts) >= MaxStarts {
		return fault.Plainf("forget them with --start-button none, and show those that are needed",
			"the profile %q knows %d start buttons, and keeps no more", p.Name, len(starts))
	}
	p.Starts = append(starts, start)
	return nil
}

func validArea(what string, r image.Rectangle) error {
	if r.Dx() <= 0 || r.Dy() <= 0 {
		return fmt.Errorf("%s has no area: it is %d x %d pixels", what, r.Dx(), r.Dy())
	}
	for _, v := range []int{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} {
		if v < -maxCoordinate || v > maxCoordinate {
			return fmt.Errorf("%s %s is not on any desktop", what, words(r))
		}
	}
	return nil
}

func validPace(pace string) error {
	if pace == PaceFast || pace == PaceHuman {
		return nil
	}
	d, err := time.ParseDuration(pace)
	if err != nil || d < 0 || d > maxPace {
		return fmt.Errorf("the pace %q is not fast, human, or a duration such as 300ms up to %s", short(pace), maxPace)
	}
	return nil
}

// Covers tells whether a profile is of a display that has such bounds, in capture
// pixels of the desktop, and such a mapping: it covers the same part of the desktop,
// and the pointer goes over it as it did, so that what the profile says still holds.
func (p *Profile) Covers(bounds image.Rectangle, m Mapping) bool {
	return p.Display.Bounds == bounds && p.Mapping == m
}

// Fits returns nil where one of the displays is the profile's, see [Profile.Covers].
// Its name and number may have changed. Otherwise the error is a [fault.Error] that says what changed.
func (p *Profile) Fits(displays []screen.Display) error {
	was := fmt.Sprintf("display %d", p.Display.Index)
	if p.Display.Name != "" {
		was += " (" + strings.Join(strings.Fields(p.Display.Name), " ") + ")"
	}
	var same *screen.Display
	for i, d := range displays {
		switch {
		case p.Covers(d.Bounds, FromDisplay(d)):
			return nil
		case d.Bounds == p.Display.Bounds:
			return fault.Plainf(calibrateAgain(p.Name), "the profile %q no longer fits: the pointer now goes over %s at another scale or place", p.Name, was)
		case p.Display.Name != "" && d.Name == p.Display.Name,
			same == nil && d.Index == p.Display.Index && (p.Display.Name == "" || d.Name == ""):
			same = &displays[i]
		}
	}
	if same != nil {
		return fault.Plainf(calibrateAgain(p.Name), "the profile %q no longer fits: %s was %s and is now %s",
			p.Name, was, words(p.Display.Bounds), words(same.Bounds))
	}
	return fault.Plainf(calibrateAgain(p.Name), "the profile %q no longer fits: %s, %s, is gone",
		p.Name, was, words(p.Display.Bounds))
}

// calibrateAgain is what to do about a profile that cannot be used.
func calibrateAgain(name string) string {
	if name == DefaultName {
		return "make a new one: autoqueens calibrate"
	}
	return "make a new one: autoqueens calibrate --profile " + name
}

// words says a rectangle the way people say it.
func words(r image.Rectangle) string {
	return fmt.Sprintf("%d x %d at %d,%d", r.Dx(), r.Dy(), r.Min.X, r.Min.Y)
}
