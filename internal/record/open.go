package record

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/infile"
	pictures "autoqueens/internal/picture"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/promptly"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/solver/games"
)

// Bounds on what a recording may ask for: it may come from anybody.
const (
	maxLine     = 1 << 20 // bytes
	maxLines    = 1 << 20 // a board is waited for without a change for some three days
	maxBytes    = 1 << 28 // of all lines
	maxPixels   = 1 << 27 // of the desktop: four monitors of 7680 x 4320
	maxDistance = 1 << 20 // pixels from the desktop's origin
	maxSpan     = 100 * 365 * 24 * time.Hour
)

// beginning is the first line of a recording: how the player was set up.
type beginning struct {
	Views   []recordedView  `json:"views"`
	Options recordedOptions `json:"options"`
	Hand    bool            `json:"hand"`
}

// recordedOptions are the options of a player. Recordings that were made before
// there could be several start buttons have one of its own name.
type recordedOptions struct {
	player.Options
	Start *spot.Spot `json:",omitempty"`
}

// player returns the options as they are now.
func (o recordedOptions) player() player.Options {
	if o.Start != nil {
		o.Starts = append(o.Starts, *o.Start)
	}
	return o.Options
}

type recordedView struct {
	Name    string             `json:"name"`
	Display int                `json:"display"`
	Area    [4]int             `json:"area"`
	Screen  [4]int             `json:"screen"`
	Mapping *calibrate.Mapping `json:"mapping"` // nil where it was another kind, which cannot be kept
}

// begin writes the first line.
func (t *Tape) begin(p *player.Player) {
	b := beginning{Options: recordedOptions{Options: p.Options}, Hand: p.Hand != nil}
	for _, v := range p.Views {
		r := recordedView{Name: v.Name, Display: v.Display, Area: area(v.Area), Screen: area(v.Screen)}
		if m, ok := v.Mapping.(calibrate.Mapping); ok {
			r.Mapping = &m
		}
		b.Views = append(b.Views, r)
	}
	t.line("begin", map[string]any{"setup": b})
}

// line is any line of a recording, as a replay reads it.
type line struct {
	number int
	Kind   string  `json:"kind"`
	MS     float64 `json:"ms"`

	Setup *beginning `json:"setup"`
	Area  [4]int     `json:"area"`
	At    [2]int     `json:"at"`
	File  string     `json:"file"`

	Changed bool    `json:"changed"`
	Same    bool    `json:"same"`
	Known   bool    `json:"known"`
	Left    float64 `json:"left"` // ms
	Event   *Event  `json:"event"`

	Error  string      `json:"error"`
	Status exit.Status `json:"status"`
	Advice string      `json:"advice"`
}

// at returns when the line was written, since the start.
func (l *line) at() time.Duration { return milliseconds(l.MS) }

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// err returns the error that the line tells of, nil where none.
func (l *line) err() error {
	switch {
	case l.Error == "":
		return nil
	case l.Status != 0:
		return fault.New(l.Status.Kind(), l.Error, l.Advice)
	}
	return errors.New(l.Error)
}

// validate returns an error, one line without advice, for a line that no run can
// have written.
func (l *line) validate() error {
	for _, ms := range [...]float64{l.MS, l.Left} {
		if !(ms >= 0 && ms <= float64(maxSpan/time.Millisecond)) {
			return fmt.Errorf("%g is no time in milliseconds", ms)
		}
	}
	if err := validArea(l.Area); err != nil {
		return err
	}
	for _, v := range l.At {
		if v < -maxDistance || v > maxDistance {
			return fmt.Errorf("%v is not on any desktop", l.At)
		}
	}
	if e := l.Event; e != nil && max(len(e.Regions), len(e.Marks)) > solver.MaxSize {
		return errors.New("no board has so many rows")
	}
	return nil
}

// validArea allows for an area that is empty: nothing was to be seen there.
func validArea(a [4]int) error {
	for i, v := range a {
		if v < -maxDistance || v > maxDistance || i >= 2 && v < 0 {
			return fmt.Errorf("%v is not an area of any desktop", a)
		}
	}
	return nil
}

// validate returns an error, one line without advice, for a set-up that no player
// can be given.
func (b *beginning) validate() error {
	if b == nil || len(b.Views) == 0 || !b.Hand && !b.Options.DryRun {
		return errors.New("it does not say how the player was set up")
	}
	for _, v := range b.Views {
		if v.Mapping == nil || v.Mapping.Validate() != nil {
			return errors.New("it does not say how pixels map to the pointer")
		}
		for _, a := range [][4]int{v.Area, v.Screen} {
			if err := validArea(a); err != nil {
				return err
			}
		}
	}
	o := b.Options.player()
	if o.Clicks < 0 || o.Clicks > calibrate.MaxClicks {
		return fmt.Errorf("%d clicks make no queen", o.Clicks)
	}
	for _, d := range []time.Duration{o.Timeout, o.GiveUp, o.Pause, o.TargetTime} {
		if d < 0 || d > maxSpan {
			return fmt.Errorf("nobody waits for %v", d)
		}
	}
	if len(o.Starts) > calibrate.MaxStarts+len(games.Names()) {
		return fmt.Errorf("%d start buttons are more than a profile has", len(o.Starts))
	}
	if len(o.Pad) > calibrate.MaxPad {
		return fmt.Errorf("%d buttons of a pad are more than a profile has", len(o.Pad))
	}
	for _, button := range slices.Concat(o.Starts, o.Pad) {
		if err := validArea([4]int{button.At.X, button.At.Y}); err != nil {
			return err
		}
		if err := button.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// Open reads the recording in a folder. Whatever is in the folder, the error is a
// *fault.Error, and what comes of it can be replayed in bounded memory; pictures are
// looked at when it is. No file is waited for beyond the end of ctx, then either.
func Open(ctx context.Context, dir string) (*Replay, error) {
	file, err := infile.Open(ctx, filepath.Join(dir, eventsFile))
	var r *Replay
	if err != nil {
		err = noRecording(dir, err)
	} else {
		defer file.Close()
		r, err = promptly.Do(ctx, func() (*Replay, error) {
			r := &Replay{ctx: ctx, dir: dir, queues: map[string][]*line{}, began: time.Unix(0, 0).UTC()}
			if err := r.parse(file); err != nil {
				return r, noRecording(dir, err)
			}
			return r, r.missing()
		})
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	}
	return r, nil
}

// missing returns an error where none of the pictures is there that a replay would come to, as where the
// events alone were kept. What is wrong with one of them is told when it is looked at: a recording that was
// cut short replays as far as it goes.
func (r *Replay) missing() error {
	gone := map[string]bool{}
	for _, l := range r.queues["frame"] {
		if l.File == "" || l.File != filepath.Base(l.File) || gone[l.File] {
			continue
		}
		if _, err := os.Lstat(filepath.Join(r.dir, l.File)); !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		gone[l.File] = true
	}
	if len(gone) == 0 {
		return nil
	}
	return fault.Plainf("give a folder with all that 'autoqueens play --record' wrote", "the pictures of the recording in %s are missing, all %d", r.dir, len(gone))
}

// parse sorts the lines of a recording by what they tell.
func (r *Replay) parse(in io.Reader) error {
	// One byte more than there may be tells of them.
	bounded := &io.LimitedReader{R: in, N: maxBytes + 1}
	lines := bufio.NewScanner(bounded)
	lines.Buffer(nil, maxLine)
	var desktop image.Rectangle
	var last *line // that tells of an event
	for n := 1; lines.Scan(); n++ {
		if n > maxLines || bounded.N == 0 {
			return fmt.Errorf("it is longer than %d lines or %d MiB", maxLines, maxBytes>>20)
		}
		l := &line{number: n}
		err := json.Unmarshal(lines.Bytes(), l)
		// What does not belong to the kind is of no use, and may be large.
		if l.Kind != "begin" {
			l.Setup = nil
		}
		if l.Kind != "event" {
			l.Event = nil
		}
		if err == nil {
			err = l.validate()
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.print()
		switch l.Kind {
		case "begin":
			if r.setup == nil {
				r.setup = l.Setup
			}
			continue
		case "frame":
			if desktop = desktop.Union(rectangle(l.Area)); desktop.Dx()*desktop.Dy() > maxPixels {
				return fmt.Errorf("line %d: %v is too far from what was seen before to be on one desktop with it", n, l.Area)
			}
		case "event":
			last = l
		case "reading", "wait", "position", "listens", "window", "settle", "takeover", "click", "drag", "type", "aim", "park":
		default:
			continue // nobody asks for it again
		}
		r.queues[l.Kind] = append(r.queues[l.Kind], l)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if last != nil && last.Event != nil && last.Event.Kind == player.Stopped && last.Event.Status == exit.Stopped {
		r.stopped = last
	}
	return r.setup.validate()
}

// print takes out of what will be shown to people what is not for showing: a
// terminal would follow it.
func (l *line) print() {
	for _, s := range []*string{&l.Error, &l.Advice} {
		*s = printable.Line(*s)
	}
	if l.Setup != nil {
		for i := range l.Setup.Views {
			l.Setup.Views[i].Name = printable.Line(l.Setup.Views[i].Name)
		}
	}
	if e := l.Event; e != nil {
		e.Kind = player.Kind(printable.Line(string(e.Kind)))
		e.What, e.Advice = printable.Line(e.What), printable.Line(e.Advice)
		for _, rows := range [][]string{e.Regions, e.Marks} {
			for i := range rows {
				rows[i] = printable.Line(rows[i])
			}
		}
	}
}

func noRecording(dir string, err error) error {
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("there is no recording to replay in %s: %v", dir, err),
		"give a folder that 'autoqueens play --record' wrote")
}

// decode decodes a picture that has to be of a size.
func decode(ctx context.Context, path string, size image.Point) (image.Image, error) {
	data, err := infile.ReadFile(ctx, path)
	if err != nil {
		return nil, err
	}
	img, err := pictures.Decode(ctx, data, filepath.Base(path))
	if err != nil {
		return nil, err
	}
	if got := img.Bounds().Size(); got != size {
		return nil, fmt.Errorf("it is %d x %d pixels, and %d x %d were recorded", got.X, got.Y, size.X, size.Y)
	}
	return img, nil
}
