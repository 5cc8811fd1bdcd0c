package journal

import (
	"cmp"
	"errors"
	"slices"
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

// A card is a Card as the scheduler knows it.
type card struct {
	rule  string
	state fsrs.Card
}

func newCard(rule string, due time.Time) card {
	state := fsrs.NewCard()
	state.Due = due
	return card{rule, state}
}

// check refuses a state from which the scheduler would compute no time.
func (c card) check() error {
	if s := c.state; s.State < fsrs.New || s.State > fsrs.Relearning || s.Due.IsZero() || s.Stability < 0 || s.Difficulty < 0 ||
		s.State != fsrs.New && s.Stability == 0 {
		return errors.New("the state of the card is none")
	}
	return nil
}

// scheduler returns FSRS with its default weights, and distances of whole days.
func scheduler() *fsrs.FSRS {
	p := fsrs.DefaultParam()
	p.EnableShortTerm = false
	return fsrs.NewFSRS(p)
}

// Missed says that what key stands for was wrong: it is asked about from now on, or, if it was
// learned before, sooner again.
func (b *Book) Missed(key, rule string, now time.Time) {
	c, known := b.cards[key]
	if !known {
		c = newCard(rule, now)
	} else if c.state.Reps > 0 && c.state.Due.After(now) {
		c.state = scheduler().Next(c.state, now, fsrs.Again).Card
	}
	c.rule = rule
	b.cards[key] = c
}

// Due returns the cards that are to be asked about now, those first that wait longest, at most so
// many.
func (b *Book) Due(now time.Time, most int) []Card {
	list := slices.DeleteFunc(b.Cards(), func(c Card) bool { return c.Due.After(now) })
	return list[:min(most, len(list))]
}

// Cards returns all cards in the order in which they will be due.
func (b *Book) Cards() []Card {
	list := []Card{}
	for key, c := range b.cards {
		list = append(list, Card{key, c.rule, c.state.Due.UTC(), int(c.state.Reps), int(c.state.Lapses)})
	}
	slices.SortFunc(list, func(x, y Card) int { return cmp.Or(x.Due.Compare(y.Due), cmp.Compare(x.Key, y.Key)) })
	return list
}

// Rate says whether a card was known, and returns when it is due next. It is false, and nothing changes,
// if there is no such card: another process may have forgotten it.
func (b *Book) Rate(key string, known bool, now time.Time) (due time.Time, ok bool) {
	c, ok := b.cards[key]
	if !ok {
		return due, false
	}
	grade := fsrs.Again
	if known {
		grade = fsrs.Good
	}
	c.state = scheduler().Next(c.state, now, grade).Card
	b.cards[key] = c
	return c.state.Due.UTC(), true
}
