package place

import (
	"image"
	"image/draw"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision/screen"
)

// desktop is a screen that shows a board at a place on its second display.
type desktop struct {
	screen.Source
	board image.Image
	at    image.Point
}

// Method is a way that shows all there is.
func (*desktop) Method() string { return screen.ByWlroots }

func (*desktop) Displays() ([]screen.Display, error) { return displays, nil }

func (d *desktop) Capture(r image.Rectangle) (*image.RGBA, error) {
	img := image.NewRGBA(r)
	draw.Draw(img, r, image.White, image.Point{}, draw.Src)
	draw.Draw(img, d.board.Bounds().Add(d.at), d.board, image.Point{}, draw.Src)
	return img, nil
}

// TestFind finds the board where it was asked for, and a region as it was asked for.
func TestFind(t *testing.T) {
	b, _, err := solver.Generate(8, 1)
	if err != nil {
		t.Fatal(err)
	}
	source := &desktop{board: drawing.Board(b), at: image.Pt(-900, 300)}
	board := image.Rect(-880, 320, -560, 640)
	for _, tt := range []struct {
		name  string
		place Place
		read  bool
		kind  fault.Kind
	}{
		{"anywhere", Anywhere, true, ""},
		{"on its display", Place{Display: 1}, true, ""},
		{"on the other display", Place{Display: 0}, false, fault.NoBoard},
		{"on no display", Place{Display: 2}, false, fault.Failed},
		{"in a region", Place{Display: -1, Region: "-1000,200,600,600"}, true, ""},
		{"beside a region", Place{Display: -1, Region: "200,200,600,600"}, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := tt.place.Find(t.Context(), source)
			if fault.KindOf(err) != tt.kind || (found.Reading != nil) != tt.read {
				t.Fatalf("%+v, %v", found.Reading, err)
			}
			if tt.kind != "" {
				return
			}
			if tt.place.Region != "" {
				if want, _ := tt.place.Rectangle(); found.Region != want {
					t.Errorf("the region is %v, want %v", found.Region, want)
				}
			} else if !board.In(found.Region) || found.Region.Dx() > 2*board.Dx() || found.Display.Index != 1 {
				t.Errorf("the region is %v on display %d, the board at %v", found.Region, found.Display.Index, board)
			}
		})
	}
}
