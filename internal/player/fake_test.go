package player

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"testing"
	"time"

	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
	"autoqueens/vision"
)

// world is a desktop with a game on it, as far as the player can tell: the
// fake eye, reader, hand and clock all look at it. Time passes only when
// somebody sleeps, captures or clicks.
type world struct {
	t   *testing.T
	now time.Time

	board   *solver.Board
	answer  solver.Placement
	lattice vision.Lattice
	cycle   int // clicks from empty back to empty

	examples []*vision.Reading // boards beside the game
	shown    bool              // the board is on the screen
	changes  int               // made to what is on the screen
	page     uint8             // the shade around the board
	silence  time.Time         // until then a click listens for the person
	captured time.Time         // when the last picture was taken
	frozen   bool              // the page takes clicks but does nothing
	wavering bool              // the board is never twice at the same place
	lag      time.Duration
	unclear  bool            // a mark could be one thing or another
	refusal  *vision.Refusal // what the reader says while no board is shown

	pointer    image.Point
	fence      image.Rectangle
	clicks     []Cell
	outside    []image.Point // clicks that hit no cell
	captureErr error
	stop       context.CancelCauseFunc // of the watch that is running
	watched    bool

	look  look // of the picture that was drawn last
	drawn *image.RGBA

	events  []scheduled
	onClick func(n int, c Cell) (lost bool) // n counts from 1

	elsewhere  bool // another window is under the pointer than the one that was clicked
	windowless bool // nobody tells of windows

	over    int  // so many clicks find another window over the board
	grabbed bool // another program has the mouse to itself

	button  image.Point // of a start button, on the page while it is not zero
	onOther func(p image.Point)
}

// printed is the shade of the game's page, on which there are words.
const printed = 250

type scheduled struct {
	at time.Duration
	do func()
}

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newWorld(t *testing.T, size int) *world {
	t.Helper()
	b, answer, err := solver.Generate(size, uint64(size)*7+1)
	if err != nil {
		t.Fatal(err)
	}
	b.Marks = make([]solver.Mark, size*size)
	return &world{
		t: t, now: epoch, board: b, answer: answer, shown: true, cycle: 3, page: printed,
		lattice: vision.Lattice{X: 300.5, Y: 200.25, PitchX: 40.2, PitchY: 40.2, Size: size},
		refusal: &vision.Refusal{Reason: vision.NoGrid, What: "nothing here looks like a board", Advice: "open the game"},
		pointer: image.Pt(100, 100),
	}
}

func (w *world) after(d time.Duration, do func()) {
	w.events = append(w.events, scheduled{w.now.Sub(epoch) + d, do})
}

func (w *world) pass(d time.Duration) {
	end := w.now.Add(d)
	for {
		next := -1
		for i, e := range w.events {
			if at := epoch.Add(e.at); !at.After(end) && (next < 0 || e.at < w.events[next].at) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		e := w.events[next]
		w.events = append(w.events[:next], w.events[next+1:]...)
		if at := epoch.Add(e.at); at.After(w.now) {
			w.now = at
		}
		e.do()
		w.changes++
	}
	w.now = end
}

// Clock

func (w *world) Now() time.Time { return w.now }

func (w *world) Sleep(ctx context.Context, d time.Duration) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	w.pass(d)
	return context.Cause(ctx)
}

// Eye

func (w *world) Capture(r image.Rectangle) (*image.RGBA, error) {
	w.captured = w.now
	w.pass(time.Millisecond)
	if w.captureErr != nil {
		return nil, w.captureErr
	}
	if w.wavering {
		w.lattice.Y += w.lattice.PitchY / 4
		w.changes++
	}
	// What stays the same is drawn once: a game may be watched for hours, and nobody changes a picture.
	now := look{r, w.page, w.changes, w.button, w.pointer.In(w.buttonArea()), w.shown, w.lattice}
	if w.drawn == nil || w.look != now {
		w.look, w.drawn = now, w.draw(r)
	}
	return w.drawn, nil
}

// canvas is Capture for those who draw more on the picture.
func (w *world) canvas(r image.Rectangle) (*image.RGBA, error) {
	img, err := w.Capture(r)
	if err != nil {
		return nil, err
	}
	own := *img
	own.Pix = slices.Clone(img.Pix)
	return &own, nil
}

// look is all that a picture depends on.
type look struct {
	r       image.Rectangle
	page    uint8
	changes int
	button  image.Point
	lit     bool
	shown   bool
	lattice vision.Lattice
}

// buttonArea is where the start button is, empty where there is none.
func (w *world) buttonArea() image.Rectangle {
	if w.button == (image.Point{}) {
		return image.Rectangle{}
	}
	return image.Rectangle{Min: w.button, Max: w.button}.Inset(-20)
}

// draw draws what a part of the desktop looks like.
func (w *world) draw(r image.Rectangle) *image.RGBA {
	img := image.NewRGBA(r)
	for n := copy(img.Pix, []byte{w.page}); n < len(img.Pix); n *= 2 { // as fast as copying gets
		copy(img.Pix[n:], img.Pix[:n])
	}
	if w.page == printed {
		// Something is written on the page.
		for y := (r.Min.Y + 7) &^ 7; y < r.Max.Y; y += 8 {
			for x := (r.Min.X + 7) &^ 7; x < r.Max.X; x += 8 {
				for i := range 4 {
					if at := image.Pt(x+i%2, y+i/2); at.In(r) {
						img.SetRGBA(at.X, at.Y, color.RGBA{20, 20, 20, 255})
					}
				}
			}
		}
	}
	shade := color.RGBA{uint8(w.changes), uint8(w.changes >> 8), 0, 255}
	img.SetRGBA(r.Min.X, r.Min.Y, shade)
	if area := w.buttonArea(); area.Overlaps(r) {
		dark := color.RGBA{10, 20, 200, 255}
		if w.pointer.In(area) {
			dark = color.RGBA{90, 120, 255, 255} // it lights up under the pointer
		}
		draw.Draw(img, area.Intersect(r), image.NewUniform(dark), image.Point{}, draw.Src)
	}
	if center := w.lattice.Center(0, 0); w.shown {
		img.SetRGBA(int(center.X), int(center.Y), shade)
	}
	return img
}

// Reader

func (w *world) Read(img image.Image) (*vision.Reading, error) {
	if !w.shown || !w.lattice.Bounds().Image().In(img.Bounds()) {
		if len(w.examples) > 0 {
			return w.examples[0], nil
		}
		return nil, w.refusal
	}
	if w.unclear {
		return nil, &vision.Refusal{Reason: vision.Ambiguous, What: "the mark could be a cross or a queen", Advice: "-",
			Lattice: w.lattice, Regions: w.board.Regions}
	}
	r := &vision.Reading{Board: *w.board.Clone(), Lattice: w.lattice, Confidence: 1}
	r.Colors = make([]color.NRGBA, len(r.Board.Regions))
	r.Solutions = solvertest.Count(&r.Board, 2)
	answer, err := solver.Solve(context.Background(), &r.Board)
	if r.Kept = err == nil; !r.Kept {
		answer, _ = solver.Solve(context.Background(), r.Board.Cleared())
	}
	r.Solution = answer
	return r, nil
}

func (w *world) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	r, err := w.Read(img)
	if err == nil && shift(last.Lattice, r.Lattice) > displacedBy {
		return nil, &vision.Refusal{Reason: vision.NoGrid, What: "the board is not where it was", Advice: "-"}
	}
	return r, err
}

func (w *world) ReadAll(img image.Image) []*vision.Reading {
	r, err := w.Read(img)
	if err != nil {
		return w.examples
	}
	return append(w.examples[:len(w.examples):len(w.examples)], r)
}

// Hand

func (w *world) Ready()                         {}
func (w *world) Position() (image.Point, error) { return w.pointer, nil }
func (w *world) Fence(r image.Rectangle)        { w.fence = r }

func (w *world) Window() (area image.Rectangle, same, known bool) {
	return image.Rect(0, 0, 1280, 1024), !w.elsewhere, !w.windowless
}

func (w *world) Settle(ctx context.Context, quiet time.Duration) error {
	if w.grabbed {
		return errGrabbed
	}
	return w.Sleep(ctx, quiet)
}

var errGrabbed = fault.New(fault.Unverified, "another program holds the mouse", "close it")

func (w *world) Park(ctx context.Context, p image.Point) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if w.grabbed {
		return errGrabbed
	}
	w.pointer = p
	return nil
}

func (w *world) Listens() time.Duration { return max(w.silence.Sub(w.now), 0) }

func (w *world) Aim(ctx context.Context, p image.Point) error {
	if w.grabbed {
		return errGrabbed // as a hand does that moves like a person's
	}
	return context.Cause(ctx)
}

func (w *world) Watch(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	w.stop, w.watched = cancel, true
	return ctx, func() { w.watched = false; cancel(context.Canceled) }
}

var errMoved = fault.New(fault.Stopped, "stopped: you moved the mouse", "let go")

// takeOver is the person moving the mouse.
func (w *world) takeOver() {
	w.pointer = w.pointer.Add(image.Pt(50, 50))
	if w.stop != nil {
		w.stop(errMoved)
	}
}

func (w *world) Click(ctx context.Context, p image.Point) error {
	w.pass(500*time.Microsecond + w.Listens())
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if !p.In(w.fence) {
		w.t.Errorf("click at %v outside the fence %v", p, w.fence)
		return fault.Plain("outside the fence", "-")
	}
	w.pointer = p
	if w.grabbed {
		return errGrabbed
	}
	if w.over > 0 {
		w.over--
		return fault.New(fault.Unverified, "another window came over the board", "-")
	}
	at := cellOf(w.lattice, p)
	row, col := at.Row, at.Col
	if !w.shown || row < 0 || col < 0 || row >= w.board.Size || col >= w.board.Size {
		w.outside = append(w.outside, p)
		if w.onOther != nil {
			w.onOther(p)
		}
		return nil
	}
	c := Cell{row, col}
	w.clicks = append(w.clicks, c)
	if w.onClick != nil && w.onClick(len(w.clicks), c) || w.frozen {
		return nil
	}
	w.after(w.lag, func() { w.press(c) })
	return nil
}

// press is the page taking a click on a cell.
func (w *world) press(c Cell) {
	m := &w.board.Marks[c.Row*w.board.Size+c.Col]
	steps := []solver.Mark{solver.Empty, solver.Cross, solver.Queen}
	if w.cycle == 2 {
		steps = []solver.Mark{solver.Empty, solver.Queen}
	}
	for i, s := range steps {
		if s == *m {
			*m = steps[(i+1)%len(steps)]
			return
		}
	}
}

func (w *world) set(row, col int, m solver.Mark) { w.board.Marks[row*w.board.Size+col] = m }

func (w *world) won() bool {
	right, wrong := queens(w.board, w.answer)
	return right == w.board.Size && wrong == 0
}

// perCell returns the most clicks that any cell got.
func (w *world) perCell() int {
	n, most := map[Cell]int{}, 0
	for _, c := range w.clicks {
		n[c]++
		most = max(most, n[c])
	}
	return most
}

// identity maps pixels to points as X11 does.
type identity struct{}

func (identity) Point(p vision.Point) image.Point { return image.Pt(int(p.X), int(p.Y)) }
func (identity) Pixel(p image.Point) vision.Point {
	return vision.Point{X: float64(p.X) + 0.5, Y: float64(p.Y) + 0.5}
}
func (identity) Inside(r vision.Rect) image.Rectangle { return r.Image().Inset(1) }

// player returns a player for the world and the events it reports.
func (w *world) player(o Options) (*Player, *[]Event) {
	var events []Event
	screen := image.Rect(0, 0, 1280, 1024)
	return &Player{
		Eye: w, Reader: w, Hand: w, Clock: w, Options: o,
		Views:  []View{{Name: "display 0", Area: screen, Screen: screen, Mapping: identity{}}},
		Report: func(e Event) { events = append(events, e) },
	}, &events
}

func (w *world) Drag(context.Context, []image.Point, input.Stroke) error { return nil }
func (w *world) Type(context.Context, input.Key) error                   { return nil }

// paint draws on a picture of the world what a page shows in the cells of its board, nil for
// nothing: lines stay between them.
func (w *world) paint(img *image.RGBA, shade func(cell int) color.Color) {
	for cell := range w.board.Size * w.board.Size {
		if c := shade(cell); c != nil {
			area := cellArea(w.lattice, Cell{cell / w.board.Size, cell % w.board.Size}).Inset(4)
			draw.Draw(img, area.Intersect(img.Rect), image.NewUniform(c), image.Point{}, draw.Src)
		}
	}
}

// cellOf returns the cell of a lattice that a point lies in, of those beside the board as well.
func cellOf(l vision.Lattice, p image.Point) Cell {
	return Cell{int(math.Floor((float64(p.Y) - l.Y) / l.PitchY)), int(math.Floor((float64(p.X) - l.X) / l.PitchX))}
}
