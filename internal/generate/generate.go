// Package generate makes puzzles of any game with exactly one solution and writes them, as text,
// JSON and pictures.
//
//	solver/games ──> [generate] ──> text, JSON, internal/drawing ──> pictures
package generate

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// The formats that puzzles are written in: text and JSON hold any number of them, a picture holds
// one. Numbers are for Queens.
var (
	TextFormats = []string{grid, numbers, jsonLines}
	Formats     = slices.Concat(TextFormats, picture.Formats) // where they are named, in this order
)

const (
	grid      = "grid"
	numbers   = "numbers"
	jsonLines = "json"
)

// maxCount is how many puzzles are made at most, so that a digit too many fills no disk.
const maxCount = 1_000_000

// Options say which puzzles are made and where they go.
type Options struct {
	Game   string // by name
	Size   int    // rows and columns; 0 is what is usual
	Count  int
	Seed   uint64 // of the first puzzle; those after it have the seeds after it
	Grade  string // by name; "" is any
	Format string // one of [Formats]; "" is that which Out ends in, else a grid
	Out    string // a file, or for several pictures a folder; "" for none
	Force  bool   // write over what is there

	Style    term.Style // how boards are drawn on a terminal
	Details  io.Writer
	Progress *term.Progress

	game  games.Game
	grade puzzle.Grade // 0 for any
}

// Check fills in what is left open, and reports what cannot be made. The error is a [fault.Error].
func (o *Options) Check() (err error) {
	if o.game, err = games.Find(o.Game); err != nil {
		return err
	}
	if o.Size == 0 {
		o.Size = o.game.Usual
	}
	if f := picture.FormatOf("." + o.Format); f != "" {
		o.Format = f // by whichever of its names
	}
	named := picture.FormatOf(o.Out)
	ext := strings.ToLower(filepath.Ext(o.Out))
	text := ext == ".txt" || ext == ".json" || ext == ".jsonl" // all that is no picture
	if o.Format == "" {
		switch {
		case named != "":
			o.Format = named
		case ext == ".json" || ext == ".jsonl":
			o.Format = jsonLines
		case text || ext == "":
			o.Format = grid
		default:
			return fault.Plainf("let it end in .txt, .json or .png for instance, or choose with --format: "+strings.Join(Formats, ", "),
				"%s ends in %s, which tells no format that boards are written in", o.Out, ext)
		}
	}
	switch {
	case o.Count < 1 || o.Count > maxCount:
		return fault.Plainf(fmt.Sprintf("give a number of boards from 1 to %d", maxCount), "%d boards cannot be made", o.Count)
	case !slices.Contains(Formats, o.Format):
		return fault.Plainf("choose one of "+strings.Join(Formats, ", "), "there is no format %q", o.Format)
	case named != "" && o.Count > 1:
		return fault.Plainf("name a folder for them", "%d boards do not fit the picture %s", o.Count, o.Out)
	case named != "" && named != o.Format, text && slices.Contains(picture.Formats, o.Format):
		return fault.Plainf("leave out --format, or give another name", "%s is named as a %s, and would hold %s", o.Out, strings.TrimPrefix(ext, "."), o.Format)
	case o.game.Name != games.Queens && o.Format == numbers:
		others := slices.DeleteFunc(slices.Clone(Formats), func(f string) bool { return f == numbers })
		return fault.Plainf("choose one of "+strings.Join(others, ", "), "puzzles of %s are not made as numbers", o.game.Title)
	case o.Grade != "":
		if o.grade, err = puzzle.ParseGrade(o.Grade); err != nil {
			return err
		}
		if grades := o.game.Grades(); !slices.Contains(grades, o.grade) {
			return fault.Plainf("choose one of "+listed(grades), "there are no puzzles of %s of the grade %v: no technique has it", o.game.Title, o.grade)
		}
	}
	return nil
}

// listed returns the names of grades, one after the other.
func listed(grades []puzzle.Grade) string {
	names := make([]string, len(grades))
	for i, g := range grades {
		names[i] = g.String()
	}
	return strings.Join(names, ", ")
}

// made is a puzzle and what is said of it.
type made struct {
	puzzle puzzle.Puzzle
	seed   uint64
	grade  string // empty where none was asked for
}

// each hands over the puzzles that were asked for, in order.
func (o *Options) each(ctx context.Context, take func(made) error) error {
	const maxMissed = 20_000 // seeds in a row that may give puzzles of other grades
	seed, missed := o.Seed, 0
	defer o.Progress.Done()
	for n := 0; n < o.Count; seed++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		o.Progress.Show(int64(n), int64(o.Count), "%d made, now seed %d", n, seed)
		p, _, err := o.game.Generate(o.Size, seed)
		if err != nil {
			return err
		}
		fits, err := o.fits(ctx, p, seed)
		if err != nil {
			return err
		}
		if !fits {
			if missed++; missed == maxMissed {
				return fault.Plainf(fmt.Sprintf("ask for another grade or size, or go on with --seed %d", seed+1), "%d boards of size %d after seed %d have other grades than %v", missed, o.Size, o.Seed, o.grade)
			}
			continue
		}
		missed = 0
		n++
		if err := take(made{p, seed, o.Grade}); err != nil {
			return err
		}
	}
	return nil
}

// fits tells whether a puzzle is of the grade that was asked for.
func (o *Options) fits(ctx context.Context, p puzzle.Puzzle, seed uint64) (bool, error) {
	if o.grade == 0 {
		return true, nil
	}
	e, err := p.Explain(ctx)
	if err != nil {
		return false, err
	}
	if e.Grade() != o.grade {
		printable.Fprintf(o.Details, "seed %d is left out: it is %v, as the hardest technique it needs is %s\n", seed, e.Grade(), e.Hardest.Name)
	}
	return e.Grade() == o.grade, nil
}
