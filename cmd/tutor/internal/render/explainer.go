package render

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxExplained is how many rules are explained below one answer. People do not read more.
const maxExplained = 3

// An Explainer chooses what is said about the rules of an answer.
type Explainer struct {
	language string          // of --explain
	level    string          // the highest level that is explained
	focus    []sentence.Code // nil: all
}

// On reports whether anything is explained.
func (e Explainer) On() bool { return e.language != settings.ExplainOff }

// card returns the card of an edit of input, if it is to be explained.
func (e Explainer) card(input string, edit tutor.Edit) (card.Card, bool) {
	code := sentence.Code(edit.Rule)
	wanted := e.On() && code != "" &&
		(e.level == settings.AllLevels || code.Level() <= e.level) &&
		(len(e.focus) == 0 || slices.Contains(e.focus, code))
	if !wanted {
		return card.Card{}, false
	}
	return CardOf(input, edit)
}

// CardOf returns the card that an edit of input is about.
func CardOf(input string, edit tutor.Edit) (card.Card, bool) {
	runes := []rune(input)
	start, end := min(edit.Offset, len(runes)), min(edit.Offset+edit.Length, len(runes))
	return card.For(card.Change{
		Code: sentence.Code(edit.Rule), Before: string(runes[:start]), Original: edit.Original,
		Replacement: edit.Replacement, After: string(runes[end:]),
	})
}

// Texts returns what is said about a rule, in the language or languages that were asked for.
func (e Explainer) Texts(c card.Card) []string {
	var list []string
	if e.language != settings.ExplainSpanish {
		list = append(list, card.Quoted(c.English))
	}
	if e.language == settings.ExplainSpanish || e.language == settings.ExplainBoth {
		list = append(list, card.Quoted(c.Spanish), card.Quoted(c.Contrast))
	}
	return list
}

// frames returns a sentence around an answer in the language or languages that were asked for; without
// explanations, in English.
func (e Explainer) frames(english, spanish []string) []string {
	switch e.language {
	case settings.ExplainSpanish:
		return spanish
	case settings.ExplainBoth:
		return slices.Concat(english, spanish)
	}
	return english
}

// Indented returns lines with a margin, each broken so that it fits a screen.
func Indented(margin string, lines []string) string {
	const width = 80
	var b strings.Builder
	for _, line := range lines {
		used := 0
		for word := range strings.FieldsSeq(line) {
			size := len([]rune(word))
			switch {
			case used == 0:
				b.WriteString(margin)
				used = len(margin)
			case used+1+size > width:
				b.WriteString("\n" + margin + "  ")
				used = len(margin) + 2
			default:
				b.WriteByte(' ')
				used++
			}
			b.WriteString(word)
			used += size
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// InBoth returns what a card says in English, and in Spanish with the contrast that causes the error.
func InBoth(c card.Card) (english string, spanish [2]string) {
	return card.Quoted(c.English), [2]string{card.Quoted(c.Spanish), card.Quoted(c.Contrast)}
}
