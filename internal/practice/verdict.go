package practice

import (
	"bytes"
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
	// frame lies between two pictures of a page, which are drawn 60 times a second: one that
	// stays the same for longer stands still, once what it is to show was reported.
	frame = 50 * time.Millisecond
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

// Crowned returns a picture of the finished board: with all crowns gold and standing still, from
// before the result card covers it. On a machine so slow that the card is there first, it is the
// last picture from before.
func (s *Server) Crowned(ctx context.Context, capture func() (*image.RGBA, error)) (*image.RGBA, error) {
	ctx, cancel := context.WithTimeout(ctx, celebrating)
	defer cancel()
	var last *image.RGBA
	was := false // golden when the last picture was taken
	for {
		golden := s.State().Phase >= Golden
		img, err := capture()
		// The card is drawn before the game reports it, so a picture counts only
		// if the game was not finished even after it was taken.
		covered := s.State().Phase >= Finished
		switch {
		case last != nil && (err != nil || covered || ctx.Err() != nil):
			return last, nil // what there is, is a picture of a board that was won
		case err != nil:
			return nil, err
		case covered, was && bytes.Equal(img.Pix, last.Pix):
			return img, nil
		}
		last, was = img, golden
		select {
		case <-ctx.Done():
		case <-time.After(frame):
		}
	}
}
