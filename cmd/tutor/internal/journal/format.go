package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/open-spaced-repetition/go-fsrs/v3"
)

// version is that of the format. The file is UTF-8; each line is a JSON object and ends with a newline:
//
//	{"tutor_journal":1,"entries":2,"cards":1}
//	{"entry":{"at":"2026-03-02T09:00:00Z","source":"written","rule":"INFL-OVERREG","verb":"go","right":false}}
//	{"entry":{"at":"2026-03-03T09:00:00Z","source":"written","verb":"go","right":true}}
//	{"card":{"key":"verb:go","rule":"INFL-OVERREG","fsrs":{"Due":"2026-03-02T09:00:00Z", …}}}
//
// Entries stand in the order in which they were added, cards by their keys. The first line says how many
// there are, so that a file that lost its end is noticed.
const version = 1

type head struct {
	Version *int `json:"tutor_journal"`
	Entries int  `json:"entries"`
	Cards   int  `json:"cards"`
}

// A line has one member.
type line struct {
	Entry *Entry    `json:"entry,omitempty"`
	Card  *cardLine `json:"card,omitempty"`
}

type cardLine struct {
	Key  string    `json:"key"`
	Rule string    `json:"rule"`
	FSRS fsrs.Card `json:"fsrs"`
}

// format returns the bytes of the file. An error says that b holds what the file cannot.
func (b *Book) format() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	v := version
	err := e.Encode(head{&v, len(b.entries), len(b.cards)})
	for i := range b.entries {
		err = errors.Join(err, e.Encode(line{Entry: &b.entries[i]}))
	}
	for _, key := range slices.Sorted(maps.Keys(b.cards)) {
		c := b.cards[key]
		err = errors.Join(err, e.Encode(line{Card: &cardLine{key, c.rule, c.state}}))
	}
	return out.Bytes(), err
}

// parse reads the bytes of a file.
func parse(data []byte) (*Book, error) {
	if len(data) == 0 {
		return nil, &DamageError{1, "the file is empty"}
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	last := lines[len(lines)-1] // what follows the last newline
	lines = lines[:len(lines)-1]
	var h head
	if first := bytes.TrimSuffix(slices.Concat(lines, [][]byte{last})[0], []byte("\n")); json.Unmarshal(first, &h) != nil || h.Version == nil {
		return nil, ErrForeign
	}
	switch {
	case *h.Version > version:
		return nil, ErrLater
	case *h.Version < 1:
		return nil, ErrForeign
	case len(last) > 0:
		return nil, &DamageError{len(lines) + 1, "it ends in the middle"}
	}
	if err := decode(lines[0], &h); err != nil {
		return nil, &DamageError{1, err.Error()}
	}
	b := newBook()
	for i, text := range lines[1:] {
		if err := b.parseLine(text); err != nil {
			return nil, &DamageError{i + 2, err.Error()}
		}
	}
	if len(b.entries) != h.Entries || len(b.cards) != h.Cards {
		return nil, &DamageError{1, fmt.Sprintf("it promises %d entries and %d cards, and %d and %d follow", h.Entries, h.Cards, len(b.entries), len(b.cards))}
	}
	return b, nil
}

func (b *Book) parseLine(text []byte) error {
	var l line
	if err := decode(text, &l); err != nil {
		return err
	}
	switch {
	case l.Entry != nil && l.Card == nil:
		if err := l.Entry.check(); err != nil {
			return err
		}
		b.entries = append(b.entries, *l.Entry)
		return nil
	case l.Card != nil && l.Entry == nil:
		c := card{l.Card.Rule, l.Card.FSRS}
		if err := c.check(); err != nil {
			return err
		}
		if _, twice := b.cards[l.Card.Key]; twice || l.Card.Key == "" {
			return fmt.Errorf("the key %q is empty or stands twice", l.Card.Key)
		}
		b.cards[l.Card.Key] = c
		return nil
	}
	return errors.New("it is neither an entry nor a card")
}

// decode reads one JSON value that is all of text and has no members that into lacks: the next writing
// would lose them.
func decode(text []byte, into any) error {
	if !utf8.Valid(text) {
		return errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows its JSON")
	}
	return nil
}
