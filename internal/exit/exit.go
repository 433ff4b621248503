// Package exit is the one table that turns errors into exit statuses. The
// command ends with them, and `play --json` and recordings tell them; all
// else knows [fault.Kind] alone.
package exit

import "autoqueens/internal/fault"

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
	Unseen     Status = 9 // every move was made, and the board went away before it was seen solved
)

var statuses = map[fault.Kind]Status{
	"":               OK,
	fault.Failed:     Failed,
	fault.NoBoard:    NoBoard,
	fault.Uncertain:  Uncertain,
	fault.NoSolution: NoSolution,
	fault.Unverified: Unverified,
	fault.Stopped:    Stopped,
	fault.NoAccess:   NoAccess,
	fault.Unseen:     Unseen,
}

// Kind returns the kind of failure that a status tells, [fault.Failed] for a
// number that is no status.
func (s Status) Kind() fault.Kind {
	for kind, status := range statuses {
		if status == s {
			return kind
		}
	}
	return fault.Failed
}

// Of returns the exit status of a kind of failure, [OK] for "".
func Of(kind fault.Kind) Status { return statuses[kind] }

// StatusOf returns the exit status that err asks for: [OK] for nil, [Failed] for
// an error that carries no kind.
func StatusOf(err error) Status { return Of(fault.KindOf(err)) }
