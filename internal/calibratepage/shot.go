package calibratepage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	solved "autoqueens/solver/games"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// shot is one capture of all displays, with what was found.
type shot struct {
	number     int // from 1
	taken      time.Time
	sights     []calibrate.Sight
	candidates []look
	chosen     int         // the candidate that is proposed, -1 for none
	pointer    image.Point // where the mouse was, in pointer points
	pointed    bool        // whether that is known

	pictures [][]byte // PNG, as far as they were asked for
}

// look is what a place on a picture shows. It is told to the page as it is.
type look struct {
	Kind       string   `json:"kind"` // how it came to be looked at; one of the kinds
	Display    int      `json:"display"`
	Region     area     `json:"region"` // where the profile would look for the board
	Board      *box     `json:"board"`  // the outer edges of the cells; null where no lattice was found
	Read       bool     `json:"read"`
	Size       int      `json:"size"` // cells a side, 0 where nothing was read
	Confidence float64  `json:"confidence"`
	Title      string   `json:"title"` // "8 × 8", or what was wrong
	Words      string   `json:"words"`
	Advice     string   `json:"advice"`
	Doubts     []string `json:"doubts"`
	// Drawing is the reading as SVG, in capture pixels of the desktop.
	Drawing string `json:"drawing"`
	Thumb   string `json:"thumb"` // the regions in their colours, as SVG

	reading *vision.Reading // nil where nothing was read
}

// The kinds of a look.
const (
	kindPlay    = "play"    // the board in play of a display
	kindOther   = "other"   // another board there
	kindRefused = "refused" // something like a board that was not read with certainty
	kindSaved   = "saved"   // where the profile of this name looks
	kindRegion  = "region"  // where the person asked to look
)

// area is a rectangle of whole capture pixels of the desktop.
type area struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

func areaOf(r image.Rectangle) area { return area{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

// rectangle returns the area, and false where it is none.
func (a area) rectangle() (image.Rectangle, bool) {
	const far = 1 << 20 // no desktop reaches it, and no sum below overflows
	for _, v := range []int{a.X, a.Y, a.Width, a.Height} {
		if v < -far || v > far {
			return image.Rectangle{}, false
		}
	}
	return image.Rect(a.X, a.Y, a.X+a.Width, a.Y+a.Height), a.Width > 0 && a.Height > 0
}

// box is a rectangle in capture pixels of the desktop, to a hundredth.
type box struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

func boxOf(r vision.Rect) *box {
	return &box{hundredths(r.X), hundredths(r.Y), hundredths(r.Width), hundredths(r.Height)}
}

// capture takes pictures of all displays, looks for boards on them, and shows
// them from now on.
func (s *Server) capture(ctx context.Context) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	number := 1
	if before := s.current(); before != nil {
		number += before.number
	}
	taken := time.Now()
	at, err := s.opts.Pointer()
	pointed := err == nil
	sights, err := calibrate.Survey(ctx, s.opts.Source)
	if err != nil {
		return err
	}
	sh := &shot{number: number, taken: taken, sights: sights, pointer: at, pointed: pointed, pictures: make([][]byte, len(sights))}
	sh.find()
	if !s.opts.Region.Empty() {
		sh.propose(kindRegion, s.opts.Region)
	} else if p, err := calibrate.Load(s.opts.Name); err == nil && p.Fits(sh.displays()) == nil {
		sh.propose(kindSaved, p.Region)
	}
	s.mu.Lock()
	s.shot = sh
	s.mu.Unlock()
	return nil
}

// find lists the candidates. Proposed is what calibrate without a page takes:
// the board in play that was read with the most confidence.
func (sh *shot) find() {
	sh.chosen = -1
	best := 0.0
	for i, v := range sh.sights {
		if v.Play != nil {
			if v.Play.Confidence > best {
				best, sh.chosen = v.Play.Confidence, len(sh.candidates)
			}
			sh.candidates = append(sh.candidates, sh.boardLook(kindPlay, i, v.Play))
		}
		if r := v.Refusal; r != nil && r.Lattice.Size > 0 && r.BoardSeen() {
			sh.candidates = append(sh.candidates, refusedLook(i, around(r.Lattice, v), r))
		}
		for _, r := range v.Others {
			sh.candidates = append(sh.candidates, sh.boardLook(kindOther, i, r))
		}
	}
}

// propose adds a region to the candidates, unless one of them is the same. The
// region that was asked for is chosen; a saved one where there is no board to
// choose, which is so while a card covers the board that was won.
func (sh *shot) propose(kind string, region image.Rectangle) {
	for i, d := range sh.sights {
		r := region.Intersect(d.Display.Bounds)
		if d.Picture == nil || r.Empty() || kind == kindSaved && r != region {
			continue
		}
		for k, c := range sh.candidates {
			if c.Region == areaOf(r) && c.Read {
				if kind == kindRegion {
					sh.chosen = k
				}
				return
			}
		}
		l := sh.read(i, r)
		l.Kind = kind
		sh.candidates = append(sh.candidates, l)
		if kind == kindRegion || sh.chosen < 0 {
			sh.chosen = len(sh.candidates) - 1
		}
		return
	}
}

// read looks at a part of a display, which must lie on it.
func (sh *shot) read(display int, r image.Rectangle) look {
	reading, err := games.Read(sh.sights[display].Picture.SubImage(r))
	if refusal, refused := errors.AsType[*vision.Refusal](err); refused {
		return refusedLook(display, r, refusal)
	}
	l := sh.boardLook(kindRegion, display, reading)
	l.Region = areaOf(r)
	return l
}

func (sh *shot) boardLook(kind string, display int, r *vision.Reading) look {
	l := look{
		Kind: kind, Display: display, Region: areaOf(around(r.Lattice, sh.sights[display])),
		Board: boxOf(r.Lattice.Bounds()), Read: true, Size: r.Lattice.Size, Confidence: hundredths(r.Confidence),
		Title: titleOf(r), Words: wordsOf(r), Doubts: []string{},
		Drawing: drawing(r), Thumb: thumb(r), reading: r,
	}
	for _, d := range r.Doubts {
		l.Doubts = append(l.Doubts, d.String())
	}
	return l
}

// titleOf says what a board is: its size, and the game where it is not Queens.
func titleOf(r *vision.Reading) string {
	size := fmt.Sprintf("%d × %d", r.Lattice.Size, r.Lattice.Size)
	if r.Puzzle != nil {
		return solved.Of(r.Puzzle).Title + ", " + size
	}
	return size
}

func refusedLook(display int, region image.Rectangle, r *vision.Refusal) look {
	l := look{Kind: kindRefused, Display: display, Region: areaOf(region), Title: "Not read", Words: r.What, Advice: r.Advice, Doubts: []string{}}
	if r.Lattice.Size > 0 {
		l.Board = boxOf(r.Lattice.Bounds())
		l.Drawing = refusedDrawing(r.Lattice)
	}
	return l
}

// around returns the region of a board on its display.
func around(l vision.Lattice, v calibrate.Sight) image.Rectangle {
	return calibrate.Around(l, v.Display.Bounds)
}

// wordsOf says what makes a reading worth trusting.
func wordsOf(r *vision.Reading) string {
	words := [...]string{"no solution", "exactly one solution", "several solutions"}[min(r.Solutions, 2)]
	if n := len(r.Doubts); n > 0 {
		words += fmt.Sprintf(", %d in doubt", n)
	}
	return words
}

// picture returns the PNG of a display. One caller at a time may ask.
func (sh *shot) picture(display int) ([]byte, error) {
	if sh.pictures[display] == nil {
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		if err := encoder.Encode(&out, sh.sights[display].Picture); err != nil {
			return nil, err
		}
		sh.pictures[display] = out.Bytes()
	}
	return sh.pictures[display], nil
}

// place checks a rectangle that the page asks about.
func (sh *shot) place(display int, a area) (image.Rectangle, error) {
	if display < 0 || display >= len(sh.sights) || sh.sights[display].Picture == nil {
		return image.Rectangle{}, fault.Plainf("choose one of the pictures", "there is no picture of display %d", display)
	}
	r, ok := a.rectangle()
	if bounds := sh.sights[display].Display.Bounds; !ok || !r.In(bounds) {
		return r, fault.Plainf("draw it inside the picture", "the rectangle %d,%d,%d,%d is not inside the display %d,%d,%d,%d",
			a.X, a.Y, a.Width, a.Height, bounds.Min.X, bounds.Min.Y, bounds.Dx(), bounds.Dy())
	}
	const least = 16 // pixels: no board is smaller
	if r.Dx() < least || r.Dy() < least {
		return r, fault.Plain("the rectangle is too small for a board", "drag it around the whole board")
	}
	return r, nil
}

// found returns what was looked at as calibrate has it.
func (sh *shot) found(l look) calibrate.Found {
	v := sh.sights[l.Display]
	r, _ := l.Region.rectangle()
	return calibrate.Found{Display: v.Display, Picture: v.Picture, Reading: l.reading, Region: r, Mapping: v.Mapping}
}

// problem says why a display is not shown.
func problem(v calibrate.Sight) string {
	if v.Err == nil {
		return ""
	}
	f, ok := errors.AsType[*fault.Error](v.Err)
	if !ok {
		return v.Err.Error()
	}
	return cmp.Or(f.What, f.Advice)
}
