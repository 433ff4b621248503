// Package visionreport proves the reader: it has it read drawn pictures whose
// truth is known, and counts what came of it by kind.
//
//	render (picture, truth) -> vision.Read -> judge -> table, page of the worst
package visionreport

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// Class says what came of a picture.
type Class int

// The classes, the worst last.
const (
	Right   Class = iota // read right, or refused where it must be
	Excused              // refused where the truth cannot be told
	Missed               // refused though it can be told
	Wrong                // read as what it is not, with certainty
	Broken               // panicked, or broke a promise of its interface
)

// String returns the class in words.
func (c Class) String() string {
	return [...]string{"right", "excused", "refused though readable", "WRONG", "BROKEN"}[c]
}

// Verdict is what came of one picture.
type Verdict struct {
	Picture render.Picture
	Class   Class
	Words   string // what was wrong, empty where nothing was
	Reading *vision.Reading
	Refusal *vision.Refusal
}

// Judge has a picture read and holds the reading against the truth.
func Judge(p render.Picture) Verdict {
	reading, refusal, broken := read(p.Image)
	v := Verdict{Picture: p, Reading: reading, Refusal: refusal}
	switch {
	case broken != "":
		v.Class, v.Words = Broken, broken
	case reading == nil && p.Truth.Demand == render.Refuse:
		v.Class = Right
	case reading == nil:
		v.Class, v.Words = Excused, fmt.Sprintf("%s: %s", refusal.Reason, refusal.What)
		if p.Truth.Demand == render.Must {
			v.Class = Missed
		}
	case p.Truth.Demand == render.Refuse:
		v.Class, v.Words = Wrong, fmt.Sprintf("read as a board of size %d (confidence %.2f), but %s", reading.Board.Size, reading.Confidence, p.Truth.Why)
	default:
		if v.Words = Compare(p.Truth, reading); v.Words != "" {
			v.Class = Wrong
		}
	}
	return v
}

// read calls the reader and catches what it must not do.
func read(img image.Image) (reading *vision.Reading, refusal *vision.Refusal, broken string) {
	defer func() {
		if r := recover(); r != nil {
			reading, refusal, broken = nil, nil, fmt.Sprintf("panic: %v", r)
		}
	}()
	reading, err := vision.Read(img)
	if err != nil && !errors.As(err, &refusal) {
		return nil, nil, fmt.Sprintf("the error is a %T, not a refusal", err)
	}
	if (reading == nil) == (refusal == nil) {
		return nil, nil, "neither a reading nor a refusal, or both"
	}
	return reading, refusal, ""
}

// Compare returns in words where a reading departs from the truth, or nothing.
func Compare(t render.Truth, r *vision.Reading) string {
	want := t.Board.Canonical()
	if r.Board.Size != want.Size {
		return fmt.Sprintf("size %d, want %d", r.Board.Size, want.Size)
	}
	off := 0
	for i := range want.Regions {
		if r.Board.Regions[i] != want.Regions[i] {
			off++
		}
	}
	if off > 0 {
		return fmt.Sprintf("regions: %d of %d cells are not as they are (confidence %.2f, %d solutions)", off, len(want.Regions), r.Confidence, r.Solutions)
	}
	n := want.Size
	for i := range n * n {
		got, is := r.Board.Mark(i/n, i%n), want.Mark(i/n, i%n)
		if got != is && !(slices.Contains(t.Either, i) && got < is) {
			return fmt.Sprintf("marks: row %d column %d read as %s, is %s", i/n+1, i%n+1, markName(got), markName(is))
		}
	}
	return compareBounds(t, r.Lattice)
}

// compareBounds allows 2 px or 5 % of a cell, whichever is more.
func compareBounds(t render.Truth, l vision.Lattice) string {
	got, want := l.Bounds(), t.Bounds
	n := float64(l.Size)
	off := 0.0
	for _, d := range [...]float64{
		(got.X - want.X) * n / want.Width, (got.X + got.Width - want.X - want.Width) * n / want.Width,
		(got.Y - want.Y) * n / want.Height, (got.Y + got.Height - want.Y - want.Height) * n / want.Height,
	} {
		off = max(off, math.Abs(d))
	}
	pitch := min(want.Width, want.Height) / n
	if off*pitch > max(2, 0.05*pitch)+t.Slack {
		return fmt.Sprintf("lattice off by %.1f px (cells of %.1f): %.1f,%.1f %.1fx%.1f, is %.1f,%.1f %.1fx%.1f", off*pitch, pitch,
			got.X, got.Y, got.Width, got.Height, want.X, want.Y, want.Width, want.Height)
	}
	return ""
}

func markName(m solver.Mark) string {
	switch m {
	case solver.Empty:
		return "empty"
	case solver.Cross:
		return "a cross"
	case solver.Queen:
		return "a queen"
	}
	return fmt.Sprintf("mark %d", m)
}
