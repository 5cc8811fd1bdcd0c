package journal

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v3"
)

// A Card is something to be asked about again and again, at growing distances.
type Card struct {
	Key     string    `json:"key"`  // what it is about, in the caller's words
	Rule    string    `json:"rule"` // the code of the error that made it
	Due     time.Time `json:"due"`
	Reviews int       `json:"reviews"`
	Lapses  int       `json:"lapses"` // how often it was not known any more
}

// scheduler returns FSRS with its default weights, and distances of whole days.
func scheduler() *fsrs.FSRS {
	p := fsrs.DefaultParam()
	p.EnableShortTerm = false
	return fsrs.NewFSRS(p)
}

// Missed says that what key stands for was wrong: it is asked about from now on, or, if it was
// learned before, sooner again.
func (j *Journal) Missed(ctx context.Context, key, rule string, now time.Time) error {
	return j.wrap(j.write(ctx, func(tx *sql.Tx) error {
		card, known, err := readState(ctx, tx, key)
		if err != nil {
			return err
		}
		if !known {
			card = fsrs.NewCard()
			card.Due = now
		} else if card.Reps > 0 && card.Due.After(now) {
			card = scheduler().Next(card, now, fsrs.Again).Card
		}
		return writeState(ctx, tx, key, rule, card)
	}))
}

// Due returns the cards that are to be asked about now, those first that wait longest, at most so
// many.
func (j *Journal) Due(ctx context.Context, now time.Time, most int) ([]Card, error) {
	return j.cards(ctx, "SELECT key, rule, state FROM cards WHERE due <= ? ORDER BY due, key LIMIT ?", seconds(now), most)
}

// Cards returns all cards in the order in which they will be due.
func (j *Journal) Cards(ctx context.Context) ([]Card, error) {
	return j.cards(ctx, "SELECT key, rule, state FROM cards ORDER BY due, key")
}

func (j *Journal) cards(ctx context.Context, query string, args ...any) ([]Card, error) {
	rows, err := j.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, j.wrap(err)
	}
	list := []Card{}
	for rows.Next() {
		var c Card
		var text string
		if err = rows.Scan(&c.Key, &c.Rule, &text); err != nil {
			break
		}
		var state fsrs.Card
		if err = parseState(text, &state); err != nil {
			break
		}
		c.Due, c.Reviews, c.Lapses = state.Due.UTC(), int(state.Reps), int(state.Lapses)
		list = append(list, c)
	}
	return list, j.wrap(cmp.Or(err, rows.Err(), rows.Close()))
}

// Rate says whether a card was known, and returns when it is due next. A card that is not there is
// an error.
func (j *Journal) Rate(ctx context.Context, key string, known bool, now time.Time) (due time.Time, err error) {
	err = j.write(ctx, func(tx *sql.Tx) error {
		card, there, err := readState(ctx, tx, key)
		if err != nil {
			return err
		}
		if !there {
			return fmt.Errorf("there is no card %q", key)
		}
		grade := fsrs.Again
		if known {
			grade = fsrs.Good
		}
		card = scheduler().Next(card, now, grade).Card
		due = card.Due.UTC()
		_, err = tx.ExecContext(ctx, "UPDATE cards SET due = ?, state = ? WHERE key = ?", seconds(card.Due), stateText(card), key)
		return err
	})
	return due, j.wrap(err)
}

func readState(ctx context.Context, tx *sql.Tx, key string) (card fsrs.Card, known bool, err error) {
	var text string
	err = tx.QueryRowContext(ctx, "SELECT state FROM cards WHERE key = ?", key).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return card, false, nil
	}
	if err == nil {
		err = parseState(text, &card)
	}
	return card, err == nil, err
}

func parseState(text string, card *fsrs.Card) error {
	if err := json.Unmarshal([]byte(text), card); err != nil {
		return fmt.Errorf("%w: a card: %w", ErrDamaged, err)
	}
	return nil
}

func writeState(ctx context.Context, tx *sql.Tx, key, rule string, card fsrs.Card) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO cards (key, rule, due, state) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET due = excluded.due, state = excluded.state",
		key, rule, seconds(card.Due), stateText(card))
	return err
}

func stateText(card fsrs.Card) string {
	text, err := json.Marshal(card)
	if err != nil {
		panic("journal: BUG: a card is no JSON: " + err.Error())
	}
	return string(text)
}
