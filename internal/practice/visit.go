package practice

import (
	"slices"
	"time"
)

// Visit says how a visit to the page goes around the game itself. The zero
// value is a visit without anything around it: the board is there at once, and
// a win turns the crowns gold.
type Visit struct {
	// StartPage puts a coloured page with one button before the board. It goes
	// on by itself after that long if Options.AutoStart is set or the page came
	// from an earlier board; otherwise it waits for its button. 0 is none.
	StartPage time.Duration
	// StartBoard shows a small board on the start page, as an ornament.
	StartBoard bool
	// Loader shows a turning ring for that long before the board.
	Loader time.Duration
	// HowTo brings up a dialog that explains the game over the board and a
	// dimmed page, with the first frame that shows the board. In it a small
	// board plays by itself. It goes when it is closed, or after that long.
	HowTo time.Duration
	// Tooltip fades in a tooltip beside the board once that has been painted.
	Tooltip bool
	// Prompt brings up a prompt below the board that long after the board was
	// painted; 0 never.
	Prompt time.Duration
	// PaintEvery makes the page take clicks at once, but show what they did only
	// at multiples of that long.
	PaintEvery time.Duration

	End End
	// EndAfter is the time from the last queen to what ends the game. 0 is the
	// same frame: where what ends the game covers the board, no frame shows the
	// last queen uncovered.
	EndAfter time.Duration
}

// End says what a win brings. All cards but that of EndGold come without any
// animation.
type End string

// The ends of a game.
const (
	EndGold      End = ""          // crowns turn gold one after the other, then a card comes up
	EndCard      End = "card"      // an opaque card over exactly the whole board
	EndSmall     End = "small"     // a card smaller than the board
	EndLarge     End = "large"     // a card larger than the board
	EndDimPage   End = "dim-page"  // a card over a page that is dimmed as a whole
	EndDimBoard  End = "dim-board" // a small card over a board that is dimmed
	EndGlass     End = "glass"     // a card through which the board shines
	EndPage      End = "page"      // a result in the place of all that the page showed
	EndElsewhere End = "elsewhere" // another page, loaded
	EndGoldCard  End = "gold-card" // crowns are gold at once, and after EndAfter the card of EndCard
	EndConfetti  End = "confetti"  // confetti falls over everything for 2 s, and there is no card
	EndNothing   End = "nothing"   // the board stays as it is
)

func (e End) known() bool {
	return slices.Contains([]End{
		EndGold, EndCard, EndSmall, EndLarge, EndDimPage, EndDimBoard, EndGlass,
		EndPage, EndElsewhere, EndGoldCard, EndConfetti, EndNothing,
	}, e)
}

// pageVisit is Visit as the page takes it, with times in ms.
type pageVisit struct {
	StartPage  float64 `json:"startPage"`
	StartBoard bool    `json:"startBoard"`
	Loader     float64 `json:"loader"`
	HowTo      float64 `json:"howTo"`
	Tooltip    bool    `json:"tooltip"`
	Prompt     float64 `json:"prompt"`
	PaintEvery float64 `json:"paintEvery"`
	End        End     `json:"end"`
	EndAfter   float64 `json:"endAfter"`
}

func (v Visit) forPage() pageVisit {
	return pageVisit{
		StartPage: ms(v.StartPage), StartBoard: v.StartBoard, Loader: ms(v.Loader),
		HowTo: ms(v.HowTo), Tooltip: v.Tooltip, Prompt: ms(v.Prompt), PaintEvery: ms(v.PaintEvery),
		End: v.End, EndAfter: ms(v.EndAfter),
	}
}
