package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"

	"autoqueens/calibrate"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// load reads a file, or standard input where the path is "-", and what boards
// it shows. Text and JSON are taken too, so that dump reads all that it writes.
func load(ctx context.Context, path string, stdin io.Reader, all bool) []dump.Subject {
	s := dump.Subject{Name: path, File: path}
	data, err := slurp(ctx, path, stdin)
	if err == nil {
		s.Picture, err = decodePicture(data, path)
		if errors.Is(err, image.ErrFormat) {
			s.Reading, err = readText(data, path)
		} else if err == nil {
			return boards(s, all)
		}
	}
	if err != nil {
		s.Fault = dumpFault(path, err)
	}
	return number([]dump.Subject{s}, all)
}

// boards reads the picture of a subject: the board in play, and with all also
// the others. A picture whose board in play is refused has the refusal in its
// place.
func boards(s dump.Subject, all bool) []dump.Subject {
	var others []*vision.Reading
	var err error
	first := s
	if all {
		first.Reading, others, err = calibrate.Boards(s.Picture)
	} else {
		first.Reading, err = vision.Read(s.Picture)
	}
	if err != nil {
		first.Fault = dumpFault(s.Name, err)
	}
	found := []dump.Subject{first}
	for _, r := range others {
		other := s
		other.Reading = r
		found = append(found, other)
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

// slurp returns what is in a file, up to the size a picture may have.
func slurp(ctx context.Context, path string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if path != "-" {
		info, err := os.Stat(path)
		if err != nil {
			return nil, openFault(err, path)
		}
		if info.IsDir() {
			return nil, fault.Newf(fault.Failed, "give the pictures in it, for example "+path+"/*.png", "%s is a folder", path)
		}
		if info.Size() > maxPictureBytes {
			return nil, tooManyBytes(path)
		}
		file, err := os.Open(path)
		if err != nil {
			return nil, openFault(err, path)
		}
		defer file.Close()
		in = file
	}
	data, err := readBounded(ctx, in, maxPictureBytes)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, tooManyBytes(path)
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be read: %v", path, err), "give a picture of a board")
	case len(data) == 0:
		return nil, fault.Newf(fault.Failed, "give a picture of a board", "%s is empty", path)
	}
	return data, nil
}

func tooManyBytes(path string) error {
	return fault.Newf(fault.Failed, "crop the picture to the board", "%s is larger than %d MiB", path, maxPictureBytes>>20)
}

// decodePicture decodes a picture after a look at its size, so that a small
// file cannot ask for a lot of memory. The error wraps image.ErrFormat where
// the data is no picture.
func decodePicture(data []byte, path string) (image.Image, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if errors.Is(err, image.ErrFormat) {
		return nil, err
	}
	if err == nil && float64(config.Width)*float64(config.Height) > maxPicturePixels {
		return nil, fault.Newf(fault.Failed, "crop it to the board", "the picture %s is too large: %d x %d pixels", path, config.Width, config.Height)
	}
	var img image.Image
	if err == nil {
		img, _, err = image.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the %s picture %s is damaged: %v", format, path, err), "take or save the picture again")
	}
	return img, nil
}

// readText reads a board that is text or JSON, and solves it as the reader
// does a picture.
func readText(data []byte, path string) (*vision.Reading, error) {
	noPicture := fault.Newf(fault.Failed, "give a picture (PNG, JPEG, GIF, WebP, BMP or TIFF) or a board as text", "%s is neither a picture nor a board", path)
	if len(data) > maxBoardText {
		return nil, noPicture
	}
	b, err := solver.Parse(data)
	if err != nil {
		return nil, noPicture
	}
	r := &vision.Reading{Board: *b, Confidence: 1}
	if b.Marks != nil {
		r.Solution, r.Kept, err = solver.SolveKeeping(b)
	} else {
		r.Solution, err = solver.Solve(b)
		r.Kept = err == nil
	}
	if err != nil && !errors.Is(err, solver.ErrNoSolution) {
		return nil, err
	}
	counted := b
	if !r.Kept {
		counted = b.Cleared()
	}
	r.Solutions = solver.Count(counted, 2)
	return r, nil
}
