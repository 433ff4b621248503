package input

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"autoqueens/internal/fault"
)

// way is one way to use the mouse. Its open returns an error that wraps errOtherSession
// where the way is for another kind of session than this one.
type way struct {
	name string
	open func(ctx context.Context) (Driver, error)
}

// errOtherSession says that a way is not for this kind of session.
var errOtherSession = errors.New("this is another kind of session")

// Ways returns the names of the ways to use the mouse that this build knows, in the
// order in which they are tried.
func Ways() []string {
	var names []string
	for _, w := range ways {
		names = append(names, w.name)
	}
	return names
}

// Choice is the way to use the mouse that was taken.
type Choice struct {
	Way    string // one of [Ways]
	Passed error  // why the way before it in their order does not serve; nil where it is the first, or was named
}

// openWay opens the first way that serves here or, where a name is given, that one.
func openWay(ctx context.Context, name string) (Driver, Choice, error) {
	if name != "" {
		i := slices.IndexFunc(ways, func(w way) bool { return w.name == name })
		if i < 0 {
			return nil, Choice{}, fault.Plainf("choose one of "+strings.Join(Ways(), ", ")+", or leave it out",
				"there is no way %q to use the mouse here", name)
		}
		d, err := ways[i].open(ctx)
		if errors.Is(err, errOtherSession) {
			err = fault.Wrap(err, fault.NoAccess, "the mouse cannot be used by "+name+": this session is of another kind",
				"leave the way out, and the one that serves is taken")
		}
		return d, Choice{Way: name}, err
	}
	return openFirst(ctx, ways)
}

// openFirst opens the first of some ways that serves here. One that asks the person first serves
// once they have been asked.
func openFirst(ctx context.Context, ways []way) (Driver, Choice, error) {
	var failed, other error // the first that says anything
	var passed error
	for _, w := range ways {
		d, err := w.open(ctx)
		choice := Choice{w.name, passed}
		if err == nil {
			return d, choice, nil
		}
		if errors.Is(err, ErrWouldAsk) {
			return nil, choice, err
		}
		passed = err
		if errors.Is(err, errOtherSession) {
			other = cmp.Or(other, err)
		} else {
			failed = cmp.Or(failed, err)
		}
	}
	if failed = cmp.Or(failed, other); failed == nil {
		failed = fault.New(fault.NoAccess,
			"this build has no mouse support: it was built without cgo or for another system",
			"build it with CGO_ENABLED=1 and a C compiler on Linux (on Debian: apt install gcc libc6-dev libx11-dev libxtst-dev libxcb1-dev)")
	}
	return nil, Choice{}, failed
}
