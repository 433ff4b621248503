// Package fault carries what went wrong to the person who has to act on it:
// one line that says what is wrong, one line that says what to do, and the
// exit status that scripts rely on.
//
// Every package of the program returns its own errors; the ones a person can
// do something about are, or wrap, a *fault.Error. The command prints it and
// exits with its status.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
)

// Status is an exit status of the program; docs/usage.md documents each value.
type Status int

// The exit statuses. There is no 2: shells and runtimes use it for their own.
const (
	OK         Status = 0 // done
	Failed     Status = 1 // usage, or anything that has no status of its own
	NoBoard    Status = 3 // no board was seen
	Uncertain  Status = 4 // a board was seen but not read with certainty
	NoSolution Status = 5 // the board has no solution
	Unverified Status = 6 // the clicks could not be verified
	Stopped    Status = 7 // the person stopped the program
	NoAccess   Status = 8 // this machine or session cannot capture or click
)

// Error is a failure a person can act on.
type Error struct {
	Status Status
	What   string // one line, lower case, no full stop: what is wrong
	Advice string // one line: what to do about it
	Err    error  // the cause, if there is one; not printed
}

// New returns an Error without a cause.
func New(status Status, what, advice string) *Error {
	return &Error{Status: status, What: what, Advice: advice}
}

// Wrap returns an Error with a cause.
func Wrap(err error, status Status, what, advice string) *Error {
	return &Error{Status: status, What: what, Advice: advice, Err: err}
}

// Newf is New with a formatted first line.
func Newf(status Status, advice, format string, args ...any) *Error {
	return &Error{Status: status, What: fmt.Sprintf(format, args...), Advice: advice}
}

// Unwritable is the failure to write something, nil where err is nil.
func Unwritable(what string, err error) error {
	if err == nil {
		return nil
	}
	advice := "see whether the disk is full or the folder is protected"
	switch {
	case errors.Is(err, fs.ErrExist):
		advice = "choose a name that is free"
	case errors.Is(err, fs.ErrNotExist):
		advice = "make the folder first, or give another name"
	}
	cause := err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		cause = e.Err // without the path, which the words name
	}
	return Wrap(err, Failed, fmt.Sprintf("%s cannot be written: %v", what, cause), advice)
}

// Error returns the first line.
func (e *Error) Error() string { return e.What }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// StatusOf returns the exit status that err asks for: OK for nil, Failed for
// an error that carries none.
func StatusOf(err error) Status {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return Failed
}
