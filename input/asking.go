package input

import (
	"context"
	"errors"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
)

// Asking returns a context with which [Open] may have the desktop ask the person whether
// this program may use the mouse, as those of GNOME and KDE do. Before it asks, as far
// as that is known, words is told what the person has to do then. With any other context,
// or where words is nil, [Open] fails where the desktop might ask, with an error that wraps
// [ErrWouldAsk].
func Asking(ctx context.Context, words func(string)) context.Context {
	return portal.Asking(ctx, words)
}

// ErrWouldAsk says that the mouse might be used once the desktop has asked the person.
var ErrWouldAsk = errors.New("the desktop would ask the person first")

// AskError says by which way that is. It wraps [ErrWouldAsk].
type AskError struct {
	Choice
	error
}

// Unwrap returns what the person is told.
func (e *AskError) Unwrap() error { return e.error }

// wouldAsk is the error that wraps it, where the desktop has been asked before or not.
func wouldAsk(before bool) error {
	what := "the desktop asks you first whether a program may use the mouse, and it has not yet"
	if before {
		what = "the desktop asks you first whether a program may use the mouse; it has, and remembers the answer unless you have logged out since"
	}
	return fault.Wrap(ErrWouldAsk, fault.NoAccess, what, "try it with `autoqueens doctor --ask`")
}
