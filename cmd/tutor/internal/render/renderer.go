// Package render turns reports and rules into text for people.
//
// A [Renderer] shows a report: the sentence with its changes marked, then why, by the cards of the rules.
// It shows cards by themselves too. An [Explainer] chooses the language.
package render

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A Renderer shows reports to people.
type Renderer struct {
	color    bool
	terminal bool // the answers go to one; else lines of the learner's own are not broken
	width    int  // of a line, in cells
	Explain  Explainer
}

// New returns the renderer that the settings ask for.
func New(c *cli.Console, s settings.Settings) Renderer {
	return Renderer{
		color: c.Color(s.Color.Value), terminal: c.OutTerminal, width: c.Width,
		Explain: Explainer{s.Explain.Value},
	}
}

// colored colors the words that were changed: the old ones and the new ones in one color each.
var colored = strings.NewReplacer("[-", "\x1b[31m[-", "-]", "-]\x1b[0m", "{+", "\x1b[1;32m{+", "+}", "+}\x1b[0m")

// Report returns the text of a report: each sentence, then why.
func (p Renderer) Report(r tutor.Report) string {
	if r.Outcome != loop.Final {
		return p.Parts(r) + p.sentence(unanswered(r)) + p.indented("  ", noAnswer(r.Outcome))
	}
	var b strings.Builder
	told := map[string]bool{} // cards
	sentences := r.Parts
	if len(sentences) == 0 {
		sentences = []tutor.Report{r}
	}
	for _, one := range sentences {
		p.tell(&b, one, told)
	}
	if more := len(told) - maxExplained; more > 0 {
		b.WriteString(p.indented("  ", moreRules(more)))
	}
	checked := wereChecked
	if !r.InScope {
		checked = areChecked
	}
	b.WriteString(p.indented("", checked))
	return b.String()
}

// Parts returns the text of the sentences of a report that were answered before another one ended otherwise.
func (p Renderer) Parts(r tutor.Report) string {
	var b strings.Builder
	told := map[string]bool{}
	for _, one := range r.Parts {
		p.tell(&b, one, told)
	}
	return b.String()
}

// unanswered returns what is left of the input of a report whose parts were answered before it ended otherwise.
func unanswered(r tutor.Report) string {
	rest := r.Input
	for _, one := range r.Parts {
		if _, after, ok := strings.Cut(rest, one.Input); ok {
			rest = after
		}
	}
	return strings.TrimLeftFunc(rest, unicode.IsSpace)
}

// indented returns words in the language or languages of the explanations, with a margin.
func (p Renderer) indented(margin string, w Words) string {
	return Indented(margin, p.Explain.lines(w), p.width)
}

// tell writes what came of one sentence. told are the cards that were explained.
func (p Renderer) tell(b *strings.Builder, r tutor.Report, told map[string]bool) {
	var unexplained []tutor.Edit
	switch reason, ok := why(r); {
	case r.Corrected != nil:
		unexplained = p.corrected(b, r, told)
	case r.InScope:
		b.WriteString(p.sentence(r.Input))
		b.WriteString(p.indented("  ", noError))
	default:
		b.WriteString(p.sentence(r.Input))
		if ok {
			b.WriteString(p.indented("  ", reason))
		}
	}
	if r.Corrected == nil || p.Explain.On() {
		for _, w := range because(r, unexplained) {
			b.WriteString(p.indented("  ", w))
		}
	}
	if r.SpanishGloss != nil {
		b.WriteString(p.indented("  ", Same(cli.OneLine(*r.SpanishGloss))))
	}
	if w, ok := doubt(r); ok {
		b.WriteString(p.indented("  ", w))
	}
}

// sentence returns a learner's sentence as it is.
func (p Renderer) sentence(text string) string {
	if !p.terminal {
		return cli.Printable(text) + "\n"
	}
	var b strings.Builder
	for line := range strings.Lines(cli.Printable(strings.ReplaceAll(text, "\t", " "))) {
		for _, part := range cli.Wrap(strings.TrimSuffix(line, "\n"), p.width, "") {
			b.WriteString(part + "\n")
		}
	}
	return b.String()
}

// Clean says in English that nothing is corrected.
func Clean() string { return noError.English }

// Notes returns the other lines about a report in English, for the page: why it is so, what was not checked, and
// what to do about an answer that may be wrong.
func Notes(r tutor.Report) []string {
	var list []string
	if w, ok := why(r); ok && !r.InScope {
		list = append(list, w.English)
	}
	for _, w := range because(r, r.Edits) {
		list = append(list, w.English)
	}
	if w, ok := doubt(r); ok {
		list = append(list, w.English)
	}
	if r.InScope {
		return append(list, wereChecked.English)
	}
	return append(list, areChecked.English)
}

// corrected writes the correction with the changed words marked, the changes, and the cards that are not told
// yet. It returns the changes that no card explains.
func (p Renderer) corrected(b *strings.Builder, r tutor.Report, told map[string]bool) (unexplained []tutor.Edit) {
	text := p.sentence(bracketed(r))
	if p.color {
		text = strings.TrimSuffix(colored.Replace(text), "\n") + "\x1b[0m\n" // a learner's own mark may have no end
	}
	b.WriteString(text)
	for _, e := range r.Edits {
		b.WriteString(strings.Join(cli.Wrap("  "+p.change(e), p.width, "    "), "\n") + "\n")
		c, ok := p.Explain.card(r.Input, e)
		switch {
		case !ok:
			unexplained = append(unexplained, e)
		case !told[c.Name]:
			told[c.Name] = true
			if len(told) <= maxExplained {
				b.WriteString(Indented("    ", p.Explain.Texts(c), p.width))
			}
		}
	}
	return unexplained
}

// change names one edit, and its rule if there is one.
func (p Renderer) change(e tutor.Edit) string {
	text := fmt.Sprintf("%s → %s", e.Original, e.Replacement)
	switch {
	case e.Original == "":
		text = p.Explain.Inline(added.With(strings.TrimSpace(e.Replacement)))
	case e.Replacement == "":
		text = p.Explain.Inline(leftOut.With(strings.TrimSpace(e.Original)))
	}
	if e.Rule != "" {
		text += fmt.Sprintf("   [%s · %s]", e.Rule, e.CEFR)
	}
	return cli.OneLine(text)
}

// bracketed returns the text with its changes as [-old-]{+new+}.
func bracketed(r tutor.Report) string {
	var b strings.Builder
	rest, offset := []rune(r.Input), 0
	for _, e := range r.Edits {
		at := e.Offset - offset
		b.WriteString(cli.Printable(string(rest[:at])))
		was, now, space := core(e)
		b.WriteString(brackets("[-", was, "-]") + brackets("{+", now, "+}") + space)
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
	}
	b.WriteString(cli.Printable(string(rest)))
	return b.String()
}

// core returns both sides of an edit without the white space that an inserted or deleted word
// brings along, and that space.
func core(e tutor.Edit) (was, now, space string) {
	whole := e.Original + e.Replacement
	if e.Original != "" && e.Replacement != "" {
		return e.Original, e.Replacement, ""
	}
	word := strings.TrimRightFunc(whole, unicode.IsSpace)
	return strings.TrimSuffix(e.Original, whole[len(word):]), strings.TrimSuffix(e.Replacement, whole[len(word):]), whole[len(word):]
}

func brackets(left, text, right string) string {
	if text == "" {
		return ""
	}
	return left + cli.Printable(text) + right
}

// Facts returns the line of facts about a report.
func Facts(r tutor.Report) string {
	who := r.Model
	if n := len(r.Escalations); n > 0 {
		who += ", then " + r.Escalations[n-1].Model
	}
	text := fmt.Sprintf("%s · %s · %s · %s", who, cli.Plural(r.Steps, "step"), cli.Plural(r.ToolCalls, "tool call"), elapsed(r.ElapsedMS))
	if r.Forced != "" {
		text += " · forced to answer (" + r.Forced + ")"
	}
	return text
}

// elapsed writes milliseconds, and seconds of what took longer.
func elapsed(ms int64) string {
	if ms < 1000 {
		return fmt.Sprintf("%d ms", ms)
	}
	return fmt.Sprintf("%.1f s", float64(ms)/1000)
}
