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
	Views *raster.Views
	// Grids are those that were found by cells of one colour side by side, in any view, the
	// likeliest first, in pixels from the picture's corner. A board may be a part of one, or one a
	// part of a board.
	Grids []outline.Found

	queens  *finder
	refusal *Refusal // why the picture was not searched
	boards  []*outline.Board
	traced  bool
}

// Game is the reader of one game's boards.
type Game struct {
	Name string // "queens", "tango", ...
	// Read returns the boards of the game that are in sight, and why others that are the
	// game's were not read. Both are in pixels from the picture's corner. Of what is no board of
	// the game it says nothing, and soon.
	Read func(*Sight) ([]*Reading, []*Refusal)
}

// Look searches a picture. With all it goes on where a board was found that [Read] would
// return.
func Look(img image.Image, all bool) *Sight {
	h := &finder{all: all, keep: true}
	h, refusal := seek(img, h)
	return &Sight{Views: h.views, Grids: h.grids, queens: h, refusal: refusal}
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
	c := lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}
	return &Sight{Views: v, Grids: []outline.Found{{Candidate: c, Picture: p}}}
}

// Refused returns why the picture was not searched, or nil.
func (s *Sight) Refused() *Refusal { return s.refusal }

// Picture returns the picture as it is.
func (s *Sight) Picture() *raster.Picture { return s.Views.Of[raster.Original] }

// Boards returns the grids that are drawn with lines, each followed to where it ends. They
// are measured once, for all readers; no two readers may ask at the same time.
func (s *Sight) Boards() []*outline.Board {
	if !s.traced {
		s.boards, s.traced = outline.Boards(s.Grids), true
	}
	return s.boards
}

// Queens returns the Queens boards that are in sight as [ReadAll] does, and why the board in
// play was not read, as [Read] does, or nil.
func (s *Sight) Queens() ([]*Reading, *Refusal) {
	if s.refusal != nil {
		return nil, s.refusal
	}
	return s.queens.readings, s.queens.settle()
}
