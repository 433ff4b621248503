package vision

import (
	"image"

	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// A picture may show one game or another. The search for grids is made once, whichever
// it shows; the readers of the games then judge what was found.

// Sight is what was found in a picture, before it is told which game it shows.
type Sight struct {
	Views  *raster.Views
	boards []*outline.Board

	queens  *finder
	refusal *Refusal // why the picture was not searched
}

// Game is the reader of one game's boards.
type Game struct {
	Name string // "queens", "tango", ...
	// Read returns the boards of the game that are in sight, and why others that are the
	// game's were not read. Both are in pixels from the picture's corner. Of what is no board of
	// the game it says nothing, and soon.
	Read func(*Sight) ([]*Reading, []*Refusal)
}

// Look searches a picture. It tells of each board, as soon as it is found, in a sight of that
// alone; where settles is true nothing more is looked for. With all it goes on where a board was
// found that [Read] would return.
func Look(img image.Image, all bool, settles func(*Sight) bool) *Sight {
	h := &finder{all: all}
	h.settles = func(b *outline.Board) bool { return settles(&Sight{Views: h.views, boards: []*outline.Board{b}}) }
	_, refusal := seek(img, h)
	return &Sight{Views: h.views, boards: h.boards.All, queens: h, refusal: refusal}
}

// LookAt makes a sight of the one grid that was last seen at a place, without a search. It is nil
// where that place lies outside the picture, or the picture is none.
func LookAt(img image.Image, near lattice.Lattice) *Sight {
	crop, ok := subImage(img, near.Inflated(0.6).Image())
	if !ok {
		return nil
	}
	p, bad := open(crop)
	if bad != nil {
		return nil
	}
	l := near
	l.Shift(image.Point{}.Sub(p.Origin))
	v := &raster.Views{}
	v.Of[raster.Original] = p
	s := &Sight{Views: v}
	if b, ok := outline.Of(p, lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}); ok {
		s.boards = append(s.boards, b)
	}
	return s
}

// Refused returns why the picture was not searched, or nil.
func (s *Sight) Refused() *Refusal { return s.refusal }

// Picture returns the picture as it is.
func (s *Sight) Picture() *raster.Picture { return s.Views.Of[raster.Original] }

// Boards returns the grids that were found by cells of one colour side by side, or by equal spots
// in cells, and are drawn with lines: each followed to where it ends, the likeliest first, in
// pixels from the picture's corner. They are measured once, for all readers.
func (s *Sight) Boards() []*outline.Board { return s.boards }

// Queens returns the Queens boards that are in sight as [ReadAll] does, and why the board in
// play was not read, as [Read] does, or nil.
func (s *Sight) Queens() ([]*Reading, *Refusal) {
	if s.refusal != nil {
		return nil, s.refusal
	}
	return s.queens.readings, s.queens.settle()
}
