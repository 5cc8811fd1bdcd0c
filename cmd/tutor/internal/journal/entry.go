package journal

import (
	"fmt"
	"slices"
	"time"
)

// Where an entry comes from.
const (
	Written  = "written"  // a sentence of the learner's own
	Reviewed = "reviewed" // a question of a review
)

// An Entry says that a verb form was right or wrong.
type Entry struct {
	At     time.Time `json:"at"`             // UTC, whole seconds
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

func (e Entry) check() error {
	switch {
	case e.Source != Written && e.Source != Reviewed:
		return fmt.Errorf("the source is %q: want %q or %q", e.Source, Written, Reviewed)
	case e.At.IsZero():
		return fmt.Errorf("an entry without a time")
	}
	return nil
}

// A Book is what a journal holds. It is not safe for concurrent use.
type Book struct {
	entries []Entry
	cards   map[string]card // by their keys
}

func newBook() *Book { return &Book{cards: map[string]card{}} }

// Add adds entries at the end.
func (b *Book) Add(entries ...Entry) {
	for _, e := range entries {
		e.At = whole(e.At)
		b.entries = append(b.entries, e)
	}
}

func whole(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// Entries returns all entries in the order in which they were added.
func (b *Book) Entries() []Entry { return append([]Entry{}, b.entries...) } // [] in JSON, not null

// LastWrong reports whether the last entry about a form of a verb says that it was wrong. It is false
// of a form without entries.
func (b *Book) LastWrong(verb, tense, person string) bool {
	for _, e := range slices.Backward(b.entries) {
		if e.Verb == verb && e.Tense == tense && e.Person == person {
			return !e.Right
		}
	}
	return false
}

// LastText returns the last wrong sentence that was kept with an error of a rule, and, if verb is not
// "", of that verb. It is false where there is none.
func (b *Book) LastText(rule, verb string) (sentence, corrected string, ok bool) {
	for _, e := range slices.Backward(b.entries) {
		if e.Rule == rule && (verb == "" || e.Verb == verb) && !e.Right && e.Sentence != "" && e.Corrected != "" {
			return e.Sentence, e.Corrected, true
		}
	}
	return "", "", false
}

// What says which entries and cards are meant. The zero value means all.
type What struct {
	Rule   string    // "": of any rule
	Before time.Time // zero: of any time; cards have none, and stay unless this is zero
}

// Forget deletes entries and cards, and returns how many entries there were. The file's next form does not
// hold them.
func (b *Book) Forget(w What) int {
	before := len(b.entries)
	b.entries = slices.DeleteFunc(b.entries, func(e Entry) bool {
		return (w.Rule == "" || e.Rule == w.Rule) && (w.Before.IsZero() || e.At.Before(w.Before))
	})
	if w.Before.IsZero() {
		for key, c := range b.cards {
			if w.Rule == "" || c.rule == w.Rule {
				delete(b.cards, key)
			}
		}
	}
	return before - len(b.entries)
}

// Import adds the entries and cards of an export that b does not have yet, and returns how many entries
// those were. Entries are then in the order of their times. An export does not say how well a card was
// known: it is asked about when it was due, and its distances begin anew. Nothing changes if there is an
// error, which says what b cannot hold.
func (b *Book) Import(entries []Entry, cards []Card) (int, error) {
	had := map[Entry]int{} // one second can hold several equal ones
	for _, e := range b.entries {
		had[e]++
	}
	var added []Entry
	for i, e := range entries {
		if err := e.check(); err != nil {
			return 0, fmt.Errorf("entry %d: %w", i+1, err)
		}
		e.At = whole(e.At)
		if had[e]--; had[e] < 0 {
			added = append(added, e)
		}
	}
	for i, c := range cards {
		if c.Key == "" || c.Due.IsZero() {
			return 0, fmt.Errorf("card %d: it has no key or no time", i+1)
		}
	}
	b.Add(added...)
	slices.SortStableFunc(b.entries, func(x, y Entry) int { return x.At.Compare(y.At) })
	for _, c := range cards {
		if _, known := b.cards[c.Key]; !known {
			b.cards[c.Key] = newCard(c.Rule, c.Due)
		}
	}
	return len(added), nil
}
