package puzzle

import "context"

// looksEvery is how many steps pass between two looks at the context.
const looksEvery = 1 << 10

// Pace counts the steps of a search, and ends it when its limit or its context does. The zero
// value never ends.
type Pace struct {
	ctx   context.Context
	done  <-chan struct{}
	steps uint // taken so far
	limit uint // 0: none
	err   error
}

// NewPace returns the pace of a search of at most so many steps, 0 or less for any number.
func NewPace(ctx context.Context, limit int) Pace {
	return Pace{ctx: ctx, done: ctx.Done(), limit: uint(max(limit, 0))}
}

// Step takes a step. It returns false when the search is to end.
func (p *Pace) Step() bool {
	p.steps++
	if p.limit > 0 && p.steps > p.limit {
		p.err = ErrGivenUp
	} else if p.done != nil && p.steps%looksEvery == 1 {
		select {
		case <-p.done:
			p.err = context.Cause(p.ctx)
		default:
		}
	}
	return p.err == nil
}

// Steps returns how many were taken.
func (p *Pace) Steps() int { return int(p.steps) }

// Err returns why the search was ended: [ErrGivenUp], the cause of the context, or nil.
func (p *Pace) Err() error { return p.err }
