// Package card holds the rule cards: what is told to people about each kind of verb error.
//
// A [Card] is one case of a [sentence.Code], such as the missing -s of SVA-PRON: a sentence about it
// in English and in Spanish, a pair of a wrong and a right sentence, and the contrast with Spanish that
// causes the error. [All] lists the cards, [Of] those of one code, and [For] finds the one that a
// correction is about.
//
// The cards are rows of cards.tsv. Their texts mark English and Spanish words that are quoted with stars;
// [Quoted] makes quotation marks of them.
package card

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/tables"
)

// A Card is about one case of a kind of error.
type Card struct {
	Name     string        `json:"name"` // sva-pron-missing-s
	Code     sentence.Code `json:"code"`
	Case     string        `json:"case"` // missing-s
	Level    string        `json:"level"`
	English  string        `json:"english"` // the rule
	Spanish  string        `json:"spanish"` // the rule
	Wrong    string        `json:"wrong"`
	Right    string        `json:"right"`
	Contrast string        `json:"for_spanish_speakers"` // in Spanish: why they make this error
}

// All returns the cards in the order of [sentence.Codes], those of one code by their names. The
// caller must not modify them.
func All() []Card { return all() }

var all = sync.OnceValue(func() []Card {
	var list []Card
	for _, r := range tables.Read("cards", 7) {
		code := sentence.Code(r[0])
		list = append(list, Card{strings.ToLower(r[0]) + "-" + r[1], code, r[1], code.Level(), r[2], r[3], r[4], r[5], r[6]})
	}
	return list
})

// Of returns the cards of one code; none if there is no such code.
func Of(code sentence.Code) []Card {
	return slices.DeleteFunc(slices.Clone(All()), func(c Card) bool { return c.Code != code })
}

// Named returns the card with that name.
func Named(name string) (Card, bool) {
	i := slices.IndexFunc(All(), func(c Card) bool { return c.Name == name })
	if i < 0 {
		return Card{}, false
	}
	return All()[i], true
}

// Quoted returns the text of a card with quotation marks where it has stars.
func Quoted(text string) string {
	var b strings.Builder
	for i, piece := range strings.Split(text, "*") {
		switch {
		case i > 0 && i%2 == 1:
			b.WriteString("“")
		case i > 0:
			b.WriteString("”")
		}
		b.WriteString(piece)
	}
	return b.String()
}
