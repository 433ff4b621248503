package history

import (
	"context"
	"fmt"
	"strings"
	"time"

	"autoqueens/internal/player"
	"autoqueens/solver"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// Recorder writes the boards of a player down as they end. Boards that were
// only looked at, in a dry run, are left out.
type Recorder struct {
	Path    string // of the database; "" only notices the boards
	Command string // what plays: "play" or "daily"
	Program string // version of the program
	// Profile returns the name of the profile with which a display is played on,
	// by its number; nil where none is used.
	Profile func(display int) string
	// Note is told in a line what went wrong. It is told the same line once.
	Note func(string)
	// Latest is the last board that ended, written down or not; nil before.
	Latest *Game

	seen    *player.Event // the board that is being played
	writing chan written  // what came of the board that is being written down; nil where none is
	noted   map[string]bool
}

// written is what came of writing a board down.
type written struct {
	note string
	err  error
}

// grading bounds the time for finding out how hard a board is. All but very
// large ones take a few milliseconds.
const grading = 300 * time.Millisecond

// Wrap listens to a player. The boards are written down when they are over, and beside what
// goes on then, so that neither a click nor the next board waits for a disk. Whoever wants
// them to be there waits with [Recorder.Wait].
func (r *Recorder) Wrap(p *player.Player) {
	report := p.Report
	p.Report = func(e player.Event) {
		if report != nil {
			report(e)
		}
		r.tell(e)
	}
}

func (r *Recorder) tell(e player.Event) {
	switch e.Kind {
	case player.Seen:
		r.seen = &e
	case player.Done:
		if !e.DryRun {
			outcome := Won
			switch e.By {
			case player.AlreadySolved:
				outcome = AlreadySolved
			case player.BoardGone:
				outcome = Unseen
			}
			r.ended(e, outcome)
		}
	case player.Stopped:
		r.ended(e, outcomeOf(e.Failure))
	}
}

// ended writes down the board that was seen, if one was.
func (r *Recorder) ended(e player.Event, outcome Outcome) {
	seen := r.seen
	r.seen = nil
	if seen == nil || seen.Board != e.Board || e.Stages == nil {
		return
	}
	if e.Kind == player.Stopped && e.Clicks == 0 {
		return // a board that was only looked at is no game
	}
	g := &Game{
		Ended: time.Now().Truncate(time.Millisecond), Command: r.Command, Program: r.Program,
		Outcome: outcome, Evidence: e.By,
		Stages: *e.Stages, Clicks: e.Clicks, Repairs: e.Repairs, Display: *seen.Display,
	}
	g.describe(seen.Reading)
	if r.Profile != nil {
		g.Profile = r.Profile(g.Display)
	}
	r.Latest = g
	if r.Path == "" {
		return
	}
	r.Wait()
	writing := make(chan written, 1)
	r.writing = writing
	go func() {
		// The board is over, also where the person has ended the program. How long the disk takes
		// is no failure; the waits for other processes are bounded.
		note, err := Record(context.Background(), r.Path, g)
		writing <- written{note, err}
	}()
}

// enough is how long Wait waits for a disk: one that has not answered by then may never do.
const enough = time.Minute

// Wait waits until all boards that have ended are written down, and notes what went wrong.
func (r *Recorder) Wait() {
	if r.writing == nil {
		return
	}
	late := time.NewTimer(enough)
	defer late.Stop()
	var w written
	select {
	case w = <-r.writing:
	case <-late.C:
		w.err = fmt.Errorf("%s is not written within %v", r.Path, enough)
	}
	r.writing = nil
	if w.note != "" {
		r.note(w.note)
	}
	if w.err != nil {
		r.note(w.err.Error() + "; this board is not recorded")
	}
}

func (r *Recorder) note(line string) {
	if r.Note == nil || r.noted[line] {
		return
	}
	if r.noted == nil {
		r.noted = map[string]bool{}
	}
	r.noted[line] = true
	r.Note(line)
}

// describe notes what was seen of a board at first.
func (g *Game) describe(r *vision.Reading) {
	if p := r.Puzzle; p != nil {
		g.Game, g.Grade = r.Game, gradeOf(p)
		g.Size, _ = p.Dims()
		text, _ := p.MarshalText() // a puzzle that was read is valid
		g.Regions = strings.Split(strings.TrimSpace(string(text)), "\n")
		return
	}
	b := &r.Board
	g.Size, g.Regions, g.Grade = b.Size, b.RegionRows(), gradeOf(&puzzles.Board{Board: *b.Cleared()})
	for _, m := range b.Marks {
		if m != solver.Empty {
			g.Marked++
		}
	}
}

// gradeOf returns how hard a puzzle is for a person who begins with what is given, ""
// where that takes long to find out.
func gradeOf(p puzzle.Puzzle) string {
	ctx, cancel := context.WithTimeout(context.Background(), grading)
	defer cancel()
	e, err := p.Explain(ctx)
	if err != nil {
		return ""
	}
	return e.Grade().String()
}
