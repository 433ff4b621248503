package player

import (
	"context"
	"time"

	"autoqueens/vision"
)

// Blind makes the moves that are left on a board of another game than Queens, with no other waits
// than pages need in a drag: it looks at nothing between them, and neither sees to the result nor
// repairs it. It is what a benchmark holds the player against.
func (p *Player) Blind(ctx context.Context, view View, r *vision.Reading) error {
	g := &game{Player: p, view: view, out: &Outcome{}}
	g.adopt(r, nil)
	ctx, release := g.Hand.Watch(ctx)
	defer release()
	for _, a := range g.acts() {
		do := func() error {
			if len(a.cells) == 1 {
				return g.Hand.Click(ctx, g.target(Cell(a.cells[0])))
			}
			path, by := g.path(a)
			var since time.Time
			at := 0
			by.Shown = func(point int) bool { // a page sees once a frame where the pointer is
				if point != at {
					at, since = point, g.Clock.Now()
				}
				return g.since(since) >= frameGap
			}
			return g.Hand.Drag(ctx, path, by)
		}
		err := do()
		for began := g.Clock.Now(); obstructed(err) && g.since(began) < patience; err = do() {
			if err := g.Clock.Sleep(ctx, time.Millisecond); err != nil {
				return err
			}
		}
		if err == nil && a.key != 0 {
			err = g.Hand.Type(ctx, a.key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
