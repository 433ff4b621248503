package main

import (
	"context"
	"errors"
	"time"

	"autoqueens/vision"
)

// A game that was opened a moment ago may still be painting its board.
const (
	stillPainting = 2 * time.Second
	lookAgain     = 50 * time.Millisecond
)

// patiently looks again for a while where no board is read. It returns what the
// last look found.
func patiently[T any](ctx context.Context, look func() (found T, read bool, err error)) (T, error) {
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
