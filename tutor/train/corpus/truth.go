package corpus

import (
	"slices"
	"strings"
	"unicode"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// finish renders the sentence and reads the facts off its groups.
func (d *draft) finish() (Example, bool) {
	e := Example{Text: d.styled(render(d.pieces, true)), Verbs: d.recipe.verbs}
	right := d.styled(render(d.pieces, false))
	wrong, judged, others := false, false, false
	var chief *group
	var seen []*group
	start := d.start()
	for i, p := range d.pieces {
		g := p.group
		if g == nil || slices.Contains(seen, g) {
			continue
		}
		seen = append(seen, g)
		e.Groups = append(e.Groups, d.fact(g, start, i))
		wrong = wrong || g.code != ""
		judged = judged || g.judged()
		others = others || g.finite && !g.judged() && g.code == ""
		if g.code != "" && (chief == nil || chief.code == "") || chief == nil && g.subject.kind != "" {
			chief = g
		}
	}
	if wrong == (e.Text == right) {
		return e, false
	}
	d.judge(&e, right, wrong, judged, others)
	d.setCell(&e, chief)
	return e, true
}

// start returns the piece in which the first letter stands, if it becomes a capital: after a digit it does not.
func (d *draft) start() int {
	for i := range d.pieces {
		text := render(d.pieces[i:i+1], true)
		first := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		switch {
		case first >= 0 && text[first] >= '0' && text[first] <= '9':
			return len(d.pieces)
		case first >= 0:
			return i
		}
	}
	return len(d.pieces)
}

// fact tells the truth about the group that begins with piece i of a sentence whose first letter
// stands in piece start.
func (d *draft) fact(g *group, start, i int) Fact {
	f := Fact{Verb: g.base, Person: g.subject.person, Finite: g.finiteWord(true), Code: g.code}
	switch {
	case g.tense.Valid():
		f.Tense = g.tense
	case g.tense == gerund: // conjugate shows the -ing form in its answer for the continuous
		f.Person, f.Tense = verb.ThirdSingular, verb.PresentContinuous
	}
	f.Subject = render(d.pieces[g.subject.from:g.subject.to], true)
	switch {
	case d.recipe.style == lowered, d.recipe.style == jotted:
	case g.subject.from <= start && start < g.subject.to:
		f.Subject = capital(f.Subject)
	case i == start:
		f.Finite = capital(f.Finite)
	}
	if d.recipe.style == curled {
		f.Subject, f.Finite = curl(f.Subject), curl(f.Finite)
	}
	return f
}

// The ways in which a sentence may be typed; the zero value is the usual one.
const (
	lowered = "without a capital"
	jotted  = "without a capital or a full stop"
	endless = "without a full stop"
	curled  = "with typographic apostrophes"
)

// styled types the sentence as the recipe has it.
func (d *draft) styled(text string) string {
	switch d.recipe.style {
	case lowered:
		return text
	case jotted:
		return strings.TrimSuffix(text, ".")
	case endless:
		text = strings.TrimSuffix(text, ".")
	case curled:
		text = curl(text)
	}
	return capital(text)
}

func curl(text string) string { return strings.ReplaceAll(text, "'", "’") }

// judge settles scope, reason and notes.
func (d *draft) judge(e *Example, right string, wrong, judged, others bool) {
	e.InScope = true
	if others {
		e.Notes = append(e.Notes, "other tenses")
	}
	switch {
	case wrong:
		e.Corrected = right
	case !judged:
		e.InScope, e.Reason, e.Notes = false, sentence.OtherTense, nil
	}
}

// setCell names the cell of the example.
func (d *draft) setCell(e *Example, chief *group) {
	outcome := d.recipe.outcome
	if outcome == "wrong" {
		var codes []string
		for _, f := range e.Groups {
			if f.Code != "" {
				codes = append(codes, string(f.Code))
			}
		}
		outcome = strings.Join(codes, "+")
	}
	if chief == nil {
		e.Cell = outcome
		return
	}
	shape := "affirmative"
	if chief.negative {
		shape = "negative"
	}
	if chief.question {
		shape = "question"
	}
	if chief.invented {
		e.Verbs = Invented
	}
	e.Cell = strings.Join([]string{outcome, string(chief.tense), string(chief.subject.person), shape, chief.subject.kind}, "/")
}
