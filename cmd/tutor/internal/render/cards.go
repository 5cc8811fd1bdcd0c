package render

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
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
	lead := e.Either(practice)
	for _, f := range k.Frames {
		b.WriteString(strings.Join(cli.Wrap("    "+lead+f.Text, p.width, "            "), "\n") + "\n")
		lead = strings.Repeat(" ", cli.Cells(lead))
	}
	return b.String()
}

// Pair returns the example of a card, wrong and right in one.
func (p Renderer) Pair(k card.Card) string {
	r := tutor.Report{Input: k.Wrong, Corrected: &k.Right, Edits: tutor.Diff(k.Wrong, k.Right)}
	return bracketed(r)
}

// Hint returns the sentence with the wrong words in brackets, and the rules, without the answer.
func (p Renderer) Hint(r tutor.Report) string {
	var b strings.Builder
	rest, offset := []rune(r.Input), 0
	var texts []string
	told := map[string]bool{}
	if !p.Explain.On() { // a place alone is no hint
		p.Explain.language = settings.ExplainEnglish
	}
	for _, e := range r.Edits {
		at := e.Offset - offset
		b.WriteString(cli.Printable(string(rest[:at])))
		was, _, space := core(e)
		if was == "" {
			was, space = "…", " "
		}
		b.WriteString("[" + cli.Printable(was) + "]" + space)
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
		if c, ok := CardOf(r.Input, e); ok && !told[c.Name] && len(told) < maxExplained {
			told[c.Name] = true
			texts = append(texts, p.Explain.Texts(c)...)
		}
	}
	b.WriteString(cli.Printable(string(rest)) + "\n")
	return b.String() + Indented("  ", texts, p.width)
}
