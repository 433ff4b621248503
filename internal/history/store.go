package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
)

// What can be wrong with a database.
var (
	ErrDamaged = errors.New("it is damaged")
	ErrNewer   = errors.New("a newer version of this program has written it")
	ErrForeign = errors.New("another program has made it")
)

// patience bounds the wait for another process that uses the database.
const patience = 5 * time.Second

// Store is an open database of games.
type Store struct {
	db   *sql.DB
	path string
	held *lock // shared, so that nobody puts the file aside meanwhile; nil where whoever opened it has a lock
	turn *lock // of whoever writes; nil for others
}

// Open opens the database at path, made by a program of any version up to this
// one, and brings it up to date. It wraps fs.ErrNotExist where there is none, and
// ErrDamaged, ErrNewer or ErrForeign where it cannot be used; then it is left as
// it is. The errors are *fault.Error. The caller closes the store.
func Open(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, migrations(), os.O_RDWR)
}

// Create is Open for whoever writes, and where there may be no database yet: it makes one that
// only its owner can read. Until the store is closed others who write wait for it, which they do
// longer than SQLite lets them; those who read do not.
func Create(ctx context.Context, path string) (*Store, error) {
	if err := atomicfile.Folder(filepath.Dir(path)); err != nil {
		return nil, unusable(path, err)
	}
	turn, err := lockWriting(ctx, path)
	if err != nil {
		return nil, unusable(path, err)
	}
	s, err := open(ctx, path, migrations(), os.O_RDWR|os.O_CREATE)
	if err != nil {
		_ = turn.release() // what went wrong before says more
		return nil, err
	}
	s.turn = turn
	return s, nil
}

// open opens the database at path, or makes it where flags say so.
func open(ctx context.Context, path string, steps []string, flags int) (*Store, error) {
	if _, err := os.Stat(path); err != nil && flags&os.O_CREATE == 0 {
		return nil, unusable(path, err) // and leave no lock behind
	}
	held, err := lockShared(ctx, path)
	if err != nil {
		return nil, unusable(path, err)
	}
	// SQLite gives the files that it puts beside this one the same permissions.
	file, err := os.OpenFile(path, flags, atomicfile.Private)
	if err == nil {
		err = file.Close()
	}
	var s *Store
	if err != nil {
		err = unusable(path, err)
	} else {
		s, err = openLocked(ctx, path, steps)
	}
	if err != nil {
		_ = held.release() // what went wrong before says more
		return nil, err
	}
	s.held = held
	return s, nil
}

// openLocked opens the database for somebody who has a lock on it.
func openLocked(ctx context.Context, path string, steps []string) (*Store, error) {
	db, err := sql.Open("sqlite", address(path))
	if err != nil {
		return nil, unusable(path, err)
	}
	db.SetMaxOpenConns(1) // the settings below are those of a connection
	s := &Store{db: db, path: path}
	err = patiently(ctx, func() error { return s.prepare(ctx, steps) })
	if err != nil {
		return nil, unusable(path, errors.Join(err, s.Close()))
	}
	return s, nil
}

// address returns what names a file to SQLite, whatever characters its path has.
func address(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{
		"mode":    {"rw"}, // it is made by Create, with its permissions
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds())},
		"_txlock": {"immediate"}, // a transaction that will write asks for that at once
	}.Encode()}
	return u.String()
}

// prepare looks whether the database can be used and brings it up to date.
func (s *Store) prepare(ctx context.Context, steps []string) error {
	var check string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&check); err != nil {
		return err
	}
	if check != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, check)
	}
	if err := s.recognise(ctx, len(steps)); err != nil {
		return err
	}
	var mode string
	if err := s.db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if err := s.migrate(ctx, steps); err != nil {
		return err
	}
	// What says which tables there are may have changed too, and still make sense.
	_, err := s.db.ExecContext(ctx, "SELECT "+columns+" FROM games LIMIT 0")
	if codeOf(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// patiently repeats what fails because another process is busy with the
// database. SQLite waits for most of that by itself, but not where two processes
// make a new database at once or the last one leaves.
func patiently(ctx context.Context, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := do()
		if code := codeOf(err); code != sqlite3.SQLITE_BUSY && code != sqlite3.SQLITE_LOCKED {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// codeOf returns the primary result code of an error of SQLite, 0 for others.
func codeOf(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// unusable turns what keeps a database from being used into a fault that says
// what to do.
func unusable(path string, err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if code := codeOf(err); code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	what := fmt.Sprintf("the history %s cannot be used: %v", path, cause(err))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.Failed, "no board has been recorded yet", "play one: autoqueens play")
	case errors.Is(err, ErrDamaged):
		return fault.Wrap(err, fault.Failed, what, "the next board you play puts it aside as it is and begins a new one; SQLite's own .recover may bring back what is in it")
	case errors.Is(err, ErrNewer):
		return fault.Wrap(err, fault.Failed, what, "use that version; this one leaves the file alone")
	case errors.Is(err, ErrForeign):
		return fault.Wrap(err, fault.Failed, what, "move it to another place; this program leaves it alone")
	}
	return fault.Wrap(err, fault.Failed, what, "see that the folder can be written to, or set XDG_STATE_HOME to one that can")
}

// cause returns an error without the path that stands before it already, and in
// one line.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// Close closes the database.
func (s *Store) Close() error {
	err := s.db.Close()
	for _, l := range [...]*lock{s.held, s.turn} {
		if l != nil {
			err = errors.Join(err, l.release())
		}
	}
	return err
}

// columns are those of games, in the order of values and scan.
const columns = `ended_ms, offset_s, day, command, outcome, evidence, size, regions, marked, grade,
  waited_ms, seen_ms, solved_ms, clicked_ms, verified_ms, clicks, repairs, display, profile, program, game`

// Add writes a game down. It is there for good when Add returns.
func (s *Store) Add(ctx context.Context, g *Game) error {
	_, offset := g.Ended.Zone()
	optional := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	err := patiently(ctx, func() error {
		_, err := s.db.ExecContext(ctx, "INSERT INTO games ("+columns+") VALUES (?"+strings.Repeat(", ?", strings.Count(columns, ","))+")",
			g.Ended.UnixMilli(), offset, string(g.Day()), g.Command, string(g.Outcome), optional(string(g.Evidence)),
			g.Size, strings.Join(g.Regions, "/"), g.Marked, optional(g.Grade),
			g.Stages.Waited, g.Stages.Seen, g.Stages.Solved, g.Stages.Clicked, g.Stages.Verified,
			g.Clicks, g.Repairs, g.Display, optional(g.Profile), g.Program, optional(g.Game))
		return err
	})
	if err != nil {
		return unusable(s.path, err)
	}
	return nil
}

// sound tells the rows that a run can have written from those in which something has
// changed since, which SQLite does not notice in a number: they end in the years 0
// to 9999, and nothing in them is as large as nothing ever is.
const sound = `ended_ms BETWEEN -62167219200000 AND 253370764800000 AND offset_s BETWEEN -86400 AND 86400
  AND max(abs(waited_ms), abs(seen_ms), abs(solved_ms), abs(clicked_ms), abs(verified_ms)) < 1e12
  AND size BETWEEN 1 AND 1000 AND marked BETWEEN 0 AND 1000000 AND display BETWEEN -1000 AND 1000
  AND clicks BETWEEN 0 AND 1000000000 AND repairs BETWEEN 0 AND 1000000000`

// Games returns the games that ended on a day or later, in the order in which
// they ended. An empty day is before all others. Rows that no run can have written
// are left out; Unsound counts them.
func (s *Store) Games(ctx context.Context, since Day) ([]Game, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT "+columns+" FROM games WHERE day >= ? AND "+sound+" ORDER BY ended_ms, id", string(since))
	if err != nil {
		return nil, unusable(s.path, err)
	}
	defer rows.Close()
	var games []Game
	for rows.Next() {
		g, err := scan(rows)
		if err != nil {
			return nil, unusable(s.path, err)
		}
		games = append(games, g)
	}
	if err := rows.Err(); err != nil {
		return nil, unusable(s.path, err)
	}
	return games, nil
}

// Unsound returns how many rows Games leaves out of all there are.
func (s *Store) Unsound(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE NOT ("+sound+")").Scan(&n)
	if err != nil {
		return 0, unusable(s.path, err)
	}
	return n, nil
}

// Read returns the games of the history at path that ended on a day or later, as
// [Store.Games] does, and how many rows of all that leaves out. Where there is no
// history yet there are no games.
func Read(ctx context.Context, path string, since Day) (games []Game, left int, err error) {
	s, err := Open(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if games, err = s.Games(ctx, since); err != nil {
		return nil, 0, err
	}
	left, err = s.Unsound(ctx)
	return games, left, err
}

func scan(rows *sql.Rows) (g Game, err error) {
	var ended int64
	var offset int
	var day, outcome, regions string
	var evidence, grade, profile, game sql.NullString
	st := &g.Stages
	err = rows.Scan(&ended, &offset, &day, &g.Command, &outcome, &evidence, &g.Size, &regions, &g.Marked, &grade,
		&st.Waited, &st.Seen, &st.Solved, &st.Clicked, &st.Verified, &g.Clicks, &g.Repairs, &g.Display, &profile, &g.Program, &game)
	st.Total = st.Waited + st.Seen + st.Solved + st.Clicked + st.Verified
	g.Ended = time.UnixMilli(ended).In(time.FixedZone("", offset))
	g.Outcome, g.Evidence = Outcome(outcome), player.Evidence(evidence.String)
	g.Game = game.String
	g.Regions, g.Grade, g.Profile = strings.Split(regions, "/"), grade.String, profile.String
	return g, err
}
