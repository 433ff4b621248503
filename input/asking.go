package input

import (
	"errors"

	"autoqueens/internal/fault"
)

// ErrWouldAsk says that the mouse might be used once the desktop has asked the person.
var ErrWouldAsk = errors.New("the desktop would ask the person first")

// wouldAsk is the error that wraps it, where the desktop has been asked before or not.
func wouldAsk(before bool) error {
	what := "the desktop asks you first whether a program may use the mouse, and it has not yet"
	if before {
		what = "the desktop asks you first whether a program may use the mouse; it has, and remembers the answer unless you have logged out since"
	}
	return fault.Wrap(ErrWouldAsk, fault.NoAccess, what, "try it with `autoqueens doctor --ask`")
}
