package main

import (
	"fmt"
	"io"
	"time"

	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

// liveStatus keeps a line up to date with what a player is at.
type liveStatus struct {
	line  *term.Line
	now   func() time.Time
	doing player.Doing
	board int
	since time.Time // since when it is at that
}

// statusOn returns what tells what a player is at on a line, where there is one. Where
// there is none, what stays in the way of a board is told on w.
func statusOn(line *term.Line, w io.Writer) func(player.Status) {
	if line != nil {
		return (&liveStatus{line: line, now: time.Now}).tell
	}
	return (&lastingStatus{w: w, now: time.Now}).tell
}

// lastingStatus tells what is in the way of a board, a line each time that changes. What does not
// last is not told: a page that scrolls or fades in is refused in many ways, each for an instant.
type lastingStatus struct {
	w     io.Writer
	now   func() time.Time
	words string    // of now, "" for nothing in the way
	since time.Time // since when
	told  string    // last
}

// lasts is how long something is in the way before it is told, as long as the live line takes to
// count on.
const lasts = time.Second

func (l *lastingStatus) tell(s player.Status) {
	words := ""
	if s.Doing == player.Doubting || s.Doing == player.Obstacle {
		words = fmt.Sprintf("%d: %s: %s", s.Board, s.What, s.Advice)
	}
	now := l.now()
	if words != l.words {
		l.words, l.since = words, now
	}
	if words == "" || words == l.told || now.Sub(l.since) < lasts {
		return
	}
	l.told = words
	fmt.Fprintf(l.w, "Waiting   %s\n", printable.OneLine(s.What+": "+s.Advice))
}

func (l *liveStatus) tell(s player.Status) {
	now := l.now()
	if s.Doing != l.doing || s.Board != l.board {
		l.doing, l.board, l.since = s.Doing, s.Board, now
	}
	l.line.Set(statusWords(s, now.Sub(l.since)))
}

// statusWords puts what a player is at, and has been for a while, into words.
func statusWords(s player.Status, spent time.Duration) string {
	seconds := fmt.Sprintf("%d s", int(spent.Seconds()))
	switch s.Doing {
	case player.Waiting:
		if s.Board > 1 {
			return fmt.Sprintf("waiting for board %d, %s", s.Board, seconds)
		}
		return "waiting for a board, " + seconds
	case player.Doubting:
		return fmt.Sprintf("seen a board on %s, but not read: %s; %s", s.View, s.What, s.Advice)
	case player.Obstacle:
		return fmt.Sprintf("%s: %s; waiting, %s", s.What, s.Advice, seconds)
	case player.Settling:
		return fmt.Sprintf("seen a board on %s, waiting until it stands still", s.View)
	case player.Solving:
		return "solving"
	case player.Clicking:
		return fmt.Sprintf("clicking %d of %d", s.Done, s.Of)
	case player.Repairing:
		return fmt.Sprintf("repairing, click %d of %d", s.Done, s.Of)
	case player.Covered:
		return "the board is out of sight, waiting for it, " + seconds
	case player.Verifying:
		return fmt.Sprintf("verifying %s, %s", printable.Count(s.Of, "queen"), seconds)
	}
	return string(s.Doing)
}
