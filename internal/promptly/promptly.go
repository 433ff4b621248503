// Package promptly lets what cannot be called back be left behind: a read from a
// terminal, the decoding of a picture, the reading of a board in it.
//
//	a signal ──> the context ──> [promptly] ──> the command ends at once
package promptly

import "context"

// Do returns what work returns or, as soon as ctx is done, the cause of that. Work
// then goes on by itself until it is through or the program ends; what it returns
// is lost, and nobody else may change what it works on.
func Do[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		if ctx.Err() == nil { // else work may have failed for that
			return r.value, r.err
		}
	case <-ctx.Done():
	}
	var none T
	return none, context.Cause(ctx)
}
