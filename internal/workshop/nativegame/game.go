// Nativegame is the practice game in a window of Windows itself, without a browser: tests of
// the program's own way to use the mouse there play it, under Wine or on Windows.
//
// It obeys lines of JSON on its standard input, see [order], and tells what happens in
// such lines on its standard output, see [event]. It ends when its input does.
package main

import (
	"image"
	"image/color"

	"autoqueens/internal/drawing"
	"autoqueens/solver"
)

// order is what the game is told.
type order struct {
	// Size and Seed deal a board; without a size the board that is there stays.
	Size int    `json:"size,omitempty"`
	Seed uint64 `json:"seed,omitempty"`
	// Pitch is the width of a cell in pixels, and Dark the colour of the page.
	Pitch int  `json:"pitch,omitempty"`
	Dark  bool `json:"dark,omitempty"`
	// At is where the window's corner goes to, in pixels of the desktop.
	At image.Point `json:"at"`
}

// event is what the game tells.
type event struct {
	// Event is "ready" when a board is in the window, "click" when the button was pressed
	// and released in one place, and "won".
	Event string `json:"event"`
	Cell  int    `json:"cell"`            // that was clicked, row-major from 0; -1 beside the board
	Right bool   `json:"right,omitempty"` // the cell is one that the solution has a queen in
}

// game is a board being played.
type game struct {
	board    *solver.Board
	solution solver.Placement
	pitch    int
	page     color.Color
	pressed  int // the cell where the button went down; -1 elsewhere
	won      bool
}

func deal(o order) (*game, error) {
	b, p, err := solver.Generate(o.Size, o.Seed)
	if err != nil {
		return nil, err
	}
	b.Marks = make([]solver.Mark, o.Size*o.Size)
	g := &game{board: b, solution: p, pitch: o.Pitch, page: color.Gray{Y: 250}, pressed: -1}
	if o.Dark {
		g.page = color.Gray{Y: 29}
	}
	return g, nil
}

// picture draws the board on its page.
func (g *game) picture() *image.RGBA { return drawing.Page(g.board, g.pitch, g.page) }

// cell returns the cell that a pixel of the picture lies in, -1 beside the board.
func (g *game) cell(at image.Point) int {
	n := g.board.Size
	at = at.Sub(image.Pt(g.pitch/2, g.pitch/2))
	if !at.In(image.Rect(0, 0, n*g.pitch, n*g.pitch)) {
		return -1
	}
	return at.Y/g.pitch*n + at.X/g.pitch
}

// press takes the button going down, and release its coming up: both in one cell turn it
// from empty to a cross, to a queen and back.
func (g *game) press(at image.Point) { g.pressed = g.cell(at) }

func (g *game) release(at image.Point) []event {
	cell := g.cell(at)
	if cell != g.pressed {
		cell = -1
	}
	g.pressed = -1
	n := g.board.Size
	if g.won || cell < 0 {
		return []event{{Event: "click", Cell: cell}}
	}
	g.board.Marks[cell] = (g.board.Marks[cell] + 1) % 3
	events := []event{{Event: "click", Cell: cell, Right: g.solution[cell/n] == cell%n}}
	if g.solved() {
		g.won = true
		events = append(events, event{Event: "won"})
	}
	return events
}

// solved tells whether the queens stand as in the solution, and nowhere else.
func (g *game) solved() bool {
	n := g.board.Size
	for cell, mark := range g.board.Marks {
		if (mark == solver.Queen) != (g.solution[cell/n] == cell%n) {
			return false
		}
	}
	return true
}
