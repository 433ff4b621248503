package render

import (
	"image"
	"image/draw"

	"autoqueens/solver"
)

// Tiles draws the regions of a valid board over a square of a picture, as plainly
// as can be: in the game's colours in their order, each cell with a black line
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
