package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the formats a picture may have
	_ "image/jpeg"
	_ "image/png"
	"io"
	"io/fs"
	"os"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// What solve takes is bounded, so that a wrong file costs neither time nor
// memory.
const (
	maxBoardText     = 1 << 20  // bytes
	maxPictureBytes  = 64 << 20 // bytes
	maxPicturePixels = 100e6
)

// loadBoards reads the boards in a file, or in stdin where the path is "-":
// text, JSON or a picture, told apart by their content. It returns at least
// one board or an error, which is a *fault.Error.
func loadBoards(ctx context.Context, path string, stdin io.Reader) ([]*solver.Board, error) {
	name := path
	in := stdin
	if path == "-" {
		name = "standard input"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, openFault(err, path)
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return nil, fault.Newf(fault.Failed, "give a file that holds a board", "%s is a folder", path)
		}
		in = file
	}
	data, err := readBounded(ctx, in, maxPictureBytes)
	if err != nil {
		if errors.Is(err, errTooLarge) {
			return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s is larger than %d MiB", name, maxPictureBytes>>20), "give a picture of the board, or the board as text")
		}
		if ctx.Err() != nil {
			return nil, fault.Wrap(err, fault.Stopped, "stopped while reading "+name, "give the board as a file, or end it with Ctrl-D")
		}
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be read: %v", name, err), "give a file that holds a board")
	}

	img, err := decodePicture(data, name)
	switch {
	case err == nil:
		reading, err := vision.Read(img)
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
		return nil, fault.Wrap(f, f.Status, name+": "+f.What, f.Advice)
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

func openFault(err error, path string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("there is no file %s", path), "give a file that holds a board, or - for standard input")
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s may not be read", path), "check its permissions")
	}
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be opened: %v", path, err), "give a file that holds a board")
}

var errTooLarge = errors.New("more data than a board takes")

// readBounded reads all of r, up to limit bytes, and gives up as soon as ctx
// is done, even while r has nothing to give.
func readBounded(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	// A read from a terminal or a pipe cannot be called back; the goroutine
	// ends with the process.
	read := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(r, limit+1))
		read <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case got := <-read:
		if got.err == nil && int64(len(got.data)) > limit {
			got.err = errTooLarge
		}
		return got.data, got.err
	}
}
