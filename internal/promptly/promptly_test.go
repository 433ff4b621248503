package promptly_test

import (
	"context"
	"errors"
	"testing"

	"autoqueens/internal/promptly"
)

func TestDo(t *testing.T) {
	broken, enough := errors.New("broken"), errors.New("enough")
	if n, err := promptly.Do(t.Context(), func() (int, error) { return 7, broken }); n != 7 || err != broken {
		t.Errorf("%d, %v of work that ended", n, err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	never := make(chan struct{})
	defer close(never)
	n, err := promptly.Do(ctx, func() (int, error) {
		stop(enough)
		<-never
		return 7, nil
	})
	if n != 0 || err != enough {
		t.Errorf("%d, %v of work that was left behind, want the cause", n, err)
	}
}
