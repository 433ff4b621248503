package digit

import (
	"autoqueens/vision/raster"
)

// What may stand in a cell besides a number.
const (
	Nothing = -1 // the ground alone
	Other   = -2 // something that is no number, or several of them, such as notes
)

// Answer is what stands in a cell.
type Answer struct {
	Number     int     // 0 to 99, Nothing or Other
	Likelihood float64 // of that, 0 to 1
	// Height is that of the glyphs, in pixels; 0 where there is nothing.
	Height float64
	// Ink is the colour of the glyphs.
	Ink raster.RGB
}

// Certain tells whether an answer can be relied on.
func (a Answer) Certain() bool { return a.Likelihood >= certain }

const certain = 0.95 // as for readings of boards

// Read reads what stands within an area, in pixels of the picture, on a ground of one
// colour. Glyphs of other colours than the ground's that reach beyond the area are something
// else. Where the area lies outside the picture there is nothing.
func Read(p *raster.Picture, area raster.Rect, ground raster.RGB) Answer {
	return Answer{Number: Other, Height: 0}
}
