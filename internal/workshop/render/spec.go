// Package render draws boards, and what is no board, with exact truth about
// what a picture shows. It exists to prove the reader: a drawing of it says
// which regions and marks it holds, where the lattice lies, and whether a
// reader can be asked to tell.
//
//	seed, case number -> Spec -> base picture -> variants (distorted, cropped, covered)
//
// All of it follows from a seed: the same seed and case give the same pixels
// on every machine. Nothing here knows how the reader works.
package render

import (
	"image"
	"image/color"

	"autoqueens/solver"
)

// The kinds of lines between cells.
const (
	ThinThick   = "thin-thick"  // black, thin inside a region, thick around it
	Greyish     = "grey-thick"  // grey inside, black around
	Translucent = "translucent" // half transparent inside, black around
	WhiteLines  = "white"       // white, all of one width
	GreyLines   = "grey"        // grey, all of one width
	BlackLines  = "black"       // black, all of one width
	WhiteThick  = "white-thick" // white, thin inside a region, thick around it
	Gaps        = "gaps"        // cells with round corners, the page between them
	BordersOnly = "borders"     // lines around regions only
	NoLines     = "none"        // cells side by side
)

// Lines says how cells are set apart. Widths are in pixels; a width of zero
// draws nothing.
type Lines struct {
	Kind        string
	Thin, Thick float64 // inside a region, and between two
	ThinColor   color.NRGBA
	ThickColor  color.NRGBA
	Outer       float64 // on the board's outer edges
	Snap        bool    // whole pixels, as browsers draw them; else anti-aliased
	Seams       bool    // hairlines where cells meet, as vector graphics have them
	Radius      float64 // of the cells' corners, for Gaps
}

// Frame is the line around a board, outside its lattice.
type Frame struct {
	Width, Radius float64
	Color         color.NRGBA
}

// The ways to draw a queen.
const (
	BlackCrown = "black"
	GoldCrown  = "gold"
	RedCrown   = "red"
	WhiteCrown = "white"
	EmojiCrown = "emoji"
	LetterQ    = "letter"
)

// Marks says how marks are drawn, as shares of a cell.
type Marks struct {
	Queen      string
	QueenWidth float64
	Cross      string
	CrossWidth float64
	CrossPen   float64
	CrossInk   color.NRGBA
}

// Spec says all there is to know about a board to draw.
type Spec struct {
	Board          *solver.Board
	Colors         []color.NRGBA // a colour for each region
	X, Y           float64       // outer corner of the lattice in the picture
	PitchX, PitchY float64
	Page           color.NRGBA // what shows around the board
	Dark           bool
	Scale          float64 // device pixels to a CSS pixel, for what surrounds the board
	Lines          Lines
	Frame          Frame
	Marks          Marks

	Hover      int     // the cell under the pointer, or -1
	HoverShade float64 // what its colour is multiplied by
	Pointer    int     // the cell with the pointer's arrow over it, or -1
	PointerAt  point   // the arrow's tip, as shares of the cell
	Moving     int     // a cell whose mark is appearing, or -1
	MovingAge  float64 // how far it has come, 0 to 1
	Clash      []int   // cells with queens in conflict
	ClashTint  float64 // how much red their ground has, 0 to 1

	Stripes   *Stripes // over cells that clash; nil for none
	Scratches []Scratch
}

// Truth is what a picture shows, and what may be asked of its reader.
type Truth struct {
	Board  *solver.Board // nil where there is no board to read
	Bounds Rect          // the lattice: outer edges of the outer cells
	// Slack widens the tolerance on Bounds where the outer edge of a cell can
	// be drawn in two right ways.
	Slack float64
	// Either holds cells whose mark has only begun to appear: they may be read
	// as any mark that comes before it, as a queen comes after a cross.
	Either []int
	// Under holds cells over whose inner part the pointer lies.
	Under  []int
	Demand Demand
	// Why gives the rule by which Demand is not Must.
	Why string
}

// Demand says what is asked of a reader.
type Demand int

// The demands.
const (
	Must   Demand = iota // must be read, and right
	May                  // may be refused, but if read must be right
	Refuse               // must be refused
)

// String returns the demand in a word.
func (d Demand) String() string { return [...]string{"must", "may", "refuse"}[d] }

// Rect is a rectangle in pixels, sub-pixel.
type Rect struct{ X, Y, Width, Height float64 }

// Picture is a drawing with its truth and the kinds it belongs to.
type Picture struct {
	Name  string // seed, case and variant; see Parse
	Image image.Image
	Truth Truth
	Kinds Kinds
}

// Kinds sorts a picture into the rows of a report.
type Kinds struct {
	Lines, Palette, State, Scene, Variant, Size string
	// In a browser: by what means the board is drawn, how its marks look, at
	// what scale, and under what filter. Empty for what this package draws.
	Drawing, Look, Zoom, Filter string
}

// size returns the number of cells a side.
func (s *Spec) size() int { return s.Board.Size }

// bounds returns the lattice.
func (s *Spec) bounds() Rect {
	n := float64(s.size())
	return Rect{s.X, s.Y, n * s.PitchX, n * s.PitchY}
}

// lineX and lineY return where lattice line i lies.
func (s *Spec) lineX(i int) float64 { return s.X + float64(i)*s.PitchX }
func (s *Spec) lineY(i int) float64 { return s.Y + float64(i)*s.PitchY }

// clashing tells whether a cell is shown in conflict.
func (s *Spec) clashing(cell int) bool {
	for _, c := range s.Clash {
		if c == cell {
			return true
		}
	}
	return false
}

// ground returns the colour of a cell's ground as drawn.
func (s *Spec) ground(cell int) color.NRGBA {
	k := s.Colors[s.Board.Regions[cell]]
	if s.clashing(cell) && s.ClashTint > 0 {
		k = mix(k, hex(0xE02424), s.ClashTint)
	}
	if cell == s.Hover {
		if s.HoverShade > 1 {
			return mix(k, white, s.HoverShade-1)
		}
		return scaled(k, s.HoverShade)
	}
	return k
}
