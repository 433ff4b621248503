package main

import (
	"fmt"
	"image"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/pointing"
	"autoqueens/internal/printable"
	"autoqueens/internal/session"
	"autoqueens/internal/spot"
	gamesolver "autoqueens/solver/games"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// usualDigits is how many buttons of a pad are shown with the mouse where no Sudoku is read: Mini Sudoku
// has 6 x 6 cells.
const usualDigits = 6

// padPlaces returns the places that --pad gives, in capture pixels, none for those that are shown
// with the mouse.
func (f *calibrateFlags) padPlaces() (places []image.Point, err error) {
	if f.pad == "" || f.pad == byPointer || f.pad == forget {
		return nil, nil
	}
	for _, word := range strings.Fields(f.pad) {
		p, err := placeOf(word)
		if err != nil {
			return nil, fault.Plainf(`give them in pixels, those of 1, 2, 3 and so on: --pad "560,700 640,700 720,700 560,760 640,760 720,760", or show them with --pad pointer`,
				"%q is not the place of a button", word)
		}
		places = append(places, p)
	}
	if len(places) > calibrate.MaxPad {
		return nil, fault.Plainf("give one for each digit, from 1 on", "%d buttons are no pad", len(places))
	}
	return places, nil
}

// placeOf reads a place, X,Y in capture pixels.
func placeOf(word string) (image.Point, error) {
	x, y, two := strings.Cut(word, ",")
	px, errX := strconv.Atoi(strings.TrimSpace(x))
	py, errY := strconv.Atoi(strings.TrimSpace(y))
	if !two || errX != nil || errY != nil || place.Far(px) || place.Far(py) {
		return image.Point{}, fmt.Errorf("%q is no place", word)
	}
	return image.Pt(px, py), nil
}

// keepPad keeps the buttons of a Sudoku's digits in a profile: where they are, and what they look
// like. Nothing is clicked.
func (f *calibrateFlags) keepPad(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	if err := stillFits(source, p); err != nil {
		return err
	}
	w := words(cmd)
	places, err := f.padPlaces()
	if err != nil {
		return err
	}
	var pad []spot.Spot
	n := len(places)
	board, err := boardNow(source, p)
	if err != nil {
		return err
	}
	if f.pad == byPointer {
		n = usualDigits
		if board != nil && board.Game == sudoku.Name {
			n = min(board.Lattice.Size, calibrate.MaxPad)
		}
	}
	for i := range n {
		var at image.Point
		if f.pad != byPointer {
			at = places[i]
		} else if at, err = showPlace(cmd, hand, p, fmt.Sprintf("the %d on its button", i+1)); err != nil {
			return err
		}
		if board != nil && at.In(board.Lattice.Bounds().Image()) {
			return fault.Plainf("point at the digits of the pad, which lie beside the board", "the place of the %d, %d,%d, is on the board", i+1, at.X, at.Y)
		}
		button, err := buttonAt(cmd, source, hand, p, at)
		if err != nil {
			return err
		}
		pad = append(pad, button)
	}
	p.Pad = pad
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(w, "Pad       the buttons of 1 to %d; they are clicked where digit keys do nothing, while they look like now\nSaved     %s\n", len(pad), path)
	}
	return err
}

// boardNow returns the board in the region of a profile as it is now, nil where none is read there.
func boardNow(source screen.Source, p *calibrate.Profile) (*vision.Reading, error) {
	img, err := source.Capture(p.Region)
	if err != nil {
		return nil, err
	}
	board, _ := games.Read(img)
	return board, nil
}

// showPlace has the person show a place with the mouse, and returns it in capture pixels.
func showPlace(cmd *cobra.Command, hand *input.Hand, p *calibrate.Profile, what string) (image.Point, error) {
	printable.Fprintf(words(cmd), "Point     at %s, and hold the mouse still for %v\n", what, pointing.Rest)
	at, err := pointing.AtRest(cmd.Context(), hand)
	return p.Mapping.PixelAt(at), err
}

// buttonAt returns what a button looks like, on the display of the profile.
func buttonAt(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile, at image.Point) (spot.Spot, error) {
	if !spot.Area(at).In(p.Display.Bounds) {
		return spot.Spot{}, fault.Plainf("choose a button inside the display of the profile, "+place.Words(p.Display.Bounds),
			"a button at %d,%d does not lie on the display that was calibrated", at.X, at.Y)
	}
	return pointing.Button(cmd.Context(), source, hand, p, at)
}

// forgetPad takes the buttons of the pad out of a profile.
func (f *calibrateFlags) forgetPad(cmd *cobra.Command) error {
	p, err := calibrate.Load(f.name())
	if err != nil {
		return err
	}
	p.Pad = nil
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(words(cmd), "Forgot    the buttons of the pad\nSaved     %s\n", path)
	}
	return err
}

// tryMove makes one right move on the board that is on the screen, in each way that the game has until
// one shows, and keeps that in the profile.
func (f *calibrateFlags) tryMove(cmd *cobra.Command, p *calibrate.Profile) error {
	w := words(cmd)
	several := gamesWithWays()
	fmt.Fprintf(w, "Trying    one right move of %s; move the mouse to stop it\n", strings.Join(several, " or "))
	var passed []string
	for _, g := range gamesolver.All() {
		if len(calibrate.WayNames(g.Name)) == 0 {
			passed = append(passed, g.Name)
		}
	}
	game := ""
	anew := *p
	anew.Ways = nil // else the way that is known would be all that is tried
	s, err := session.Open(cmd.Context(), session.Options{
		Place: f.place, Profile: &anew, Input: f.input, Pace: p.Pace,
		Player: player.Options{Timeout: tryFor, Try: true, Passed: passed},
		Report: func(e player.Event) {
			if e.Kind == player.Seen {
				game = e.Game
			}
		},
		Status: func(player.Status) {}, Why: reasons(cmd), Notes: cmd.ErrOrStderr(),
	})
	if err != nil {
		return err
	}
	defer s.Close()
	outcomes, err := s.Player.Run(cmd.Context())
	if fault.KindOf(err) == fault.NoBoard {
		return fault.Wrap(err, fault.NoBoard, "no board was seen of "+strings.Join(several, " or "), "open one and bring it to the front; other games are played in one way only")
	}
	if err != nil {
		return err
	}
	way := outcomes[0].Way
	if way == "" {
		return fault.Plain("the board is solved: there is no move to try", "try it on a board that is not")
	}
	g, err := gamesolver.Find(game)
	if err != nil {
		return err
	}
	p.SetWay(game, string(way))
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(w, "Tried     %s is played by %s here\nSaved     %s\n", g.Title, way, path)
	}
	return err
}

// tryFor is how long a board to try is waited for.
const tryFor = 5 * time.Second

// gamesWithWays are the titles of the games that can be played in several ways.
func gamesWithWays() (titles []string) {
	for _, g := range gamesolver.All() {
		if len(calibrate.WayNames(g.Name)) > 0 {
			titles = append(titles, g.Title)
		}
	}
	return titles
}
