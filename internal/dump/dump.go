// Package dump files what was read in pictures: for people as drawings and a
// page, for scripts as text and JSON, for tests as cases.
//
//	vision ──> [dump] ──> a folder
//
// What the folder holds is said at Folder. Moved to where the golden tests are,
// such a folder is a test case; see Case. The same subjects give the same
// files, byte for byte.
package dump

import (
	"encoding/json"
	"errors"
	"image"
	"image/draw"
	"io"
	"math"
	"slices"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// Subject is a board that was read, or what kept it from being read.
type Subject struct {
	Name    string // for people, and "picture" in the JSON
	File    string // a path or a word that its files are named after
	Picture image.Image
	// Index and Of number the boards of one picture from 1; both are 0 where
	// only the one in play was asked for.
	Index, Of int
	// Reading is nil where Fault says what was wrong. Picture is nil where the
	// board was text, or where there was no picture to read.
	Reading *vision.Reading
	Fault   *fault.Error
}

// Refusal returns the reader's refusal, if that is what was wrong.
func (s Subject) Refusal() (*vision.Refusal, bool) {
	if s.Fault == nil {
		return nil, false
	}
	return errors.AsType[*vision.Refusal](s.Fault)
}

// Line is a subject as JSON. Scripts rely on it.
type Line struct {
	Picture string   `json:"picture"`
	Index   int      `json:"index,omitempty"`
	Board   *Board   `json:"board"`
	Refused *Refused `json:"refused,omitempty"`
	// Crop is the part of the picture that was cut out, in its pixels. Only
	// files have it.
	Crop *Area `json:"crop,omitempty"`
}

// Board is what was read. The fields from Size to Solution are those of Queens; another game has
// those of its puzzle in their place, and the solution that goes with it.
type Board struct {
	Game       string           `json:"game"`
	Size       int              `json:"size"`
	Regions    []string         `json:"regions"`
	Marks      []string         `json:"marks"`
	Bounds     *vision.Rect     `json:"bounds"` // null for a board that was text
	Confidence float64          `json:"confidence"`
	Solutions  int              `json:"solutions"`
	Solution   solver.Placement `json:"solution"`
	// Example is left out where the board may be the game.
	Example bool `json:"example,omitempty"`
	// Doubts says of another game than Queens in words what the reading did not follow, as "row 6, column 3: a 3 was entered, which the
	// solution has not there". It is left out where there is nothing.
	Doubts []string `json:"doubts,omitempty"`

	other *vision.Reading // of another game; nil for Queens
}

// MarshalJSON writes the fields of the game.
func (b Board) MarshalJSON() ([]byte, error) {
	type queens Board
	if b.other == nil {
		return json.Marshal(queens(b))
	}
	head, err := b.other.Puzzle.MarshalJSON()
	if err != nil {
		return nil, err
	}
	tail, err := json.Marshal(struct {
		Bounds     *vision.Rect    `json:"bounds"`
		Confidence float64         `json:"confidence"`
		Solutions  int             `json:"solutions"`
		Solution   puzzle.Solution `json:"solution"`
		Doubts     []string        `json:"doubts,omitempty"`
	}{b.Bounds, b.Confidence, b.Solutions, b.other.Answer, b.Doubts})
	if err != nil {
		return nil, err
	}
	// Both are objects with fields.
	return slices.Concat(head[:len(head)-1], []byte(","), tail[1:]), nil
}

// UnmarshalJSON reads what all games have in common, and the rest of a board of Queens.
func (b *Board) UnmarshalJSON(data []byte) error {
	type queens Board
	var common struct {
		Game       string       `json:"game"`
		Bounds     *vision.Rect `json:"bounds"`
		Confidence float64      `json:"confidence"`
		Solutions  int          `json:"solutions"`
		Doubts     []string     `json:"doubts"`
	}
	if err := json.Unmarshal(data, &common); err != nil {
		return err
	}
	if common.Game == "" || common.Game == vision.Queens {
		return json.Unmarshal(data, (*queens)(b))
	}
	*b = Board{Game: common.Game, Bounds: common.Bounds, Confidence: common.Confidence, Solutions: common.Solutions, Doubts: common.Doubts}
	return nil
}

// Refused says why nothing was read.
type Refused struct {
	Reason vision.Reason `json:"reason"`
	What   string        `json:"what"`
	Advice string        `json:"advice"`
}

// Area is a rectangle of whole pixels.
type Area struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// BadFile is the reason for what never got as far as the reader.
const BadFile vision.Reason = "bad-file"

// NewLine returns a subject as JSON has it, without the crop.
func NewLine(s Subject) Line {
	line := Line{Picture: s.Name, Index: s.Index}
	if s.Fault != nil {
		line.Refused = &Refused{Reason: BadFile, What: s.Fault.What, Advice: s.Fault.Advice}
		if r, ok := s.Refusal(); ok {
			line.Refused.Reason, line.Refused.What = r.Reason, r.What
		}
		return line
	}
	r := s.Reading
	line.Board = &Board{
		Game: games.Name(r), Size: r.Board.Size, Regions: r.Board.RegionRows(), Marks: r.Board.MarkRows(),
		Confidence: Hundredths(r.Confidence), Solutions: r.Solutions, Solution: r.Solution,
		Example: r.Example,
	}
	if r.Puzzle != nil {
		line.Board = &Board{Game: games.Name(r), Confidence: Hundredths(r.Confidence), Solutions: r.Solutions, other: r, Doubts: doubtWords(r.Doubts)}
	}
	if s.Picture != nil {
		b := r.Lattice.Bounds()
		line.Board.Bounds = &vision.Rect{X: Hundredths(b.X), Y: Hundredths(b.Y), Width: Hundredths(b.Width), Height: Hundredths(b.Height)}
	}
	return line
}

// Hundredths rounds what is told in JSON.
func Hundredths(v float64) float64 { return math.Round(v*100) / 100 }

// Write writes the line, with its end.
func (l Line) Write(w io.Writer) error {
	encoder := json.NewEncoder(printable.JSON(w))
	encoder.SetEscapeHTML(false)
	return encoder.Encode(l)
}

// cropOf returns the part of the picture that shows a board: with a cell's room
// around it, but without what belongs to the other boards of the picture.
func cropOf(s Subject, others []Subject) image.Rectangle {
	area := calibrate.Around(s.Reading.Lattice, s.Picture.Bounds())
	own := s.Reading.Lattice.Bounds()
	for _, o := range others {
		if o.Reading == nil || o.Index == s.Index {
			continue
		}
		const frame = 0.3 // of a cell: what may be drawn around a board
		l := o.Reading.Lattice
		b := l.Bounds()
		b.X, b.Y = b.X-frame*l.PitchX, b.Y-frame*l.PitchY
		b.Width, b.Height = b.Width+2*frame*l.PitchX, b.Height+2*frame*l.PitchY
		if !b.Image().Overlaps(area) {
			continue
		}
		switch r := b.Image(); {
		case b.X >= own.X+own.Width:
			area.Max.X = r.Min.X
		case b.X+b.Width <= own.X:
			area.Min.X = r.Max.X
		case b.Y >= own.Y+own.Height:
			area.Max.Y = r.Min.Y
		case b.Y+b.Height <= own.Y:
			area.Min.Y = r.Max.Y
		}
	}
	return area
}

// Cut returns a copy of a part of a picture, in the picture's own coordinates.
func Cut(img image.Image, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(r.Intersect(img.Bounds()))
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}
