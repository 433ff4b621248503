package calibratepage

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"sync"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision/screen"
)

// The places of the boards that the test's desktop shows.
var (
	gameAt    = image.Rect(300, 150, 700, 550)
	exampleAt = image.Rect(800, 160, 960, 320)
)

// desktop is a screen with two displays: on the first are a game, an example
// board, and a button; the second is empty. The pointer is where a test puts it.
type desktop struct {
	mu       sync.Mutex
	displays []screen.Display
	game     image.Rectangle // empty for none
	pointer  image.Point
	captures int
	black    int // the display that cannot be captured; the first always can
	kept     []*calibrate.Profile
	refuse   error // what Keep answers with
}

func newDesktop() *desktop {
	return &desktop{
		displays: []screen.Display{
			{Index: 0, Name: "left", Bounds: image.Rect(0, 0, 1200, 800), Primary: true},
			{Index: 1, Name: "right", Bounds: image.Rect(1200, -100, 1840, 400)},
		},
		game: gameAt,
	}
}

func (d *desktop) Displays() ([]screen.Display, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.displays, nil
}

func (d *desktop) Capture(r image.Rectangle) (*image.RGBA, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.captures++
	if d.black > 0 && r == d.displays[d.black].Bounds {
		return nil, fault.New(fault.NoAccess, "the display came back black", "allow the program to see the screen")
	}
	img := image.NewRGBA(r)
	fill := func(at image.Rectangle, c color.RGBA) {
		draw.Draw(img, at, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(img.Rect, color.RGBA{243, 242, 238, 255})
	fill(image.Rect(0, 0, 1200, 40), color.RGBA{60, 66, 80, 255})
	fill(buttonAt.Inset(-24), color.RGBA{10, 102, 194, 255})
	fill(buttonAt, color.RGBA{255, 255, 255, 255})
	if !d.game.Empty() {
		paint(img, d.game, 8, 1)
	}
	paint(img, exampleAt, 5, 2)
	return img, nil
}

// buttonAt is the word on the button of the next board.
var buttonAt = image.Rect(460, 640, 540, 650)

// paint paints a board of n x n.
func paint(img *image.RGBA, at image.Rectangle, n int, seed uint64) {
	b, _, err := solver.Generate(n, seed)
	if err != nil {
		panic(err) // the generator makes every board of this size
	}
	render.Tiles(img, at, b)
}

func (d *desktop) Pointer() (image.Point, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pointer, nil
}

func (d *desktop) point(p image.Point) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pointer = p
}

func (d *desktop) keep(_ context.Context, p *calibrate.Profile, found calibrate.Found) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refuse != nil {
		return "", d.refuse
	}
	if (found.Reading != nil) != (p.Size > 0) || found.Region != p.Region || found.Picture == nil {
		return "", errors.New("the profile and what was found do not agree")
	}
	d.kept = append(d.kept, p)
	_, err := p.Save()
	return "kept " + p.Name, err
}

// change changes the desktop under the lock.
func (d *desktop) change(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
}

// serve starts a page on a desktop, with a home for profiles of its own.
func serve(t *testing.T, d *desktop, change func(*Options)) *Server {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	return serveHere(t, d, change)
}

// serveHere is serve with the profiles that are there.
func serveHere(t *testing.T, d *desktop, change func(*Options)) *Server {
	t.Helper()
	opts := Options{
		Source: d, Pointer: d.Pointer, Keep: d.keep, Name: calibrate.DefaultName,
		Tell: func(line string) { t.Log(line) }, Away: time.Minute, Unseen: time.Minute,
	}
	if change != nil {
		change(&opts)
	}
	s, err := Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

var errStopped error = fault.New(fault.Stopped, "stopped: you moved the mouse", "let go of the mouse and save again")
