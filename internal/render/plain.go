package render

import (
	"image"
	"image/draw"
	"math/rand/v2"

	"autoqueens/solver"
)

// Where the cells of a board that Board has drawn lie, in pixels.
const (
	PlainPitch  = 40 // width and height of a cell
	PlainMargin = 20 // of the page around the board
)

// Board draws a valid board as plainly as the game does: its colours, thin black
// lines inside regions and thick ones around them, on a white page, cells of
// PlainPitch pixels. The same board gives the same pixels.
func Board(b *solver.Board) image.Image {
	// The colours of a size are always the same, and far enough apart for its
	// regions to be told.
	r := rand.New(rand.NewPCG(2026, uint64(b.Size)))
	s := &Spec{
		Board: b, X: PlainMargin, Y: PlainMargin, PitchX: PlainPitch, PitchY: PlainPitch, Page: white, Scale: 1,
		Colors: regionColors(r, Live, b.Size, white),
		// Square and on whole pixels: few colours, and small files.
		Lines: Lines{Kind: ThinThick, Thin: 1, Thick: 3, ThinColor: black, ThickColor: black, Outer: 1, Snap: true},
		Frame: Frame{Width: 3, Color: black},
		Marks: Marks{Queen: BlackCrown, QueenWidth: 0.62, CrossWidth: 0.24, CrossPen: 0.04, CrossInk: black},
		Hover: -1, Pointer: -1, Moving: -1,
	}
	side := b.Size*PlainPitch + 2*PlainMargin
	img := newCanvas(side, side, s.Page)
	s.draw(img)
	return img.RGBA
}

// Tiles draws the regions of a valid board over a square of a picture, more plainly
// still than Board: in the game's colours in their order, each cell with a black line
// of one pixel above and left of it, and nothing around them. Cells are as many whole
// pixels wide as the square has room for. It panics where the board has more than
// eleven regions, for which the game has no colours.
func Tiles(img draw.Image, square image.Rectangle, b *solver.Board) {
	pitch := square.Dx() / b.Size
	draw.Draw(img, square, image.NewUniform(black), image.Point{}, draw.Src)
	for cell, region := range b.Regions {
		corner := square.Min.Add(image.Pt(cell%b.Size*pitch, cell/b.Size*pitch))
		inner := image.Rectangle{Min: corner.Add(image.Pt(1, 1)), Max: corner.Add(image.Pt(pitch, pitch))}
		draw.Draw(img, inner, image.NewUniform(livePalette[region]), image.Point{}, draw.Src)
	}
}
