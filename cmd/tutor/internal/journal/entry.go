package journal

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"
)

// Where an entry comes from.
const (
	Written  = "written"  // a sentence of the learner's own
	Reviewed = "reviewed" // a question of a review
)

// An Entry says that a verb form was right or wrong.
type Entry struct {
	At     time.Time `json:"at"`
	Source string    `json:"source"`         // Written or Reviewed
	Rule   string    `json:"rule,omitempty"` // the code of the error; "" where nothing was wrong
	Verb   string    `json:"verb,omitempty"` // its infinitive
	Tense  string    `json:"tense,omitempty"`
	Person string    `json:"person,omitempty"`
	Right  bool      `json:"right"`

	// Sentence and Corrected are kept only where the learner agreed to it.
	Sentence  string `json:"sentence,omitempty"`
	Corrected string `json:"corrected,omitempty"`
}

// Add adds entries, all or none.
func (j *Journal) Add(ctx context.Context, entries ...Entry) error {
	return j.wrap(j.write(ctx, func(tx *sql.Tx) error {
		for _, e := range entries {
			_, err := tx.ExecContext(ctx, "INSERT INTO entries (at, source, rule, verb, tense, person, right, sentence, corrected) VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''))",
				seconds(e.At), e.Source, e.Rule, e.Verb, e.Tense, e.Person, e.Right, e.Sentence, e.Corrected)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// Entries returns all entries in the order in which they were added.
func (j *Journal) Entries(ctx context.Context) ([]Entry, error) {
	rows, err := j.db.QueryContext(ctx, "SELECT at, source, rule, verb, tense, person, right, coalesce(sentence, ''), coalesce(corrected, '') FROM entries ORDER BY id")
	if err != nil {
		return nil, j.wrap(err)
	}
	list := []Entry{}
	for rows.Next() {
		var e Entry
		var at int64
		if err = rows.Scan(&at, &e.Source, &e.Rule, &e.Verb, &e.Tense, &e.Person, &e.Right, &e.Sentence, &e.Corrected); err != nil {
			break
		}
		e.At = moment(at)
		list = append(list, e)
	}
	return list, j.wrap(cmp.Or(err, rows.Err(), rows.Close()))
}

// LastWrong reports whether the last entry about a form of a verb says that it was wrong. It is false
// of a form without entries.
func (j *Journal) LastWrong(ctx context.Context, verb, tense, person string) (bool, error) {
	var right bool
	err := j.db.QueryRowContext(ctx, "SELECT right FROM entries WHERE verb = ? AND tense = ? AND person = ? ORDER BY id DESC LIMIT 1", verb, tense, person).Scan(&right)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil && !right, j.wrap(err)
}

// LastText returns the last wrong sentence that was kept with an error of a rule, and, if verb is not
// "", of that verb. It is false where there is none.
func (j *Journal) LastText(ctx context.Context, rule, verb string) (sentence, corrected string, ok bool, err error) {
	err = j.db.QueryRowContext(ctx, "SELECT sentence, corrected FROM entries WHERE rule = ? AND (? = '' OR verb = ?) AND NOT right AND sentence IS NOT NULL AND corrected IS NOT NULL ORDER BY id DESC LIMIT 1",
		rule, verb, verb).Scan(&sentence, &corrected)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", false, nil
	}
	return sentence, corrected, err == nil, j.wrap(err)
}

// What Forget forgets: the entries and cards that fit everything that is set.
type What struct {
	Rule   string    // "": of any rule, and those without
	Before time.Time // zero: of any time; cards have none, and stay unless this is zero
}

// Forget deletes entries and cards, overwrites their place in the file, and returns how many entries
// there were.
func (j *Journal) Forget(ctx context.Context, w What) (int, error) {
	forgotten := int64(0)
	err := j.write(ctx, func(tx *sql.Tx) error {
		before := int64(1<<62 - 1)
		if !w.Before.IsZero() {
			before = seconds(w.Before)
		}
		result, err := tx.ExecContext(ctx, "DELETE FROM entries WHERE (? = '' OR rule = ?) AND at < ?", w.Rule, w.Rule, before)
		if err != nil {
			return err
		}
		if forgotten, err = result.RowsAffected(); err != nil || !w.Before.IsZero() {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM cards WHERE ? = '' OR rule = ?", w.Rule, w.Rule)
		return err
	})
	return int(forgotten), j.wrap(err)
}
