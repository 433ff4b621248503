package input

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"time"

	"autoqueens/internal/fault"
)

// Pace is how quickly the hand goes about its clicks. The zero Pace is fast.
type Pace struct {
	human bool
	pause time.Duration
}

// The paces that have names.
var (
	// Fast clicks as quickly as the system takes clicks.
	Fast = Pace{}
	// Human pauses as a person would and moves the pointer along a path.
	Human = Pace{human: true}
)

// Every is the pace that pauses for d between clicks; d below 0 counts as 0.
func Every(d time.Duration) Pace { return Pace{pause: max(d, 0)} }

// maxPause keeps a slip of the keyboard from looking like a program that hangs.
const maxPause = time.Minute

// ParsePace reads a pace as the command line gives it: "fast", "human", or a
// duration such as "50ms" up to a minute.
func ParsePace(s string) (Pace, error) {
	switch s {
	case "fast":
		return Fast, nil
	case "human":
		return Human, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > maxPause {
		return Pace{}, fault.Plainf(
			"use fast, human, or a pause between clicks from 0s to 1m, for example 50ms",
			"%q is no pace", s)
	}
	return Every(d), nil
}

// String writes the pace so that ParsePace reads it.
func (p Pace) String() string {
	switch {
	case p.human:
		return "human"
	case p.pause == 0:
		return "fast"
	}
	return p.pause.String()
}

// MarshalText writes the pace as String does.
func (p Pace) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what ParsePace reads.
func (p *Pace) UnmarshalText(text []byte) error {
	v, err := ParsePace(string(text))
	if err != nil {
		return err
	}
	*p = v
	return nil
}

// The measures of a human hand.
const (
	shortPause  = 80 * time.Millisecond  // the shortest pause between clicks
	longPause   = 250 * time.Millisecond // the longest
	stepTime    = 8 * time.Millisecond   // between two places of a moving pointer
	stepLength  = 45.0                   // points, where the pointer moves fastest
	maxSteps    = 24                     // however far it goes
	bow         = 0.08                   // how far a path bends, as a part of its length
	shortLinger = 12 * time.Millisecond  // from arriving to pressing
	longLinger  = 40 * time.Millisecond
)

// seed makes the human pace the same in every run, so that a run can be
// repeated with all it did.
const seed = 20250601

// step is one place on a path and the wait before the pointer goes there.
type step struct {
	At   image.Point
	Wait time.Duration
}

// stride is a pace under way: the pace and the state of its dice.
type stride struct {
	Pace
	dice  *rand.Rand
	moved bool // a click came before; the first one waits for nothing
}

func newStride(p Pace) *stride {
	return &stride{Pace: p, dice: rand.New(rand.NewPCG(seed, seed))}
}

// rest returns the pause before the next click.
func (s *stride) rest() time.Duration {
	switch {
	case s.human:
		return s.between(shortPause, longPause)
	case !s.moved:
		s.moved = true
		return 0
	}
	return s.pause
}

// dwell returns how long the pointer rests on its target before the press.
func (s *stride) dwell() time.Duration {
	if !s.human {
		return 0
	}
	return s.between(shortLinger, longLinger)
}

// between rolls a duration; people are more often quick than slow.
func (s *stride) between(lo, hi time.Duration) time.Duration {
	u := s.dice.Float64()
	return lo + time.Duration(u*u*float64(hi-lo))
}

// straight tells whether the pointer goes everywhere in one step.
func (s *stride) straight() bool { return !s.human }

// path returns the places the pointer passes on its way, to included, which is
// always the last. A human path bends a little, starts and ends slowly, and is
// sampled like a mouse is.
func (s *stride) path(from, to image.Point) []step {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	length := math.Hypot(dx, dy)
	if s.straight() || length < 2 {
		return []step{{At: to}}
	}
	n := min(maxSteps, 3+int(length/stepLength))
	side := bow * (2*s.dice.Float64() - 1)
	steps := make([]step, n)
	for i := range steps {
		t := float64(i+1) / float64(n)
		t = t * t * (3 - 2*t)         // slow, quick, slow
		off := side * 4 * t * (1 - t) // none at either end
		x := float64(from.X) + t*dx - off*dy
		y := float64(from.Y) + t*dy + off*dx
		steps[i] = step{At: image.Pt(int(math.Round(x)), int(math.Round(y))), Wait: stepTime}
	}
	steps[n-1].At = to
	return steps
}

// pause waits as long as the pace asks for between clicks.
func (h *Hand) pause(ctx context.Context) error {
	h.mu.Lock()
	d := h.pace.rest()
	h.mu.Unlock()
	return sleep(ctx, d)
}

// linger waits as long as the pace asks for between arriving and pressing, and
// looks at the mouse again if that was any time at all. It returns the mouse as
// it was last seen; s is what was seen on arriving.
func (h *Hand) linger(ctx context.Context, s State) (State, error) {
	h.mu.Lock()
	d := h.pace.dwell()
	h.mu.Unlock()
	if d == 0 {
		return s, nil
	}
	if err := sleep(ctx, d); err != nil {
		return s, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.check(ctx)
}
