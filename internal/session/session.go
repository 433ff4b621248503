// Package session puts a player before the real screen, with the real mouse, and keeps
// what there is to be kept of it: the recording that was asked for, pictures of a
// failure, the history of boards, the pace that a game was found to need.
//
//	flags ──> [session] ──> player
//	             │
//	             ├── place, input      where to look, and what to click with
//	             └── record, history   what is left of it
package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/record"
	"autoqueens/internal/userdirs"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// Options say how to play, and what to keep.
type Options struct {
	Place   place.Place
	Profile *calibrate.Profile // what Place.Load returned: nil for none
	Game    string             // the only one to play, "" for every one
	Input   string             // the name of a way to use the mouse, see input.Open
	Pace    string             // as input.ParsePace takes it

	Player player.Options // but Pause, Starts, Ways and Pad, which follow from Pace and Profile
	Report func(player.Event)
	Status func(player.Status)
	Why    func(string)

	Record     string           // the folder of a recording, "" for none
	FullFrames bool             // keep whole pictures of a failure, see record.FlightRecorder
	History    history.Recorder // with an empty Path nothing is written down
	Notes      io.Writer        // is told, a line each, of what is no failure
}

// Session is a player before the screen. It is used by one goroutine.
type Session struct {
	Player  *player.Player
	History *history.Recorder // knows the latest board

	profile *calibrate.Profile
	notes   io.Writer
	asked   time.Duration         // the pause between two clicks that was asked for
	ways    map[string]player.Way // by game, that were asked for
	flight  *record.FlightRecorder
	tape    *record.Tape // nil for none
	hand    *input.Hand  // nil for a dry run
	source  screen.Source
}

// Open opens the mouse, unless nothing is to be moved, and the screen. The caller closes
// the session, which serves as long as ctx lasts.
func Open(ctx context.Context, o Options) (s *Session, err error) {
	s = &Session{profile: o.Profile, notes: o.Notes}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
			s = nil
		}
	}()
	if !o.Player.DryRun {
		// Before the screen: where nothing can be clicked, nobody needs to be
		// asked whether it may be looked at.
		if s.hand, err = Hand(ctx, o.Input, o.Pace); err != nil {
			return s, err
		}
	}
	var views []player.View
	if s.source, views, err = o.Place.Open(ctx, o.Profile, o.Notes); err != nil {
		return s, err
	}
	s.Player = NewPlayer(s.source, views, o.Game, o.Pace, o.Player)
	s.asked = s.Player.Options.Pause
	if s.hand != nil {
		s.Player.Hand = s.hand
	}
	s.Player.Report, s.Player.Status, s.Player.Why = o.Report, o.Status, o.Why
	s.Press(true, o.Game)
	s.takeWays()

	s.History = &o.History
	s.History.Note = s.note
	s.History.Profile = s.profileOn
	s.History.Wrap(s.Player)
	if o.Record != "" {
		if s.tape, err = record.Create(o.Record); err != nil {
			return s, err
		}
		s.tape.Wrap(s.Player)
	}
	s.flight = &record.FlightRecorder{FullFrames: o.FullFrames}
	s.flight.Wrap(s.Player)
	return s, nil
}

// Hand returns the real mouse, which keeps the pace "human" by itself.
func Hand(ctx context.Context, way, pace string) (*input.Hand, error) {
	hand, err := input.Open(ctx, way)
	if err != nil {
		return nil, err
	}
	if pace == calibrate.PaceHuman {
		hand.SetPace(input.Human)
	}
	return hand, nil
}

// NewPlayer returns a player before a screen, without a hand yet, that reads one game, or every one where game is empty.
func NewPlayer(eye player.Eye, views []player.View, game, pace string, o player.Options) *player.Player {
	if s, ok := eye.(interface{ ShowsPointer() bool }); ok {
		o.PointerShown = s.ShowsPointer()
	}
	// The player keeps the pause, and not the hand: it looks at the board after the pause
	// and before the click.
	o.Pause, _ = time.ParseDuration(pace) // fast and human have none
	return &player.Player{Eye: eye, Reader: player.Memoize(games.Reader{Game: game}), Clock: player.SystemClock{}, Views: views, Options: o}
}

// Press lets the player press the start buttons of games from here on, all of them where
// one is "", and those of no game in particular where first says so; if the profile holds
// on one of the views.
func (s *Session) Press(first bool, names ...string) {
	press(s.Player, s.profile, first, names...)
}

// Play plays. Pictures of a failure are kept, and its advice says where; that they could
// not be is no reason to hide the failure.
func (s *Session) Play(ctx context.Context) error {
	outcomes, err := s.Player.Run(ctx)
	if err == nil {
		err = player.Unseen(outcomes)
	}
	err = place.Missed(ctx, s.source, err)
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || !record.Worth(f) {
		return err
	}
	dir := ""
	failures, keeping := userdirs.State("failures")
	if keeping == nil {
		dir, keeping = s.flight.Keep(failures, f)
	}
	if keeping != nil {
		s.note("no picture of the failure is kept: " + keeping.Error())
	}
	if dir == "" {
		return err
	}
	return fault.Wrap(err, f.Kind, f.What, f.Advice+"; pictures of it are in "+dir)
}

// Learned is what games were found to need that was not asked for.
type Learned struct {
	Pace time.Duration         // between two clicks, 0 for no other
	Ways map[string]player.Way // in which moves are made, by game
	Path string                // of the profile that it was kept in, "" for none
}

// Learn returns what games were found to need, and keeps it in the profile, if there is one. pace is
// false where another pace is no matter.
func (s *Session) Learn(pace bool) (l Learned, err error) {
	if found := s.Player.Options.Pause; pace && found > s.asked {
		l.Pace = found.Round(time.Millisecond)
	}
	l.Ways = map[string]player.Way{}
	for game, way := range s.Player.Options.Ways {
		if way != s.ways[game] { // the page did not take moves as was asked for
			l.Ways[game] = way
		}
	}
	if s.profile == nil || l.Pace == 0 && len(l.Ways) == 0 {
		return l, nil
	}
	if l.Pace > 0 {
		s.profile.Pace = l.Pace.String()
	}
	for game, way := range l.Ways {
		s.profile.SetWay(game, string(way))
	}
	l.Path, err = s.profile.Save()
	return l, err
}

// Close ends the recording, gives the screen and the mouse back, and waits until the boards are
// in the history.
func (s *Session) Close() error {
	var errs []error
	if s.tape != nil {
		errs = append(errs, s.tape.Close())
	}
	if s.source != nil {
		errs = append(errs, s.source.Close())
	}
	if s.hand != nil {
		errs = append(errs, s.hand.Close())
	}
	if s.History != nil {
		s.History.Wait()
	}
	return errors.Join(errs...)
}

func (s *Session) note(line string) {
	if s.notes != nil {
		fmt.Fprintf(s.notes, "note: %s\n", printable.Line(line))
	}
}
