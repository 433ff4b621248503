package player

import (
	"context"
	"errors"
	"fmt"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// leftWords says what is still to be done on the board as it was last read, and when that was.
func (g *game) leftWords() string {
	left := g.missingWords()
	switch since := g.made - g.readAt; {
	case since == 0:
		return left + " when it was last read"
	case since == 1:
		return fmt.Sprintf("%s when it was last read, before the last %s", left, g.unit())
	default:
		return fmt.Sprintf("%s when it was last read, before the last %s", left, printable.Count(since, g.unit()))
	}
}

// missingWords says what is still to be done on the board as it was last read.
func (g *game) missingWords() string {
	if g.other() {
		return printable.Count(len(g.acts()), "move") + " still to be made"
	}
	right, _ := queens(g.board(), g.answer)
	return printable.Count(len(g.answer)-right, "queen") + " still missing"
}

// madeWords says how much was done. What the other games take, keys and drags among it, are moves.
func (g *game) madeWords() string { return printable.Count(g.made, g.unit()) }

// unit is what is counted of what was done.
func (g *game) unit() string {
	if g.other() {
		return "move"
	}
	return "click"
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
	left := ""
	if s := g.look(); s.state == here || s.state == moved {
		g.reading = s.reading
		left = g.missingWords()
	} else {
		left = g.leftWords()
	}
	return fault.Wrap(err, fault.Stopped,
		fmt.Sprintf("%s, after %s: %s", e.What, g.madeWords(), left),
		"the marks stay as they are; run 'autoqueens play' again to finish the board")
}
