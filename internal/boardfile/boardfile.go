// Package boardfile reads boards out of files that a person names: pictures of any
// format, and boards as text or JSON, told apart by their content.
//
//	file ──> infile ──> [boardfile] ──> boards, or what is wrong with each
package boardfile

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"slices"
	"unicode/utf8"

	"autoqueens/calibrate"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/infile"
	"autoqueens/internal/picture"
	"autoqueens/internal/promptly"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	reader "autoqueens/vision/games"
)

// maxText is how many bytes of text can be a board, so that a wrong file costs
// neither time nor memory.
const maxText = 1 << 20

// Read returns what is in a file, or in stdin where the path is "-", and what
// to call it. The error is a [fault.Error].
func Read(ctx context.Context, path string, stdin io.Reader) (data []byte, name string, err error) {
	name = called(path)
	if path == "-" {
		data, err = infile.Read(ctx, stdin, name)
	} else {
		data, err = infile.ReadFile(ctx, path)
	}
	if err == nil && len(data) == 0 {
		err = fault.Plainf("give a picture of a board, or a board as text", "%s is empty", name)
	}
	return data, name, err
}

// called returns what to call a file.
func called(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// Puzzles reads the puzzles in a file, or in stdin where the path is "-": text, JSON or
// a picture, of any games, told apart by their content. It returns at least one puzzle or
// an error, which is a [fault.Error].
func Puzzles(ctx context.Context, path string, stdin io.Reader) ([]puzzle.Puzzle, error) {
	data, name, err := Read(ctx, path, stdin)
	if err != nil {
		return nil, err
	}
	r, err := inPicture(ctx, data, name)
	switch {
	case errors.Is(err, image.ErrFormat):
		return ParsePuzzles(data, name)
	case err != nil:
		return nil, err
	}
	return []puzzle.Puzzle{PuzzleOf(r)}, nil
}

// Boards is [Puzzles] for boards of Queens alone.
func Boards(ctx context.Context, path string, stdin io.Reader) ([]*solver.Board, error) {
	puzzles, err := Puzzles(ctx, path, stdin)
	if err != nil {
		return nil, err
	}
	boards := make([]*solver.Board, len(puzzles))
	for i, p := range puzzles {
		b, ok := p.(*games.Board)
		if !ok {
			return nil, fault.Plainf("give boards of Queens alone", "%s holds a puzzle of another game than Queens", called(path))
		}
		boards[i] = &b.Board
	}
	return boards, nil
}

// inPicture reads the board in play in a picture. The error is [image.ErrFormat] for what is no
// picture.
func inPicture(ctx context.Context, data []byte, name string) (*vision.Reading, error) {
	img, err := picture.Decode(ctx, data, name)
	if err != nil {
		return nil, err
	}
	reading, err := promptly.Do(ctx, func() (*vision.Reading, error) { return reader.Read(img) })
	if err != nil {
		return nil, refused(name, err)
	}
	return reading, nil
}

// PuzzleOf returns what was read from a picture as a puzzle, of whichever game it is.
func PuzzleOf(r *vision.Reading) puzzle.Puzzle {
	if r.Puzzle != nil {
		return r.Puzzle
	}
	return &games.Board{Board: r.Board}
}

// ParsePuzzles reads puzzles of any games that are text or JSON, and were called name. It
// returns at least one or an error, which is a [fault.Error].
func ParsePuzzles(data []byte, name string) ([]puzzle.Puzzle, error) {
	switch {
	case len(data) > maxText:
		return nil, fault.Plainf("give a picture of the board, or the board as text", "%s is too large to be the text of a board", name)
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return nil, fault.Plainf("give a picture (PNG, JPEG, GIF, WebP, BMP or TIFF) or a board as text", "%s is neither a picture nor a board", name)
	}
	all, err := games.Parse(data)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return nil, fault.Wrap(f, f.Kind, name+": "+f.What, f.Advice)
	}
	return all, err
}

// refused gives a refusal of the reader its kind.
func refused(name string, err error) error {
	refusal, ok := errors.AsType[*vision.Refusal](err)
	if !ok {
		return err
	}
	f := calibrate.Refused(refusal)
	f.What = name + ": " + f.What
	return f
}

// Subjects reads a file, or standard input where the path is "-", and what boards
// it shows. Text and JSON are taken too, so that dump reads all that it writes.
func Subjects(ctx context.Context, path string, stdin io.Reader, wanted Wanted) []dump.Subject {
	s := dump.Subject{Name: path, File: path}
	data, name, err := Read(ctx, path, stdin)
	if err == nil {
		s.Picture, err = picture.Decode(ctx, data, name)
		if errors.Is(err, image.ErrFormat) {
			s.Reading, err = readText(ctx, data, name, wanted)
		} else if err == nil {
			return InPicture(ctx, s, wanted)
		}
	}
	if err != nil {
		s.Fault = Failure(path, err)
	}
	return wanted.Number([]dump.Subject{s})
}

// All reads the boards of a game, "" for any, in a file, or in stdin where the path is "-": the one
// in play of a picture, all of those that are text or JSON, which are not solved. It returns at least one, each with its
// Reading, or an error, which is a [fault.Error].
func All(ctx context.Context, path string, stdin io.Reader, game string) ([]dump.Subject, error) {
	data, name, err := Read(ctx, path, stdin)
	if err != nil {
		return nil, err
	}
	s := dump.Subject{Name: name, File: path}
	s.Picture, err = picture.Decode(ctx, data, name)
	if !errors.Is(err, image.ErrFormat) {
		if err != nil {
			return nil, err
		}
		found := InPicture(ctx, s, Wanted{Game: game})
		if f := found[0].Fault; f != nil {
			return nil, f
		}
		return found, nil
	}
	puzzles, err := Wanted{Game: game}.puzzles(data, name)
	if err != nil {
		return nil, err
	}
	var all []dump.Subject
	for _, p := range puzzles {
		all = append(all, dump.Subject{Name: name, File: path, Reading: readingOf(p)})
	}
	return all, nil
}

// readingOf returns a puzzle that was text as it would be read from a picture, unsolved.
func readingOf(p puzzle.Puzzle) *vision.Reading {
	if b, ok := p.(*games.Board); ok {
		return &vision.Reading{Board: b.Board, Confidence: 1}
	}
	return &vision.Reading{Game: p.Game(), Puzzle: p, Confidence: 1}
}

// Wanted is which boards of a picture, or a file, are asked for.
type Wanted struct {
	Game string // those of one game alone; of any where it is empty
	All  bool   // all of them, and not the one in play alone
}

// puzzles is [ParsePuzzles] for the game that is wanted, of which each must be.
func (w Wanted) puzzles(data []byte, name string) ([]puzzle.Puzzle, error) {
	all, err := ParsePuzzles(data, name)
	if err != nil || w.Game == "" {
		return all, err
	}
	for _, p := range all {
		if p.Game() != w.Game {
			return nil, fault.Plainf("leave out --game", "%s holds a puzzle of %s", name, games.Of(p).Title)
		}
	}
	return all, nil
}

// InPicture reads what is wanted in the picture of a subject: the board in play, which is the first, and
// the others. A picture whose board in play is refused has the refusal in its
// place, and so has the end of ctx, which is not waited for. Which of several boards is the game
// is no question where all are wanted.
func InPicture(ctx context.Context, s dump.Subject, wanted Wanted) []dump.Subject {
	read, err := promptly.Do(ctx, func() ([]*vision.Reading, error) {
		by := reader.Reader{Game: wanted.Game}
		r, err := by.Read(s.Picture)
		if !wanted.All {
			return []*vision.Reading{r}, err
		}
		// The one in play is among them all, and need not be the first.
		others := slices.DeleteFunc(by.ReadAll(s.Picture), func(o *vision.Reading) bool { return r != nil && o.Lattice == r.Lattice })
		others = calibrate.InOrder(others)
		if no, ok := errors.AsType[*vision.Refusal](err); ok && no.Reason == vision.Undecided && len(others) > 0 {
			return others, nil
		}
		return append([]*vision.Reading{r}, others...), err
	})
	first := s
	if err != nil {
		first.Fault = Failure(s.Name, err)
	}
	found := []dump.Subject{first}
	for i, r := range read {
		if i > 0 {
			found = append(found, s)
		}
		found[i].Reading = r
	}
	return wanted.Number(found)
}

// Number numbers the boards of a picture where all of them are wanted.
func (w Wanted) Number(found []dump.Subject) []dump.Subject {
	if w.All {
		for i := range found {
			found[i].Index, found[i].Of = i+1, len(found)
		}
	}
	return found
}

// Failure gives what is wrong with a subject a kind and advice.
func Failure(name string, err error) *fault.Error {
	if _, ok := errors.AsType[*vision.Refusal](err); ok {
		err = refused(name, err)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return fault.Wrap(err, fault.Failed, name+": "+err.Error(), "give a picture of a board")
}

// readText reads a puzzle that is text or JSON, and solves it as the reader does one in a picture.
func readText(ctx context.Context, data []byte, name string, wanted Wanted) (*vision.Reading, error) {
	all, err := wanted.puzzles(data, name)
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, fault.Plainf("give one board at a time", "%s holds %d boards where one is expected", name, len(all))
	}
	r := readingOf(all[0])
	if r.Puzzle != nil {
		return solved(ctx, r)
	}
	b := &r.Board
	r.Solution, err = solver.Solve(ctx, b)
	r.Kept = err == nil
	if errors.Is(err, solver.ErrNoSolution) {
		b = b.Cleared()
		r.Solution, err = solver.Solve(ctx, b)
	}
	if errors.Is(err, solver.ErrNoSolution) {
		return r, nil
	}
	if err == nil {
		r.Solutions, err = solver.Count(ctx, b, solver.Limit{Solutions: 2})
	}
	return r, err
}

// solved solves the puzzle of a reading of another game than Queens.
func solved(ctx context.Context, r *vision.Reading) (_ *vision.Reading, err error) {
	p := r.Puzzle
	r.Solutions, err = p.Count(ctx, puzzle.Limit{Solutions: 2, Steps: games.Steps})
	if errors.Is(err, puzzle.ErrGivenUp) {
		err = nil
	}
	if err == nil && r.Solutions > 0 {
		r.Answer, err = p.Solve(ctx)
	}
	return r, err
}
