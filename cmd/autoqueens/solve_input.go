package main

import (
	"context"
	"errors"
	"image"
	"io"

	"autoqueens/internal/fault"
	"autoqueens/internal/infile"
	"autoqueens/internal/picture"
	"autoqueens/internal/promptly"
	"autoqueens/solver"
	"autoqueens/vision"
)

// maxBoardText is how many bytes of text can be a board, so that a wrong file costs
// neither time nor memory.
const maxBoardText = 1 << 20

// readInput returns what is in a file, or in stdin where the path is "-", and what
// to call it. The error is a *fault.Error.
func readInput(ctx context.Context, path string, stdin io.Reader) (data []byte, name string, err error) {
	name = path
	if path == "-" {
		name = "standard input"
		data, err = infile.Read(ctx, stdin, name)
	} else {
		data, err = infile.ReadFile(ctx, path)
	}
	if err == nil && len(data) == 0 {
		err = fault.Newf(fault.Failed, "give a picture of a board, or a board as text", "%s is empty", name)
	}
	return data, name, err
}

// loadBoards reads the boards in a file, or in stdin where the path is "-":
// text, JSON or a picture, told apart by their content. It returns at least
// one board or an error, which is a *fault.Error.
func loadBoards(ctx context.Context, path string, stdin io.Reader) ([]*solver.Board, error) {
	data, name, err := readInput(ctx, path, stdin)
	if err != nil {
		return nil, err
	}
	img, err := picture.Decode(ctx, data, name)
	switch {
	case err == nil:
		reading, err := promptly.Do(ctx, func() (*vision.Reading, error) { return vision.Read(img) })
		if err != nil {
			return nil, refusalFault(name, err)
		}
		return []*solver.Board{&reading.Board}, nil
	case !errors.Is(err, image.ErrFormat):
		return nil, err
	}
	return parseBoards(data, name)
}

// parseBoards reads boards that are text or JSON. It returns at least one or an
// error, which is a *fault.Error.
func parseBoards(data []byte, name string) ([]*solver.Board, error) {
	if len(data) > maxBoardText {
		return nil, fault.Newf(fault.Failed, "give a picture of the board, or the board as text", "%s is too large to be the text of a board", name)
	}
	boards, err := solver.ParseAll(data)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return nil, fault.Wrap(f, f.Kind, name+": "+f.What, f.Advice)
	}
	return boards, err
}

// refusalFault gives a refusal of the reader its exit status.
func refusalFault(name string, err error) error {
	refusal, ok := errors.AsType[*vision.Refusal](err)
	if !ok {
		return err
	}
	status := fault.NoBoard
	switch {
	case refusal.BoardSeen():
		status = fault.Uncertain
	case refusal.Reason == vision.BadImage:
		status = fault.Failed
	}
	return fault.Wrap(err, status, name+": "+refusal.What, refusal.Advice)
}
