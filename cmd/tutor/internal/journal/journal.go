// Package journal keeps what a learner got wrong and right, and when to ask about it again.
//
// A [Journal] is one SQLite file that its owner alone can read. An [Entry] says that a verb form was
// wrong or right on a day, with the code of the rule; it holds the sentence only if the caller puts it
// in. A [Card] is a rule or a verb that was wrong; [Journal.Due] lists those to ask about, and
// [Journal.Rate] sets the next day by the scheduler FSRS, from how often it was known.
//
// Nothing leaves the machine, and nothing in here is read by a model. A file that is damaged, is
// something else or was made by a later version is refused and left as it is. What is forgotten is
// overwritten.
package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite" // a driver for database/sql, in Go
)

// Why a file cannot be used.
var (
	ErrDamaged = errors.New("the file is damaged")
	ErrForeign = errors.New("the file is not a learner's journal")
	ErrLater   = errors.New("the file was made by a later version")
)

const (
	application = 0x7475746f // "tuto", as SQLite's application_id
	version     = 1          // as SQLite's user_version
)

// schema makes an empty journal. Times are seconds of Unix time.
const schema = `
CREATE TABLE IF NOT EXISTS entries (
	id INTEGER PRIMARY KEY, at INTEGER NOT NULL, source TEXT NOT NULL, rule TEXT NOT NULL,
	verb TEXT NOT NULL, tense TEXT NOT NULL, person TEXT NOT NULL, right INTEGER NOT NULL,
	sentence TEXT, corrected TEXT
);
CREATE INDEX IF NOT EXISTS forms ON entries (verb, tense, person);
CREATE TABLE IF NOT EXISTS cards (key TEXT PRIMARY KEY, rule TEXT NOT NULL, due INTEGER NOT NULL, state TEXT NOT NULL);
`

// A Journal is an open file. It is safe for concurrent use, also by several processes.
type Journal struct {
	db   *sql.DB
	path string
}

// Open opens the journal at path, and makes it, and the folder it lies in, where there is none. The
// error wraps one of the sentinels if the file is not what it should be; it is then unchanged.
func Open(ctx context.Context, path string) (*Journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) // SQLite would let others read it
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	// secure_delete: what is forgotten is overwritten. busy_timeout: another process may be writing.
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: "_pragma=busy_timeout(5000)&_pragma=secure_delete(1)&_txlock=immediate"}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one file, one writer
	j := &Journal{db, path}
	if err := j.prepare(ctx); err != nil {
		return nil, errors.Join(j.wrap(err), db.Close())
	}
	return j, nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.db.Close() }

// prepare checks the file, and makes the tables in an empty one.
func (j *Journal) prepare(ctx context.Context) error {
	var made, at, tables int
	for pragma, value := range map[string]*int{"application_id": &made, "user_version": &at} {
		if err := j.db.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(value); err != nil {
			return err
		}
	}
	if err := j.db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return err
	}
	switch {
	case made == 0 && at == 0 && tables == 0:
		return j.write(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", application, version))
			return err
		})
	case made != application:
		return ErrForeign
	case at > version:
		return ErrLater
	}
	var check string
	if err := j.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&check); err != nil {
		return err
	}
	if check != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, check)
	}
	return nil
}

// The result codes of SQLite that say what is wrong with a file (sqlite.org/rescode.html). The lower
// byte is the kind.
const (
	corrupt   = 11
	notSQLite = 26
)

// wrap says what an error of SQLite means for the file.
func (j *Journal) wrap(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case corrupt:
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		case notSQLite:
			err = ErrForeign
		}
	}
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "journal", Path: j.path, Err: err}
}

// write does work in one transaction: all of it, or nothing.
func (j *Journal) write(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func seconds(t time.Time) int64 { return t.Unix() }

func moment(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
