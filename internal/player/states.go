package player

import (
	"image"
	"time"

	"autoqueens/solver"
	"autoqueens/vision"
)

// The states of a game: what the player is at, what it tells of it, and what a look at the board
// comes to.
//
//	            at (Doing)                  told (Kind)
//	watch       waiting, obstacle,          opened
//	            doubting
//	read        settling                    seen
//	decide      solving                     solved
//	click       clicking, covered           clicked
//	look again  verifying                   verified or ended, by an Evidence
//	repair      repairing, covered          repaired
//
// A look finds the board here, and the loop goes on; moved, and the rest is planned anew; unclear
// or hidden, and it is waited for; or replaced, and the game is over. After the last click alone
// it may find, of a board that cannot be read, the crown that won, or its cell without one. A
// board that is finished is done, one that is not is stopped.

// Doing names what a player is at.
type Doing string

// What a player is at, in the order in which a board goes through it.
const (
	Waiting   Doing = "waiting"   // no view shows a board to play
	Obstacle  Doing = "obstacle"  // a board is in sight that is not the game, or cannot be clicked: What is in the way
	Doubting  Doing = "doubting"  // a board is in sight that is not read with certainty
	Settling  Doing = "settling"  // a board was read and is to stand still
	Solving   Doing = "solving"   //
	Clicking  Doing = "clicking"  // the first batch, or one that clears wrong queens
	Repairing Doing = "repairing" // a further batch for what is missing
	Covered   Doing = "covered"   // the board is out of sight while it is being clicked
	Verifying Doing = "verifying" // looking whether the clicks have done what they should
)

// Kind names an event.
type Kind string

// The events, in the order in which a board goes through them. Opened comes
// before a board, where a start button is known. Stopped ends every run that
// failed, whatever the reason.
const (
	Seen     Kind = "seen"     // a board stands still and was read with certainty
	Solved   Kind = "solved"   // it is known what to click
	Clicked  Kind = "clicked"  // the first batch of clicks was made
	Repaired Kind = "repaired" // a further batch was made for what was missing
	Verified Kind = "verified" // the solved board was seen
	Ended    Kind = "ended"    // in its place: the board went away as the page answered the last move
	Opened   Kind = "opened"   // a start button was clicked, for the board to come
	Stopped  Kind = "stopped"  // it ended here, and why
	Done     Kind = "done"     // the board is finished
)

// Evidence says what a success rests on.
type Evidence string

// The kinds of evidence, from the strongest to the weakest.
const (
	// AnswerSeen: the answer of a game beside Queens was seen on the board.
	AnswerSeen Evidence = "answer seen"
	// MovesSeen: every move shows in the cells that it was made on, and nothing else has changed
	// on a board that cannot be read as it is then.
	MovesSeen Evidence = "moves seen"
	// QueensSeen: every queen was seen, the last one after the last click, and the
	// others with it or right before that click.
	QueensSeen Evidence = "queens seen"
	// AlreadySolved: every queen stood there before the first click.
	AlreadySolved Evidence = "already solved"
	// BoardGone: every other queen stood, and the board went out of sight as the page
	// answered the last click, while the page around it stayed. That it was won was not seen.
	BoardGone Evidence = "board gone after the last click"
)

// state says what became of the board since the last look.
type state int

const (
	here      state = iota // where it was
	moved                  // it moved by more than a third of a cell
	replaced               // another board stands in its place
	hidden                 // it is not seen
	crownSeen              // it cannot be read, but the queen of the last click is seen
	crownless              // it cannot be read, but the cell of the last click is seen without it
	unclear                // it is seen, with marks that could be one thing or another
)

// game is one board being played.
type game struct {
	*Player
	number int
	out    *Outcome

	view    View
	reading *vision.Reading  // the latest certain one
	shown   *image.RGBA      // the picture that shows it
	plain   plain            // the first one of it at its place
	full    *image.RGBA      // the whole view when the board was first seen
	answer  solver.Placement // what the board shall show in the end

	appeared    time.Time     // when the picture was taken that showed the board first
	made        int           // clicks made so far
	readAt      int           // how many of them were when the board was last read
	perCell     map[Cell]int  // of which on each cell
	placed      bool          // a batch that places queens was begun
	origin      *image.RGBA   // of another game than Queens: the board before a batch of acts
	touched     map[Cell]bool // and the cells of those that were done
	tries       map[Way]int   // batches of moves that were made in each way
	step        time.Duration // what the page took to show the last step of a drag
	interrupted bool          // the last batch ended early, the board had moved
	by          Way           // in which the moves are made, where that is not the one that was asked for
	closing     *closing      // of the latest batch, once its last click is due
	displaced   int           // how often the board moved while it was played
	idle        int           // batches in a row that changed nothing
	reacted     bool          // some batch changed something
	response    time.Duration // the longest that the page took to show what was done; 0 where that is not known

	gaps map[Cell]time.Duration // of the latest batch: between the clicks on each cell that got two
}
