// Package render turns reports and rules into text for people.
//
// A [Renderer] shows a report: the sentence with its changes marked, then why, by the cards of the rules.
// It shows cards by themselves too, and hints that keep the answer back. An [Explainer] chooses the
// language and the rules that are explained.
package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A Renderer shows reports to people.
type Renderer struct {
	color   bool
	width   int // of a line, in cells
	Explain Explainer
}

// New returns the renderer that the settings ask for.
func New(c *cli.Console, s settings.Settings) Renderer {
	return Renderer{
		color: c.Color(s.Color.Value), width: c.Width,
		Explain: Explainer{s.Explain.Value, s.Level.Value, s.Focus},
	}
}

// The escape sequences of changed words.
const (
	mark   = "\x1b[1;32m"
	unmark = "\x1b[0m"
)

// Report returns the text of a report: the sentence first, then why.
func (p Renderer) Report(r tutor.Report) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	reasons := Explanations(r)
	switch {
	case r.Outcome != loop.Final:
		line("%s\n  No answer (%s).", cli.Printable(r.Input), r.Outcome)
		return b.String()
	case r.Corrected != nil:
		b.WriteString(p.corrected(r))
	case r.InScope:
		line("%s", cli.Printable(r.Input))
		for _, verdict := range p.Explain.frames(Clean(r)) {
			line("  %s", verdict)
		}
	default:
		line("%s", cli.Printable(r.Input))
		if len(reasons) > 0 {
			reasons[0] = "Not judged: " + reasons[0]
		}
	}
	if r.Corrected == nil || p.Explain.On() {
		for _, why := range reasons {
			line("  %s", cli.OneLine(why))
		}
	}
	if r.SpanishGloss != nil {
		line("  %s", cli.OneLine(*r.SpanishGloss))
	}
	if r.Unsure {
		line("  %s", doubt(r))
	}
	if r.InScope {
		line("Only verbs were checked.")
	} else {
		line("Only verbs are checked.")
	}
	return b.String()
}

// Clean says that nothing is corrected: that the verbs are right where each was confirmed and none left
// unjudged, else that no error was seen, with what was seen and not judged.
func Clean(r tutor.Report) (english, spanish []string) {
	english, spanish = []string{"The verbs look right."}, []string{"Los verbos parecen correctos."}
	if !r.Confirmed {
		english, spanish = []string{"No error of the kinds I know."}, []string{"Ningún error de los que conozco."}
		var names []string
		for _, n := range r.Unjudged {
			if !slices.Contains(r.NotChecked, n) { // else the reasons say it
				names = append(names, n)
			}
		}
		if len(names) > 0 {
			english = append(english, "Seen and not judged: "+strings.Join(names, ", ")+".")
			spanish = append(spanish, "Visto y no juzgado: "+strings.Join(names, ", ")+".")
		}
	}
	return english, spanish
}

// Doubt says how little the model trusts its answer, or that the analysis of the sentence does not share it.
func Doubt(r tutor.Report) string {
	text := "Not sure of this: the rules see a verb as right that was changed."
	if !r.Disputed && r.Confidence != nil {
		text = fmt.Sprintf("Not sure of this: %.0f %% confident.", math.Floor(100**r.Confidence))
	}
	return text
}

// doubt is Doubt with what to do about it.
func doubt(r tutor.Report) string {
	text := Doubt(r)
	if len(r.Escalations) == 0 {
		text += " A larger model may know better: --escalate ollama:NAME"
	}
	return text
}

// Explanations returns the lines of a rationale for people: a code alone is read out.
func Explanations(r tutor.Report) []string {
	var list []string
	for _, why := range r.Rationale {
		text := tutor.Explanation(why)
		if text == "" {
			text = strings.ReplaceAll(strings.TrimSuffix(why, ":"), "_", " ") + "."
		}
		list = append(list, text)
	}
	return list
}

// corrected shows the correction with the changed words marked, and lists the changes.
func (p Renderer) corrected(r tutor.Report) string {
	text, under := p.marked(r)
	var b strings.Builder
	b.WriteString(text + "\n")
	told := map[string]bool{} // cards
	for i, e := range r.Edits {
		lead := "  "
		if i == 0 && under != "" {
			lead = under + "  "
		}
		b.WriteString(lead + change(e) + "\n")
		c, ok := p.Explain.card(r.Input, e)
		if ok && !told[c.Name] {
			told[c.Name] = true
			if len(told) <= maxExplained {
				b.WriteString(Indented("    ", p.Explain.Texts(c)))
			}
		}
	}
	if more := len(told) - maxExplained; more > 0 {
		b.WriteString("    " + cli.Plural(more, "more rule") + "; tutor explain CODE shows them.\n")
	}
	return b.String()
}

// change names one edit, and its rule if there is one.
func change(e tutor.Edit) string {
	text := fmt.Sprintf("%s → %s", e.Original, e.Replacement)
	switch {
	case e.Original == "":
		text = "added: " + strings.TrimSpace(e.Replacement)
	case e.Replacement == "":
		text = "left out: " + strings.TrimSpace(e.Original)
	}
	if e.Rule != "" {
		text += fmt.Sprintf("   [%s · %s]", e.Rule, e.CEFR)
	}
	return cli.OneLine(text)
}

// marked returns the text with its changes marked: in color with a line to go under it, which is
// "" where it would not fit, or else as [-old-]{+new+}.
func (p Renderer) marked(r tutor.Report) (text, under string) {
	var b, u strings.Builder
	rest, offset := []rune(r.Input), 0
	plain := func(s string) {
		b.WriteString(cli.Printable(s))
		u.WriteString(strings.Repeat(" ", utf8.RuneCountInString(s)))
	}
	for _, e := range r.Edits {
		at := e.Offset - offset
		plain(string(rest[:at]))
		was, now, space := core(e)
		switch {
		case !p.color:
			b.WriteString(brackets("[-", was, "-]") + brackets("{+", now, "+}"))
		case now != "":
			b.WriteString(mark + cli.Printable(now) + unmark)
			u.WriteString(strings.Repeat("~", utf8.RuneCountInString(now)))
		}
		if e.Replacement != "" || !p.color {
			plain(space)
		}
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
	}
	plain(string(rest))
	under = strings.TrimRight(u.String(), " ")
	if !p.color || under == "" || len(u.String()) > p.width || !narrow(*r.Corrected) {
		under = ""
	}
	return b.String(), under
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

// narrow reports whether each character of text takes one cell of a terminal, as far as can be
// told without a table: letters with accents do, other scripts may not.
func narrow(text string) bool {
	for _, r := range text {
		if r < ' ' || r >= 0x300 && (r < 0x2010 || r > 0x2027) {
			return false
		}
	}
	return true
}

// Facts returns the line of facts about a report.
func Facts(r tutor.Report) string {
	who := r.Model
	if n := len(r.Escalations); n > 0 {
		who += ", then " + r.Escalations[n-1].Model
	}
	text := fmt.Sprintf("%s · %s · %s · %d ms", who, cli.Plural(r.Steps, "step"), cli.Plural(r.ToolCalls, "tool call"), r.ElapsedMS)
	if r.Forced != "" {
		text += fmt.Sprintf(" · forced to answer (%s)", r.Forced)
	}
	return text
}
