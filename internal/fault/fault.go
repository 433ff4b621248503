// Package fault carries what went wrong to the person who has to act on it:
// one line that says what is wrong, one line that says what to do, and a kind
// that code can ask for.
//
// Every package of the program returns its own errors; the ones a person can
// do something about are, or wrap, an [Error]. It knows no exit statuses:
// package exit has those, for the command and what it is made of.
package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Kind is a kind of failure. It is an error itself, so that [errors.Is] tells
// whether a failure is of it:
//
//	errors.Is(err, fault.NoAccess)
type Kind string

// The kinds of failures.
const (
	Failed     Kind = "failed"                                        // usage, or anything that has no kind of its own
	NoBoard    Kind = "no board was seen"                             //
	Uncertain  Kind = "a board was seen but not read with certainty"  //
	NoSolution Kind = "there is no solution"                          //
	Unverified Kind = "the clicks could not be verified"              //
	Unseen     Kind = "the board went away before it was seen solved" //
	Stopped    Kind = "the person stopped the program"                //
	NoAccess   Kind = "this machine or session cannot capture or click"
)

// Error returns what the kind says.
func (k Kind) Error() string { return string(k) }

// KindOf returns the kind of err: that of the first [Error] in it, Failed for an
// error without one, and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Failed
}

// Error is a failure a person can act on.
type Error struct {
	Kind   Kind
	What   string // one line, lower case, no full stop: what is wrong
	Advice string // one line: what to do about it
	Err    error  // the cause, if there is one; not printed
}

// Plain returns an Error of the kind [Failed], without a cause.
func Plain(what, advice string) *Error { return New(Failed, what, advice) }

// Plainf is [Plain] with a formatted first line.
func Plainf(advice, format string, args ...any) *Error {
	return Newf(Failed, advice, format, args...)
}

// New returns an Error without a cause.
func New(kind Kind, what, advice string) *Error {
	return &Error{Kind: kind, What: what, Advice: advice}
}

// Wrap returns an Error with a cause.
func Wrap(err error, kind Kind, what, advice string) *Error {
	return &Error{Kind: kind, What: what, Advice: advice, Err: err}
}

// Newf is [New] with a formatted first line.
func Newf(kind Kind, advice, format string, args ...any) *Error {
	return &Error{Kind: kind, What: fmt.Sprintf(format, args...), Advice: advice}
}

// Unwritable is the failure to write something, nil where err is nil, and err itself where that is
// a failure of what was to be written.
func Unwritable(what string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	advice := "see whether the disk is full or the folder is protected"
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		advice = "give the name of a folder: there is a file where one is needed"
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

// Is tells whether target is the kind of e.
func (e *Error) Is(target error) bool { return target == error(e.Kind) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
