package practice

import (
	"context"
	"image"
	"time"

	"autoqueens/internal/fault"
)

const (
	// judging bounds the wait for the game's word after a player is done.
	judging = 10 * time.Second
	// celebrating bounds the wait for the result card.
	celebrating = 5 * time.Second
)

// Verdict waits for the game's own word on a board that a player is done with. The error
// is a [fault.Error] of kind [fault.Unverified] where it does not come, or the cause of
// ctx.
func (s *Server) Verdict(ctx context.Context) (Result, error) {
	patient, cancel := context.WithTimeout(ctx, judging)
	defer cancel()
	verdict, err := s.WaitWon(patient)
	if ctx.Err() != nil {
		return verdict, context.Cause(ctx)
	}
	if err != nil {
		return verdict, fault.Wrap(err, fault.Unverified,
			"the game does not say that it was won, though every queen was seen on the board",
			"run the demo again with --keep-open and look at the page")
	}
	return verdict, nil
}

// Crowned returns a picture of the finished board with all crowns gold, from
// before the result card covers it. On a machine so slow that the card is there
// first, it is the picture from when the last queen was placed.
func (s *Server) Crowned(ctx context.Context, capture func() (*image.RGBA, error)) (*image.RGBA, error) {
	ctx, cancel := context.WithTimeout(ctx, celebrating)
	defer cancel()
	early, err := capture()
	if err != nil {
		return nil, err
	}
	if s.WaitPhase(ctx, Golden) != nil {
		return early, nil // what there is, is a picture of a board that was won
	}
	img, err := capture()
	// The card is drawn before the game reports it, so the picture counts only
	// if the game was not finished even after it was taken.
	if err != nil || s.State().Phase >= Finished {
		return early, nil
	}
	return img, nil
}
