package main

import (
	"context"
	"errors"
	"image"
	"io"

	"autoqueens/calibrate"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/internal/promptly"
	"autoqueens/solver"
	"autoqueens/vision"
)

// load reads a file, or standard input where the path is "-", and what boards
// it shows. Text and JSON are taken too, so that dump reads all that it writes.
func load(ctx context.Context, path string, stdin io.Reader, all bool) []dump.Subject {
	s := dump.Subject{Name: path, File: path}
	data, name, err := readInput(ctx, path, stdin)
	if err == nil {
		s.Picture, err = picture.Decode(ctx, data, name)
		if errors.Is(err, image.ErrFormat) {
			s.Reading, err = readText(ctx, data, name)
		} else if err == nil {
			return boards(ctx, s, all)
		}
	}
	if err != nil {
		s.Fault = dumpFault(path, err)
	}
	return number([]dump.Subject{s}, all)
}

// boards reads the picture of a subject: the board in play, and with all also
// the others. A picture whose board in play is refused has the refusal in its
// place, and so has the end of ctx, which is not waited for.
func boards(ctx context.Context, s dump.Subject, all bool) []dump.Subject {
	read, err := promptly.Do(ctx, func() ([]*vision.Reading, error) {
		if !all {
			r, err := vision.Read(s.Picture)
			return []*vision.Reading{r}, err
		}
		r, others, err := calibrate.Boards(s.Picture)
		return append([]*vision.Reading{r}, others...), err
	})
	first := s
	if err != nil {
		first.Fault = dumpFault(s.Name, err)
	}
	found := []dump.Subject{first}
	for i, r := range read {
		if i > 0 {
			found = append(found, s)
		}
		found[i].Reading = r
	}
	return number(found, all)
}

// number numbers the boards of a picture where all of them were asked for.
func number(found []dump.Subject, all bool) []dump.Subject {
	if all {
		for i := range found {
			found[i].Index, found[i].Of = i+1, len(found)
		}
	}
	return found
}

// dumpFault gives what is wrong with a subject a status and advice.
func dumpFault(name string, err error) *fault.Error {
	if _, ok := errors.AsType[*vision.Refusal](err); ok {
		err = refusalFault(name, err)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return fault.Wrap(err, fault.Failed, name+": "+err.Error(), "give a picture of a board")
}

// readText reads a board that is text or JSON, and solves it as the reader
// does a picture.
func readText(ctx context.Context, data []byte, path string) (*vision.Reading, error) {
	noPicture := fault.Newf(fault.Failed, "give a picture (PNG, JPEG, GIF, WebP, BMP or TIFF) or a board as text", "%s is neither a picture nor a board", path)
	if len(data) > maxBoardText {
		return nil, noPicture
	}
	b, err := solver.Parse(data)
	if err != nil {
		return nil, noPicture
	}
	r := &vision.Reading{Board: *b, Confidence: 1}
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
