package place

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/userdirs"
	"autoqueens/vision/screen"
)

// Unshared returns the monitors that the person did not share when the desktop asked which of them to
// show, with their names and points alone: a board on one of them is not seen.
func Unshared(ctx context.Context, source screen.Source) []screen.Display {
	if source.Method() != screen.ByCast {
		return nil // all are shown
	}
	displays, err := source.Displays()
	if err != nil {
		return nil
	}
	return monitorsBeside(ctx, displays)
}

// UnsharedWords says which monitor is not shared.
func UnsharedWords(m screen.Display) string {
	return fmt.Sprintf("the monitor %s, %dx%d at %d,%d, is not shared", m.Name, m.Points.Dx(), m.Points.Dy(), m.Points.Min.X, m.Points.Min.Y)
}

// ShareAdvice says how to share a further monitor.
func ShareAdvice() string {
	const answer = "screen-cast.token" // where package screen keeps what the person answered
	path, err := userdirs.State(answer)
	if err != nil {
		path = answer + " from the state folder"
	}
	return "to share it too, remove " + path + ", and run `autoqueens doctor --ask`"
}

// Missed adds to the failure of a look at a screen that read no board where it may lie: on two monitors or, where
// none was seen, on one that is not shared. Other errors are returned as they are.
func Missed(ctx context.Context, source screen.Source, err error) error {
	none := errors.Is(err, fault.NoBoard)
	if none || errors.Is(err, fault.Uncertain) {
		err = across(source, err)
	}
	if !none {
		return err
	}
	return missed(Unshared(ctx, source), err)
}

// MissedBy is [Missed] of what a look for one board found.
func MissedBy(ctx context.Context, source screen.Source, found []dump.Subject) []dump.Subject {
	if len(found) == 1 && found[0].Fault != nil {
		found[0].Fault, _ = errors.AsType[*fault.Error](Missed(ctx, source, found[0].Fault))
	}
	return found
}

func missed(unshared []screen.Display, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(unshared) == 0 {
		return err
	}
	words := make([]string, len(unshared))
	for i, m := range unshared {
		words[i] = UnsharedWords(m)
	}
	return fault.Wrap(err, f.Kind, f.What+"; "+strings.Join(words, "; "), f.Advice+"; "+ShareAdvice())
}
