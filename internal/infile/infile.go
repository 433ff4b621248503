// Package infile opens and reads the files that a person names.
//
//	a path ──> [infile] ──> bytes ──> picture, solver, record
//
// Whatever is at the path, nobody waits without end and without being told: a
// pipe has to have somebody at its other end within seconds, a signal ends every
// wait at once, and what is neither a file nor a pipe is refused in words.
package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/promptly"
)

// How long a named pipe may have nobody who writes to it. A shell starts both
// sides of one at the same time; this is for a person who starts the second in
// another window.
const patience = 5 * time.Second

// MaxBytes is how large the file of a board or a picture may be: enough for two
// displays of 3840 x 2160 that are not compressed at all, and for five as a PNG, which
// has less than two bytes a pixel of a screen.
const MaxBytes = 64 << 20

const advice = "give a file that holds a board, or - for standard input"

// Open opens a file for reading. A pipe whose other end nobody opens is refused
// after some seconds; folders, devices and sockets are refused at once. The error
// is ctx's cause where that ended first, else a *fault.Error.
func Open(ctx context.Context, path string) (*os.File, error) {
	// Files may be on a network that does not answer.
	info, err := promptly.Do(ctx, func() (fs.FileInfo, error) { return os.Stat(path) })
	switch {
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, explain(err, path)
	}
	if kind := refused(info.Mode()); kind != "" {
		return nil, fault.Plainf(advice, "%s is a %s", path, kind)
	}
	// Opening a pipe waits for somebody to write.
	limited := ctx
	if info.Mode()&fs.ModeNamedPipe != 0 {
		nobody := fault.Plainf("start what writes to it first, or at the same time", "%s is a pipe that nobody writes to", path)
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeoutCause(ctx, patience, nobody)
		defer cancel()
	}
	file, err := promptly.Do(limited, func() (*os.File, error) {
		file, err := os.Open(path)
		if err == nil && limited.Err() != nil {
			_ = file.Close() // nobody waits for it any more
			return nil, context.Cause(limited)
		}
		return file, err
	})
	switch {
	case err == nil:
		return file, nil
	case limited.Err() != nil:
		return nil, err
	}
	return nil, explain(err, path)
}

// refused names what is neither a file nor a pipe, empty where it is one.
func refused(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeDevice != 0:
		return "device"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return ""
}

// explain words why a file cannot be opened.
func explain(err error, path string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // a file where a folder should be
		return fault.Wrap(err, fault.Failed, "there is no file "+path, advice)
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Failed, path+" may not be read", "check its permissions")
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // without the path, which the words name
	}
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be opened: %v", path, err), advice)
}

// Read reads all of r, which may be a terminal or a pipe, up to MaxBytes. name is
// for people. The error is a [fault.Error] of kind [fault.Stopped] where ctx ended
// first.
func Read(ctx context.Context, r io.Reader, name string) ([]byte, error) {
	data, err := promptly.Do(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(r, MaxBytes+1)) })
	switch {
	case ctx.Err() != nil:
		return nil, stopped(ctx, name, "give the board as a file, or end what is typed with Ctrl-D")
	case err != nil:
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be read: %v", name, err), advice)
	case len(data) > MaxBytes:
		return nil, tooLarge(name)
	}
	return data, nil
}

// ReadFile opens and reads a file as Open and Read do.
func ReadFile(ctx context.Context, path string) ([]byte, error) {
	file, err := Open(ctx, path)
	if ctx.Err() != nil {
		return nil, stopped(ctx, path, again)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > MaxBytes {
		return nil, tooLarge(path)
	}
	return Read(ctx, file, path)
}

const again = "run the command again when you are ready"

func stopped(ctx context.Context, name, advice string) error {
	return fault.Wrap(context.Cause(ctx), fault.Stopped, "stopped while reading "+name, advice)
}

func tooLarge(name string) error {
	return fault.Plainf("crop the picture to the board, or give the board as text", "%s is larger than %d MiB", name, MaxBytes>>20)
}
