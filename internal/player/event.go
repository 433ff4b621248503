package player

import (
	"encoding/json"
	"fmt"
	"image"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// Event is something that happened while playing. As JSON, with what
// package record adds, it is one line of 'play --json'; fields that do not concern the event are left out.
type Event struct {
	Kind  Kind    `json:"event"`
	MS    float64 `json:"ms"`    // milliseconds since the start of the run
	Board int     `json:"board"` // which board of the run, from 1

	// Seen
	View       string          `json:"view,omitempty"`
	Display    *int            `json:"display,omitempty"`
	Game       string          `json:"game,omitempty"` // empty for Queens
	Size       int             `json:"size,omitempty"`
	Puzzle     json.RawMessage `json:"puzzle,omitempty"` // of another game than Queens
	Regions    []string        `json:"regions,omitempty"`
	Marks      []string        `json:"marks,omitempty"`
	Bounds     *vision.Rect    `json:"bounds,omitempty"` // the lattice, in capture pixels of the desktop
	Confidence float64         `json:"confidence,omitempty"`

	// Solved
	Solution  solver.Placement `json:"solution,omitempty"`
	Answer    json.RawMessage  `json:"answer,omitempty"` // of another game than Queens
	Solutions int              `json:"solutions,omitempty"`
	Kept      *bool            `json:"kept,omitempty"` // whether the queens on the board stay
	Planned   *int             `json:"planned,omitempty"`

	// Clicked, Repaired, Done, Stopped
	Clicks  int `json:"clicks,omitempty"`  // made in this batch; in all for Done and Stopped
	Missing int `json:"missing,omitempty"` // queens missing before the batch
	Wrong   int `json:"wrong,omitempty"`   // wrong queens before the batch
	Repairs int `json:"repairs,omitempty"` // so far; in all for Done and Stopped

	// Verified, Ended, Done
	By     Evidence `json:"by,omitempty"`
	DryRun bool     `json:"dry_run,omitempty"`
	// Corrected, with Done, tells that the clicks landed in other cells at first.
	Corrected bool `json:"corrected,omitempty"`
	// Stages, with Done and Stopped, tells how long each stage took, those that
	// were not reached nothing.
	Stages *Stages `json:"stages,omitempty"`

	// Opened
	At *[2]int `json:"at,omitempty"` // where, in capture pixels of the desktop

	// Stopped
	Failure fault.Kind `json:"-"` // which package record tells by its exit status
	What    string     `json:"what,omitempty"`
	Advice  string     `json:"advice,omitempty"`

	// Reading is what was read when the event happened, for people to see.
	Reading *vision.Reading `json:"-"`
	// Picture, with Seen, is the picture of the view in which the board was
	// found. It must not be changed.
	Picture *image.RGBA `json:"-"`
}

// Stages are the milliseconds each stage took.
type Stages struct {
	Waited   float64 `json:"waited"`   // until a picture showed a board
	Seen     float64 `json:"seen"`     // until it was certain and stood still
	Solved   float64 `json:"solved"`   // until it was known what to click
	Clicked  float64 `json:"clicked"`  // clicking, repairs included
	Verified float64 `json:"verified"` // looking again, repairs included
	Total    float64 `json:"total"`
}

// Outcome says how one board went.
type Outcome struct {
	Waited, Seen, Solved, Clicked, Verified, Total time.Duration

	Size    int
	Clicks  int      // clicks made
	Repairs int      // batches made after the first for what was missing
	By      Evidence // empty where the board was not finished
	// Pause is what the board taught of the pause that this game needs between
	// two clicks; 0 where it taught nothing.
	Pause time.Duration
	Way   Way // in which the moves were made, of a game that has several
	// Corrected tells that clicks landed in other cells at first, and that the
	// mapping was corrected for this board.
	Corrected bool
}

func (o *Outcome) stages() *Stages {
	return &Stages{
		Waited: ms(o.Waited), Seen: ms(o.Seen), Solved: ms(o.Solved),
		Clicked: ms(o.Clicked), Verified: ms(o.Verified), Total: ms(o.Total),
	}
}

// ms returns milliseconds to a thousandth.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (p *Player) report(e Event) {
	e.MS = ms(p.since(p.started))
	if p.Report != nil {
		p.Report(e)
	}
}

func (g *game) tell(e Event) {
	e.Board = g.number
	e.Reading = g.reading
	g.report(e)
}

func (g *game) tellSeen() {
	if g.other() {
		bounds, display := rounded(g.reading.Lattice.Bounds()), g.view.Display
		g.tell(Event{
			Kind: Seen, View: g.view.Name, Display: &display, Game: g.reading.Game, Size: g.reading.Lattice.Size,
			Puzzle: asJSON(g.reading.Puzzle), Bounds: &bounds, Confidence: round2(g.reading.Confidence), Picture: g.full,
		})
		return
	}
	b, bounds, display := g.board(), g.reading.Lattice.Bounds(), g.view.Display
	bounds = rounded(bounds)
	g.tell(Event{
		Kind: Seen, View: g.view.Name, Display: &display, Size: b.Size,
		Regions: b.RegionRows(), Marks: b.MarkRows(), Bounds: &bounds,
		Confidence: round2(g.reading.Confidence), Picture: g.full,
	})
}

func (g *game) tellSolved() {
	if g.other() {
		planned := len(g.acts())
		g.tell(Event{Kind: Solved, Game: g.reading.Game, Answer: asJSON(g.reading.Answer), Solutions: g.reading.Solutions, Planned: &planned})
		return
	}
	plan := Decide(g.board(), g.answer, g.Options.Clicks)
	kept, planned := plan.Wrong == 0, plan.Clicks()
	if plan.Clears {
		planned += plan.Missing * g.Options.Clicks
	}
	g.tell(Event{Kind: Solved, Solution: g.answer, Solutions: g.reading.Solutions, Kept: &kept, Planned: &planned})
}

func (g *game) tellClicked(plan Plan, clicks int) {
	e := Event{Kind: Clicked, Clicks: clicks, Missing: plan.Missing, Wrong: plan.Wrong, Repairs: g.out.Repairs}
	if g.out.Repairs > 0 {
		e.Kind = Repaired
	}
	g.tell(e)
}

// tellEnd tells that nothing is left to be done, and how that is known.
func (g *game) tellEnd() {
	kind := Verified
	if g.out.By == BoardGone {
		kind = Ended
	}
	g.why("%s: %s", kind, g.out.By)
	g.tell(Event{Kind: kind, Game: g.reading.Game, By: g.out.By})
}

// Unseen returns an error of kind [fault.Unseen] where a board that was played to its end was not seen solved, nil for
// any other.
func Unseen(outcomes []Outcome) error {
	for i, o := range outcomes {
		if o.By == BoardGone {
			what := "the board went away right after the last move, before it could be seen solved"
			if len(outcomes) > 1 {
				what = fmt.Sprintf("board %d: %s", i+1, what)
			}
			return fault.New(fault.Unseen, what,
				"look whether the page says that it was won; every other move was seen, and the page around the board stayed")
		}
	}
	return nil
}

// asJSON returns what a puzzle or its answer is for scripts.
func asJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return nil // cannot be: it was read and solved
	}
	return data
}

func rounded(r vision.Rect) vision.Rect {
	return vision.Rect{X: round2(r.X), Y: round2(r.Y), Width: round2(r.Width), Height: round2(r.Height)}
}
