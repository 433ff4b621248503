package history

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
)

// companions are what SQLite puts behind the name of a database for the files
// that belong to it; the first is the database itself.
var companions = []string{"", "-wal", "-shm", "-journal"}

// lock keeps other processes from moving a database, or from using it. SQLite's
// own locks are no help there: they are on the file and not on its name.
type lock struct{ file *flock.Flock }

func newLock(path string) *flock.Flock {
	return flock.New(path+".lock", flock.SetPermissions(0o600))
}

// lockShared takes the lock of whoever uses the database.
func lockShared(ctx context.Context, path string) (*lock, error) {
	return take(ctx, newLock(path), patience, (*flock.Flock).TryRLockContext)
}

// lockAlone takes the lock of whoever moves or deletes the database.
func lockAlone(ctx context.Context, path string) (*lock, error) {
	return take(ctx, newLock(path), patience, (*flock.Flock).TryLockContext)
}

// lockWriting takes the lock of whoever writes to the database.
func lockWriting(ctx context.Context, path string) (*lock, error) {
	const longer = 6 * patience // for one after the other; nobody waits for what is written
	return take(ctx, newLock(path+".writing"), longer, (*flock.Flock).TryLockContext)
}

// take tries to take a lock for no longer than most.
func take(ctx context.Context, file *flock.Flock, most time.Duration, try func(*flock.Flock, context.Context, time.Duration) (bool, error)) (*lock, error) {
	if err := atomicfile.Check(file.Path()); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	if ok, err := try(file, ctx, 10*time.Millisecond); !ok {
		if errors.Is(err, context.DeadlineExceeded) {
			err = errors.New("another process is using it")
		}
		return nil, errors.Join(err, file.Close())
	}
	return &lock{file}, nil
}

// release gives the lock back. The file stays: another process may be waiting
// for it.
func (l *lock) release() error { return l.file.Close() }

// setAside renames a damaged database, with what belongs to it, and returns its
// new name: "" where somebody else was quicker.
func setAside(ctx context.Context, path string) (aside string, err error) {
	l, err := lockAlone(ctx, path)
	if err != nil {
		return "", unusable(path, err)
	}
	defer func() { err = errors.Join(err, l.release()) }()
	// Now nobody else has it open. Is it still the damaged one?
	if err := inspect(ctx, path); !errors.Is(err, ErrDamaged) {
		return "", nil
	}
	stem := path + ".damaged-" + time.Now().Format("2006-01-02T15-04-05")
	aside = stem
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s-%d", stem, n)
	}
	// The database goes last: while it has its name it is found damaged again,
	// and the rest is tried again.
	for _, ending := range slices.Backward(companions) {
		if err := os.Rename(path+ending, aside+ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", unusable(path, err)
		}
	}
	return aside, nil
}

// inspect opens and closes a database for somebody who has the lock, and returns
// what is wrong with it.
func inspect(ctx context.Context, path string) error {
	s, err := openLocked(ctx, path, migrations())
	if err != nil {
		return err
	}
	return s.Close()
}

// Files returns the files of a database and of those that were put aside, that
// exist.
func Files(path string) (files []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	base := filepath.Base(path)
	for _, e := range entries {
		name := e.Name()
		if slices.Contains(companions, strings.TrimPrefix(name, base)) && strings.HasPrefix(name, base) || strings.HasPrefix(name, base+".damaged-") {
			files = append(files, filepath.Join(filepath.Dir(path), name))
		}
	}
	return files, err
}

// Delete removes a database, whatever is wrong with it, and those that were put
// aside. It waits for other processes that use it. The error is a [fault.Error].
func Delete(ctx context.Context, path string) (err error) {
	files, err := Files(path)
	if err != nil || len(files) == 0 {
		return err
	}
	l, err := lockAlone(ctx, path)
	if err != nil {
		return unusable(path, err)
	}
	defer func() { err = errors.Join(err, l.release()) }()
	for _, file := range files {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be deleted: %v", file, cause(err)), "see who may write to its folder, and whether another program has it open")
		}
	}
	return nil
}

// Record writes a game down in the database at path and makes one where there
// is none. A damaged one is put aside first; note then says so in a line.
func Record(ctx context.Context, path string, g *Game) (note string, err error) {
	s, err := Create(ctx, path)
	if errors.Is(err, ErrDamaged) {
		aside, moved := setAside(ctx, path)
		if moved != nil {
			return "", moved
		}
		if aside != "" {
			note = fmt.Sprintf("the history was damaged; it is kept as %s, and a new one was begun", aside)
		}
		s, err = Create(ctx, path)
	}
	if err != nil {
		return note, err
	}
	err = s.Add(ctx, g)
	return note, errors.Join(err, s.Close())
}
