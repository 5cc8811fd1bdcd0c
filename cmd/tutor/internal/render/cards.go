package render

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// Card returns the text of a card, after its code if it is the first card of that.
func (p Renderer) Card(k card.Card, first bool) string {
	var b strings.Builder
	if first {
		fmt.Fprintf(&b, "%s · %s\n", k.Code, k.Level)
	}
	e := p.Explain
	if !e.On() {
		e.language = settings.ExplainEnglish
	}
	b.WriteString("\n" + Indented("  ", e.Texts(k), p.width))
	b.WriteString(Indented("    ", []string{p.Pair(k)}, p.width))
	return b.String()
}

// Pair returns the example of a card, wrong and right in one.
func (p Renderer) Pair(k card.Card) string {
	r := tutor.Report{Input: k.Wrong, Corrected: &k.Right, Edits: tutor.Diff(k.Wrong, k.Right)}
	return bracketed(r)
}
