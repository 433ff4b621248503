package history

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
)

// How does the database change with the program? In steps, each a file of SQL
// that is never changed once it was released. The number of steps that were
// taken is kept in the database (PRAGMA user_version), and so is that it is ours
// (PRAGMA application_id). A step that fails leaves nothing behind.

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID is "AQns" as a number: it marks the file as ours.
const applicationID = 0x41516e73

// migrations returns the steps in their order. The files are in the program, so
// that reading them does not fail.
func migrations() (steps []string) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	for _, name := range names {
		var text []byte
		if text, err = migrationFiles.ReadFile(name); err != nil {
			break
		}
		steps = append(steps, string(text))
	}
	if err != nil || len(steps) == 0 {
		panic(fmt.Sprintf("history: the steps of the database are not in the program: %v", err))
	}
	return steps
}

// recognise returns ErrNewer or ErrForeign for a database that is not to be
// touched.
func (s *Store) recognise(ctx context.Context, known int) error {
	// In one statement, which sees one state of the file: between two, another
	// process can make a new database ours.
	var id, version, tables int
	err := s.db.QueryRowContext(ctx, `
		SELECT (SELECT application_id FROM pragma_application_id),
		       (SELECT user_version FROM pragma_user_version),
		       count(*)
		FROM sqlite_schema`).Scan(&id, &version, &tables)
	switch {
	case err != nil:
		return err
	case id != applicationID && (id != 0 || version != 0 || tables != 0):
		return ErrForeign
	case version > known:
		return ErrNewer
	case id == applicationID && version < 1:
		// Both are written at once, and with the first step.
		return fmt.Errorf("%w: its version is %d", ErrDamaged, version)
	}
	return nil
}

// migrate takes the steps that were not taken yet, all or none.
func (s *Store) migrate(ctx context.Context, steps []string) error {
	var version int
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil || version == len(steps) {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it was committed, or the error says more
	// Another process may have been quicker. Now that it is this one's turn,
	// nobody else can change anything.
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(steps) {
		return ErrNewer
	}
	for _, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(steps))); err != nil {
		return err
	}
	return tx.Commit()
}
