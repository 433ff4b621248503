package render

import (
	"image/color"
	"math"
	"math/rand/v2"

	"autoqueens/solver"
)

// Which boards are drawn? Each case deals size, pitch, lines, colours, marks
// and surroundings at random, the common ones more often.

// The states a board may be in.
const (
	Untouched   = "empty"
	Crosses     = "crosses"
	SomeQueens  = "queens"
	WrongQueens = "wrong queens"
	Clashing    = "clashing"
	Solved      = "solved"
	MidMove     = "mid-animation"
	Hovered     = "hover"
)

// generator makes the random numbers of a case; each use has a stream of its
// own, so that a variant can be drawn without those before it.
func generator(seed uint64, number, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(number)<<16|uint64(stream)))
}

// pick returns one of the values; a value named twice is twice as likely.
func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// between returns a number from lo to hi.
func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// newSpec deals a board. Its place in the picture is left to the scene.
func newSpec(r *rand.Rand, scene string) (*Spec, Kinds) {
	s := &Spec{Hover: -1, Pointer: -1, Moving: -1}
	s.Dark = chance(r, 0.3)
	s.Page = pick(r, hex(0xF4F2EE), hex(0xF9FAFB), white)
	if s.Dark {
		s.Page = pick(r, hex(0x1C1F23), hex(0x1B1F23), black)
	}
	if scene != Crop {
		s.Page = themeOf(s.Dark).card
	}
	size := pick(r, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 4+r.IntN(17), 4+r.IntN(17), 4+r.IntN(17))
	s.dealPitch(r, scene, size)
	kinds := Kinds{Scene: scene}
	kinds.Lines = s.dealLines(r)
	kinds.Palette = pick(r, Live, Live, Live, Older, ClosePair, Pastel, Pastel, Saturated, Muted, Twins, PageTwin)
	if !s.marksBorders() && (kinds.Palette == Twins || kinds.Palette == ClosePair) {
		kinds.Palette = Pastel // without lines that tell there would be no board to see
	}
	pieces := chance(r, 0.12) && kinds.Palette != Twins && kinds.Palette != ClosePair
	board, solution := puzzle(r, size, pieces)
	s.Board = board
	s.Colors = regionColors(r, kinds.Palette, size, s.Page)
	s.dealMarks(r)
	kinds.State = s.dealState(r, solution)
	kinds.Size = sizeKind(size, s.PitchX)
	return s, kinds
}

func sizeKind(size int, pitch float64) string {
	cells := "cells over 24 px"
	if pitch < 16 {
		cells = "cells under 16 px"
	} else if pitch < 24 {
		cells = "cells under 24 px"
	}
	if size > 12 {
		return "size 13-20, " + cells
	}
	return "size 4-12, " + cells
}

// dealPitch deals the size of a cell, and of a CSS pixel to go with it.
func (s *Spec) dealPitch(r *rand.Rand, scene string, size int) {
	n := float64(size)
	zoom := pick(r, 1, 1, 1, 0.67, 0.75, 0.8, 0.9, 1.1, 1.25, 1.5, 1.75, between(r, 0.67, 1.75))
	width := 391 * zoom * pick(r, 1, 1, 1, 2, 1.25, 1.5, 3)
	switch scene {
	case Desktop:
		width = 391 * max(1, zoom) * pick(r, 1, 1.25)
	case Page:
		width = min(width, 1000)
	case Phone:
		width = pick(r, 635.0, 662, 962, 340)
	case Crop:
		if chance(r, 0.4) {
			width = n * math.Exp(between(r, math.Log(12), math.Log(140)))
		}
		if chance(r, 0.02) {
			width = n * between(r, 140, 400)
		}
	}
	width = max(12.2*n, min(width, 1500))
	if scene == Desktop {
		width = min(width, 800)
	}
	s.PitchX = width / n
	s.PitchY = s.PitchX
	if chance(r, 0.08) {
		s.PitchY *= between(r, 0.99, 1.01)
	}
	s.Scale = max(0.5, width/391)
}

// dealLines deals how cells are set apart, and the frame.
func (s *Spec) dealLines(r *rand.Rand) string {
	kind := pick(r, ThinThick, ThinThick, ThinThick, ThinThick, ThinThick, Greyish, Translucent, WhiteLines, GreyLines, BlackLines, WhiteThick, Gaps, Gaps, BordersOnly, NoLines)
	// Lines shrink with the board, but not below a pixel; they never eat up
	// more than a small part of a cell.
	scale := max(0.4, min(s.Scale, s.PitchX/30))
	thin := max(1, between(r, 0.9, 2)*scale)
	thick := max(thin+1, between(r, 2.5, 4.2)*scale)
	line := black
	if chance(r, 0.15) {
		line = pick(r, hex(0x222222), hex(0x30343A), hex(0x1A237E))
	}
	l := Lines{Kind: kind, Thin: thin, Thick: thick, ThinColor: line, ThickColor: line, Snap: chance(r, 0.7)}
	l.Seams = !l.Snap && chance(r, 0.2)
	grey := scaled(white, between(r, 0.35, 0.75))
	switch kind {
	case Greyish:
		l.ThinColor = grey
	case Translucent:
		l.ThinColor = color.NRGBA{A: uint8(between(r, 70, 190))}
	case WhiteLines:
		l.ThinColor, l.ThickColor, l.Thick = white, white, thin
	case GreyLines:
		l.ThinColor, l.ThickColor, l.Thick = grey, grey, thin
	case BlackLines:
		l.Thick = thin
	case WhiteThick:
		l.ThinColor, l.ThickColor = white, white
	case BordersOnly:
		l.Thin = 0
	case Gaps:
		l.Thin = max(1.5, between(r, 0.03, 0.10)*s.PitchX)
		l.Radius = between(r, 0, 0.2) * s.PitchX
	case NoLines:
		l.Thin, l.Thick = 0, 0
	}
	framed := kind == ThinThick || kind == Greyish || kind == Translucent || kind == BlackLines || kind == BordersOnly
	if framed && chance(r, 0.75) {
		s.Frame = Frame{Width: between(r, 2.5, 6) * scale, Radius: between(r, 0, 9) * scale, Color: l.ThickColor}
		l.Outer = thin
	} else if kind != Gaps && kind != NoLines {
		l.Outer = pick(r, l.Thin, l.Thick)
	}
	s.Lines = l
	return kind
}

// marksBorders tells whether lines are drawn otherwise between regions than
// inside them.
func (s *Spec) marksBorders() bool {
	switch s.Lines.Kind {
	case ThinThick, Greyish, Translucent, WhiteThick, BordersOnly:
		return true
	}
	return false
}

func (s *Spec) dealMarks(r *rand.Rand) {
	ink := color.NRGBA{A: 190}
	if chance(r, 0.3) {
		ink = color.NRGBA{A: uint8(between(r, 140, 255))}
	}
	s.Marks = Marks{
		Queen:      pick(r, BlackCrown, BlackCrown, BlackCrown, GoldCrown, RedCrown, WhiteCrown, EmojiCrown, LetterQ),
		QueenWidth: between(r, 0.4, 0.66),
		CrossWidth: between(r, 0.13, 0.3),
		CrossPen:   between(r, 0.02, 0.05),
		CrossInk:   ink,
	}
}

// dealState puts marks on the board and returns the state's name.
func (s *Spec) dealState(r *rand.Rand, solution solver.Placement) string {
	n := s.size()
	state := pick(r, Untouched, Untouched, Untouched, Untouched, Crosses, Crosses, SomeQueens, SomeQueens, WrongQueens, Clashing, Solved, MidMove)
	s.Board.Marks = make([]solver.Mark, n*n)
	if state == Solved && chance(r, 0.7) {
		s.Marks.Queen = GoldCrown
		s.Marks.QueenWidth = between(r, 0.55, 0.68)
	}
	s.mark(r, state, solution)
	return state
}

// mark puts the marks of a state on an unmarked board.
func (s *Spec) mark(r *rand.Rand, state string, solution solver.Placement) {
	n := s.size()
	cross := func(p float64) {
		for i := range s.Board.Marks {
			if s.Board.Marks[i] == solver.Empty && chance(r, p) {
				s.Board.Marks[i] = solver.Cross
			}
		}
	}
	solved := func(p float64) {
		for row, col := range solution {
			if chance(r, p) {
				s.Board.Marks[row*n+col] = solver.Queen
			}
		}
	}
	switch state {
	case Crosses:
		cross(between(r, 0.02, 0.8))
	case SomeQueens:
		solved(0.5)
		cross(pick(r, 0, 0.3, 0.7))
	case WrongQueens:
		for range 1 + r.IntN(n) {
			s.Board.Marks[r.IntN(n*n)] = solver.Queen
		}
		cross(pick(r, 0, 0.3))
	case Clashing:
		s.clash(r)
		cross(pick(r, 0, 0.3))
	case Solved:
		solved(1)
		cross(pick(r, 0.0, 1, 1))
	case MidMove:
		solved(0.3)
		cross(0.3)
		s.Moving = r.IntN(n * n)
		s.MovingAge = r.Float64()
		if s.Board.Marks[s.Moving] == solver.Empty {
			s.Board.Marks[s.Moving] = pick(r, solver.Queen, solver.Cross)
		}
	}
}

// clash puts two queens in one row, shown in conflict.
func (s *Spec) clash(r *rand.Rand) {
	n := s.size()
	row, cols := r.IntN(n), r.Perm(n)
	s.Clash = []int{row*n + cols[0], row*n + cols[1]}
	for _, c := range s.Clash {
		s.Board.Marks[c] = solver.Queen
	}
	s.ClashTint = pick(r, 0, 0, between(r, 0.2, 0.5))
	for _, c := range s.Clash {
		// Red on red ground would show nothing, and a ground tinted into
		// another region's colour would show another board.
		if apart(s.ground(c), hex(0xC8102E)) < 90 || (!s.marksBorders() && s.resembles(c)) {
			s.ClashTint = 0
		}
	}
	for _, c := range s.Clash {
		if apart(s.ground(c), hex(0xC8102E)) < 90 {
			s.Clash = nil
			return
		}
	}
}

// resembles tells whether a cell's ground as drawn could be taken for another
// region's colour.
func (s *Spec) resembles(cell int) bool {
	k := s.ground(cell)
	for id, c := range s.Colors {
		if id != int(s.Board.Regions[cell]) && apart(k, c) < 24 {
			return true
		}
	}
	return false
}

// hover puts the pointer over a cell. It leaves the board as it is where no
// cell could carry it without looking like another board.
func (s *Spec) hover(r *rand.Rand) {
	n := s.size()
	for range 20 {
		s.Hover = r.IntN(n * n)
		s.HoverShade = between(r, 0.75, 0.85)
		if s.Dark && chance(r, 0.3) || luma(s.ground(s.Hover)) < 40 {
			s.HoverShade = between(r, 1.15, 1.3)
		}
		if s.marksBorders() || !s.resembles(s.Hover) {
			break
		}
		s.Hover = -1
	}
	if s.Hover >= 0 && chance(r, 0.6) {
		s.point(r)
	}
}

// point draws the arrow over the hovered cell where cells are large enough for
// it to leave the cell's mark in sight.
func (s *Spec) point(r *rand.Rand) {
	cell := s.Hover
	pitch := s.PitchX / s.pointerScale()
	switch marked := s.Board.Marks[cell] != solver.Empty; {
	case !marked && pitch >= 28:
		s.Pointer, s.PointerAt = cell, point{between(r, 0.1, 0.4), between(r, 0.05, 0.28)}
	case marked && pitch >= 50:
		s.Pointer, s.PointerAt = cell, point{0.7, 0.6}
	}
}
