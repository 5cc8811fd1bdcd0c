package render

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxExplained is how many rules are explained below one answer. People do not read more.
const maxExplained = 3

// An Explainer chooses the language in which things are explained.
type Explainer struct {
	language string // of --explain
}

// On reports whether anything is explained.
func (e Explainer) On() bool { return e.language != settings.ExplainOff }

// card returns the card of an edit of input, if it is to be explained.
func (e Explainer) card(input string, edit tutor.Edit) (card.Card, bool) {
	if !e.On() || edit.Rule == "" {
		return card.Card{}, false
	}
	return CardOf(input, edit)
}

// Cards returns the cards of a report that are to be explained, each once.
func (e Explainer) Cards(r tutor.Report) []card.Card {
	var list []card.Card
	for _, edit := range r.Edits {
		c, ok := e.card(r.Input, edit)
		if ok && !slices.ContainsFunc(list, func(k card.Card) bool { return k.Name == c.Name }) {
			list = append(list, c)
		}
	}
	return list
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

// Indented returns lines with a margin, each broken so that it fits a width in cells. A model may have written
// them.
func Indented(margin string, lines []string, width int) string {
	var b strings.Builder
	for _, line := range lines {
		for _, part := range cli.Wrap(margin+strings.Join(strings.Fields(cli.OneLine(line)), " "), width, margin+"  ") {
			b.WriteString(part + "\n")
		}
	}
	return b.String()
}

// InBoth returns what a card says in English, and in Spanish with the contrast that causes the error.
func InBoth(c card.Card) (english string, spanish [2]string) {
	return card.Quoted(c.English), [2]string{card.Quoted(c.Spanish), card.Quoted(c.Contrast)}
}
