package place

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// A game that was opened a moment ago may still be painting its board.
const (
	stillPainting = 2 * time.Second
	lookAgain     = 50 * time.Millisecond
)

// Patiently looks again for a while where no board is read. It returns what the
// last look found, with the cause of the end of ctx where that comes first.
func Patiently[T any](ctx context.Context, look func() (found T, read bool, err error)) (T, error) {
	for deadline := time.Now().Add(stillPainting); ; {
		found, read, err := look()
		_, refused := errors.AsType[*vision.Refusal](err)
		failed := err != nil && !refused
		if read || failed || time.Now().After(deadline) {
			return found, err
		}
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return found, context.Cause(ctx)
		}
	}
}

// Telling returns a [Looker] that tells in words how a look goes.
func Telling(details io.Writer, shown func([]dump.Subject) bool) Looker {
	return Looker{
		Looking: func(v player.View) { printable.Fprintf(details, "looking at %s: %s\n", v.Name, Words(v.Area)) },
		Refused: func(s dump.Subject) { s.Explain(details) },
		Shown:   shown,
	}
}

// Board looks for the first board of a game, "" for any, that can be read in the place, patiently.
// notes is told what [Place.Views] tells, details how the last look went, for there may be dozens.
// The error is a [fault.Error], the end of ctx included.
func (p *Place) Board(ctx context.Context, game string, notes, details io.Writer) (dump.Subject, error) {
	profile, err := p.Load()
	if err != nil {
		return dump.Subject{}, err
	}
	source, views, err := p.Open(ctx, profile, notes)
	if err != nil {
		return dump.Subject{}, err
	}
	defer source.Close()
	return firstBoard(ctx, source, views, game, details)
}

func firstBoard(ctx context.Context, source screen.Source, views []player.View, game string, details io.Writer) (dump.Subject, error) {
	var told bytes.Buffer
	found, err := Patiently(ctx, func() (found dump.Subject, read bool, err error) {
		told.Reset()
		look := Telling(&told, func(shown []dump.Subject) bool {
			found = shown[0]
			return false
		})
		if err := look.Look(ctx, source, views, boardfile.Wanted{Game: game}); err != nil {
			found.Fault = boardfile.Failure("the screen", err)
		}
		if found.Fault != nil {
			return found, false, found.Fault
		}
		return found, true, nil
	})
	_, _ = told.WriteTo(details)
	return found, Missed(ctx, source, err)
}
