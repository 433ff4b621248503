// Package daily sees to it that the board of a day is played once, of each game: it
// remembers which day was done, and lets one process at a time play.
package daily

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"

	"autoqueens/calibrate"
	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/solver/games"
)

// Turn is the right to play today's boards: only one process has it. It knows
// which day was done last, for each profile and game. That is no part of the history,
// which the person may not want to be kept.
type Turn struct {
	path    string // of the file with the days
	profile string
	lock    *flock.Flock
	days    map[string]Day
}

// Day is the last day that was done of a game with a profile.
type Day struct {
	Day   history.Day `json:"day"`
	Words string      `json:"words"` // how it went
}

// maxTurn is how much of the file with the days is read, in bytes: a line of some 100
// for each profile and game.
const maxTurn = 1 << 20

// Take takes the turn of a profile, in files whose names begin with base. It
// fails where another process has it.
func Take(base, profile string) (*Turn, error) {
	if profile == "" {
		profile = calibrate.DefaultName
	}
	t := &Turn{path: base + ".json", profile: profile, lock: flock.New(base+".lock", flock.SetPermissions(0o600)), days: map[string]Day{}}
	if err := atomicfile.Folder(filepath.Dir(base)); err != nil {
		return nil, fault.Unwritable(filepath.Dir(base), err)
	}
	if err := atomicfile.Check(base + ".lock"); err != nil {
		return nil, fault.Unwritable(base+".lock", err)
	}
	switch mine, err := t.lock.TryLock(); {
	case err != nil:
		return nil, fault.Unwritable(base+".lock", err)
	case !mine:
		return nil, fault.Plain("another 'autoqueens daily' is at it", "wait until it is done, or end it with Ctrl-C where it runs")
	}
	data, err := atomicfile.Head(t.path, maxTurn)
	if err == nil {
		err = json.Unmarshal(data, &t.days)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) || t.days == nil { // JSON may say null
		// Playing a board that is solved already clicks nothing; leaving out one
		// that is not would be worse.
		t.days = map[string]Day{}
	}
	return t, nil
}

// Done returns the last day that was done of a game.
func (t *Turn) Done(game string) Day { return t.days[t.key(game)] }

// key returns what the days of a game are kept under: the profile alone for Queens,
// as it always was. The name of a profile has no slash.
func (t *Turn) key(game string) string {
	if game == games.Queens {
		return t.profile
	}
	return t.profile + "/" + game
}

// Finish remembers that a day of a game is done, and how it went.
func (t *Turn) Finish(game string, day history.Day, words string) error {
	t.days[t.key(game)] = Day{Day: day, Words: words}
	err := atomicfile.Write(t.path, atomicfile.Private, func(w io.Writer) error { return json.NewEncoder(w).Encode(t.days) })
	return fault.Unwritable(t.path, err)
}

// Close gives the turn back.
func (t *Turn) Close() error { return t.lock.Close() }
