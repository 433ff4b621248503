//go:build linux

package main

import (
	"context"
	"fmt"
	"image"
	"time"

	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// blindWin is how long the page has to tell that a board was won that was played blindly.
const blindWin = 4 * time.Second

// timeGame plays boards of a game beside Queens, each one first blindly and then by the player,
// and prints how long it took from the first press to the win. The blind one knows the answer and
// has the same hand make the same moves, with no look between them; where that loses some, as
// one that looks at nothing may, the player finishes the board and it counts for neither.
func (a *arena) timeGame(ctx context.Context, name string, n int, seed uint64) error {
	g, err := games.Find(name)
	if err != nil {
		return err
	}
	t, err := a.serve(ctx, practice.Options{
		Game: name, Seed: 2 * seed, AutoNext: hurry,
		Puzzles: func(_ string, size int, seed uint64) (puzzle.Puzzle, error) { // each board twice
			p, _, err := g.Generate(size, seed/2)
			return p, err
		},
	})
	if err != nil {
		return err
	}
	defer t.close()
	ready, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	if err := t.game.WaitReady(ready); err != nil {
		return err
	}
	moves := row{name: "moves of a board"}
	played := row{name: "first press -> won"}
	rest := row{name: "  last press -> won"}
	blind := row{name: "reference: first press -> won"}
	blindRest := row{name: "  last press -> won"}
	var ratios row
	lost, repairs := 0, 0
	for i := range n + 1 { // the first one warms everything up
		reference, err := a.blindly(ctx, t)
		if err != nil {
			return fmt.Errorf("board %d: %w", i, err)
		}
		won, clicks, mended, err := a.seeing(ctx, t)
		if err != nil {
			return fmt.Errorf("board %d: %w", i, err)
		}
		if i == 0 {
			continue
		}
		repairs += mended
		if reference == nil {
			lost++
			continue
		}
		moves.ms = append(moves.ms, float64(clicks))
		played.ms = append(played.ms, won.won-won.firstDown)
		rest.ms = append(rest.ms, won.won-won.lastDown)
		blind.ms = append(blind.ms, reference.won-reference.firstDown)
		blindRest.ms = append(blindRest.ms, reference.won-reference.lastDown)
		ratios.ms = append(ratios.ms, (won.won-won.firstDown)/(reference.won-reference.firstDown))
	}
	fmt.Printf("%d boards of %s, ms, captured by %s; %d repairs; %d that the reference lost do not count\n\n", n, name, a.eye.Method(), repairs, lost)
	printTable([]row{moves, played, rest, blind, blindRest})
	fmt.Printf("\n%s: first press -> won: %.2f times the reference, the middle of %d boards that both played\n", name, median(ratios.ms), len(ratios.ms))
	return nil
}

// blindly has the reference play the board that the page shows, and waits for the next one. It
// returns nil where moves were lost.
func (a *arena) blindly(ctx context.Context, t *table) (*moments, error) {
	session := t.game.State().Session
	p := a.player(player.Options{Timeout: 20 * time.Second})
	time.Sleep(atRest) // the board before may still be on the screen
	r, err := a.read(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.Blind(ctx, p.Views[0], r); err != nil {
		return nil, err
	}
	// Off the board, where the player leaves it as well.
	if err := a.hand.Park(ctx, image.Pt(100, 700)); err != nil {
		return nil, err
	}
	wait, cancel := context.WithTimeout(ctx, blindWin)
	defer cancel()
	if _, err := t.game.WaitWon(wait); err != nil {
		if _, _, _, err := a.seeing(ctx, t); err != nil {
			return nil, err
		}
		return nil, nil
	}
	m, err := momentsOf(t.game.Log(), session)
	if err != nil {
		return nil, err
	}
	return &m, t.game.WaitNext(ctx, session)
}

// read reads the board that the screen shows, or will soon.
func (a *arena) read(ctx context.Context) (*vision.Reading, error) {
	for end := time.Now().Add(turn); ; {
		img, err := a.eye.Capture(a.screen.Bounds)
		if err != nil {
			return nil, err
		}
		r, err := reader{}.Read(img)
		if err == nil || time.Now().After(end) || ctx.Err() != nil {
			return r, err
		}
	}
}

// seeing has the player play the board that the page shows, and waits for the next one. It
// returns how many moves it made and how often it repaired.
func (a *arena) seeing(ctx context.Context, t *table) (m moments, clicks, repairs int, err error) {
	session := t.game.State().Session
	p := a.player(player.Options{Timeout: 20 * time.Second})
	outcomes, err := p.Run(ctx)
	if err != nil {
		return m, 0, 0, err
	}
	wait, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	if _, err := t.game.WaitWon(wait); err != nil {
		return m, 0, 0, err
	}
	if m, err = momentsOf(t.game.Log(), session); err != nil {
		return m, 0, 0, err
	}
	return m, outcomes[0].Clicks, outcomes[0].Repairs, t.game.WaitNext(ctx, session)
}
