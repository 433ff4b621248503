package vision

import (
	"image"

	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// A picture may show one game or another. The search for grids is made once, whichever
// it shows; the readers of the games then judge what was found.

// Game is the reader of one game's boards.
type Game struct {
	Name string // "queens", "tango", ...
	// Read reads a board, which is in the view that it was found in, or says why it is the
	// game's and was not read. Both are in pixels from the corner of the picture, original.
	// Of what is no board of the game it says nothing, and soon.
	Read func(b *outline.Board, original *raster.Picture) (*Reading, *Refusal)
}

// Look searches a picture. It tells of each grid, as soon as it is found, that was found by cells
// of one colour side by side, or by equal spots in cells, and is drawn with lines: followed to
// where it ends, in pixels from the corner of the picture, original. Where settles is true nothing
// more is looked for. With all it goes on where a board was found that [Read] would return.
//
// It returns the Queens boards that are in sight as [ReadAll] does, and why the board in play was
// not read, as [Read] does, or nil.
func Look(img image.Image, all bool, settles func(b *outline.Board, original *raster.Picture) bool) ([]*Reading, *Refusal) {
	h, refusal := seek(img, &finder{all: all, settles: settles})
	if refusal != nil {
		return nil, refusal
	}
	return h.readings, h.settle()
}

// LookAt returns the board that was last seen at a place, without a search, in the picture as it
// is. It is nil where that place lies outside the picture, where no board is drawn there, and
// where the picture is none.
func LookAt(img image.Image, near lattice.Lattice) *outline.Board {
	crop, ok := cropAt(img, near)
	if !ok {
		return nil
	}
	p, bad := open(crop)
	if bad != nil {
		return nil
	}
	l := near
	l.Shift(image.Point{}.Sub(p.Origin))
	b, _ := outline.Of(p, lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size})
	return b
}
