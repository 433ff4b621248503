package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/internal/picture"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// study is where hint and explain take their board from: the screen, or a file.
type study struct {
	place place.Place
	image string
}

func (s *study) addFlags(cmd *cobra.Command) {
	addPlaceFlags(cmd, &s.place)
	cmd.Flags().StringVarP(&s.image, "image", "i", "", "read `FILE` instead of the screen: a picture, or a board as text or JSON; - is standard input")
	for _, flag := range []string{"region", "display", "profile"} {
		cmd.MarkFlagsMutuallyExclusive("image", flag)
	}
	_ = cmd.RegisterFlagCompletionFunc("image", files(0, boardFiles...))
}

// studied is a board to be studied.
type studied struct {
	name    string
	puzzle  puzzle.Puzzle
	reading *vision.Reading // nil for a board that was text
	picture image.Image     // nil for a board that was text
}

// source returns the picture to draw on. p is the board with what a drawing of it is to begin with,
// for where there is no picture.
func (s *studied) source(p puzzle.Puzzle) hint.Source {
	if s.picture == nil {
		return hint.Plain(p)
	}
	area := s.reading.Lattice.Bounds()
	around := vision.Rect{X: area.X - s.reading.Lattice.PitchX, Y: area.Y - s.reading.Lattice.PitchY,
		Width: area.Width + 2*s.reading.Lattice.PitchX, Height: area.Height + 2*s.reading.Lattice.PitchY}
	return hint.Source{Picture: dump.Cut(s.picture, around.Image()), Lattice: s.reading.Lattice, Marks: s.reading.Board.Marks}
}

// boards returns the boards to study: those in the file that is named, or the
// first one that a view of the screen shows.
func (s *study) boards(cmd *cobra.Command, args []string) ([]studied, error) {
	all, err := s.find(cmd, args)
	for _, b := range all {
		if b.reading != nil && b.reading.Example {
			note(cmd, "this board is an example, as a dialog or a start page shows one, and not the game")
		}
	}
	return all, err
}

func (s *study) find(cmd *cobra.Command, args []string) ([]studied, error) {
	if err := s.place.Check(); err != nil {
		return nil, err
	}
	path := s.image
	if len(args) > 0 {
		if path != "" {
			return nil, fault.Newf(fault.Failed, "give one of them", "%s and %s are two boards", path, args[0])
		}
		if path = args[0]; s.place != place.Anywhere {
			return nil, fault.New(fault.Failed, "a file is on no display and has no profile", "leave out the file, or --region, --display and --profile")
		}
	}
	if path != "" {
		return studiedFile(cmd.Context(), path, cmd.InOrStdin())
	}
	profile, err := s.place.Load()
	if err != nil {
		return nil, err
	}
	source, views, err := s.place.Open(cmd.Context(), profile, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	defer source.Close()
	var told bytes.Buffer // of the last look; there may be dozens
	found, err := patiently(cmd.Context(), func() (dump.Subject, bool, error) {
		told.Reset()
		s := firstBoard(cmd.Context(), source, views, &told)
		if s.Fault != nil {
			return s, false, s.Fault
		}
		return s, true, nil
	})
	_, _ = told.WriteTo(details(cmd))
	if err != nil {
		return nil, err
	}
	return []studied{studiedSubject(found)}, nil
}

// firstBoard looks at the views in turn and returns the first board that can be
// read, or what comes closest to one.
func firstBoard(ctx context.Context, source screen.Source, views []player.View, details io.Writer) (found dump.Subject) {
	look := place.Looker{
		Looking: func(v player.View) { printable.Fprintf(details, "looking at %s: %s\n", v.Name, place.Words(v.Area)) },
		Refused: func(s dump.Subject) { s.Explain(details) },
		Shown: func(shown []dump.Subject) bool {
			found = shown[0]
			return false
		},
	}
	if err := look.Look(ctx, source, views, false); err != nil {
		found.Fault = boardfile.Failure("the screen", err)
	}
	return found
}

func studiedSubject(s dump.Subject) studied {
	return studied{name: s.Name, puzzle: boardfile.PuzzleOf(s.Reading), reading: s.Reading, picture: s.Picture}
}

// studiedFile returns the boards in a file: the one in play of a picture, all
// of those that are text or JSON.
func studiedFile(ctx context.Context, path string, stdin io.Reader) ([]studied, error) {
	data, name, err := boardfile.Read(ctx, path, stdin)
	if err != nil {
		return nil, err
	}
	img, err := picture.Decode(ctx, data, name)
	switch {
	case err == nil:
		found := boardfile.InPicture(ctx, dump.Subject{Name: name, File: path, Picture: img}, false)[0]
		if found.Fault != nil {
			return nil, found.Fault
		}
		return []studied{studiedSubject(found)}, nil
	case !errors.Is(err, image.ErrFormat):
		return nil, err
	}
	parsed, err := boardfile.ParsePuzzles(data, name)
	if err != nil {
		return nil, err
	}
	var all []studied
	for _, p := range parsed {
		all = append(all, studied{name: name, puzzle: p})
	}
	return all, nil
}

// colors returns the measured grounds of the cells, nil for a board that was
// text.
func (s *studied) colors() []color.NRGBA {
	if s.reading == nil {
		return nil
	}
	return s.reading.Colors
}
