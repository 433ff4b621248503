package player

import (
	"context"
	"errors"
	"fmt"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// leftWords says what is still to be done on the board as it was last read.
func (g *game) leftWords() string {
	if g.other() {
		return printable.Count(len(g.acts()), "move") + " still to be made"
	}
	right, _ := queens(g.board(), g.answer)
	return printable.Count(len(g.answer)-right, "queen") + " still missing"
}

// madeWords says how much was done. What the other games take, keys and drags among it, are moves.
func (g *game) madeWords() string {
	if g.other() {
		return printable.Count(g.made, "move")
	}
	return printable.Count(g.made, "click")
}

// asFault turns any error into one with a status and advice.
func asFault(err error) *fault.Error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e
	}
	if errors.Is(err, context.Canceled) {
		return fault.Wrap(err, fault.Stopped, "stopped", "run 'autoqueens play' again to go on")
	}
	return fault.Wrap(err, fault.Failed, err.Error(), "run 'autoqueens doctor' to see whether this machine is fit to play")
}

// explainStop adds to a stop by the person what is left on the board. Any
// other error stays as it is.
func (g *game) explainStop(ctx, watched context.Context, err error) error {
	// An error that only says that a context ended hides why it did.
	if errors.Is(err, context.Canceled) {
		for _, c := range []context.Context{ctx, watched} {
			if cause := context.Cause(c); cause != nil {
				err = cause
				break
			}
		}
	}
	e := asFault(err)
	if e.Kind != fault.Stopped {
		return err
	}
	// A last look costs nothing and touches nothing.
	if s := g.look(); s.state == here || s.state == moved {
		g.reading = s.reading
	}
	left := g.leftWords()
	return fault.Wrap(err, fault.Stopped,
		fmt.Sprintf("%s, after %s: %s", e.What, g.madeWords(), left),
		"the marks stay as they are; run 'autoqueens play' again to finish the board")
}
