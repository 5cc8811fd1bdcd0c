package main

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// card returns the text of a card, behind its code if it is the first one of it.
func (p page) card(k card.Card, first bool) string {
	var b strings.Builder
	if first {
		fmt.Fprintf(&b, "%s · %s\n", k.Code, k.Level)
	}
	e := p.explain
	if !e.on() {
		e.language = explainEnglish
	}
	b.WriteString("\n" + indented("  ", e.texts(k)))
	b.WriteString(indented("    ", []string{p.pair(k)}))
	for i, f := range k.Frames {
		lead := "Try:  "
		if i > 0 {
			lead = "      "
		}
		b.WriteString("    " + lead + f.Text + "\n")
	}
	return b.String()
}

// pair returns the example of a card, wrong and right in one.
func (p page) pair(k card.Card) string {
	r := tutor.Report{Input: k.Wrong, Corrected: &k.Right, Edits: tutor.Diff(k.Wrong, k.Right)}
	text, _ := page{width: p.width}.marked(r)
	return text
}

// hint returns the sentence with the wrong words in brackets, and the rules, without the answer.
func (p page) hint(r tutor.Report) string {
	var b strings.Builder
	rest, offset := []rune(r.Input), 0
	var texts []string
	told := map[string]bool{}
	if !p.explain.on() { // a place alone is no hint
		p.explain.language = explainEnglish
	}
	for _, e := range r.Edits {
		at := e.Offset - offset
		b.WriteString(printable(string(rest[:at])))
		was, _, space := core(e)
		if was == "" {
			was, space = "…", " "
		}
		b.WriteString("[" + printable(was) + "]" + space)
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
		if c, ok := cardOf(r.Input, e); ok && !told[c.Name] && len(told) < maxExplained {
			told[c.Name] = true
			texts = append(texts, p.explain.texts(c)...)
		}
	}
	b.WriteString(printable(string(rest)) + "\n")
	return b.String() + indented("  ", texts)
}
